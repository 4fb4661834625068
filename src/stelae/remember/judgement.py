"""Gate and consolidation for one candidate, on the state as it is now and as this call has planned it so far.

Reads through `MemoryReader`, plans into a `Settlement`, writes nothing. `policy` and `consolidation` decide; this module
brings them what they look at.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from stelae.errors import ModelError
from stelae.ports import Clock, DateParser, Embedder, Store
from stelae.remember.consolidation import Plan, plan, relate, rests_on
from stelae.remember.drafting import Proposal, draft, payload_of
from stelae.remember.intake import message_mark
from stelae.remember.policy import Case, decide, row_of
from stelae.remember.redaction import redact
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority, is_person
from stelae.schemas.candidate import MAX_MEMORY_CHARS, Span
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.merging import merged
from stelae.schemas.categories.registry import Category, category
from stelae.schemas.change import Decision, Drop, Outcome, Trail
from stelae.schemas.memory import Change, MemoryRecord, PendingItem, Reason
from stelae.schemas.observation import Observation
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of, statement
from stelae.text.numbers import signature
from stelae.text.scanner import scan
from stelae.text.tokens import words

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


class Judgement:
    """Judges proposals one by one into a settlement."""

    def __init__(self, parts: WriteParts) -> None:
        """Take the reader, the policy and the id maker."""
        self._parts = parts

    def judge(
        self, ns: Namespace, proposal: Proposal, settlement: Settlement, now: datetime
    ) -> None:
        """Give one candidate its verdict and plan what follows from it."""
        proposal = self._cleaned(proposal)
        candidate = proposal.grounded.candidate
        found, payload = payload_of(candidate)
        case = self._case(ns, proposal, found, payload)
        decision = decide(case, self._parts.policy)
        self._shadow(case, proposal, decision, settlement)
        if decision.verdict == "reject" or found is None or payload is None:
            self._refuse(proposal, decision.reason, settlement)
            return
        if len(candidate.text) > MAX_MEMORY_CHARS:
            self._refuse(proposal, "too_large", settlement)
            return
        record = draft(
            proposal,
            found,
            payload,
            row_of(case, self._parts.policy),
            decision,
            ns=ns,
            id=self._parts.new_id(),
            now=now,
        )
        if decision.verdict == "pending":
            self.wait(ns, record, decision.reason, settlement, now)
        else:
            self.settle(ns, record, payload, settlement, now)

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

    def settle(
        self,
        ns: Namespace,
        record: MemoryRecord,
        payload: CategoryModel,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        """Let an accepted record meet what is there, and plan the writes."""
        existing, near = self._meet(ns, record, settlement)
        if existing is None:
            planned = Plan("add", record)
        elif near:
            planned = plan(record, existing, related="same")
        else:
            before = category(existing.category).model.model_validate(existing.attributes)
            related = relate(record, payload, existing, before)
            planned = plan(record, existing, related=related, fields=merged(before, payload))
        self._carry_out(ns, planned, existing, settlement, now)

    def wait(
        self,
        ns: Namespace,
        record: MemoryRecord,
        reason: Reason,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        """Put a record before a person; the same key and span waiting already is `duplicate` of that item."""
        quotes = {s.quote for s in record.evidence}
        for item in (*self._parts.store.pending(ns, now=now), *settlement.pending):
            if item.key == record.key and quotes & {s.quote for s in item.record.evidence}:
                settlement.tell("duplicate", item.record, "none", "not_novel")
                return
        target = next(iter(self._parts.store.by_key(ns, record.key)), None)
        change: Change = (
            "conflict" if reason == "conflict" else "add" if target is None else "supersede"
        )
        settlement.pending.append(
            PendingItem(
                id=record.id,
                key=record.key,
                record=record,
                change=change,
                target=target.id if target else None,
                target_version=target.version if target else None,
                before=target.text if target else None,
                question=_question(record, target) if change == "conflict" and target else "",
                reason=reason,
                recorded_at=now,
                expires_at=now + timedelta(days=self._parts.policy.pending_days),
            )
        )
        settlement.note("pending", record, reason)
        settlement.tell("pending", record, change, reason)

    def _cleaned(self, proposal: Proposal) -> Proposal:
        """Redact again: a model may have put a secret together from pieces. What stands in the message is clean."""
        candidate = proposal.grounded.candidate
        if candidate.text in proposal.observation.text:
            return proposal
        again = redact(candidate.text, personal=self._parts.policy.mask_personal)
        if not again.changed:
            return proposal
        cleaned = candidate.model_copy(update={"text": again.text})
        grounded = proposal.grounded.model_copy(update={"candidate": cleaned})
        return Proposal(
            grounded,
            proposal.observation,
            proposal.authority,
            secret=again.only_secret,
            instruction=proposal.instruction,
            tags=proposal.tags,
            metadata=proposal.metadata,
        )

    def _case(
        self,
        ns: Namespace,
        proposal: Proposal,
        found: Category | None,
        payload: CategoryModel | None,
    ) -> Case:
        candidate, said = proposal.grounded.candidate, proposal.observation
        clean, procedural = _scanned(proposal)
        words_of_it = statement(candidate.text)
        marks = [words_of_it, *(statement(s.quote) for s in proposal.grounded.evidence)]
        if found is not None and payload is not None:
            marks.append(key_of(found.name, payload, candidate.text))
        told_again = self._parts.store.tombstoned(ns, [message_mark(said)]) is not None
        forgotten_at = self._parts.store.tombstoned(ns, [m for m in marks if m])
        return Case(
            grounded=proposal.grounded,
            category=found,
            payload=payload,
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

    def _refuse(self, proposal: Proposal, reason: Reason, settlement: Settlement) -> None:
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
                detail=candidate.reason,
            )
        )

    def _meet(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> tuple[MemoryRecord | None, bool]:
        """Return the record this one meets, and whether it says nothing beyond it under another key."""
        store = self._parts.store
        mine = settlement.current(record.key)
        if mine is not None:
            return mine, False
        for held in store.by_key(ns, record.key):
            latest = settlement.latest(held)
            if latest.status == "active":
                return latest, False
        for span in record.evidence if record.extractor == "llm" else ():
            for other in store.by_observation(ns, span.observation_id):
                if other.category == record.category and _overlap(other, span):
                    return settlement.latest(other), True
        return self._said_already(ns, record, settlement), True

    def _said_already(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> MemoryRecord | None:
        """Find a current memory that already says all of this one's words, with the same numbers, dates and polarity.

        Only where one of the two has no key of its own: two typed keys that differ are two things.
        """
        said = _content_words(record.text)
        if len(said) < 2:
            return None
        for other in self._parts.store.containing(ns, said):
            unkeyed = "/=" in record.key or "/=" in other.key
            alike = other.category == record.category and other.subject == record.subject
            if unkeyed and alike and signature(other.text) >= signature(record.text):
                return settlement.latest(other)
        return None

    def _carry_out(
        self,
        ns: Namespace,
        planned: Plan,
        existing: MemoryRecord | None,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        record = planned.record
        expect = existing.version if existing is not None else None
        match planned.change:
            case "none":
                settlement.tell("duplicate", record, "none", planned.reason)
                return
            case "conflict":
                self.wait(ns, record, "conflict", settlement, now)
                return
            case "reinforce":
                settlement.write(record, "reinforce", expect=expect)
                settlement.tell("duplicate", record, "reinforce", planned.reason)
            case "merge":
                settlement.write(record, "merge", expect=expect)
                settlement.tell("accepted", record, "merge", record.reason)
            case "supersede":
                if planned.retired is not None:
                    settlement.write(planned.retired, "supersede", expect=expect)
                settlement.write(record, "supersede", expect=None)
                settlement.tell("accepted", record, "supersede", record.reason)
            case "add":
                settlement.write(record, "add", expect=None)
                settlement.tell("accepted", record, "add", record.reason)
        settlement.note(planned.change, record, planned.reason)


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


def _question(record: MemoryRecord, target: MemoryRecord) -> str:
    if record.language == "zh":
        return f"“{target.text}”和“{record.text}”说法不一，现在是哪一个？"
    return f"“{target.text}” or “{record.text}”: which of the two holds now?"


def _overlap(record: MemoryRecord, span: Span) -> bool:
    return any(
        s.observation_id == span.observation_id and s.start < span.end and span.start < s.end
        for s in record.evidence
    )


# What a restatement adds without saying anything new ("对，我还在…", "yes, I still …").
_FILLER = frozenset(
    [
        "用户",
        "user",
        "对",
        "嗯",
        "是",
        "还",
        "仍",
        "仍然",
        "还是",
        "一直",
        "也",
        "依然",
        "我",
        "说",
        "现在",
        "still",
        "yes",
        "yeah",
        "also",
        "now",
    ]
)


def _content_words(text: str) -> list[str]:
    return [w for w in dict.fromkeys(words(text)) if w not in _FILLER]


__all__ = ["Judgement", "WriteParts", "embed_records", "rests_on"]
