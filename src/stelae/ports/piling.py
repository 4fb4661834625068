"""Pending items that pile up, and who was told of them."""

from datetime import datetime, timedelta
from typing import Protocol

from stelae.schemas.piling import Pile


class PendingPiles(Protocol):
    """Scopes of the whole store in which many items wait. Each listener has notes of its own, kept in the store."""

    def claim_pile(
        self, listener: str, *, now: datetime, least: int, again: timedelta
    ) -> Pile | None:
        """Take a pile that the listener is to be told of, and note that it was: nobody else tells him of it.

        A scope is due when its number has risen to `least`; then again when it fell below that and rose once more, or
        when it was told so long ago. While nothing is due nothing is written or locked.

        Args:
            listener: whose notes.
            now: the present; items that have expired are not counted.
            least: from so many on.
            again: after that time it is told once more.

        Returns:
            None: nothing is due.
        """
        ...

    def release_pile(self, listener: str, pile: Pile) -> None:
        """Take the note back: the listener could not be told."""
        ...
