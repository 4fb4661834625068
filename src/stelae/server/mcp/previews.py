"""What each session was shown before it may be forgotten: exact ids, for ten minutes, and nothing wider."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from stelae.errors import InvalidInputError
from stelae.schemas.forgetting import ForgetPreview

LIFETIME: Final = timedelta(minutes=10)
"""So long a preview may be carried out."""
MOST: Final = 20
"""Previews kept for a session, the newest ones."""


class Previews:
    """Keeps the previews of all sessions in memory; none outlives the process or its ten minutes."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept: dict[str, list[tuple[datetime, ForgetPreview]]] = {}
        self._lock = Lock()

    def keep(self, session: str, preview: ForgetPreview, now: datetime) -> None:
        """Take note of what a session has been shown."""
        with self._lock:
            self._drop_old(now)
            kept = self._kept.setdefault(session, [])
            kept.append((now, preview))
            del kept[:-MOST]

    def find(self, session: str, ids: Sequence[str], now: datetime) -> ForgetPreview:
        """Return a preview of exactly these ids, as the session was shown them last.

        Raises:
            InvalidInputError: there are none, or one was not shown to this session within the ten minutes.
        """
        with self._lock:
            self._drop_old(now)
            kept = [preview for _, preview in self._kept.get(session, ())]
        wanted = dict.fromkeys(ids)
        for preview in reversed(kept):
            if wanted and wanted.keys() == {item.id for item in preview.preview}:
                return preview
        known = {item.id: item for preview in kept for item in preview.preview}
        if not wanted or wanted.keys() - known.keys():
            raise InvalidInputError(
                "Give ids from forget_preview, as it has shown them in this session within the last ten minutes."
            )
        return ForgetPreview(preview=tuple(known[one] for one in wanted))

    def _drop_old(self, now: datetime) -> None:
        for session, kept in list(self._kept.items()):
            fresh = [one for one in kept if one[0] + LIFETIME > now]
            if fresh:
                self._kept[session] = fresh
            else:
                del self._kept[session]
