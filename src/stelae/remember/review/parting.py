"""Taking a merge of two concepts back: what was said while it held goes to the concept it was said of.

A statement has its own key in its fields. What another concept's statement had replaced holds again, unless something of its
own has replaced it, too. Every change is a new version; the merge and what it did are taken back in one transaction.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import ValidationError

from stelae.concepts.vocabulary import Redirects, category_of
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.review.restoring import PERSON, opened
from stelae.remember.settlement import Settlement
from stelae.remember.wording import in_form
from stelae.schemas.change import Trail
from stelae.schemas.concepts import ConceptName
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of

PAGE = 200


@dataclass(slots=True)
class _Concepts:
    """Memories of what was one concept in one project, by the key that each has without the merge."""

    own: dict[str, str] = field(default_factory=dict[str, str])
    """Memory id → key."""
    groups: dict[str, list[MemoryRecord]] = field(
        default_factory=lambda: defaultdict[str, list[MemoryRecord]](list)
    )

    def free(self, key: str, settlement: Settlement) -> bool:
        """Has none of them that key, as this call leaves them?"""
        planned = (settlement.latest(r) for group in self.groups.values() for r in group)
        return not any(r.status == "active" and r.key == key for r in planned)


class Parting:
    """Takes merges back. The caller has made sure that it is a person."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline = pipeline
        self._parts, self._store = pipeline.parts, pipeline.parts.store

    def part(self, ns: Namespace, merge: ConceptName) -> None:
        """Take the merge back, and bring to its own concept what was said while it held.

        Raises:
            MemoryNotFoundError: it has been taken back already.
            VersionConflictError: what it changed kept changing.
        """
        self._pipeline.retry(lambda: self._attempt(ns, merge))

    def _attempt(self, ns: Namespace, merge: ConceptName) -> None:
        now, settlement = self._parts.clock.now(), Settlement()
        every = (None, *self._store.projects(ns))
        for project in every if merge.project is None else (merge.project,):
            here = ns.model_copy(update={"project": project})
            found = self._found(here, merge)
            for key in found.groups:
                self._move(found, key, settlement)
            for key in found.groups:
                self._reopen(here, found, key, merge, settlement, now)
        settlement.unnamed.append(merge.id)
        settlement.trail.append(
            Trail(action="concept", subject_id=merge.id, actor=PERSON, reason="undone")
        )
        self._pipeline.commit(ns, settlement, now, actor=PERSON)

    def _found(self, ns: Namespace, merge: ConceptName) -> _Concepts:
        names = self._store.concept_names(ns, forgotten=True)
        before = Redirects(names)
        after = Redirects([name for name in names if name.id != merge.id])
        root, found = before.canonical(merge.name), _Concepts()
        for record in self._of(ns, category_of(merge.name)):
            if before.canonical(record.key) != root:
                continue
            raw = self._raw(record)
            kept = raw if before.canonical(raw) == root else record.key
            # What was there before keeps its key.
            key = record.key if record.recorded_at < merge.at else after.canonical(kept)
            found.own[record.id] = key
            found.groups[key].append(record)
        return found

    def _move(self, found: _Concepts, key: str, settlement: Settlement) -> None:
        """Give what holds its own key back, where nothing has it."""
        current = [r for r in found.groups[key] if r.status == "active"]
        if len(current) != 1 or not found.free(key, settlement):
            return
        moved = current[0]
        replaced = [r.id for r in found.groups[key] if r.superseded_by == moved.id]
        self._write(
            moved.model_copy(
                update={
                    "key": key,
                    "version": moved.version + 1,
                    "supersedes": replaced[0] if replaced else None,
                    "reason": "restored",
                }
            ),
            settlement,
        )

    def _reopen(
        self,
        ns: Namespace,
        found: _Concepts,
        key: str,
        merge: ConceptName,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        """Let the last value of a concept hold again that another concept's statement had replaced."""
        group = found.groups[key]
        if any(r.status == "active" for r in group) or not found.free(key, settlement):
            return
        ended = [
            r
            for r in group
            if r.status == "superseded"
            and r.closed_at is not None
            and r.closed_at >= merge.at
            and found.own.get(r.superseded_by or "", key) != key
        ]
        if not ended:
            return
        last = max(ended, key=lambda r: r.valid_from)
        wanted = in_form(ns, last, self._parts.registry, None)
        back = opened(wanted, last, now).model_copy(update={"key": key})
        self._write(back, settlement)

    def _write(self, record: MemoryRecord, settlement: Settlement) -> None:
        settlement.write(record, "restore", expect=record.version - 1, actor=PERSON)
        settlement.note("restore", record, "restored")

    def _of(self, ns: Namespace, category: str) -> Iterator[MemoryRecord]:
        after = None
        while page := self._store.list(
            ns, category=category, include_inactive=True, limit=PAGE, after=after
        ):
            yield from (r for r in page if r.scope == ns.scope and r.project == ns.project)
            after = page[-1].id

    def _raw(self, record: MemoryRecord) -> str:
        """Return the key that its fields give; one that does not fit its category keeps what it has."""
        if record.category not in self._parts.registry:
            return record.key
        try:
            payload = self._parts.registry.payload(record.category, record.attributes)
        except ValidationError:
            return record.key
        return key_of(record.category, payload, record.text)
