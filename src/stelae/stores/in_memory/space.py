"""The in-memory store's state of one scope, and how a change set changes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count

from stelae.errors import ConfigurationError, ScopeError, StoreError, VersionConflictError
from stelae.schemas.change import ChangeSet, Drop, IndexedObservation, Trail, Write
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.stores.entries import (
    Entry,
    instant,
    memory_entry,
    observation_entry,
    pending_mark,
    seconds,
)

FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class Row:
    """What the search sees of one memory or observation; a change makes another one."""

    id: str
    entry: Entry
    tokens: Counter[str]
    text: str
    vectors: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory's row and all its states."""

    number: int
    """Order of first writing, over all scopes."""
    rid: int
    versions: tuple[Version, ...]


@dataclass(slots=True)
class Space:
    """Everything of one tenant and scope. `after` works on a copy, so that a failing change set leaves nothing."""

    sequence: int = 0
    rows: dict[int, Row] = field(default_factory=dict[int, Row])
    memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    observations: dict[str, tuple[Observation, int | None]] = field(
        default_factory=dict[str, tuple[Observation, int | None]]
    )
    evidence: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Ids of the memories that rest on an observation, by its id."""
    pending: dict[str, PendingItem] = field(default_factory=dict[str, PendingItem])
    drops: tuple[Drop, ...] = ()
    trail: tuple[tuple[datetime, Trail], ...] = ()

    def record(self, id_: str) -> MemoryRecord | None:
        """Return the record with its access counts, or None."""
        held = self.memories.get(id_)
        if held is None:
            return None
        entry, record = self.rows[held.rid].entry, held.versions[-1].record
        if entry.access_count == record.access_count:
            return record
        return record.model_copy(
            update={
                "access_count": entry.access_count,
                "last_access": instant(entry.last_access),
            }
        )

    def records(self) -> list[MemoryRecord]:
        """Return all records in order of first writing."""
        return [record for id_ in self.memories if (record := self.record(id_)) is not None]

    def after(
        self, scope: str, changes: ChangeSet, dims: Mapping[str, int], numbers: count[int]
    ) -> Space:
        """Return this space with the change set applied.

        Args:
            scope: its name.
            changes: what to write.
            dims: dimension of each leg.
            numbers: gives row and memory numbers.

        Raises:
            VersionConflictError, ScopeError, StoreError, ConfigurationError: as `ports.MemoryWriter.apply`.
        """
        new = Space(
            self.sequence + 1,
            dict(self.rows),
            dict(self.memories),
            dict(self.observations),
            dict(self.evidence),
            dict(self.pending),
            (*self.drops, *changes.drops),
            (*self.trail, *((changes.at, entry) for entry in changes.trail)),
        )
        _Change(new, scope, dims, numbers).apply(changes)
        return new


class _Change:
    """One change set on one fresh copy of a space."""

    def __init__(
        self, space: Space, scope: str, dims: Mapping[str, int], numbers: count[int]
    ) -> None:
        self._space, self._scope, self._dims, self._numbers = space, scope, dims, numbers

    def apply(self, changes: ChangeSet) -> None:
        for indexed in changes.observations:
            self._observe(indexed)
        for id_ in changes.resolved:
            if self._space.pending.pop(id_, None) is None:
                raise VersionConflictError(
                    f"The pending item {id_!r} was resolved by somebody else."
                )
        for write in sorted(changes.writes, key=lambda w: w.record.status == "active"):
            self._write(write)
        for write in changes.writes:
            if write.expect is not None or write.record.status != "active":
                self._supersede_observations(write.record)
        self._wait(changes.pending, changes.at)

    def _observe(self, indexed: IndexedObservation) -> None:
        seen, space = indexed.observation, self._space
        mark = (seen.external_id, None if seen.external_id else seen.content_hash)
        taken = (
            (o.external_id, None if o.external_id else o.content_hash) == mark
            for o, _ in space.observations.values()
        )
        if seen.id in space.observations or any(taken):
            raise VersionConflictError(f"The observation {seen.id!r} was seen before.")
        entry, rid = observation_entry(indexed), None
        if entry is not None:
            rid = next(self._numbers)
            space.rows[rid] = Row(seen.id, entry, Counter(indexed.tokens.split()), seen.text, {})
        space.observations[seen.id] = (seen, rid)

    def _write(self, write: Write) -> None:
        record, space = write.record, self._space
        if record.scope != self._scope:
            raise ScopeError(f"A memory of {record.scope!r} cannot be written to {self._scope!r}.")
        held = space.memories.get(record.id)
        self._check_expected(write, held)
        self._check_key(record)
        self._check_vectors(write.vectors)
        rid, row = self._row(write, held)
        if held is not None and rid != held.rid:
            del space.rows[held.rid]
        space.rows[rid] = row
        version = Version(
            record=record,
            version=record.version,
            change=write.change,
            actor=record.authority,
            reason=record.reason,
            recorded_at=record.recorded_at,
        )
        number = next(self._numbers) if held is None else held.number
        before = () if held is None else held.versions
        space.memories[record.id] = Memory(number, rid, (*before, version))
        for span in record.evidence:
            resting = space.evidence.get(span.observation_id, frozenset())
            space.evidence[span.observation_id] = resting | {record.id}

    def _check_expected(self, write: Write, held: Memory | None) -> None:
        stored = None if held is None else held.versions[-1].version
        if stored != write.expect or (stored is not None and write.record.version <= stored):
            raise VersionConflictError(
                f"Memory {write.record.id!r} is not at the expected version."
            )

    def _check_key(self, record: MemoryRecord) -> None:
        for other in self._space.records() if record.status == "active" else ():
            same = (other.key, other.project, other.status) == (
                record.key,
                record.project,
                "active",
            )
            if same and other.id != record.id:
                raise VersionConflictError(f"The key of {record.id!r} is taken by {other.id!r}.")

    def _check_vectors(self, vectors: Mapping[str, bytes]) -> None:
        for leg, data in vectors.items():
            if leg not in self._dims:
                raise ConfigurationError(f"This store has no embedder leg {leg!r}.")
            if len(data) != self._dims[leg] * FLOAT_BYTES:
                raise StoreError(f"A vector of leg {leg!r} has {self._dims[leg]} numbers.")

    def _row(self, write: Write, held: Memory | None) -> tuple[int, Row]:
        """Return the row of a record: a new one for another text, else the old one with what changed."""
        record, old = write.record, None if held is None else self._space.rows[held.rid]
        tokens = Counter(write.tokens.split())
        entry = memory_entry(record, length=write.length, cues=write.cues)
        if held is None or old is None:
            return next(self._numbers), Row(record.id, entry, tokens, record.text, write.vectors)
        entry = entry._replace(
            access_count=old.entry.access_count, last_access=old.entry.last_access
        )
        if record.text != old.text:
            return next(self._numbers), Row(record.id, entry, tokens, record.text, write.vectors)
        if not write.tokens:
            tokens = old.tokens
            entry = entry._replace(length=old.entry.length, cues=old.entry.cues)
        vectors = {**write.vectors, **old.vectors}
        return held.rid, Row(record.id, entry, tokens, record.text, vectors)

    def _supersede_observations(self, record: MemoryRecord) -> None:
        for span in record.evidence:
            seen, rid = self._space.observations.get(span.observation_id, (None, None))
            if seen is None or rid is None:
                continue
            resting = self._space.evidence[span.observation_id]
            current = any(
                self._space.memories[m].versions[-1].record.status == "active" for m in resting
            )
            row = self._space.rows[rid]
            self._space.rows[rid] = replace(row, entry=row.entry._replace(live=int(current)))

    def _wait(self, items: tuple[PendingItem, ...], at: datetime) -> None:
        pending = self._space.pending
        for id_ in [i for i, item in pending.items() if item.expires_at <= at]:
            del pending[id_]
        for item in items:
            mark = (item.record.project, pending_mark(item))
            taken = {(other.record.project, pending_mark(other)) for other in pending.values()}
            if item.id in pending or mark in taken:
                raise VersionConflictError(f"The question of {item.id!r} waits already.")
            pending[item.id] = item


def accessed(row: Row, times: int, now: datetime) -> Row:
    """Return the row with so many more accesses."""
    entry = row.entry._replace(
        access_count=row.entry.access_count + times, last_access=seconds(now)
    )
    return replace(row, entry=entry)
