"""Lines of a signed export back into a store: ids, times, versions and authority stay.

Batch by batch, each planned on the present state and written in one transaction. What meets another memory under its
key goes through consolidation.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from stelae.ingestion.cleaning import clean_item, clean_observation, clean_record
from stelae.ingestion.counting import Tally
from stelae.ingestion.screening import Refusal, Screen, Taken
from stelae.remember.filling import fill
from stelae.remember.indexing import index_observation, index_record
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.change import ChangeSet, IndexedObservation, Job, Past, Trail, Write
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import (
    ContentLine,
    MemoryLine,
    ObservationLine,
    PendingLine,
    ReceiptLine,
    TombstoneLine,
)

OTHER_KEY: Final = "other_key"
"""Reason of marks that are kept, so that another export has them, and hold nothing back under this folder's key."""
_PERSON: Authority = "user_edit"


@dataclass(slots=True)
class _Batch:
    """One batch while it is planned."""

    taken: Taken
    forgettings: int
    observations: list[IndexedObservation] = field(default_factory=list[IndexedObservation])
    writes: list[Write] = field(default_factory=list[Write])
    pending: list[PendingItem] = field(default_factory=list[PendingItem])
    trail: list[Trail] = field(default_factory=list[Trail])
    meeting: list[MemoryRecord] = field(default_factory=list[MemoryRecord])
    """Current memories whose key another one holds."""
    tally: Tally = field(default_factory=Tally)

    def changes(self, now: datetime, *, embed: bool) -> ChangeSet | None:
        """Return what is to be written; None: nothing."""
        indexed = bool(self.observations or self.writes)
        if not (indexed or self.pending):
            return None
        return ChangeSet(
            actor=_PERSON,
            at=now,
            observations=tuple(self.observations),
            writes=tuple(self.writes),
            pending=tuple(self.pending),
            jobs=(Job(kind="embed", payload={}),) if indexed and embed else (),
            trail=tuple(self.trail),
            forgettings=self.forgettings,
        )


