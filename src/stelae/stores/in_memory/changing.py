"""How a change set changes one scope: on a copy of it, so that a failing change set leaves nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count

from stelae.errors import ConfigurationError, ScopeError, StoreError, VersionConflictError
from stelae.schemas.change import ChangeSet, IndexedObservation, Past, Write
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.stores.entries import (
    Entry,
    another_end,
    memory_entry,
    observation_entry,
    pending_mark,
)
from stelae.stores.in_memory import concepts, forgetting, withholding
from stelae.stores.in_memory.histories import remembered
from stelae.stores.in_memory.space import Logged, Memory, Row, Space

FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a change set needs to know of the store around its scope."""

    scope: str
    dims: Mapping[str, int]
    """Dimension of each leg."""
    numbers: count[int]
    """Gives row and memory numbers."""
    key: bytes
    """Hashes the marks of tombstones."""


def changed(space: Space, changes: ChangeSet, around: Surroundings) -> tuple[Space, int]:
    """Return the space with the change set applied, and how many questions went that rested on what it forgets.

    Raises:
        MemoryNotFoundError, VersionConflictError, ScopeError, StoreError, ConfigurationError: as
            `ports.MemoryWriter.apply`.
    """
    new = space.copy()
    new.sequence += 1
    new.trail = (*new.trail, *((changes.at, entry) for entry in changes.trail))
    return new, _Change(new, changes, around).apply()


