"""The in-memory store's state of one scope. `changing.py` is the one module that makes another one of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from stelae.ports import MEMORY
from stelae.schemas.candidate import Span
from stelae.schemas.change import Drop, IndexedObservation, Trail
from stelae.schemas.concepts import ConceptName
from stelae.schemas.extraction import Unread
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.stores.entries import Entry, instant, seconds


@dataclass(frozen=True, slots=True)
class Row:
    """What the search sees of an observation or of one wording of a memory; a change makes another one."""

    id: str
    entry: Entry
    tokens: Counter[str]
    text: str
    vectors: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory's rows and all its states."""

    number: int
    """Order of first writing, over all scopes."""
    rid: int | None
    """The row of its current wording; None while it is forgotten."""
    versions: tuple[Version, ...]
    rows: tuple[int | None, ...]
    """For each version the row that its wording lives in, or lived in before it was forgotten."""

    @property
    def latest(self) -> MemoryRecord:
        """The newest state, forgotten or not."""
        return self.versions[-1].record


@dataclass(frozen=True, slots=True)
class Logged:
    """An observation; what its row was made of is kept, so that a hidden one can have a row again."""

    indexed: IndexedObservation
    rid: int | None
    hidden: bool = False

    @property
    def said(self) -> Observation:
        """The observation itself, hidden or not."""
        return self.indexed.observation


@dataclass(frozen=True, slots=True)
class Aside:
    """A quote of a hidden message, taken out of a version of a memory that stays."""

    message: str
    memory: str
    version: int
    newest: bool
    """The version was the current one then, so what came after it had the quote, too."""
    place: int
    span: Span


@dataclass(slots=True)
class Space:
    """Everything of one tenant and scope. What is forgotten is still in the tables, and in no answer of the methods."""

    sequence: int = 0
    rows: dict[int, Row] = field(default_factory=dict[int, Row])
    memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    log: dict[str, Logged] = field(default_factory=dict[str, Logged])
    evidence: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Ids of the memories that rest on an observation, by its id."""
    pending: dict[str, PendingItem] = field(default_factory=dict[str, PendingItem])
    tombstones: dict[tuple[bytes, str], datetime] = field(
        default_factory=dict[tuple[bytes, str], datetime]
    )
    """When a mark's hash was forgotten, by hash and receipt."""
    receipts: dict[str, Receipt] = field(default_factory=dict[str, Receipt])
    withheld: tuple[Aside, ...] = ()
    concept_names: dict[str, ConceptName] = field(default_factory=dict[str, ConceptName])
    """By id, oldest first."""
    replies: dict[str, tuple[datetime, str]] = field(
        default_factory=dict[str, tuple[datetime, str]]
    )
    """Answers of models by their mark."""
    used: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    """Counters by model and name."""
    unread: dict[str, tuple[Unread, str | None]] = field(
        default_factory=dict[str, tuple[Unread, str | None]]
    )
    """What waits to be read by a model, with its project, by the message's id."""
    drops: tuple[Drop, ...] = ()
    trail: tuple[tuple[datetime, Trail], ...] = ()

    def copy(self) -> Space:
        """Return a space whose tables can be changed without changing this one."""
        return replace(
            self,
            rows=dict(self.rows),
            memories=dict(self.memories),
            log=dict(self.log),
            evidence=dict(self.evidence),
            pending=dict(self.pending),
            tombstones=dict(self.tombstones),
            receipts=dict(self.receipts),
            concept_names=dict(self.concept_names),
        )

    def record(self, id_: str) -> MemoryRecord | None:
        """Return the record with its access counts, or None."""
        held = self.memories.get(id_)
        if held is None or held.rid is None:
            return None
        entry, record = self.rows[held.rid].entry, held.latest
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

    def observations(self) -> list[Observation]:
        """Return all observations in the order in which they came."""
        return [logged.said for logged in self.log.values() if not logged.hidden]

    def content(self, rid: int) -> MemoryRecord | Observation:
        """Return what a row was made of: for a wording the last state that had it, superseded when another took over."""
        row = self.rows[rid]
        if row.entry.type != MEMORY:
            return self.log[row.id].said
        held = self.memories[row.id]
        if rid == held.rid:
            return self.record(row.id) or held.latest
        worded = [v for v, r in zip(held.versions, held.rows, strict=True) if r == rid]
        return worded[-1].record.model_copy(update={"status": "superseded"})


def accessed(row: Row, times: int, now: datetime) -> Row:
    """Return the row with so many more accesses."""
    entry = row.entry._replace(
        access_count=row.entry.access_count + times, last_access=seconds(now)
    )
    return replace(row, entry=entry)
