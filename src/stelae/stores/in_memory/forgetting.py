"""What forgetting does to one scope, and to the jobs and traces beside it."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from stelae.errors import MemoryNotFoundError, VersionConflictError
from stelae.schemas.change import ChangeSet
from stelae.schemas.memory import PendingItem
from stelae.schemas.query import Trace
from stelae.stores.in_memory import replies
from stelae.stores.in_memory.space import Space
from stelae.stores.in_memory.withholding import let_go


def forgotten_ids(changes: ChangeSet) -> frozenset[str]:
    """Return the ids of memories and observations that nobody is to read after this change set."""
    buried = (w.record.id for w in changes.writes if w.record.status == "forgotten")
    return frozenset((*buried, *changes.hidden, *changes.destroyed))


def check_unchanged(space: Space, changes: ChangeSet) -> None:
    """Refuse a change set that was planned before the newest forgetting, or on a receipt that was undone since.

    Raises:
        VersionConflictError: it must be planned anew.
    """
    if changes.forgettings not in {None, len(space.receipts)}:
        raise VersionConflictError("Something was forgotten in this scope meanwhile.")
    for receipt in changes.receipts:
        kept = space.receipts.get(receipt.id, receipt)
        if receipt.restored_at is None and kept.restored_at is not None:
            raise VersionConflictError(f"The forgetting {receipt.id!r} was undone meanwhile.")


def take_away(space: Space, changes: ChangeSet) -> None:
    """Destroy and hide what the change set names.

    Raises:
        MemoryNotFoundError: an observation to be hidden is not there.
    """
    _destroy(space, frozenset(changes.destroyed))
    for id_ in changes.hidden:
        if id_ not in space.log:
            raise MemoryNotFoundError(id_)
        space.log[id_] = replace(space.log[id_], rid=None, hidden=True)


def drop_what_rests(space: Space, changes: ChangeSet) -> int:
    """Drop the index rows of what the change set forgets, answers of models, and the questions that rest on it.

    Returns:
        How many questions those were.
    """
    ids, before = forgotten_ids(changes), len(space.pending)
    if not (ids or changes.tombstones):
        return 0
    replies.forget(space, ids)
    space.rows = {rid: row for rid, row in space.rows.items() if row.id not in ids}
    space.pending = {id_: item for id_, item in space.pending.items() if not _rests_on(item, ids)}
    return before - len(space.pending)


def bury(space: Space, changes: ChangeSet, key: bytes) -> None:
    """Lift and set the change set's tombstones, and keep its receipts."""
    lifted = frozenset(changes.lifted)
    space.tombstones = {
        (mark, receipt): at
        for (mark, receipt), at in space.tombstones.items()
        if receipt not in lifted
    }
    for stone in changes.tombstones:
        space.tombstones[hashed(key, stone.mark), stone.receipt] = changes.at
    for receipt in changes.receipts:
        space.receipts[receipt.id] = receipt


def forgotten_at(space: Space, key: bytes, marks: Iterable[str]) -> Mapping[str, datetime]:
    """When was each of these marks last forgotten here? Those that never were are left out."""
    wanted = {hashed(key, mark): mark for mark in marks}
    found: dict[str, datetime] = {}
    for (kept, _), at in space.tombstones.items():
        if kept in wanted:
            mark = wanted[kept]
            found[mark] = max(at, found.get(mark, at))
    return found


def hashed(key: bytes, mark: str) -> bytes:
    """Return what a tombstone keeps of a mark: recognisable with the key, not readable."""
    return hmac.digest(key, mark.encode(), "sha256")


def shows(trace: Trace, ids: Collection[str]) -> bool:
    """Was one of these ids among what the trace explains?"""
    return any(hit.id in ids for hit in trace.hits)


def _destroy(space: Space, ids: frozenset[str]) -> None:
    let_go(space, ids)
    space.memories = {id_: held for id_, held in space.memories.items() if id_ not in ids}
    space.log = {id_: logged for id_, logged in space.log.items() if id_ not in ids}
    space.evidence = {
        observation: resting - ids
        for observation, resting in space.evidence.items()
        if observation not in ids and resting - ids
    }
    space.drops = tuple(drop for drop in space.drops if drop.observation_id not in ids)


def _rests_on(item: PendingItem, ids: frozenset[str]) -> bool:
    record = item.record
    named = {item.target, record.id, record.supersedes, record.superseded_by}
    return bool(named & ids) or any(span.observation_id in ids for span in record.evidence)
