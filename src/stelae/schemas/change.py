"""Verdicts and plans: what the gate decided, what consolidation wants written, what the caller is told."""

from typing import Literal

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject, UtcTime, Value
from stelae.schemas.candidate import Kind, Span
from stelae.schemas.concepts import ConceptName
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import Change, MemoryRecord, PendingItem, Reason, Version
from stelae.schemas.observation import Observation

Verdict = Literal["accept", "pending", "reject"]
OutcomeWord = Literal["accepted", "pending", "rejected", "duplicate"]
ExtractionStatus = Literal["ok", "empty", "partial", "failed", "deferred"]
JobKind = Literal["embed", "extract", "purge", "maintain"]


class Decision(Value):
    """The gate's verdict on one candidate, with the check that decided."""

    verdict: Verdict
    reason: Reason
    check: str = ""
    """Name of the check; with `reason` it is what `why` shows."""


class Job(Value):
    """Follow-up work, written in the same transaction as what it follows."""

    kind: JobKind
    payload: JsonObject
    """Ids, names of categories and times; never a text."""
    id: str | None = None
    """By which callers ask for it (UUIDv7); None: the store gives it one."""


class Trail(Value):
    """One audit entry: ids, field names, reason codes and actor; never content (architecture section 4)."""

    action: str
    subject_id: str
    actor: Authority
    reason: str
    fields: tuple[str, ...] = ()


class Past(Value):
    """One state of a record that comes with its history, with what the index needs of it."""

    version: Version
    tokens: str = ""
    length: int = 0
    cues: int = 0


class Write(Value):
    """One record to be written. `expect` is the version it replaces (None: it must be new)."""

    record: MemoryRecord
    change: Change
    expect: int | None = None
    actor: Authority | None = None
    """Who acts, for the version; None: who acts in the change set."""
    tokens: str = ""
    """The exact keyword string (see `text.tokens`), kept beside the row."""
    vectors: dict[str, bytes] = Field(default_factory=dict)
    """Raw unit vectors by embedder leg, little-endian float32; empty: the row waits for an `embed` job."""
    cues: int = 0
    """Bit flags of `text.cues`."""
    length: int = 0
    """Number of keyword tokens."""
    history: tuple[Past, ...] = ()
    """Of a new record from an export: every state it has had, oldest first, the last one being `record`. They are kept as
    they were, times included."""


class Outcome(Value):
    """What became of one candidate (architecture section 8)."""

    outcome: OutcomeWord
    change: Change = "none"
    reason: Reason
    id: str | None = None
    category: str = ""
    kind: Kind = "semantic"
    text: str = ""
    attributes: JsonObject = Field(default_factory=dict)
    evidence: tuple[Span, ...] = ()
    supersedes: str | None = None
    detail: str = ""


class ChangeSet(Value):
    """Everything one transaction writes. Applying is all or nothing."""

    actor: Authority
    at: UtcTime
    observations: tuple["IndexedObservation", ...] = ()
    writes: tuple[Write, ...] = ()
    pending: tuple[PendingItem, ...] = ()
    resolved: tuple[str, ...] = ()
    """Pending ids that are gone after this (confirmed, rejected, expired)."""
    drops: tuple["Drop", ...] = ()
    jobs: tuple[Job, ...] = ()
    trail: tuple[Trail, ...] = ()
    hidden: tuple[str, ...] = ()
    """Observations that nobody reads any more (soft forgetting): their index rows go, the text stays until it is purged."""
    unhidden: tuple[str, ...] = ()
    """Observations that are read again, before they were purged."""
    destroyed: tuple[str, ...] = ()
    """Memories and observations whose text, versions, keys and index rows go for good. Unknown ids are no error."""
    tombstones: tuple["Tombstone", ...] = ()
    lifted: tuple[str, ...] = ()
    """Receipts whose tombstones are taken away (a soft forget undone)."""
    receipts: tuple[Receipt, ...] = ()
    """Written, or replaced by their id. One that was undone is not replaced by one that was not."""
    named: tuple[ConceptName, ...] = ()
    """New names of concepts (aliases, merges)."""
    unnamed: tuple[str, ...] = ()
    """Ids of names that are taken back; before new ones are kept."""
    forgettings: int | None = None
    """How many there were in the scope when tombstones were asked; None: nobody asked them."""


class Tombstone(Value):
    """What the store is to recognise of something forgotten. It keeps a keyed HMAC of `mark`, never the mark."""

    mark: str
    """A memory's key, a normalised statement, or a message's own id or content hash."""
    receipt: str


class IndexedObservation(Value):
    """An observation with what the index needs of it."""

    observation: Observation
    tokens: str = ""
    cues: int = 0
    length: int = 0


class Drop(Value):
    """A candidate that was not stored: reason and place, not its text (K26: failures are recorded, not stored)."""

    observation_id: str | None
    reason: Reason
    category: str
    rule: str


class Extraction(Value):
    """How extraction went; `empty` = no usable input, `ok` without outcomes = nothing worth keeping."""

    status: ExtractionStatus
    extractor: Literal["rules", "llm", "none"] = "rules"
    model: str | None = None
    detail: str = ""


class ObservationRef(Value):
    """An observation's id and the caller's own."""

    id: str
    external_id: str | None = None


class ObserveResult(Value):
    """What `observe` returns."""

    observations: tuple[ObservationRef, ...] = ()
    extraction: Extraction
    outcomes: tuple[Outcome, ...] = ()
    jobs: tuple[str, ...] = ()
    """Ids of what is left to do in the background (`Memory.job`): reading by a model, vectors."""
