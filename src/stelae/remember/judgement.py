"""Gate and consolidation for one candidate, on the state as it is now and as this call has planned it so far.

Reads through `MemoryReader`, plans into a `Settlement`, writes nothing. `policy` and `consolidation` decide; this module
brings them what they look at.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from pydantic import ValidationError

from stelae.errors import ModelError
from stelae.ports import Clock, DateParser, Embedder, Store
from stelae.ports.concepts import ConceptKey, ConceptMembers
from stelae.remember.asking import asked
from stelae.remember.consolidation import (
    Plan,
    Relation,
    at_that_time,
    closed,
    inherited,
    plan,
    relate,
    retold,
    together,
)
from stelae.remember.drafting import Proposal, draft
from stelae.remember.filling import Filling, fill, too_large
from stelae.remember.forgotten import forgotten_among
from stelae.remember.intake import message_mark
from stelae.remember.keying import concept_key_of
from stelae.remember.meeting import Meeting
from stelae.remember.paraphrase import Paraphrases
from stelae.remember.policy import Case, decide, row_of
from stelae.remember.redaction import redact, redact_value
from stelae.remember.settlement import Settlement
from stelae.remember.speakers import of_another, under_name
from stelae.schemas.authority import Authority, is_person
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import MAX_MEMORY_CHARS, Span
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.registry import BUILT_IN, Registry
from stelae.schemas.change import Decision, Drop, Outcome, Trail
from stelae.schemas.memory import MemoryRecord, Reason
from stelae.schemas.observation import Observation
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of, statement
from stelae.text.scanner import scan

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WriteParts:
    """What the write path works with."""

    store: Store
    clock: Clock
    policy: Policy
    new_id: Callable[[], str]
    embedders: Sequence[Embedder] = ()
    dates: Mapping[str, DateParser] = field(default_factory=dict[str, DateParser])
    registry: Registry = BUILT_IN
    concept_key: ConceptKey | None = None
    """Says to which concept a key belongs; None: each is its own."""
    concept_members: ConceptMembers | None = None
    """Says which keys belong to a concept; None: its own alone."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A proposal as its category reads it."""

    proposal: Proposal
    filling: Filling
    key: str | None
    """Of the concept that it is about; None: without a payload."""


