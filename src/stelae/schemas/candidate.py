"""Candidates: what an extractor proposes. A proposal never carries id, owner, status or time (K7, R2)."""

from typing import Literal

from pydantic import Field

from stelae.schemas.base import JsonObject, UtcTime, Value

Kind = Literal["semantic", "episodic", "procedural", "task"]
Sensitivity = Literal["public", "personal", "sensitive", "restricted"]
SENSITIVITIES: tuple[Sensitivity, ...] = ("public", "personal", "sensitive", "restricted")
"""Low to high."""
Polarity = Literal["like", "dislike", "neutral"]
Extractor = Literal["rules", "llm", "caller"]
MAX_MEMORY_CHARS = 2_000


class Span(Value):
    """Where in which observation the words stand (offsets in characters, end exclusive)."""

    observation_id: str
    external_id: str | None = None
    quote: str
    start: int
    end: int


class MemoryCandidate(Value):
    """One proposed memory (K4), plus `should_store` (K23), a category, typed attributes and a quoted span.

    Confidence, importance and sensitivity advise the policy and never grant write permission (K5).
    """

    category: str
    text: str
    """Self-contained statement; the user's own sentence when a rule is unsure (DEV-11.3)."""
    kind: Kind | None = None
    """The kind the extractor believes in; the category's own kind wins, a `procedural` claim always counts."""
    attributes: JsonObject = Field(default_factory=dict)
    """Fields of the category's schema; the key is built from them by code."""
    quote: str = ""
    """The words it rests on; must occur in the observation (grounding)."""
    subject: str = "user"
    """Whom it is about: `user`, or the relative or person it names."""
    should_store: bool = True
    confidence: float = Field(default=0.8, ge=0, le=1)
    importance: float = Field(default=0.5, ge=0, le=1)
    sensitivity: Sensitivity = "personal"
    reason: str = ""
    """Why it is proposed, for developers (K6); a rule's own name for rules."""
    valid_from: UtcTime | None = None
    valid_to: UtcTime | None = None
    expires_at: UtcTime | None = None
    tags: tuple[str, ...] = ()


class MemoryCandidateBatch(Value):
    """The wrapper a model fills (K8)."""

    memories: tuple[MemoryCandidate, ...] = ()


class Grounded(Value):
    """A candidate with the evidence that code found for it; what the gate judges.

    `verbatim` means that one span carries the statement; otherwise `inferred` says what goes beyond it.
    """

    candidate: MemoryCandidate
    evidence: tuple[Span, ...] = ()
    extractor: Extractor = "rules"
    verbatim: bool = False
    problem: Literal[
        "none", "no_span", "wrong_speaker", "not_asserted", "beyond_span", "wrong_language"
    ] = "none"
