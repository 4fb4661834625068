"""A message goes and a memory stays that rests on another one, too: what it said is quoted nowhere any more."""

import json
from typing import Any

import pytest

from stelae.errors import MemoryNotFoundError
from stelae.memory import Memory
from stelae.schemas.change import Outcome
from stelae.schemas.forgetting import ForgetPreview, Receipt
from stelae.schemas.query import RecallQuery
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener
from tests.forgetting.test_pipeline import bytes_of

CONFIRMED = {
    "zh": ("我对花生过敏", "我吃花生会过敏"),
    "en": ("I work as a surveyor", "My job is surveyor"),
}
"""What is said first gives the memory its words; the second message confirms it in others."""


@pytest.fixture(params=["zh", "en"])
def pair(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Both languages."""
    return CONFIRMED[request.param]


@pytest.fixture(params=["sqlite", "memory"])
def memory(
    request: pytest.FixtureRequest, open_memory: Opener, pair: tuple[str, str], clock: FixedClock
) -> Memory:
    """One memory with two messages, in either store."""
    opened = open_memory(store=request.param, embedder=HashEmbedder())
    for number, text in enumerate(pair):
        clock.advance(minutes=1)
        opened.observe([{"role": "user", "content": text, "id": f"m{number}"}])
    opened.flush()
    return opened


def test_the_quote_is_in_no_read_any_more_and_in_no_byte(
    memory: Memory, pair: tuple[str, str]
) -> None:
    """A hard forgetting is verified, and the memory goes on with its words and its other message."""
    (held,) = memory.list()
    receipt = forgotten(memory, "m1", hard=True)
    assert receipt.verified
    assert not receipt.pending_purge
    assert pair[1] not in everything(memory)
    assert pair[1].encode() not in bytes_of(memory)
    assert json.dumps(pair[1])[1:-1].encode() not in bytes_of(memory)
    (left,) = memory.list()
    assert (left.id, left.text, left.version) == (held.id, pair[0], held.version)
    assert [span.quote for span in left.evidence] == [pair[0]]
    assert memory.audit_verify().sound


def test_the_preview_tells_of_memories_that_stay(memory: Memory) -> None:
    """They are no part of it, and yet they change."""
    shown = memory.forget(message(memory, "m1"))
    assert shown.message == (
        "1 found. Nothing is forgotten yet. 1 memory that stays loses its quotes of what would go."
    )
    assert "loses" not in memory.forget(message(memory, "m0")).message


def test_a_soft_forgetting_hides_it_and_undoing_brings_it_back(
    memory: Memory, pair: tuple[str, str]
) -> None:
    """In the memory as it is and in every version it had."""
    (held,) = memory.list()
    before = everything(memory)
    versions = memory.history(held.id)
    receipt = forgotten(memory, "m1")
    assert receipt.verified
    assert pair[1] not in everything(memory)
    assert memory.audit_verify().sound
    memory.restore(receipt.id)
    memory.flush()
    assert memory.get(held.id) == held
    assert memory.history(held.id) == versions
    assert everything(memory) == before
    assert memory.audit_verify().sound


def test_it_is_destroyed_when_it_is_due(
    memory: Memory, pair: tuple[str, str], clock: FixedClock
) -> None:
    """What was kept aside for an undoing is looked for as well."""
    forgotten(memory, "m1")
    clock.advance(days=31)
    assert memory.maintain().counts["purged"] == 1
    (done,) = memory.forgotten()
    assert (done.verified, done.pending_purge) == (True, False)
    assert pair[1].encode() not in bytes_of(memory)
    assert memory.audit_verify().sound


def test_what_was_written_meanwhile_has_the_quote_again(
    memory: Memory, pair: tuple[str, str]
) -> None:
    """A version that came after the forgetting was made from one that lacked it."""
    (held,) = memory.list()
    receipt = forgotten(memory, "m1")
    memory.edit(held.id, text=f"{pair[0]}!")
    assert pair[1] not in everything(memory)
    memory.restore(receipt.id)
    assert pair[1] in [span.quote for span in memory.get(held.id).evidence]
    quoted = [
        [span.quote for span in version.record.evidence] for version in memory.why(held.id).versions
    ]
    assert [pair[1] in quotes for quotes in quoted] == [False, True, True]


def test_an_older_version_does_not_bring_it_back(memory: Memory, pair: tuple[str, str]) -> None:
    """Neither the undo of an edit, nor a memory that is itself brought back later."""
    (held,) = memory.list()
    memory.edit(held.id, text=f"{pair[0]}!")
    whole = memory.forget([held.id])
    only = ForgetPreview(preview=tuple(i for i in whole.preview if i.type == "memory"))
    memory_gone = memory.forget(only)
    forgotten(memory, "m1")
    memory.restore(memory_gone.id)
    assert memory.get(held.id).text == f"{pair[0]}!"
    assert pair[1] not in everything(memory)
    undone = memory.restore(held.id)
    assert isinstance(undone, Outcome)
    assert memory.get(held.id).text == pair[0]
    assert pair[1] not in everything(memory)
    assert memory.audit_verify().sound


def test_a_memory_goes_with_the_message_that_gave_it_its_words(
    memory: Memory, pair: tuple[str, str]
) -> None:
    """Another message confirms it in other words; the preview says so, and names that message, too."""
    shown = memory.forget(message(memory, "m0"))
    why = {item.text: item.why for item in shown.preview if item.type == "memory"}
    assert "has its words from message" in why[pair[0]]
    assert {item.text for item in shown.preview if item.type == "observation"} == set(pair)
    receipt = memory.forget(shown, hard=True)
    assert receipt.verified
    assert memory.list(include_inactive=True) == ()
    assert pair[0].encode() not in bytes_of(memory)


def test_also_when_it_was_reworded_since(memory: Memory, pair: tuple[str, str]) -> None:
    """An earlier wording is shown in its history, so it goes as well."""
    (held,) = memory.list()
    memory.edit(held.id, text="The person said so.")
    shown = memory.forget(message(memory, "m0"))
    assert held.id in {item.id for item in shown.preview}
    assert memory.forget(shown, hard=True).verified
    assert pair[0].encode() not in bytes_of(memory)


def test_what_two_messages_say_in_the_same_words_stays(
    open_memory: Opener, pair: tuple[str, str], clock: FixedClock
) -> None:
    """The other message gives it its words as well; its quote of the forgotten one goes."""
    memory = open_memory()
    for number in range(2):
        clock.advance(minutes=1)
        memory.observe([{"role": "user", "content": pair[0], "id": f"m{number}"}])
    (held,) = memory.list()
    assert len(held.evidence) == 2
    receipt = forgotten(memory, "m0", hard=True)
    assert receipt.forgotten == ()
    assert [span.external_id for span in memory.get(held.id).evidence] == ["m1"]
    assert memory.audit_verify().sound


def test_messages_that_are_asked_for_together_take_what_rests_on_them(
    memory: Memory, pair: tuple[str, str]
) -> None:
    """No memory is left without any message."""
    shown = memory.forget([message(memory, name) for name in ("m0", "m1")])
    assert [item.text for item in shown.preview if item.type == "memory"] == [pair[0]]


def test_a_session_that_is_forgotten_is_quoted_nowhere(
    open_memory: Opener, pair: tuple[str, str], clock: FixedClock
) -> None:
    """A filter finds the message; the memory is of the session in which it was first said."""
    memory = open_memory()
    for session, text in zip(("home", "clinic"), pair, strict=True):
        clock.advance(minutes=1)
        memory.observe([{"role": "user", "content": text, "session": session}])
    receipt = memory.forget(memory.forget(session="clinic"), hard=True)
    assert (receipt.forgotten, receipt.verified) == ((), True)
    assert [span.quote for span in memory.list()[0].evidence] == [pair[0]]
    assert pair[1].encode() not in bytes_of(memory)


def message(memory: Memory, name: str) -> str:
    """Return the id of a message by its caller's name."""
    log = memory._parts.store.observations(memory.namespace)
    return next(said.id for said in log if said.external_id == name)


def forgotten(memory: Memory, name: str, *, hard: bool = False) -> Receipt:
    """Forget a message, and nothing but it."""
    id_ = message(memory, name)
    shown = memory.forget(id_)
    assert [item.id for item in shown.preview] == [id_]
    receipt = memory.forget(shown, hard=hard)
    with pytest.raises(MemoryNotFoundError):
        memory._parts.store.observation(memory.namespace, id_)
    return receipt


def everything(memory: Memory) -> str:
    """Return all that the doors tell of the memories, as one text."""
    told: list[Any] = []
    for record in memory.list(include_inactive=True):
        told += [memory.get(record.id), memory.why(record.id), memory.history(record.id)]
        # Without a note of it, which would count as an access.
        asked = RecallQuery(text=record.text, floor=None, limit=100, include="memories")
        told += memory._parts.recall.run(memory.namespace, asked)[0].hits
    lines = [one.model_dump_json(exclude={"score"}) for one in told]
    lines += [
        line.model_dump_json()
        for line in memory._parts.store.dump(memory.namespace, now=memory._parts.clock.now())
        if line.kind == "memory"
    ]
    return "\n".join(lines)
