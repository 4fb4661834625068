"""Stelae: long-term memory for LLM agents in which nothing is carved before a rule has allowed it.

The public names, loaded when first used, so that `import stelae` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stelae import errors, testing
    from stelae.agents.auto_recall import AutoRecall
    from stelae.agents.messages import inject
    from stelae.aio import AsyncMemory
    from stelae.client import AsyncClient, Client
    from stelae.config import Settings
    from stelae.ingestion.layers import Layers, read_layers
    from stelae.memory import Memory
    from stelae.recall.answer import AnswerStream
    from stelae.schemas.aggregate import Aggregate
    from stelae.schemas.answer import Answer
    from stelae.schemas.candidate import MemoryCandidate, MemoryCandidateBatch
    from stelae.schemas.categories.choices import Choices
    from stelae.schemas.categories.fields import RawContext
    from stelae.schemas.categories.memory_schema import MemorySchema
    from stelae.schemas.categories.merging import Merge
    from stelae.schemas.change import ObserveResult, Outcome
    from stelae.schemas.explanation import Explanation
    from stelae.schemas.memory import MemoryRecord, PendingItem
    from stelae.schemas.observation import Message
    from stelae.schemas.policy import Policy, PolicyRow
    from stelae.schemas.profile import Profile
    from stelae.schemas.query import ContextBlock, Hit, RecallResult, Trace

_HOMES = {
    "Aggregate": "stelae.schemas.aggregate",
    "Answer": "stelae.schemas.answer",
    "AnswerStream": "stelae.recall.answer",
    "AsyncClient": "stelae.client",
    "AsyncMemory": "stelae.aio",
    "AutoRecall": "stelae.agents.auto_recall",
    "Choices": "stelae.schemas.categories.choices",
    "Client": "stelae.client",
    "ContextBlock": "stelae.schemas.query",
    "Explanation": "stelae.schemas.explanation",
    "Hit": "stelae.schemas.query",
    "Layers": "stelae.ingestion.layers",
    "Memory": "stelae.memory",
    "MemoryCandidate": "stelae.schemas.candidate",
    "MemoryCandidateBatch": "stelae.schemas.candidate",
    "MemoryRecord": "stelae.schemas.memory",
    "MemorySchema": "stelae.schemas.categories.memory_schema",
    "Merge": "stelae.schemas.categories.merging",
    "Message": "stelae.schemas.observation",
    "ObserveResult": "stelae.schemas.change",
    "Outcome": "stelae.schemas.change",
    "PendingItem": "stelae.schemas.memory",
    "Policy": "stelae.schemas.policy",
    "PolicyRow": "stelae.schemas.policy",
    "Profile": "stelae.schemas.profile",
    "RawContext": "stelae.schemas.categories.fields",
    "RecallResult": "stelae.schemas.query",
    "Settings": "stelae.config",
    "Trace": "stelae.schemas.query",
    "inject": "stelae.agents.messages",
    "read_layers": "stelae.ingestion.layers",
}
_MODULES = ("errors", "testing")

__all__ = [
    "Aggregate",
    "Answer",
    "AnswerStream",
    "AsyncClient",
    "AsyncMemory",
    "AutoRecall",
    "Choices",
    "Client",
    "ContextBlock",
    "Explanation",
    "Hit",
    "Layers",
    "Memory",
    "MemoryCandidate",
    "MemoryCandidateBatch",
    "MemoryRecord",
    "MemorySchema",
    "Merge",
    "Message",
    "ObserveResult",
    "Outcome",
    "PendingItem",
    "Policy",
    "PolicyRow",
    "Profile",
    "RawContext",
    "RecallResult",
    "Settings",
    "Trace",
    "errors",
    "inject",
    "read_layers",
    "testing",
]


def __getattr__(name: str) -> Any:
    """Load a public name at first use (PEP 562)."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in _MODULES:
        return import_module(f"stelae.{name}")
    raise AttributeError(f"module 'stelae' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
