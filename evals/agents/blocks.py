"""What is put before a model: the one place here that knows how."""

from collections.abc import Mapping, Sequence
from typing import Any

from stelae import Memory
from stelae.agents.auto_recall import AutoRecall
from stelae.schemas.auto_recall import AutoBlock, Tier

GOALS: Mapping[Tier, tuple[float, float]] = {"large": (0.95, 0.95), "small": (0.80, 0.95)}
"""Right memory in the block, empty block (issue 5)."""


def said(text: str) -> list[dict[str, Any]]:
    """Return a conversation of one message."""
    return [{"role": "user", "content": text}]


def auto(memory: Memory, tier: Tier = "large", deadline_ms: float | None = None) -> AutoRecall:
    """Return the public door of one handle; without a deadline, so that a busy machine changes no figure of quality."""
    return AutoRecall(memory, tier=tier, deadline_ms=deadline_ms)


def block(memory: Memory, messages: Sequence[Mapping[str, Any]], tier: Tier) -> AutoBlock:
    """Return the block for the next model call."""
    return auto(memory, tier).block(messages)
