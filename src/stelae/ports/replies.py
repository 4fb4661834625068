"""What a store keeps of a language model's readings, beside the memories that came of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from stelae.schemas.extraction import ReadingNote, Unread, Used
from stelae.schemas.scope import Namespace


class ReplyLog(Protocol):
    """Answers of models, counters, and messages that still wait to be read. Everything is of the written scope alone."""

    def reply(self, ns: Namespace, mark: str, *, now: datetime) -> str | None:
        """Return the answer that is kept under that mark and not too old (30 days); None: there is none."""
        ...

    def note_reading(self, ns: Namespace, note: ReadingNote) -> None:
        """Write down one reading in one transaction.

        Answers are kept, the newest 500 of a scope, unless something was forgotten since the note's number of forgettings; a
        forgetting drops all of them. Counters grow. What was read is taken off the list of what waits and off the jobs that
        would read it.
        """
        ...

    def expire_replies(self, now: datetime, *, limit: int) -> int:
        """Delete answers of any scope that are too old to be used again, at most so many now, and return how many."""
        ...

    def unread(self, ns: Namespace) -> Sequence[Unread]:
        """Return the messages of exactly this project that wait, oldest first: noted ones, and those of failed jobs."""
        ...

    def used(self, ns: Namespace) -> Sequence[Used]:
        """Return the counters, by model and name."""
        ...
