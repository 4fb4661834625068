"""The hook for pending items that pile up: whoever is to decide on them is told once, with numbers and no text.

What is promised: a scope is told when its number of pending items rises to the threshold, and again when it has fallen
below and risen once more, or a day later. The note of it is in the store and written before anybody is told, so that several
workers tell once; a worker that is killed in between leaves it for a day later. What could not be told is tried again.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from stelae.errors import StoreError
from stelae.ports import Clock, PendingPiles
from stelae.schemas.piling import Pile

logger = logging.getLogger(__name__)
Teller = Callable[[Pile], str | None]
"""Tells one listener, and returns a code of what went wrong."""
AGAIN: Final = timedelta(days=1)
PAUSE: Final = timedelta(minutes=1)
"""After a failure."""
AT_ONCE: Final = 10
"""Scopes told in one turn of the worker; the others have the next one."""


class Piling:
    """Called by the worker after its batches; it never fails it."""

    def __init__(
        self, store: PendingPiles, clock: Clock, tellers: Mapping[str, Teller], *, least: int
    ) -> None:
        """Take what counts, the present, who is told by the name of the note, and from how many items on."""
        self._store, self._clock, self._tellers, self._least = store, clock, tellers, least
        self._paused: dict[str, datetime] = {}

    @property
    def on(self) -> bool:
        """Is there anybody to tell?"""
        return bool(self._tellers)

    def __call__(self) -> None:
        """Tell everybody of what is due."""
        for name, tell in self._tellers.items():
            now, paused = self._clock.now(), self._paused.get(name)
            if paused is not None and abs(now - paused) < PAUSE:
                continue
            try:
                trouble = self._tell(name, tell)
            except StoreError as error:
                trouble = type(error).__name__
            if trouble is None:
                self._paused.pop(name, None)
            else:
                logger.warning("the %s for pending items failed: %s", name, trouble)
                self._paused[name] = now

    def _tell(self, name: str, tell: Teller) -> str | None:
        for _ in range(AT_ONCE):
            pile = self._store.claim_pile(
                name, now=self._clock.now(), least=self._least, again=AGAIN
            )
            if pile is None:
                return None
            trouble = tell(pile)
            if trouble is not None:
                self._store.release_pile(name, pile)
                return trouble
        return None
