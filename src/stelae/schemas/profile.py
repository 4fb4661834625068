"""A profile: what is known about the user at a moment. A view over memories; nothing of it is ever stored as one (E20)."""

from typing import Literal

from pydantic import Field

from stelae.schemas.base import UtcTime, Value

ProfileGroup = Literal[
    "constraints",
    "identity",
    "serving",
    "preferences",
    "circumstances",
    "decisions",
    "facts",
    "other",
]
"""In reading order. `serving`: how the user wants to be served (language, length, tone); `other`: categories of your own."""
Infer = Literal["rules", "model", "none"]
"""Who may infer traits: rules alone, a language model beside them, nobody."""
TraitRefusal = Literal[
    "unknown_memory",
    "too_few_sources",
    "low_confidence",
    "injection",
    "secret",
    "restated",
    "duplicate",
    "empty",
]
"""Why a trait that a model proposed is not in the profile."""
MAX_ITEMS = 25
"""Of a profile (E20)."""
LEAST_SOURCES = 2
"""Messages that a trait rests on at least (E20)."""
LEAST_CONFIDENCE = 0.6
"""Of a trait (E20)."""


class ExplicitFact(Value):
    """Something the user has said, or entered by hand."""

    group: ProfileGroup
    category: str
    description: str
    """By rules, from the typed fields; the memory's own text where these do not say all."""
    evidence: tuple[str, ...]
    """The words it rests on."""
    sources: tuple[str, ...]
    """Ids of the messages they stand in."""
    id: str
    """Of the memory."""
    since: UtcTime


class InferredTrait(Value):
    """What several memories suggest and nobody has said. Never a fact."""

    inferred: Literal[True] = True
    trait: str
    """A short name, unique in the profile."""
    description: str
    basis: str
    """Why it is inferred."""
    by: Literal["rules", "model"]
    evidence: tuple[str, ...]
    """Texts of the memories it rests on."""
    sources: tuple[str, ...] = Field(min_length=LEAST_SOURCES)
    """Ids of the messages that these come from; at least two."""
    memories: tuple[str, ...]
    """Ids of the memories."""
    confidence: float = Field(ge=LEAST_CONFIDENCE, le=1)


class Profile(Value):
    """What is known about one person in one scope at one moment."""

    scope: str
    of: str | None = None
    """The speaker it is about, where several have spoken; None: the user of the scope."""
    at: UtcTime
    facts: tuple[ExplicitFact, ...] = ()
    traits: tuple[InferredTrait, ...] = ()
    omitted: int = 0
    """Items beyond the limit."""
    others: int = 0
    """Memories left out because another speaker said them."""
    refused: dict[TraitRefusal, int] = Field(default_factory=dict[TraitRefusal, int])
    """Traits that a model proposed and code did not let through, by reason."""
    model: str | None = None
    """The model that was asked for traits."""
    detail: str = ""
    """What to know about it, for people: a model that was not there, say."""
