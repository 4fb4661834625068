"""The gate asks what was forgotten once for each mark of a statement, whatever comes of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import pytest

from stelae.memory import Memory
from stelae.ports import Store
from stelae.schemas.scope import Namespace
from tests.conftest import Opener


@pytest.fixture(params=["sqlite", "memory"])
def memory(request: pytest.FixtureRequest, open_memory: Opener) -> Memory:
    """Either store, in which something was forgotten."""
    opened = open_memory(store=request.param)
    opened.remember("My phone number is 415-555-0132")
    opened.forget(opened.forget("my phone number"))
    return opened


@pytest.fixture
def asked(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Return what the store is asked for, call by call."""
    calls: list[Sequence[str]] = []
    kind = type(memory._parts.store)  # pyright: ignore[reportPrivateUsage]
    tombstoned = kind.tombstoned

    def spied(store: Store, ns: Namespace, marks: Sequence[str]) -> Mapping[str, datetime]:
        calls.append(list(marks))
        return tombstoned(store, ns, marks)

    monkeypatch.setattr(kind, "tombstoned", spied)
    return calls


@pytest.mark.parametrize("said", ["我对青霉素过敏", "I work as a surveyor"])
def test_a_statement_asks_for_each_mark_once(
    memory: Memory, asked: list[Sequence[str]], said: str
) -> None:
    """Once for the message and its sentences, once more for the key that was made of it."""
    assert memory.remember(said).outcome == "accepted"
    marks = [mark for call in asked for mark in call]
    assert len(marks) == len(set(marks)) == 3
    assert len(asked) == 2
    assert len(asked[1]) == 1


def test_a_message_with_several_statements_asks_no_more_than_its_keys(
    memory: Memory, asked: list[Sequence[str]]
) -> None:
    """The sentences were asked for with the message."""
    outcomes = memory.observe("我对青霉素过敏。I work as a surveyor.").outcomes
    assert [outcome.outcome for outcome in outcomes] == ["accepted", "accepted"]
    marks = [mark for call in asked for mark in call]
    assert len(marks) == len(set(marks))
    assert len(asked) == 3


@pytest.mark.parametrize(
    "said", ["My phone number is 415-555-0132", "my PHONE number is 415-555-0132"]
)
def test_what_was_forgotten_is_still_refused(
    memory: Memory, asked: list[Sequence[str]], said: str
) -> None:
    """An agent says it; a person who says it anew is heard."""
    refused = memory.remember(said, authority="agent")
    assert (refused.outcome, refused.reason) == ("rejected", "forgotten")
    assert len(asked) == 1