class _Change:
    """One change set on one fresh copy of a space."""

    def __init__(self, space: Space, changes: ChangeSet, around: Surroundings) -> None:
        self._space, self._changes, self._around = space, changes, around
        self._at = changes.at

    def apply(self) -> int:
        space, changes = self._space, self._changes
        forgetting.check_unchanged(space, changes)
        for indexed in changes.observations:
            self._observe(indexed)
        for id_ in changes.resolved:
            if space.pending.pop(id_, None) is None:
                raise VersionConflictError(
                    f"The pending item {id_!r} was resolved by somebody else."
                )
        forgetting.take_away(space, changes)
        withholding.give_back(space, changes.unhidden)
        # What ends comes first, so that a successor may take over its key.
        for write in sorted(changes.writes, key=_comes_last):
            self._write(write)
        space.drops = (*space.drops, *changes.drops)
        resting = forgetting.drop_what_rests(space, changes)
        for id_ in changes.unhidden:
            self._unhide(id_)
        withholding.withhold(space, changes.hidden, [w.record.id for w in changes.writes])
        for write in changes.writes:
            if write.expect is not None or write.record.status != "active" or write.history:
                for span in write.record.evidence:
                    self._supersede_observation(span.observation_id)
        forgetting.bury(space, changes, self._around.key)
        self._wait(changes.pending)
        concepts.rename(space, changes)
        if changes.destroyed:
            concepts.sweep(space)
        return resting

    def _observe(self, indexed: IndexedObservation) -> None:
        seen, space = indexed.observation, self._space
        mark = (seen.external_id, None if seen.external_id else seen.content_hash)
        taken = (
            (o.external_id, None if o.external_id else o.content_hash) == mark
            for o in (logged.said for logged in space.log.values())
        )
        if seen.id in space.log or any(taken):
            raise VersionConflictError(f"The observation {seen.id!r} was seen before.")
        self._log(indexed)

    def _log(self, indexed: IndexedObservation) -> None:
        seen, entry, rid = indexed.observation, observation_entry(indexed), None
        if entry is not None:
            rid = next(self._around.numbers)
            tokens = Counter(indexed.tokens.split())
            self._space.rows[rid] = Row(seen.id, entry, tokens, seen.text, {})
        self._space.log[seen.id] = Logged(indexed, rid)

    def _unhide(self, id_: str) -> None:
        logged = self._space.log.get(id_)
        if logged is not None and logged.hidden:
            self._log(logged.indexed)
            self._supersede_observation(id_)

    def _write(self, write: Write) -> None:
        record, space = write.record, self._space
        if record.scope != self._around.scope:
            raise ScopeError(
                f"A memory of {record.scope!r} cannot be written to {self._around.scope!r}."
            )
        held = space.memories.get(record.id)
        self._check_expected(write, held)
        self._check_key(record)
        self._check_vectors(write.vectors)
        number = next(self._around.numbers) if held is None else held.number
        if write.history:
            space.memories[record.id] = remembered(write, number, self._add_past_row)
        else:
            space.memories[record.id] = self._next_state(write, held, number)
        states = (record, *(past.version.record for past in write.history))
        for span in (span for state in states for span in state.evidence):
            resting = space.evidence.get(span.observation_id, frozenset())
            space.evidence[span.observation_id] = resting | {record.id}

    def _next_state(self, write: Write, held: Memory | None, number: int) -> Memory:
        record = write.record
        version = Version(
            record=record,
            version=record.version,
            change=write.change,
            actor=write.actor or self._changes.actor,
            reason=record.reason,
            recorded_at=self._at,
        )
        versions = (version,) if held is None else (*held.versions, version)
        rows = () if held is None else held.rows
        rid = self._index(write, held)
        return Memory(number, rid, versions, (*rows, rid))

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
            if leg not in self._around.dims:
                raise ConfigurationError(f"This store has no embedder leg {leg!r}.")
            if len(data) != self._around.dims[leg] * FLOAT_BYTES:
                raise StoreError(f"A vector of leg {leg!r} has {self._around.dims[leg]} numbers.")

    def _index(self, write: Write, held: Memory | None) -> int | None:
        """Give the record its row: the one it has, or another one for another wording or a new life; none when forgotten."""
        record, rows = write.record, self._space.rows
        if record.status == "forgotten":
            return None
        entry = memory_entry(record, length=write.length, cues=write.cues)
        at = self._at.timestamp()
        if held is None:
            return self._add_row(write, entry)
        if held.rid is None:
            return self._add_row(write, entry._replace(recorded_at=at))
        old = rows[held.rid]
        entry = entry._replace(
            access_count=old.entry.access_count, last_access=old.entry.last_access
        )
        held_ends = (old.entry.valid_to, old.entry.closed_at, old.entry.retracted_at)
        if record.text != old.text or another_end(held_ends, record):
            ended = min(at, at if old.entry.retracted_at is None else old.entry.retracted_at)
            rows[held.rid] = replace(old, entry=old.entry._replace(live=0, retracted_at=ended))
            return self._add_row(write, entry._replace(recorded_at=at))
        rows[held.rid] = _kept(old, entry._replace(recorded_at=old.entry.recorded_at), write)
        return held.rid

    def _add_row(self, write: Write, entry: Entry) -> int:
        rid, tokens = next(self._around.numbers), Counter(write.tokens.split())
        self._space.rows[rid] = Row(
            write.record.id, entry, tokens, write.record.text, write.vectors
        )
        return rid

    def _add_past_row(self, past: Past, entry: Entry) -> int:
        record = past.version.record
        return self._add_row(
            Write(record=record, change=past.version.change, tokens=past.tokens), entry
        )

    def _supersede_observation(self, id_: str) -> None:
        """An observation is live while one active memory rests on it, or none at all ever did."""
        logged, resting = self._space.log.get(id_), self._space.evidence.get(id_)
        if logged is None or logged.rid is None or not resting:
            return
        current = any(self._space.memories[m].latest.status == "active" for m in resting)
        row = self._space.rows[logged.rid]
        self._space.rows[logged.rid] = replace(row, entry=row.entry._replace(live=int(current)))

    def _wait(self, items: tuple[PendingItem, ...]) -> None:
        pending = self._space.pending
        for id_ in [i for i, item in pending.items() if item.expires_at <= self._at]:
            del pending[id_]
        for item in items:
            mark = (item.record.project, pending_mark(item))
            taken = {(other.record.project, pending_mark(other)) for other in pending.values()}
            if item.id in pending or mark in taken:
                raise VersionConflictError(f"The question of {item.id!r} waits already.")
            pending[item.id] = item


def _comes_last(write: Write) -> bool:
    """A record with its history comes in the order in which it was first written: its key is free at the end."""
    return write.record.status == "active" and not write.history


def _kept(old: Row, entry: Entry, write: Write) -> Row:
    """Return the row of an unchanged text; without tokens its keywords stay as they are."""
    tokens = Counter(write.tokens.split())
    if not write.tokens:
        tokens = old.tokens
        entry = entry._replace(length=old.entry.length, cues=old.entry.cues)
    return replace(old, entry=entry, tokens=tokens, vectors={**write.vectors, **old.vectors})
