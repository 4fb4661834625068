"""When a language model is looked for: at first use, and again a minute after nobody was there.

It loads no vendor's library and asks nobody by itself, so that opening a memory stays cheap.
"""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable

from stelae.ports import Clock, LanguageModel

REMEMBERED = timedelta(seconds=60)
"""How long it holds that there is no model, so that a person's turns do not wait for the same answer again and again."""


@runtime_checkable
class _Closing(Protocol):
    """A model that holds connections or memory."""

    def close(self) -> None: ...


class ModelSource:
    """Calling it returns the model, or None when there is none. Thread-safe; what was found is kept."""

    def __init__(
        self, find: Callable[[], LanguageModel | None], clock: Clock, *, owned: bool = True
    ) -> None:
        """Take what looks for a model; it is not called yet. `owned`: what is found is closed with this."""
        self._find, self._clock, self._owned = find, clock, owned
        self._lock = threading.Lock()
        self._model: LanguageModel | None = None
        self._absent_until: datetime | None = None

    def __call__(self) -> LanguageModel | None:
        """Return the model.

        Raises:
            ConfigurationError: the settings name one that cannot be used.
        """
        with self._lock:
            now = self._clock.now()
            if self._model is None and (self._absent_until is None or now >= self._absent_until):
                self._model = self._find()
                self._absent_until = None if self._model else now + REMEMBERED
            return self._model

    def close(self) -> None:
        """Let go of what the model holds; calling again would look again."""
        with self._lock:
            if self._owned and isinstance(self._model, _Closing):
                self._model.close()
            self._model = None
