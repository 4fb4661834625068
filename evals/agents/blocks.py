"""What is put before a model: the one place here that knows how."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from stelae import Memory
from stelae.schemas.query import ContextBlock

Tier = Literal["large", "medium", "small"]
TIERS: tuple[Tier, ...] = ("large", "small")
"""Those with a goal."""
TOP_K: Mapping[Tier, int] = {"large": 13, "medium": 2, "small": 1}
"""O13."""


def said(text: str) -> list[dict[str, Any]]:
    """Return a conversation of one message."""
    return [{"role": "user", "content": text}]


def block(
    memory: Memory,
    messages: Sequence[Mapping[str, Any]],
    tier: Tier = "large",
    *,
    deadline_ms: float | None = None,  # noqa: ARG001 - until AutoRecall is there
) -> ContextBlock:
    """Return the block for the next model call."""
    last = next(m["content"] for m in reversed(messages) if m["role"] == "user")
    return memory.context(last, limit=TOP_K[tier])
