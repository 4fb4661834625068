"""What a message would get from each layer of guidance, and why (O44). Values only."""

from typing import Literal

from stelae.schemas.auto_recall import Fate
from stelae.schemas.base import Value

Mode = Literal["always", "on_intent"]
"""When static context is shown: in every prompt, or when a message names a keyword."""
LayerFate = Literal["shown", "off_intent", "no_room"]
"""Shown; no keyword of it stands in the message; the budget is used up by documents before it."""


class LayerPart(Value):
    """One document with static context."""

    document: str
    files: tuple[str, ...] = ()
    """Whose text it is."""
    tokens: int
    """Estimated."""
    fate: LayerFate
    keywords: tuple[str, ...] = ()
    """That the message names."""


class PinnedPart(Value):
    """One memory that stands in every block, whatever is asked."""

    id: str
    category: str
    text: str
    scope: str


class RecalledPart(Value):
    """One candidate of the recalled block."""

    id: str
    category: str | None
    """None: a message that was logged."""
    text: str
    scope: str
    rank: int
    score: float
    fate: Fate
    keyword: str | None = None
    cap: int | None = None
    """Most of its category in one block; None: there is no limit."""


class PromptExplanation(Value):
    """What a message would get: L0 and L1 from files, L2 from memory."""

    message: str
    agent: str
    scopes: tuple[str, ...]
    """That were asked."""
    always: tuple[LayerPart, ...] = ()
    always_text: str = ""
    on_intent: tuple[LayerPart, ...] = ()
    on_intent_text: str = ""
    pinned: tuple[PinnedPart, ...] = ()
    """What of the block does not depend on the message."""
    recalled: tuple[RecalledPart, ...] = ()
    """Every candidate for the rest of it."""
    block: str = ""
    """What would stand beside the message."""
    tokens: int = 0
    """Estimated, of all three."""
    partial: tuple[str, ...] = ()
    """What could not be asked."""
