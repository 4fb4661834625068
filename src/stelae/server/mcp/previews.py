"""What each session was shown before it may be forgotten: exact ids, for ten minutes, and nothing wider. No text is kept."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from stelae.errors import InvalidInputError
from stelae.schemas.forgetting import ForgetPreview

LIFETIME: Final = timedelta(minutes=10)
"""So long a preview may be carried out."""
MOST: Final = 20
"""Previews kept for a session, the newest ones."""
MOST_IDS: Final = 2_000
"""Ids kept of one preview, the first ones."""
MOST_IN_ALL: Final = 1_000
"""Previews kept of all sessions, the newest ones: whoever may name many scopes fills no memory."""
MOST_IDS_IN_ALL: Final = 50_000


@dataclass(frozen=True, slots=True)
class Shown:
    """What a session was shown: ids and versions, by which a forgetting is exact."""

    versions: Mapping[str, int]
    """By id; of a memory as it was shown."""
    everything: bool = False
    """Was it all of a scope, asked for as such, and is it still the whole of what was shown?"""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    session: str
    until: datetime
    shown: Shown


class Previews:
    """Remembers the previews of all sessions, within bounds; none outlives the process or its ten minutes."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept: deque[_Kept] = deque()
        """Oldest first."""
        self._ids = 0
        self._lock = Lock()

    def __len__(self) -> int:
        """Return how many are kept."""
        return len(self._kept)

    def keep(
        self, session: str, preview: ForgetPreview, now: datetime, *, everything: bool = False
    ) -> None:
        """Take note of what a session has been shown; `everything` says that this was all of a scope."""
        first = preview.preview[:MOST_IDS]
        versions = {item.id: item.version for item in first}
        shown = Shown(versions, everything=everything and len(first) == len(preview.preview))
        with self._lock:
            self._drop_old(now)
            own = [one for one in self._kept if one.session == session]
            for one in own[: max(0, len(own) - MOST + 1)]:
                self._kept.remove(one)
                self._ids -= len(one.shown.versions)
            self._kept.append(_Kept(session, now + LIFETIME, shown))
            self._ids += len(versions)
            while len(self._kept) > MOST_IN_ALL or self._ids > MOST_IDS_IN_ALL:
                self._drop_first()

    def find(self, session: str, ids: Sequence[str], now: datetime) -> Shown:
        """Return these ids with their versions, as the session was shown them last.

        Raises:
            InvalidInputError: there are none, or one was not shown to this session within the ten minutes.
        """
        with self._lock:
            self._drop_old(now)
            own = [one.shown for one in self._kept if one.session == session]
        wanted = dict.fromkeys(ids)
        for shown in reversed(own):
            if wanted and wanted.keys() == shown.versions.keys():
                return shown
        known = {id_: version for shown in own for id_, version in shown.versions.items()}
        if not wanted or wanted.keys() - known.keys():
            raise InvalidInputError(
                "Give ids from forget_preview, as it has shown them in this session within the last ten minutes."
            )
        return Shown({id_: known[id_] for id_ in wanted})

    def _drop_old(self, now: datetime) -> None:
        while self._kept and self._kept[0].until <= now:
            self._drop_first()

    def _drop_first(self) -> None:
        self._ids -= len(self._kept.popleft().shown.versions)
