"""Is it really gone? Asks every reader of the store, and recall in the present and in the past, for what was forgotten."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from stelae.errors import MemoryNotFoundError
from stelae.forgetting.cascade import Doomed
from stelae.ports import Store
from stelae.schemas.query import MAX_LIMIT, MAX_QUERY_CHARS, Hit, RecallQuery
from stelae.schemas.scope import Namespace
from stelae.text.keys import statement
from stelae.text.normalise import is_blank

ASKED = 16
"""Texts that recall is asked for; the other readers are asked for every id."""
Ask = Callable[[Namespace, RecallQuery], Sequence[Hit]]


def unread(store: Store, ns: Namespace, doomed: Doomed, ask: Ask, *, at: datetime) -> bool:
    """Does nobody read any of it any more?

    Args:
        store: to be asked.
        ns: the written scope.
        doomed: what was forgotten, as it was.
        ask: recall, without its fail-open.
        at: when it was forgotten.
    """
    return not (
        _by_id(store, ns, doomed)
        or _by_lists(store, ns, doomed, at)
        or _by_recall(ns, doomed, ask, at)
    )


def all_taken(store: Store, ns: Namespace, doomed: Doomed) -> bool:
    """Does no memory stay that repeats a message which goes, and rests on nothing else? To be asked before it goes."""
    gone = doomed.ids
    return not any(
        record.id not in gone
        and {span.observation_id for span in record.evidence} <= gone
        and statement(said.text) in statement(record.text)
        for said in doomed.observations
        if not is_blank(said.text)
        for record in store.by_observation(ns, said.id)
    )


def _by_id(store: Store, ns: Namespace, doomed: Doomed) -> bool:
    memories = [record.id for record in doomed.memories]
    messages = [said.id for said in doomed.observations]
    return (
        any(_answers(store.get, ns, id_) for id_ in memories)
        or any(_answers(store.versions, ns, id_) for id_ in memories)
        or any(_answers(store.observation, ns, id_) for id_ in messages)
    )


def _by_lists(store: Store, ns: Namespace, doomed: Doomed, at: datetime) -> bool:
    """Look where a memory is reached without its id: key, message, pinned tier, what waits."""
    shown = {record.id for record in store.pinned(ns)}
    for key in {record.key for record in doomed.memories}:
        shown.update(record.id for record in store.by_key(ns, key))
    for said in doomed.observations:
        shown.update(record.id for record in store.by_observation(ns, said.id))
    gone = doomed.ids | {item.id for item in doomed.pending}
    return bool(gone & (shown | {item.id for item in store.pending(ns, now=at)}))


def _by_recall(ns: Namespace, doomed: Doomed, ask: Ask, at: datetime) -> bool:
    """Ask with the very text, without a floor: now, and as things stood before the forgetting."""
    before, gone = at - timedelta(microseconds=1), doomed.ids
    things = (*doomed.memories, *doomed.observations)
    texts = list(dict.fromkeys(t.text[:MAX_QUERY_CHARS] for t in things if not is_blank(t.text)))
    for text in texts[:: max(1, -(-len(texts) // ASKED))]:
        present = RecallQuery(text=text, limit=MAX_LIMIT, floor=None)
        for past in ({}, {"as_of": before}, {"known_at": before}):
            if any(hit.id in gone for hit in ask(ns, present.model_copy(update=past))):
                return True
    return False


def _answers(read: Callable[[Namespace, str], object], ns: Namespace, id_: str) -> bool:
    try:
        read(ns, id_)
    except MemoryNotFoundError:
        return False
    return True
