"""Token buckets by name: so much at once, so much a second. Bounded in memory, without a clock thread."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_NAMES: Final = 10_000
"""Buckets kept, the least recently used go first; a bucket that is gone is a full one."""


class Buckets:
    """One bucket a name, full at first. For one event loop: not thread-safe."""

    def __init__(
        self,
        per_s: float,
        burst: float,
        *,
        most: int = MOST_NAMES,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        """Choose how fast a bucket fills, and how much it holds.

        Args:
            per_s: tokens a second.
            burst: tokens of a full bucket; at least one.
            most: names kept at once.
            timer: seconds that only grow.
        """
        self._per_s, self._burst = per_s, max(1.0, burst)
        self._most, self._timer = most, timer
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Tokens and when they were counted."""

    def __len__(self) -> int:
        """Return how many names are kept."""
        return len(self._buckets)

    def wait_s(self, name: str) -> float:
        """Return after how many seconds there is a token; 0: now. Nothing is taken."""
        return max(0.0, (1.0 - self._tokens(name, self._timer())) / self._per_s)

    def take(self, name: str) -> float:
        """Take a token, or return after how many seconds there is one; 0: it was taken."""
        now = self._timer()
        tokens = self._tokens(name, now)
        if tokens < 1.0:
            return (1.0 - tokens) / self._per_s
        self._buckets[name] = (tokens - 1.0, now)
        self._buckets.move_to_end(name)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return 0.0

    def _tokens(self, name: str, now: float) -> float:
        left, counted = self._buckets.get(name, (self._burst, now))
        return min(self._burst, left + (now - counted) * self._per_s)
