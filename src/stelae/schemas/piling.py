"""Pending items that pile up, as whoever is to decide on them is told: numbers and reason codes, no text."""

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.memory import Reason


class Pile(Value):
    """What waits for a person in one scope."""

    tenant: str
    scope: str
    pending: int
    oldest: UtcTime
    """Since when the first of them waits."""
    reasons: dict[Reason, int]
    """Why they wait, and how many each."""