class Judgement:
    """Judges proposals one by one into a settlement."""

    def __init__(self, parts: WriteParts) -> None:
        """Take the reader, the policy and the id maker."""
        self._parts = parts
        self._meeting = Meeting(parts.store, Paraphrases(parts.embedders), parts.concept_members)

    def judge(
        self, ns: Namespace, proposal: Proposal, settlement: Settlement, now: datetime
    ) -> None:
        """Give one candidate its verdict and plan what follows from it."""
        said = self._cleaned(proposal)
        named = said.grounded.candidate.category
        if settlement.allowed is not None and named not in settlement.allowed:
            self._refuse(said, "origin_not_allowed", settlement)
            return
        read = self._whose(ns, self._read(ns, said), settlement, now)
        proposal, filling, key = read.proposal, read.filling, read.key
        candidate, found, payload = proposal.grounded.candidate, filling.category, filling.payload
        # Under whatever name it goes, a person speaks of themselves.
        case = replace(self._case(ns, read, settlement), grounded=said.grounded)
        decision = decide(case, self._parts.policy)
        self._shadow(case, proposal, decision, settlement)
        if decision.verdict == "reject" or found is None or payload is None or key is None:
            self._refuse(proposal, decision.reason, settlement, told=filling.told)
            return
        if len(candidate.text) > MAX_MEMORY_CHARS or too_large(payload):
            self._refuse(proposal, "too_large", settlement)
            return
        start = len(settlement.outcomes)
        record = draft(
            proposal,
            found,
            payload,
            row_of(case, self._parts.policy),
            decision,
            ns=ns,
            id=self._parts.new_id(),
            key=key,
            now=now,
        )
        if decision.verdict == "pending":
            self.wait(ns, record, decision.reason, settlement, now)
        else:
            self.settle(ns, record, payload, settlement, now)
        if filling.told:
            settlement.annotate(start, filling.told)

    def drop(
        self,
        said: Observation,
        reason: Reason,
        settlement: Settlement,
        *,
        rule: str = "",
        span: Span | None = None,
    ) -> None:
        """Record that something was looked at and not kept: reason and place, no text.

        Without a span the evidence names the message alone: an order in a tool's reply is not quoted.
        """
        place = span or Span(
            observation_id=said.id, external_id=said.external_id, quote="", start=0, end=0
        )
        settlement.drops.append(Drop(observation_id=said.id, reason=reason, category="", rule=rule))
        settlement.outcomes.append(
            Outcome(outcome="rejected", reason=reason, evidence=(place,), detail=rule)
        )

    def holders(self, ns: Namespace, key: str, project: str | None) -> list[MemoryRecord]:
        """Return the current memories of a key's concept, as stored; the one that decides is the first."""
        return self._meeting.holders(ns, key, project, Settlement())

    def settle(
        self,
        ns: Namespace,
        record: MemoryRecord,
        payload: CategoryModel,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        """Let an accepted record meet what is there, and plan the writes."""
        met = self._meeting.meet(ns, record, settlement, single=payload.single_valued())
        existing = met.record if met else None
        if met is None or existing is None:
            self._carry_out(ns, Plan("add", record), record, None, settlement, now)
            return
        related = met.related or self._relate(record, payload, existing)
        if existing.project != record.project and related != "same":
            # What holds for one project alone leaves what holds everywhere as it is.
            self._carry_out(ns, Plan("add", record), record, None, settlement, now)
            return
        before = self._payload(existing)
        fields = text = None
        if related == "more" and before is not None:
            fields = together(record, payload, existing, before)
            both = self._valid(record.category, fields)
            if both is None:
                self.wait(ns, record, "conflict", settlement, now, target=existing)
                return
            text = retold(record, payload, existing, both)
        past: list[MemoryRecord] = []
        if related == "other_value" and record.valid_from < existing.valid_from:
            past = self._meeting.past(ns, existing, settlement, since=record.valid_from)
            then = at_that_time(record, past)
            if then is not None and self._relate(record, payload, then) == "same":
                planned = plan(record, then, related="same")
                self._carry_out(ns, planned, record, then, settlement, now)
                return
        planned = plan(record, existing, related=related, fields=fields, text=text, past=past)
        if planned.change == "supersede" and payload.carried() and before is not None:
            planned = self._inheriting(planned, payload, existing, before)
        if planned.change in {"supersede", "reinforce", "merge"}:
            self._close_beside(ns, planned, record, payload, existing, settlement)
        self._carry_out(ns, planned, record, existing, settlement, now)

    def _close_beside(
        self,
        ns: Namespace,
        planned: Plan,
        said: MemoryRecord,
        payload: CategoryModel,
        met: MemoryRecord,
        settlement: Settlement,
    ) -> None:
        """End what other keys of a merged concept say otherwise: each may have had a memory before the merge."""
        if len(self._meeting.keys(ns, met.key, settlement)) == 1:
            return
        for other in self._meeting.holders(ns, met.key, met.project, settlement):
            if other.id == met.id or other.project != planned.record.project:
                continue
            replaced = planned.change == "supersede"
            if replaced or self._relate(said, payload, other) == "other_value":
                by = planned.record.model_copy(update={"recorded_at": said.recorded_at})
                ended = closed(other, by, at=max(said.valid_from, other.valid_from))
                settlement.write(ended, "supersede", expect=other.version, actor=said.authority)

    def _relate(
        self, record: MemoryRecord, payload: CategoryModel, existing: MemoryRecord
    ) -> Relation:
        before = self._payload(existing)
        if before is None:
            return "other_value"
        related = relate(record, payload, existing, before)
        if related == "other_value" and self._meeting.same_in_another_language(record, existing):
            return "same"
        return related

    def wait(
        self,
        ns: Namespace,
        record: MemoryRecord,
        reason: Reason,
        settlement: Settlement,
        now: datetime,
        *,
        target: MemoryRecord | None = None,
    ) -> None:
        """Put a record before a person; the same key and span waiting already is `duplicate` of that item.

        Args:
            ns: where it would be written.
            record: as it would be stored.
            reason: why it waits.
            settlement: what this call has planned so far.
            now: the present.
            target: the memory that it would change; None: who holds its key.
        """
        quotes = {s.quote for s in record.evidence}
        for item in (*self._parts.store.pending(ns, now=now), *settlement.pending):
            if item.key == record.key and quotes & {s.quote for s in item.record.evidence}:
                settlement.tell("duplicate", item.record, "none", "not_novel")
                return
        target = target or self._meeting.holder(ns, record, settlement)
        days = self._parts.policy.pending_days
        item = asked(record, target, reason, now=now, days=days)
        settlement.pending.append(item)
        settlement.note("pending", record, reason)
        settlement.tell("pending", record, item.change, reason)

    def _read(self, ns: Namespace, proposal: Proposal) -> _Read:
        candidate, proposed = proposal.grounded.candidate, proposal.grounded.extractor == "llm"
        filling = fill(candidate, self._parts.registry, lenient=proposed)
        if filling.category is None or filling.payload is None:
            return _Read(proposal, filling, None)
        key = concept_key_of(
            *(ns, self._parts.concept_key, filling.category.name, filling.payload, candidate.text),
            proposed=proposed,
        )
        return _Read(proposal, filling, key)

    def _whose(self, ns: Namespace, read: _Read, settlement: Settlement, now: datetime) -> _Read:
        """Put a named speaker's statement under the name where another speaker holds its key, or it is known there.

        Without a name this costs nothing.
        """
        speaker, grounded = read.proposal.observation.speaker, read.proposal.grounded
        named = under_name(grounded.candidate, speaker) if speaker else None
        if named is None or read.key is None:
            return read
        renamed = grounded.model_copy(update={"candidate": named})
        own = self._read(ns, replace(read.proposal, grounded=renamed))
        if own.key is None or own.key == read.key:
            return read
        if self._meeting.holding(ns, own.key, ns.project, settlement) is not None:
            return own
        held = self._meeting.holding(ns, read.key, ns.project, settlement)
        waiting = () if held else (*self._parts.store.pending(ns, now=now), *settlement.pending)
        holders = [held] if held else [i.record for i in waiting if i.key == read.key]
        return own if any(of_another(one, speaker) for one in holders) else read

    def _cleaned(self, proposal: Proposal) -> Proposal:
        """Redact again: a model may have put a secret together from pieces. What stands in the message is clean."""
        candidate, personal = proposal.grounded.candidate, self._parts.policy.mask_personal
        cleaned, secret = candidate, proposal.secret
        if candidate.text not in proposal.observation.text:
            again = redact(candidate.text, personal=personal)
            cleaned = candidate.model_copy(update={"text": again.text})
            secret = secret or again.only_secret
        if proposal.grounded.extractor != "rules" and candidate.attributes:
            fields = redact_value(candidate.attributes, personal=personal)
            cleaned = cleaned.model_copy(update={"attributes": fields})
        if cleaned == candidate and secret == proposal.secret:
            return proposal
        grounded = proposal.grounded.model_copy(update={"candidate": cleaned})
        return replace(proposal, grounded=grounded, secret=secret)

    def _case(self, ns: Namespace, read: _Read, settlement: Settlement) -> Case:
        proposal, filling = read.proposal, read.filling
        candidate, said = proposal.grounded.candidate, proposal.observation
        found, payload = filling.category, filling.payload
        clean, procedural = _scanned(proposal)
        if payload is not None and (fields := payload.free_text()):
            clean = clean and scan(fields, spoken=is_person(proposal.authority)).verdict == "clean"
        words_of_it = statement(candidate.text)
        marks = [words_of_it, *(statement(s.quote) for s in proposal.grounded.evidence)]
        if found is not None and payload is not None and read.key is not None:
            marks += {key_of(found.name, payload, candidate.text), read.key}
        message = message_mark(said)
        gone = forgotten_among(self._parts.store, ns, settlement, (message, *marks))
        told_again = message in gone
        forgotten_at = max((at for mark, at in gone.items() if mark in marks), default=None)
        return Case(
            grounded=proposal.grounded,
            category=found,
            payload=payload,
            incomplete=bool(filling.lacking) and not filling.wrong,
            authority=proposal.authority,
            blank=not words_of_it,
            transient=proposal.transient,
            secret=proposal.secret,
            instruction=proposal.instruction or not clean,
            procedural=procedural,
            tombstoned=told_again or forgotten_at is not None,
            said_anew=not told_again and said_anew(proposal.authority, said, forgotten_at),
            shared=ns.shared,
            confirmed=proposal.confirmed,
        )

    def _shadow(
        self, case: Case, proposal: Proposal, decision: Decision, settlement: Settlement
    ) -> None:
        """Log what the shadow preset would have decided, when it differs."""
        shadow = self._parts.policy.shadow
        if shadow is None:
            return
        other = decide(case, self._parts.policy.model_copy(update={"preset": shadow}))
        if other.verdict != decision.verdict:
            settlement.trail.append(
                Trail(
                    action=f"shadow:{shadow}",
                    subject_id=proposal.observation.id,
                    actor=proposal.authority,
                    reason=f"{decision.verdict}:{decision.reason} -> {other.verdict}:{other.reason}",
                )
            )

    def _refuse(
        self, proposal: Proposal, reason: Reason, settlement: Settlement, *, told: str = ""
    ) -> None:
        candidate = proposal.grounded.candidate
        settlement.drops.append(
            Drop(
                observation_id=proposal.observation.id,
                reason=reason,
                category=candidate.category,
                rule=candidate.reason,
            )
        )
        settlement.outcomes.append(
            Outcome(
                outcome="rejected",
                reason=reason,
                category=candidate.category,
                text=candidate.text,
                evidence=proposal.grounded.evidence,
                detail="; ".join(filter(None, (candidate.reason, told))),
            )
        )

    def _carry_out(
        self,
        ns: Namespace,
        planned: Plan,
        said: MemoryRecord,
        existing: MemoryRecord | None,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        record, actor = planned.record, said.authority
        expect = existing.version if existing is not None else None
        match planned.change:
            case "none":
                settlement.tell("duplicate", record, "none", planned.reason)
                return
            case "conflict":
                self.wait(ns, record, planned.reason, settlement, now, target=existing)
                return
            case "reinforce":
                settlement.write(record, "reinforce", expect=expect, actor=actor)
                settlement.tell("duplicate", record, "reinforce", planned.reason)
            case "merge":
                settlement.write(record, "merge", expect=expect, actor=actor)
                settlement.tell("accepted", record, "merge", said.reason)
            case "supersede":
                if planned.retired is not None:
                    settlement.write(planned.retired, "supersede", expect=expect, actor=actor)
                settlement.write(record, "supersede", expect=None, actor=actor)
                settlement.tell("accepted", record, "supersede", record.reason)
            case "add":
                for one in planned.neighbours:
                    settlement.write(one, "supersede", expect=one.version - 1, actor=actor)
                settlement.write(record, "add", expect=None, actor=actor)
                settlement.tell("accepted", record, "add", record.reason)
        settlement.note(planned.change, record, planned.reason)

    def _inheriting(
        self, planned: Plan, after: CategoryModel, existing: MemoryRecord, before: CategoryModel
    ) -> Plan:
        """Let a new value take over the fields that go on."""
        new = planned.record
        both = self._valid(new.category, inherited(after, before))
        if both is None:
            return planned
        told = {
            "attributes": both.model_dump(mode="json", exclude_none=True),
            "text": retold(new, after, existing, both),
        }
        return replace(planned, record=new.model_copy(update=told))

    def _valid(self, category: str, fields: JsonObject) -> CategoryModel | None:
        """Return two statements' fields together as one payload; None: they break a bound that each keeps."""
        try:
            return self._parts.registry.payload(category, fields)
        except ValidationError:
            return None

    def _payload(self, record: MemoryRecord) -> CategoryModel | None:
        """Return a record's payload; None: it is of a form that its category had before."""
        return self._valid(record.category, record.attributes)


def said_anew(authority: Authority, said: Observation, forgotten_at: datetime | None) -> bool:
    """Does a person say, later than the forgetting, what was forgotten? The message itself must be a new one."""
    return is_person(authority) and (forgotten_at is None or said.time > forgotten_at)


def embed_records(
    parts: WriteParts, records: Sequence[MemoryRecord]
) -> Mapping[str, dict[str, bytes]]:
    """Return raw unit vectors by record id and leg; a leg that fails is left to a job, and logged."""
    live = [r for r in records if r.status == "active"]
    out: dict[str, dict[str, bytes]] = {r.id: {} for r in live}
    for embedder in parts.embedders if live else ():
        try:
            vectors = embedder.passages([r.text for r in live])
        except ModelError:
            logger.warning("embedder %s failed; the rows wait for a job", embedder.leg)
            return {}
        for record, vector in zip(live, vectors, strict=True):
            out[record.id][embedder.leg] = vector.astype("<f4").tobytes()
    return out


def _scanned(proposal: Proposal) -> tuple[bool, bool]:
    """Is the statement clean of orders and hidden text, and does it bind others?

    What comes out of a message that gives orders is not clean either. A statement that is the whole message was scanned
    with it.
    """
    text, said = proposal.grounded.candidate.text, proposal.observation
    clean = not {"instruction", "hidden"}.intersection(said.flags)
    spoken = is_person(proposal.authority)
    if text == said.text and spoken == (said.role == "user"):
        return clean, "procedural" in said.flags
    found = scan(text, spoken=spoken)
    return clean and found.verdict == "clean", found.procedural


__all__ = ["Judgement", "WriteParts", "embed_records"]
