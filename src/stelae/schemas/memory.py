"""Records: stored memories, their versions, and pending items."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject, UtcTime, Value
from stelae.schemas.candidate import Extractor, Kind, Sensitivity, Span

Status = Literal["active", "superseded", "forgotten", "expired", "archived"]
Change = Literal[
    "add",
    "reinforce",
    "merge",
    "supersede",
    "conflict",
    "none",
    "edit",
    "forget",
    "restore",
    "retract",
    "expire",
    "archive",
]
"""What consolidation plans, and what people and maintenance do to a record."""
Reason = Literal[
    "accepted",
    "confirmed",
    "invalid_schema",
    "incomplete",
    "empty",
    "not_recommended",
    "transient",
    "restricted",
    "injection",
    "ungrounded",
    "low_confidence",
    "untrusted_procedural",
    "origin_not_allowed",
    "forgotten",
    "low_importance",
    "needs_confirmation",
    "conflict",
    "not_novel",
    "redundant",
    "reinforced",
    "too_large",
    "wrong_language",
    "not_asserted",
    "question",
    "small_talk",
    "echo",
    "not_recallable",
    "needs_context",
    "no_rule",
    "disabled",
    "forget_request",
    "declined",
    "edited",
    "migrated",
    "restored",
    "retracted",
    "expired",
    "archived",
    "unsigned",
]
"""Every verdict and every drop has one of these."""


class MemoryRecord(Value):
    """A stored memory. World time is `valid_from`/`valid_to`, store time `recorded_at`/`retracted_at`.

    `closed_at` is store time, too: when `valid_to` became known. Asked what it knew before (`known_at`), the store does
    not know of the end yet.
    """

    id: str
    version: int = 1
    category: str
    kind: Kind
    key: str
    """Canonical path built by code; its identity in the scope."""
    text: str
    attributes: JsonObject = Field(default_factory=dict)
    scope: str
    project: str | None = None
    session: str | None = None
    subject: str = "user"
    speaker: str | None = None
    """Who said it first, where the message named somebody."""
    language: str = "en"
    authority: Authority
    sensitivity: Sensitivity = "personal"
    status: Status = "active"
    pinned: bool = False
    confirmed: bool = False
    extraction_confidence: float = Field(default=0.8, ge=0, le=1)
    evidence_count: int = Field(default=1, ge=1)
    reliability: float = Field(default=0.5, ge=0, le=1)
    importance: float = Field(default=0.5, ge=0, le=1)
    evidence: tuple[Span, ...] = ()
    extractor: Extractor = "rules"
    rule: str = ""
    """The rule or prompt that proposed it, and the gate's reason: what `why` shows."""
    reason: Reason = "accepted"
    time: UtcTime
    """When it was said or happened (event time)."""
    zone: str = "UTC"
    """The speaker's zone, as in `Observation`."""
    valid_from: UtcTime
    valid_to: UtcTime | None = None
    recorded_at: UtcTime
    closed_at: UtcTime | None = None
    """When `valid_to` was learned; None: it was part of the first statement, or there is none."""
    retracted_at: UtcTime | None = None
    """When the store stopped saying it at all: forgotten, or taken back as a mistake."""
    expires_at: UtcTime | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    access_count: int = 0
    last_access: UtcTime | None = None
    tags: tuple[str, ...] = ()
    metadata: JsonObject = Field(default_factory=dict)

    @property
    def always(self) -> bool:
        """Is it shown beside every message? What is pinned is, but for a limit that is said to be over: it binds nobody."""
        return self.pinned and not (
            self.category == "constraint" and self.attributes.get("active") is False
        )

    def current(self, now: datetime) -> bool:
        """Is it active and within its validity at `now`?"""
        return (
            self.status == "active"
            and (self.valid_to is None or self.valid_to > now)
            and (self.expires_at is None or self.expires_at > now)
        )


class Version(Value):
    """One state a record has had; content lives here and nowhere in the audit."""

    record: MemoryRecord
    version: int
    change: Change
    actor: Authority
    reason: str
    recorded_at: UtcTime


class PendingItem(Value):
    """A candidate that waits for a person. Never recalled."""

    id: str
    key: str
    record: MemoryRecord
    """The record as it would be stored."""
    change: Change
    target: str | None = None
    """The memory it would change."""
    target_version: int | None = None
    before: str | None = None
    """That memory's text, for the diff."""
    question: str = ""
    """For a conflict: what a person is asked, in the language of the statement."""
    reason: Reason
    recorded_at: UtcTime
    expires_at: UtcTime
