"""What a memory has been: its versions with what changed in each, and the memories before and after it."""

from typing import Any

from stelae.schemas.authority import Authority
from stelae.schemas.base import UtcTime, Value
from stelae.schemas.memory import Change, MemoryRecord


class FieldChange(Value):
    """One field of a version that is not as it was in the version before; None: not there."""

    field: str
    before: Any = None
    after: Any = None


class HistoryStep(Value):
    """One version: who changed what, when and why."""

    version: int
    change: Change
    actor: Authority
    reason: str
    at: UtcTime
    """Time in the store."""
    text: str
    changed: tuple[FieldChange, ...] = ()
    """Against the version before; empty for the first one."""


class History(Value):
    """The life of one memory. What was forgotten is in none of it."""

    memory: MemoryRecord
    steps: tuple[HistoryStep, ...]
    """Oldest first."""
    earlier: tuple[MemoryRecord, ...] = ()
    """What it replaced, nearest first."""
    later: tuple[MemoryRecord, ...] = ()
    """What replaced it, nearest first."""
