"""What is put before a model, by the public door."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from stelae import Memory
from stelae.agents.auto_recall import AutoRecall
from stelae.schemas.auto_recall import AutoBlock, Tier

GOALS: Mapping[Tier, tuple[float, float]] = {"large": (0.95, 0.95), "small": (0.80, 0.95)}
"""Right memory in the block, empty block (issue 5)."""


def said(text: str) -> list[dict[str, Any]]:
    """Return a conversation of one message."""
    return [{"role": "user", "content": text}]


def block(
    memory: Memory,
    messages: Sequence[Mapping[str, Any]],
    tier: Tier,
    floor: Literal["auto", "none"] | float = "auto",
) -> AutoBlock:
    """Return the block for the next model call; without a deadline, so that a busy machine changes no figure of quality."""
    return AutoRecall(memory, tier=tier, floor=floor, deadline_ms=None).block(messages)
