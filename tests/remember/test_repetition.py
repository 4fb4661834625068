"""What was logged before is told and not logged again; what is new is."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from stelae.memory import Memory
from stelae.remember.intake import Intake
from stelae.remember.repetition import new_among
from stelae.schemas.observation import Message, Observation
from tests.conftest import Opener

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "memory"])
def memory(request: pytest.FixtureRequest, open_memory: Opener) -> Memory:
    """Either store."""
    return open_memory(store=request.param)


def parted(
    memory: Memory, *said: Message
) -> tuple[list[Observation], list[Intake], Sequence[tuple[str, str]]]:
    """Return what is kept, what is new, and outcome and reason of the rest."""
    pipeline = memory._parts.remember  # pyright: ignore[reportPrivateUsage]
    ns = memory.namespace
    settlement = pipeline.begin(ns)
    intakes = [pipeline.take_in(ns, one, NOW, order) for order, one in enumerate(said)]
    kept, fresh = new_among(pipeline.parts.store, ns, intakes, settlement)
    return kept, fresh, [(one.outcome, one.reason) for one in settlement.outcomes]


@pytest.mark.parametrize("said", ["我对青霉素过敏", "I work as a surveyor"])
def test_a_message_that_was_logged_is_kept_as_it_was(memory: Memory, said: str) -> None:
    """What rests on a repetition rests on the first message; its memory is told."""
    first = memory.observe([{"role": "user", "content": said, "id": "m1"}]).observations[0]
    kept, fresh, told = parted(memory, Message(content=said, id="m1"))
    assert [one.id for one in kept] == [first.id]
    assert (fresh, told) == ([], [("duplicate", "not_novel")])


def test_one_id_twice_in_a_call_is_logged_once(memory: Memory) -> None:
    """The other text under it is told, not swallowed."""
    kept, fresh, told = parted(
        memory, Message(content="你好", id="m1"), Message(content="I work as a surveyor", id="m1")
    )
    assert [one.observation.text for one in fresh] == ["你好"]
    assert [one.text for one in kept] == ["你好", "你好"]
    assert told == [("rejected", "not_novel")]


@pytest.mark.parametrize("said", ["我对青霉素过敏", "I work as a surveyor"])
def test_a_forgotten_message_is_neither_kept_nor_new(memory: Memory, said: str) -> None:
    """The same message again does not bring it back (DEV-13)."""
    memory.observe([{"role": "user", "content": said, "id": "m1"}])
    memory.forget(memory.forget(everything=True))
    kept, fresh, told = parted(memory, Message(content=said, id="m1"))
    assert (kept, fresh, told) == ([], [], [("rejected", "forgotten")])


def test_a_repetition_that_gave_nothing_may_be_remembered(memory: Memory) -> None:
    """It rests on the message that is there; none is logged beside it."""
    said = {"role": "user", "content": "The build needs 40 minutes", "id": "m1"}
    first = memory.observe([said], extract=False).observations[0]
    done = memory.remember(said["content"], id="m1")
    assert done.outcome == "accepted"
    assert [span.observation_id for span in done.evidence] == [first.id]
