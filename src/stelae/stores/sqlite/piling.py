"""Pending items that pile up: `ports.PendingPiles`. Who was told of a scope stands in `meta`, for all processes."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from stelae.schemas.piling import Pile
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

_TOLD: Final = "piling:"
"""In `meta`, before the listener's name and the number of the scope: when he was told."""


class _Look(NamedTuple):
    """What there is to do for one listener."""

    due: Sequence[int]
    """Scopes to tell of."""
    fallen: Sequence[int]
    """Scopes that were told and have few items by now."""


class Piles(Part):
    """`PendingPiles` over SQLite."""

    def claim_pile(
        self, listener: str, *, now: datetime, least: int, again: timedelta
    ) -> Pile | None:
        """See `ports.PendingPiles.claim_pile`."""
        moment, again_s = now.timestamp(), again.total_seconds()
        with self._database.read() as connection:
            if not any(_look(connection, listener, moment, least, again_s)):
                return None
        with self._database.write() as connection:
            due, fallen = _look(connection, listener, moment, least, again_s)
            connection.executemany(
                "DELETE FROM meta WHERE name = ?", [(_note(listener, sid),) for sid in fallen]
            )
            if not due:
                return None
            connection.execute(
                """INSERT INTO meta (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
                (_note(listener, due[0]), str(moment)),
            )
            return _pile(connection, due[0], moment)

    def release_pile(self, listener: str, pile: Pile) -> None:
        """See `ports.PendingPiles.release_pile`."""
        with self._database.write() as connection:
            sid = spaces.find(connection, pile.tenant, pile.scope)
            if sid is not None:
                connection.execute("DELETE FROM meta WHERE name = ?", (_note(listener, sid),))


def _note(listener: str, sid: int) -> str:
    return f"{_TOLD}{listener}:{sid}"


def _look(
    connection: Connection, listener: str, moment: float, least: int, again_s: float
) -> _Look:
    high, told = _high(connection, moment, least), _told(connection, listener)
    due = [sid for sid in high if sid not in told or abs(moment - told[sid]) >= again_s]
    return _Look(due, [sid for sid in told if sid not in high])


def _high(connection: Connection, moment: float, least: int) -> Sequence[int]:
    """Return the scopes with many items; an index has all that it takes."""
    many = connection.execute(
        "SELECT sid FROM pending WHERE expires_at > ? GROUP BY sid HAVING count(*) >= ? ORDER BY sid",
        (moment, least),
    )
    return [sid for (sid,) in many]


def _told(connection: Connection, listener: str) -> Mapping[int, float]:
    begin = _note(listener, 0)[:-1]
    rows = connection.execute(
        "SELECT name, value FROM meta WHERE name >= ? AND name < ?", (begin, f"{begin[:-1]};")
    )
    return {int(name.removeprefix(begin)): float(value) for name, value in rows}


def _pile(connection: Connection, sid: int, moment: float) -> Pile:
    tenant, scope = connection.execute(
        "SELECT tenant, scope FROM space WHERE sid = ?", (sid,)
    ).fetchone()
    reasons = connection.execute(
        """SELECT json_extract(body, '$.reason'), count(*), min(json_extract(body, '$.recorded_at'))
        FROM pending WHERE sid = ? AND expires_at > ? GROUP BY 1 ORDER BY 1""",
        (sid, moment),
    ).fetchall()
    return Pile(
        tenant=tenant,
        scope=scope,
        pending=sum(count for _, count, _ in reasons),
        oldest=min(datetime.fromisoformat(first) for *_, first in reasons),
        reasons={reason: count for reason, count, _ in reasons},
    )
