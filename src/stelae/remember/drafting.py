"""A candidate with where it comes from, and the record it would be. Pure: ids and times come in as values."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from stelae.remember.redaction import redact, redact_value
from stelae.schemas.authority import Authority, reliability
from stelae.schemas.candidate import Grounded, MemoryCandidate
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.registry import Category
from stelae.schemas.categories.work import Event
from stelae.schemas.change import Decision
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.policy import PolicyRow
from stelae.schemas.scope import Namespace
from stelae.text.language import language_of


@dataclass(frozen=True, slots=True)
class Proposal:
    """One candidate with where it comes from."""

    grounded: Grounded
    observation: Observation
    authority: Authority
    secret: bool = False
    confirmed: bool = False
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] | None = None


def cleaned(proposal: Proposal, *, personal: frozenset[str]) -> Proposal:
    """Redact again: a model may have put a secret together from pieces. What stands in the message is clean."""
    candidate = proposal.grounded.candidate
    clean, secret = candidate, proposal.secret
    if candidate.text not in proposal.observation.text:
        again = redact(candidate.text, personal=personal)
        clean = candidate.model_copy(update={"text": again.text})
        secret = secret or again.only_secret
    if proposal.grounded.extractor != "rules" and candidate.attributes:
        fields = redact_value(candidate.attributes, personal=personal)
        clean = clean.model_copy(update={"attributes": fields})
    if clean == candidate and secret == proposal.secret:
        return proposal
    grounded = proposal.grounded.model_copy(update={"candidate": clean})
    return replace(proposal, grounded=grounded, secret=secret)


def confidence_of(candidate: MemoryCandidate, payload: CategoryModel) -> float:
    """Return the extraction confidence: what was not said lowers it, to the half when nothing optional was (S6).

    `confidence * (1 - unsaid / 2)`, with the share of empty optional fields. Advice only, like all of it.
    """
    return round(candidate.confidence * (1 - payload.unsaid() / 2), 3)


def draft(
    proposal: Proposal,
    found: Category,
    payload: CategoryModel,
    row: PolicyRow,
    decision: Decision,
    *,
    ns: Namespace,
    id: str,  # noqa: A002 - the word every schema uses
    key: str,
    now: datetime,
) -> MemoryRecord:
    """Return the record. Everything a model must not decide (key, owner, status, time) is set here (R2, K7)."""
    candidate, said = proposal.grounded.candidate, proposal.observation
    procedural = candidate.kind == "procedural"
    ttl = None if row.ttl_days is None else said.time + timedelta(days=row.ttl_days)
    return MemoryRecord(
        id=id,
        category=found.name,
        kind="procedural" if procedural else found.kind,
        key=key,
        text=candidate.text,
        attributes=payload.model_dump(mode="json", exclude_defaults=False, exclude_none=True),
        scope=ns.scope,
        project=ns.project,
        session=said.session,
        subject=candidate.subject,
        speaker=said.speaker,
        language=language_of(candidate.text),
        authority=proposal.authority,
        sensitivity=candidate.sensitivity,
        pinned=row.pinned or payload.standing(),
        confirmed=decision.reason == "confirmed",
        extraction_confidence=confidence_of(candidate, payload),
        reliability=reliability(proposal.authority, 1),
        importance=candidate.importance,
        evidence=proposal.grounded.evidence,
        extractor=proposal.grounded.extractor,
        rule=candidate.reason,
        reason=decision.reason,
        time=_happens(payload) or said.time,
        zone=said.zone,
        valid_from=candidate.valid_from or said.time,
        valid_to=candidate.valid_to,
        recorded_at=now,
        expires_at=candidate.expires_at or ttl,
        tags=(*candidate.tags, *proposal.tags),
        metadata=proposal.metadata or {},
    )


def _happens(payload: CategoryModel) -> datetime | None:
    """When an event is, so that its day finds it and filters by time mean that day (DEV-16.5); None for anything else."""
    return payload.begin if isinstance(payload, Event) else None