class Restorer:
    """Writes the lines of one signed export, in their order."""

    def __init__(self, pipeline: RememberPipeline, *, own: bool) -> None:
        """Write through the pipeline's store and its consolidation; `own`: the export is of this very folder."""
        self._own = own
        self._pipeline, self._parts = pipeline, pipeline.parts
        self._store = pipeline.parts.store
        self._screen = Screen(self._store, pipeline.parts.registry)

    def restore(self, ns: Namespace, lines: Sequence[ContentLine]) -> Tally:
        """Write one batch of lines into the written scope, and count what became of them."""
        batch = self._pipeline.retry(lambda: self._restored(ns, lines))
        for record in batch.meeting:
            self._consolidate(ns, record, batch.tally)
        self._restore_marks(ns, lines, batch.tally)
        return batch.tally

    def _restored(self, ns: Namespace, lines: Sequence[ContentLine]) -> _Batch:
        now, ids = self._parts.clock.now(), [id_ for line in lines if (id_ := _id(line))]
        known = self._store.forgettings(ns)
        batch = _Batch(self._store.taken(ns, ids), known)
        for line in lines:
            match line:
                case ObservationLine():
                    self._observation(ns, line, batch)
                case MemoryLine():
                    self._memory(ns, line, batch)
                case PendingLine():
                    self._pending(ns, line, batch, now)
                case _:
                    pass
        changes = batch.changes(now, embed=bool(self._parts.embedders))
        if changes is not None:
            self._store.apply(ns, changes)
        return batch

    def _observation(self, ns: Namespace, line: ObservationLine, batch: _Batch) -> None:
        refused = self._screen.observation(ns, line.observation, batch.taken)
        if refused is None:
            clean = clean_observation(line.observation, self._parts.policy.mask_personal)
            batch.observations.append(index_observation(clean))
        _count(batch, line, refused)

    def _memory(self, ns: Namespace, line: MemoryLine, batch: _Batch) -> None:
        refused = self._screen.memory(ns, line.versions, batch.taken)
        if refused is None:
            history = [
                v.model_copy(update={"record": self._home(ns, v.record)}) for v in line.versions
            ]
            record = history[-1].record
            if self._key_taken(ns, record, batch):
                batch.meeting.append(record)
                return
            batch.writes.append(_write(history))
            batch.trail.append(_trail(record.id, "restored"))
        _count(batch, line, refused)

    def _pending(self, ns: Namespace, line: PendingLine, batch: _Batch, now: datetime) -> None:
        item, planned = line.item, batch.pending
        refused = self._screen.pending(ns, item, batch.taken, planned=planned, now=now)
        if refused is None:
            clean = clean_item(item, self._parts.policy.mask_personal)
            batch.pending.append(clean.model_copy(update={"record": self._home(ns, item.record)}))
            batch.trail.append(_trail(item.id, "pending"))
        _count(batch, line, refused)

    def _home(self, ns: Namespace, record: MemoryRecord) -> MemoryRecord:
        """Return the record in the written scope, clean, resting on what is there of its messages."""
        clean = clean_record(record, self._parts.policy.mask_personal)
        return clean.model_copy(
            update={"scope": ns.scope, "evidence": self._screen.evidence(clean)}
        )

    def _key_taken(self, ns: Namespace, record: MemoryRecord, batch: _Batch) -> bool:
        if record.status != "active":
            return False
        planned = [w.record for w in batch.writes if w.record.status == "active"]
        held = [*self._store.by_key(_of(ns, record), record.key), *planned]
        return any((r.key, r.project) == (record.key, record.project) for r in held)

    def _consolidate(self, ns: Namespace, record: MemoryRecord, tally: Tally) -> None:
        """Let a memory meet the one that holds its key; it comes without its history."""
        alone = {"version": 1, "supersedes": None, "superseded_by": None}
        fresh, own = record.model_copy(update=alone), _of(ns, record)
        payload = fill(
            MemoryCandidate(
                category=fresh.category,
                text=fresh.text,
                attributes=fresh.attributes,
                subject=fresh.subject,
            ),
            self._parts.registry,
        ).payload
        if payload is None:
            tally.add("memory", "rejected", "invalid_schema")
            return

        def attempt() -> Settlement:
            settlement, now = self._pipeline.begin(own), self._parts.clock.now()
            self._pipeline.settling.settle(own, fresh, payload, settlement, now)
            self._pipeline.commit(own, settlement, now, actor=_PERSON)
            return settlement

        done = self._pipeline.retry(attempt).outcomes[-1]
        tally.add("memory", done.outcome, done.reason)

    def _restore_marks(self, ns: Namespace, lines: Sequence[ContentLine], tally: Tally) -> None:
        marks = [line for line in lines if isinstance(line, ReceiptLine | TombstoneLine)]
        undone = {r.id for r in self._store.forgotten(ns) if r.restored_at} if marks else set[str]()
        for kind in ("receipt", "tombstone"):
            of_kind = [line for line in marks if line.kind == kind]
            # A forgetting that was undone here stays undone.
            valid = [line for line in of_kind if kind == "receipt" or line.receipt not in undone]
            new = self._store.restore_marks(ns, valid) if valid else 0
            if kind == "tombstone" and not self._own:
                tally.add(kind, "skipped", OTHER_KEY, len(of_kind))
                continue
            tally.add(kind, "restored", "signed", new)
            tally.add(kind, "duplicate", "not_novel", len(of_kind) - new)


def _count(batch: _Batch, line: ContentLine, refused: Refusal) -> None:
    outcome, reason = refused or ("restored", "signed")
    batch.tally.add(line.kind, outcome, reason)


def _id(line: ContentLine) -> str:
    match line:
        case ObservationLine():
            return line.observation.id
        case MemoryLine():
            return line.versions[-1].record.id
        case PendingLine():
            return line.item.id
        case _:
            return ""


def _of(ns: Namespace, record: MemoryRecord) -> Namespace:
    return ns.model_copy(update={"project": record.project})


def _trail(id_: str, reason: str) -> Trail:
    return Trail(action="import", subject_id=id_, actor=_PERSON, reason=reason)


def _write(history: Sequence[Version]) -> Write:
    newest = history[-1]
    write = index_record(newest.record, newest.change, expect=None, vectors={})
    return write.model_copy(update={"history": tuple(_past(version) for version in history)})


def _past(version: Version) -> Past:
    row = index_record(version.record, version.change, expect=None, vectors={})
    return Past(version=version, tokens=row.tokens, length=row.length, cues=row.cues)
