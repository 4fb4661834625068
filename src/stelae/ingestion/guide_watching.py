"""Watching a folder of guides by looking at it now and then: names, times and sizes, nothing else."""

from pathlib import Path

from stelae.errors import InvalidInputError
from stelae.ingestion.guide_files import snapshot

_Seen = frozenset[tuple[str, int, int]]


class FolderWatch:
    """Says when a folder has changed and come to rest: an editor, or a checkout, writes more than once."""

    def __init__(self, folder: str | Path) -> None:
        """Watch this folder; nothing of it has been dealt with yet.

        Raises:
            InvalidInputError: there is no such folder.
            OSError: a part of it cannot be read.
        """
        self._folder = folder
        self._last: _Seen | None = snapshot(folder)
        self._done: _Seen | None = None

    def due(self) -> bool:
        """Look, and say whether there is something to deal with: other files than before, and the same as at the last look.

        A folder that is away for a moment is not due: nothing is taken out because of it.
        """
        try:
            now = snapshot(self._folder)
        except (InvalidInputError, OSError):
            self._last = None
            return False
        rests, self._last = now == self._last, now
        return rests and now != self._done

    def done(self) -> None:
        """Say that what was there at the last look has been dealt with."""
        self._done = self._last
