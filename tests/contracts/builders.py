"""Small valid values for the contract suite; every helper takes what a test is about and fills in the rest."""

import hashlib
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import numpy as np

from stelae.ports import Store
from stelae.remember.indexing import index_observation, index_record
from stelae.schemas.candidate import Span
from stelae.schemas.change import ChangeSet, IndexedObservation, Write
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import Change, MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
LIN = Namespace(scope="user:lin")
MO = Namespace(scope="user:mo")
_ids = count(1)


def new_id(kind: str) -> str:
    """Return an id no other call returns."""
    return f"{kind}-{next(_ids):06d}"


def record(text: str = "我的车停在 B2-117", **fields: Any) -> MemoryRecord:
    """Return a record in lin's scope."""
    id_ = fields.pop("id", None) or new_id("memory")
    return MemoryRecord.model_validate(
        {
            "id": id_,
            "category": "fact",
            "kind": "semantic",
            "key": f"fact/{id_}",
            "text": text,
            "scope": "user:lin",
            "authority": "user",
            "time": NOW,
            "valid_from": NOW,
            "recorded_at": NOW,
            **fields,
        }
    )


def observation(text: str = "我的车停在 B2-117", **fields: Any) -> Observation:
    """Return a user's message."""
    id_ = fields.pop("id", None) or new_id("observation")
    return Observation.model_validate(
        {
            "id": id_,
            "content_hash": hashlib.sha256(f"{id_}{text}".encode()).hexdigest(),
            "role": "user",
            "authority": "user",
            "text": text,
            "language": "zh",
            "time": NOW,
            "recorded_at": NOW,
            **fields,
        }
    )


def span(seen: Observation) -> Span:
    """Return the whole message as evidence."""
    return Span(observation_id=seen.id, quote=seen.text, start=0, end=len(seen.text))


def pending(held: MemoryRecord, **fields: Any) -> PendingItem:
    """Return a question about that record, good for a day."""
    return PendingItem.model_validate(
        {
            "id": new_id("pending"),
            "key": held.key,
            "record": held,
            "change": "add",
            "reason": "needs_confirmation",
            "recorded_at": NOW,
            "expires_at": NOW + timedelta(days=1),
            **fields,
        }
    )


def trace(id_: str) -> Trace:
    """Return a trace without hits."""
    return Trace(id=id_, query="车停哪了", at=NOW, floor=0.5, best=0.7)


def indexed(seen: Observation, tokens: str = "") -> IndexedObservation:
    """Return the message with its keyword tokens."""
    return IndexedObservation(observation=seen, tokens=tokens, length=len(tokens.split()))


def write(
    held: MemoryRecord, tokens: str = "", *, expect: int | None = None, **fields: Any
) -> Write:
    """Return a write of that record."""
    change = "add" if expect is None else "merge"
    return Write.model_validate(
        {
            "record": held,
            "change": change,
            "expect": expect,
            "tokens": tokens,
            "length": len(tokens.split()),
            **fields,
        }
    )


def worded(held: MemoryRecord, change: Change = "add", *, expect: int | None = None) -> Write:
    """Return a write of that record with the keywords that the write path gives it."""
    return index_record(held, change, expect=expect, vectors={})


def heard(seen: Observation) -> IndexedObservation:
    """Return the message with the keywords that the write path gives it."""
    return index_observation(seen)


def after(held: MemoryRecord, **fields: Any) -> MemoryRecord:
    """Return the record's next version."""
    return held.model_copy(update={"version": held.version + 1, **fields})


def buried(
    held: MemoryRecord, at: datetime = NOW, change: Change = "forget", **fields: Any
) -> Write:
    """Return the write that forgets that record."""
    return worded(
        after(held, status="forgotten", retracted_at=at, **fields), change, expect=held.version
    )


def receipt(id_: str, *, at: datetime = NOW, **fields: Any) -> Receipt:
    """Return the receipt of a soft forget."""
    return Receipt.model_validate(
        {"id": id_, "at": at, "hard": False, "pending_purge": True, **fields}
    )


def changes(**fields: Any) -> ChangeSet:
    """Return a change set by the user, now."""
    return ChangeSet.model_validate({"actor": "user", "at": NOW, **fields})


def keep(store: Store, held: MemoryRecord, tokens: str = "", ns: Namespace = LIN) -> MemoryRecord:
    """Store a new record and return it."""
    store.apply(ns, changes(writes=(write(held, tokens),)))
    return held


def say(store: Store, seen: Observation, tokens: str = "", ns: Namespace = LIN) -> Observation:
    """Log a message and return it."""
    store.apply(ns, changes(observations=(indexed(seen, tokens),)))
    return seen


def unit(*numbers: float) -> "np.ndarray[Any, np.dtype[np.float32]]":
    """Return the numbers as a unit vector."""
    vector = np.array(numbers, np.float32)
    return vector / np.float32(np.linalg.norm(vector))
