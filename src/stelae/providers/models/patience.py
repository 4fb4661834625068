"""How long a call may take: longer when the model may have to be loaded first (DEV-02, cold start)."""

import time
from collections.abc import Callable

IDLE_S = 300.0
"""A model that gave no answer for so long may have been unloaded: Ollama's own default is five minutes."""


class Patience:
    """The time-out of the next call. Seconds throughout."""

    def __init__(
        self,
        timeout_s: float,
        cold_start_s: float | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the time-out of a loaded model and that of one which may have to be loaded; None: the same."""
        self.warm_s = timeout_s
        self.cold_s = max(timeout_s, cold_start_s or 0.0)
        self._monotonic = monotonic
        self._answered: float | None = None

    @property
    def allowed_s(self) -> float:
        """For a call that begins now."""
        idle = self._answered is None or self._monotonic() - self._answered > IDLE_S
        return self.cold_s if idle else self.warm_s

    def answered(self) -> None:
        """Note that the model answered just now, so that it is loaded."""
        self._answered = self._monotonic()
