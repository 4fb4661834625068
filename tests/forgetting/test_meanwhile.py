"""Forgetting while somebody else writes, undoes or purges: whoever comes second plans again, and nothing comes back."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from stelae.forgetting import pipeline
from stelae.memory import Memory
from stelae.ports import Store
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.scope import Namespace
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener

SAID = {
    "zh": ("我的电话号码是13912345678", "13912345678", "phone"),
    "en": ("My email is dana.reed@example.com", "dana.reed@example.com", "email"),
}


class Meanwhile(HashEmbedder):
    """Does something else at the moment when a new memory is embedded: judged, and not written yet."""

    then: Callable[[], None] | None = None

    def passages(self, texts: Sequence[str]) -> Any:
        """Embed, after the something."""
        then, self.then = self.then, None
        if then is not None:
            then()
        return super().passages(texts)


def texts(memory: Memory) -> list[str]:
    """Return what is remembered."""
    return [record.text for record in memory.list()]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_what_a_model_proposes_while_its_message_is_forgotten_is_not_written(
    open_memory: Opener, clock: FixedClock, language: str, hard: bool
) -> None:
    """The proposal passed the gate before the forgetting; it meets it again."""
    text, value, attribute = SAID[language]
    late = Meanwhile()
    memory, other = open_memory(embedder=late), open_memory(embedder=HashEmbedder())
    (ref,) = memory.observe(text, extract=False).observations
    memory.flush()
    said = memory._parts.store.observation(memory.namespace, ref.id)
    clock.advance(minutes=1)
    late.then = lambda: forget(other, value, hard=hard)
    proposed = MemoryCandidate(
        category="fact",
        text=text,
        quote=text,
        attributes={"subject": "user", "attribute": attribute, "object": value},
        importance=0.9,
    )
    (outcome,) = memory._parts.remember.propose(memory.namespace, [proposed], [said])
    assert (outcome.outcome, outcome.reason) == ("rejected", "forgotten")
    assert texts(other) == []


def forget(memory: Memory, value: str, *, hard: bool) -> None:
    """Forget what says a value."""
    assert memory.forget(memory.forget(value), hard=hard).observations


@pytest.mark.parametrize("store", ["sqlite", "memory"])
def test_what_is_undone_while_others_are_purged_is_not_purged(
    open_memory: Opener, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, store: str
) -> None:
    """The purge had read its receipts before."""
    memory = open_memory(store=store)
    for language in SAID:
        memory.observe(SAID[language][0])
    clock.advance(minutes=1)
    first, second = (memory.forget(memory.forget(SAID[one][1])) for one in SAID)
    clock.advance(days=31)
    scrub = type(memory._parts.store).scrub

    def undo(
        held: Store,
        ns: Namespace,
        sought: Sequence[str],
        values: Sequence[str] = (),
        **others: object,
    ) -> bool:
        if not any(r.restored_at for r in memory.forgotten()):
            still = next(r for r in (first, second) if held.buried(ns, r.id))
            memory.restore(still.id)
        return scrub(held, ns, sought, values, **others)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(type(memory._parts.store), "scrub", undo)
    memory.maintain()
    assert len(texts(memory)) == 1
    assert sorted(bool(r.restored_at) for r in memory.forgotten()) == [False, True]
    assert not any(r.pending_purge for r in memory.forgotten())


@pytest.mark.parametrize("store", ["sqlite", "memory"])
def test_a_forgetting_that_is_undone_while_it_is_checked_stays_undone(
    open_memory: Opener, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, store: str
) -> None:
    """Its receipt says so, and no later purge takes the memory."""
    memory = open_memory(store=store)
    memory.observe(SAID["zh"][0])
    clock.advance(minutes=1)

    def undo(*_: object, **__: object) -> bool:
        memory.restore(memory.forgotten()[0].id)
        return False

    monkeypatch.setattr(pipeline, "unread", undo)
    receipt = memory.forget(memory.forget(SAID["zh"][1]))
    assert receipt.restored_at is not None
    assert not receipt.pending_purge
    clock.advance(days=31)
    memory.maintain()
    assert texts(memory) == [SAID["zh"][0]]
