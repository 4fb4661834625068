"""What a person decides: confirm, amend, reject, edit. Their word is checked again like any other before it is written."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from stelae.errors import (
    InvalidInputError,
    MemoryNotFoundError,
    VersionConflictError,
)
from stelae.remember.asking import as_it_stands
from stelae.remember.consolidation import relate
from stelae.remember.drafting import Proposal
from stelae.remember.filling import fill
from stelae.remember.keying import key_after
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.policy import Case, decide
from stelae.remember.redaction import redact, redact_value
from stelae.remember.review.rewording import reworded
from stelae.remember.settlement import Settlement, outcome_of
from stelae.remember.wording import in_form, refilled
from stelae.schemas.authority import Authority, reliability
from stelae.schemas.candidate import Grounded, MemoryCandidate
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.change import Decision, Drop, Outcome, Trail
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.scope import Namespace
from stelae.text.normalise import is_blank
from stelae.text.scanner import scan

PERSON: Authority = "user_edit"
_CODE = re.compile(r"[a-z][a-z_-]{0,39}")
"""What the audit takes for a reason."""


class Review:
    """A person's decisions on pending items and records. The caller has made sure that it is a person."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline = pipeline
        self._parts = pipeline.parts

    def confirm(
        self,
        ns: Namespace,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Store a pending item, with another wording if `text` is given, with these fields set if `attributes` are.

        Raises:
            InvalidInputError: the fields do not fit, or it can no longer be stored.
            MemoryNotFoundError: nothing of that id waits, or it has expired.
            VersionConflictError: what it changes kept changing.
        """

        def attempt() -> Outcome:
            now = self._parts.clock.now()
            item = self._open(ns, id, now)
            record = self._as_worded(ns, item, text, attributes, now)
            return self._write(ns, item, record, Settlement(), now)

        return self._pipeline.retry(attempt)

    def amend(
        self,
        ns: Namespace,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> PendingItem:
        """Word a pending item anew, or set fields of it, and let it wait on for as long as it would have; nothing is stored.

        Raises:
            InvalidInputError: nothing is to change, the fields do not fit, or a person could not confirm it so.
            MemoryNotFoundError: nothing of that id waits, or it has expired.
            VersionConflictError: somebody decided on it meanwhile, or another item asks the same.
        """
        if text is None and attributes is None:
            raise InvalidInputError("Say what is to change: text, attributes, or both.")

        def attempt() -> PendingItem:
            now, settlement = self._parts.clock.now(), Settlement()
            item = self._open(ns, id, now)
            record = self._as_worded(ns, item, text, attributes, now)
            decision, _ = self._again(record)
            # What still lacks a field waits for it, as it did before.
            if decision.verdict != "accept" and decision.reason != "incomplete":
                raise InvalidInputError(f"It cannot be stored so: {decision.reason}.")
            amended = item.model_copy(update={"record": record, "key": record.key})
            settlement.pending.append(amended)
            settlement.trail.append(
                Trail(
                    action="amend",
                    subject_id=item.id,
                    actor=PERSON,
                    reason=item.reason,
                    fields=_changed(item.record, record),
                )
            )
            self._pipeline.commit(ns, settlement, now, resolved=(id,), actor=PERSON)
            return self._as_it_stands(ns, amended)

        return self._pipeline.retry(attempt)

    def reject(self, ns: Namespace, id: str, *, reason: str = "") -> None:  # noqa: A002
        """Take a pending item off the list for good.

        Args:
            ns: where it waits.
            id: of the pending item.
            reason: a code such as `wrong` or `not_mine` for the audit, which holds no content: free text is not kept.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
        """
        now, settlement = self._parts.clock.now(), Settlement()
        item = self._parts.store.pending_item(ns, id)
        settlement.trail.append(
            Trail(
                action="reject",
                subject_id=item.id,
                actor=PERSON,
                reason=reason if _CODE.fullmatch(reason) else "rejected",
            )
        )
        # Where it was, not what it said (K26): what a person has declined teaches an extractor (S6).
        settlement.drops += [
            Drop(
                observation_id=seen,
                reason="declined",
                category=item.record.category,
                rule=item.record.rule,
            )
            for seen in dict.fromkeys(span.observation_id for span in item.record.evidence)
        ]
        self._pipeline.commit(ns, settlement, now, resolved=(id,), actor=PERSON)

    def edit(
        self,
        ns: Namespace,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
        expect: int | None = None,
    ) -> Outcome:
        """Change a memory's wording or fields as a person; the old version is kept, the key follows the fields.

        Args:
            ns: the written scope.
            id: of the memory.
            text: the new wording.
            attributes: fields to set; None takes one away, the others stay.
            expect: the version that the person has seen; None: whatever is there now.

        Raises:
            MemoryNotFoundError: there is none in this scope.
            InvalidInputError: the fields do not fit the category, the text is empty, too long or a secret, or another
                memory says this already.
            VersionConflictError: the memory is not at the expected version any more.
        """

        def attempt() -> Outcome:
            now, settlement = self._parts.clock.now(), Settlement()
            old = self._parts.store.get(ns, id)
            if old.scope != ns.scope:
                raise MemoryNotFoundError(id)
            if expect is not None and old.version != expect:
                raise VersionConflictError(f"It is at version {old.version}, not {expect}.")
            new = self._reworded(old, text, now) if text is not None else old
            if attributes is not None:
                new = self._refilled(new, attributes)
            new = new.model_copy(
                update={
                    "version": old.version + 1,
                    "key": self._key(ns, old, new),
                    "authority": PERSON,
                    "confirmed": True,
                    "reason": "edited",
                    "reliability": reliability(PERSON, old.evidence_count),
                }
            )
            settlement.write(new, "edit", expect=old.version)
            settlement.note("edit", new, "edited", fields=_changed(old, new))
            self._pipeline.commit(ns, settlement, now, actor=PERSON)
            told = redact(text, personal=self._parts.policy.mask_personal).types if text else ()
            detail = f"redacted: {', '.join(told)}" if told else ""
            done = outcome_of("accepted", new, "edit", "confirmed")
            return done.model_copy(update={"detail": detail})

        # What a person has seen is not planned anew on what they have not.
        return attempt() if expect is not None else self._pipeline.retry(attempt)

    def waiting(self, ns: Namespace) -> tuple[PendingItem, ...]:
        """Return what waits, oldest first, each set against the memory that it would change as that is now."""
        items = self._parts.store.pending(ns, now=self._parts.clock.now())
        return tuple(self._as_it_stands(ns, item) for item in items)

    def _as_it_stands(self, ns: Namespace, item: PendingItem) -> PendingItem:
        target = self._holder(ns, item.record) or self._still_there(ns, item)
        if target is None:
            return as_it_stands(item, None, related="new")
        if item.record.category not in self._parts.registry:
            return as_it_stands(item, target, related="other_value")
        after = self._parts.registry.payload(item.record.category, item.record.attributes)
        before = self._parts.registry.payload(target.category, target.attributes)
        related = relate(item.record, after, target, before)
        return as_it_stands(item, target, related=related)

    def _holder(self, ns: Namespace, record: MemoryRecord) -> MemoryRecord | None:
        """Return who holds the record's key now: its own project's memory, else the one without a project."""
        held = [
            r
            for r in self._pipeline.settling.holders(ns, record.key, record.project)
            if r.id != record.id
        ]
        return held[0] if held else None

    def _still_there(self, ns: Namespace, item: PendingItem) -> MemoryRecord | None:
        """Return the memory of another key that the item was about, if that is current."""
        if item.target is None:
            return None
        try:
            target = self._parts.store.get(ns, item.target)
        except MemoryNotFoundError:
            return None
        other_key = target.key != item.key and target.version == item.target_version
        return target if other_key and target.status == "active" else None

    def _key(self, ns: Namespace, old: MemoryRecord, new: MemoryRecord) -> str:
        """Return the key of the new fields; that of another memory would make two of one."""
        key = self._key_after(ns, old, new)
        settling, store = self._pipeline.settling, self._parts.store
        stays = key == old.key
        held = store.by_key(ns, key) if stays else settling.holders(ns, key, old.project)
        taken = [r for r in held if r.id != old.id and r.project == old.project]
        if taken:
            raise InvalidInputError(
                f"Memory {taken[0].id} already says something about this; edit or forget that one."
            )
        return key

    def _write(
        self,
        ns: Namespace,
        item: PendingItem,
        record: MemoryRecord,
        settlement: Settlement,
        now: datetime,
    ) -> Outcome:
        """Ask the gate again with the person's word, then consolidate with the state as it is now."""
        decision, payload = self._again(record)
        if decision.verdict != "accept" or payload is None:
            raise InvalidInputError(f"This item can no longer be stored: {decision.reason}.")
        confirmed = record.model_copy(
            update={
                "authority": PERSON,
                "confirmed": True,
                "reason": "confirmed",
                "reliability": reliability(PERSON, record.evidence_count),
                "recorded_at": now,
                "valid_from": now if self._holder(ns, record) else record.valid_from,
            }
        )
        self._pipeline.settling.settle(ns, confirmed, payload, settlement, now)
        done, changed = settlement.outcomes[-1], _changed(item.record, record)
        for id_ in dict.fromkeys((item.id, done.id or item.id)):
            confirmed_as = Trail(
                action="confirm",
                subject_id=id_,
                actor=PERSON,
                reason=item.reason,
                fields=changed,
            )
            settlement.trail.append(confirmed_as)
        self._pipeline.commit(ns, settlement, now, resolved=(item.id,), actor=PERSON)
        return done

    def _open(self, ns: Namespace, id: str, now: datetime) -> PendingItem:  # noqa: A002
        item = self._parts.store.pending_item(ns, id)
        if item.expires_at <= now:
            raise MemoryNotFoundError(id)
        return item

    def _as_worded(
        self,
        ns: Namespace,
        item: PendingItem,
        text: str | None,
        attributes: Mapping[str, Any] | None,
        now: datetime,
    ) -> MemoryRecord:
        """Return the item's record in today's form of its category, with a person's wording and fields."""
        record = in_form(ns, item.record, self._parts.registry, self._parts.concept_key)
        proposed = record
        record = self._reworded(record, text, now) if text is not None else record
        if attributes is None:
            return record
        record = self._refilled(record, attributes)
        return record.model_copy(update={"key": self._key_after(ns, proposed, record)})

    def _again(self, record: MemoryRecord) -> tuple[Decision, CategoryModel | None]:
        """Ask the gate with the person's word."""
        self._parts.registry.get(record.category)
        candidate = MemoryCandidate(
            category=record.category,
            kind=record.kind,
            text=record.text,
            attributes=record.attributes,
            subject=record.subject,
            confidence=record.extraction_confidence,
            importance=record.importance,
            sensitivity=record.sensitivity,
        )
        filling = fill(candidate, self._parts.registry)
        case = Case(
            grounded=Grounded(candidate=candidate, evidence=record.evidence, verbatim=True),
            category=filling.category,
            payload=filling.payload,
            authority=PERSON,
            blank=is_blank(record.text),
            instruction=scan(record.text, spoken=True).verdict != "clean",
            confirmed=True,
        )
        return decide(case, self._parts.policy), filling.payload

    def _refilled(self, record: MemoryRecord, attributes: Mapping[str, Any]) -> MemoryRecord:
        given = redact_value(dict(attributes), personal=self._parts.policy.mask_personal)
        return refilled(record, given, self._parts.registry)

    def _key_after(self, ns: Namespace, old: MemoryRecord, new: MemoryRecord) -> str:
        before = self._parts.registry.payload(old.category, old.attributes)
        after = self._parts.registry.payload(old.category, new.attributes)
        return key_after(ns, self._parts.concept_key, old, before, after, new.text)

    def _reworded(self, record: MemoryRecord, text: str, now: datetime) -> MemoryRecord:
        return reworded(
            record,
            text,
            now,
            personal=self._parts.policy.mask_personal,
            dates=self._parts.dates,
            registry=self._parts.registry,
        )


def _changed(before: MemoryRecord, after: MemoryRecord) -> tuple[str, ...]:
    """Return what of a wording has changed, for the audit."""
    return tuple(n for n in ("text", "attributes") if getattr(before, n) != getattr(after, n))


__all__ = ["PERSON", "Proposal", "Review"]
