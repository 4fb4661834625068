"""The gate for one candidate, on the state as it is now and as this call has planned it so far.

Reads through `MemoryReader`, plans into a `Settlement`, writes nothing. `policy` decides; this module brings it what it
looks at. What a record meets that is let through is the business of `settling`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from stelae.remember.drafting import Proposal, cleaned, draft
from stelae.remember.filling import Filling, fill, too_large
from stelae.remember.forgotten import forgotten_among, said_anew
from stelae.remember.grounding import unquoted
from stelae.remember.intake import message_mark, misleads
from stelae.remember.keying import concept_key_of
from stelae.remember.meeting.denials import ends, kind_of, lifting, the_one
from stelae.remember.meeting.holder import Meeting
from stelae.remember.meeting.speakers import of_another, under_name
from stelae.remember.parts import WriteParts
from stelae.remember.policy import Case, decide, row_of
from stelae.remember.settlement import Settlement
from stelae.remember.settling import Settling
from stelae.schemas.authority import at_least
from stelae.schemas.candidate import MAX_MEMORY_CHARS, Span
from stelae.schemas.change import Decision, Drop, Outcome, Trail
from stelae.schemas.memory import MemoryRecord, Reason
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of, slug, statement
from stelae.text.scanner import scan


@dataclass(frozen=True, slots=True)
class _Read:
    """A proposal as its category reads it."""

    proposal: Proposal
    filling: Filling
    key: str | None
    """Of the concept that it is about; None: without a payload."""


class Judgement:
    """Judges proposals one by one into a settlement."""

    def __init__(self, parts: WriteParts, meeting: Meeting, settling: Settling) -> None:
        """Take what the write path works with, what finds the memories that a candidate meets, and what follows then."""
        self._parts, self._meeting, self._settling = parts, meeting, settling

    def judge(
        self, ns: Namespace, proposal: Proposal, settlement: Settlement, now: datetime
    ) -> None:
        """Give one candidate its verdict and plan what follows from it."""
        said = cleaned(proposal, personal=self._parts.policy.mask_personal)
        named = said.grounded.candidate.category
        if settlement.allowed is not None and named not in settlement.allowed:
            self._refuse(said, "origin_not_allowed", settlement)
            return
        read = self._whose(ns, self._read(ns, said), settlement, now)
        read = self._ending(ns, self._lifting(ns, read, settlement), settlement)
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
            self._settling.wait(ns, record, decision.reason, settlement, now)
        else:
            self._settling.settle(ns, record, payload, settlement, now)
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
        place = span or unquoted(said)
        settlement.drops.append(Drop(observation_id=said.id, reason=reason, category="", rule=rule))
        settlement.outcomes.append(
            Outcome(outcome="rejected", reason=reason, evidence=(place,), detail=rule)
        )

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
        place, plain = self._place(ns, own) or own.key, self._place(ns, read) or read.key
        if self._meeting.holding(ns, place, ns.project, settlement) is not None:
            return own
        held = self._meeting.holding(ns, plain, ns.project, settlement)
        waiting = () if held else (*self._parts.store.pending(ns, now=now), *settlement.pending)
        holders = [held] if held else [i.record for i in waiting if i.key == plain]
        return own if any(of_another(one, speaker) for one in holders) else read

    def _lifting(self, ns: Namespace, read: _Read, settlement: Settlement) -> _Read:
        """Make a denial of a limit that is held the end of that limit."""
        grounded, speaker = read.proposal.grounded, read.proposal.observation.speaker
        candidate = lifting(read.filling.payload, grounded.candidate)
        if candidate is None:
            return read
        grounded = grounded.model_copy(update={"candidate": candidate})
        over = self._read(ns, replace(read.proposal, grounded=grounded))
        if over.key is None:
            return read
        held = self._meeting.holding(ns, over.key, ns.project, settlement)
        return read if held is None or of_another(held, speaker) else over

    def _ending(self, ns: Namespace, read: _Read, settlement: Settlement) -> _Read:
        """Give a denial the key of the value that it ends; any other stands beside what is true."""
        payload, found = read.filling.payload, read.filling.category
        if payload is None or found is None:
            return read
        held = None
        if place := self._place(ns, read):
            there = self._meeting.holding(ns, place, ns.project, settlement)
            held = there if there is not None and ends(payload, there) else None
        elif kind := kind_of(payload):
            prefix = "/".join((found.name, *map(slug, kind), ""))
            held = the_one(payload, self._beginning(ns, prefix, settlement))
        return read if held is None else replace(read, key=place or held.key)

    def _beginning(
        self, ns: Namespace, prefix: str, settlement: Settlement
    ) -> Iterator[MemoryRecord]:
        """Yield the current memories whose key begins so, as this call has left them."""
        stored = map(settlement.latest, self._parts.store.by_key_prefix(ns, prefix))
        known = {one.id: one for one in (*settlement.active(), *stored)}
        for one in known.values():
            if one.status == "active" and one.key.startswith(prefix):
                yield one

    def _place(self, ns: Namespace, read: _Read) -> str | None:
        """Return the key of the value that a denial denies; None: it is no denial with a key of its own."""
        payload, found = read.filling.payload, read.filling.category
        if payload is None or found is None or payload.single_valued():
            return None
        denied = payload.opposite()
        if denied is None:
            return None
        grounded = read.proposal.grounded
        text, proposed = grounded.candidate.text, grounded.extractor == "llm"
        return concept_key_of(
            ns, self._parts.concept_key, found.name, denied, text, proposed=proposed
        )

    def _case(self, ns: Namespace, read: _Read, settlement: Settlement) -> Case:
        proposal, filling = read.proposal, read.filling
        candidate, said = proposal.grounded.candidate, proposal.observation
        found, payload = filling.category, filling.payload
        clean, procedural = _scanned(proposal)
        if payload is not None and (fields := payload.free_text()):
            clean = clean and scan(fields, spoken=_may_order(proposal)).verdict == "clean"
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
            secret=proposal.secret,
            instruction=not clean,
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


def _scanned(proposal: Proposal) -> tuple[bool, bool]:
    """Is the statement clean of orders and hidden text, and does it bind others?

    What comes out of a message that gives orders is not clean either. A statement that is the whole message was scanned
    with it.
    """
    text, said = proposal.grounded.candidate.text, proposal.observation
    clean = not misleads(said)
    spoken = _may_order(proposal)
    if text == said.text and spoken == (said.role == "user"):
        return clean, "procedural" in said.flags
    found = scan(text, spoken=spoken)
    return clean and found.verdict == "clean", found.procedural


def _may_order(proposal: Proposal) -> bool:
    """Is it read as a person's words? So are those of who stands above one: no tier fares worse than a lower one."""
    return at_least(proposal.authority, "user")
