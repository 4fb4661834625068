"""Concepts: the keys a scope has, the names people gave them, and what a text leads to."""

from typing import Literal

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import UtcTime, Value

NameKind = Literal["alias", "merge"]


class ConceptName(Value):
    """Another name of a concept, until it is undone: a word for it (`alias`), or the key of a concept merged into it."""

    id: str
    kind: NameKind
    name: str
    """The word, folded as `text.keys.slug` does, or the merged key."""
    key: str
    """The key that this name leads to. That one may lead further."""
    at: UtcTime
    actor: Authority
    project: str | None = None
    """Of the handle that gave it: it holds there and nowhere else. None: for every project of the scope."""


class Concept(Value):
    """A key that a model may generate, because a current memory has it (or one that was merged into it)."""

    key: str
    category: str
    aliases: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    """Keys that lead here."""
    memories: int = Field(ge=1)
    """Current memories."""
    sources: int = Field(default=0, ge=0)
    """Messages that they rest on."""


class Assimilation(Value):
    """Whether a text fits a concept (S24)."""

    key: str | None
    """The concept, or None: it needs one of its own (S25)."""
    score: float = Field(ge=0, le=1)
    """Of the best key, whether or not it was good enough."""
    why: Literal["fits", "empty", "low_score", "no_margin", "surprising"]


class DecodedKey(Value):
    """A key that a text leads to. It is always one of the vocabulary."""

    key: str
    score: float = Field(ge=0, le=1)
    """Probability under the constraint, or how much of the concept's own words the text says."""
    perplexity: float | None = Field(default=None, ge=1)
    """How surprised the model was by the key before the constraint was laid on, a step; None: nobody can say."""
