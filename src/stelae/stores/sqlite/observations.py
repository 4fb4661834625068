"""Reads of the observation log: `ports.ObservationLog`."""

from collections.abc import Mapping, Sequence
from typing import Final

from stelae.errors import MemoryNotFoundError
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.part import Part

_BY_ID: Final = "SELECT body, forgotten FROM observation WHERE sid = ? AND external_id = ?"
_BY_CONTENT: Final = "SELECT body, forgotten FROM observation WHERE sid = ? AND content_hash = ? AND external_id IS NULL"


class Observations(Part):
    """`ObservationLog` over SQLite."""

    def seen(
        self, ns: Namespace, external_ids: Sequence[str], content_hashes: Sequence[str]
    ) -> Mapping[str, Observation]:
        """See `ports.ObservationLog.seen`."""
        sid = self._written_sid(ns)
        found: dict[str, Observation] = {}
        for statement, marks in ((_BY_ID, external_ids), (_BY_CONTENT, content_hashes)):
            for mark in marks:
                for body, forgotten in self._database.rows(statement, (sid, mark)):
                    found[mark] = _seen(body, forgotten)
        return found

    def observation(self, ns: Namespace, id: str) -> Observation:  # noqa: A002
        """See `ports.ObservationLog.observation`."""
        with self._database.read() as connection:
            row = connection.execute(
                """SELECT body FROM observation WHERE id = ? AND forgotten IS NULL
                AND sid IN (SELECT value FROM json_each(?))
                AND (project IS NULL OR project = ?)""",
                (id, spaces.readable(connection, ns), ns.project),
            ).fetchone()
        if row is None:
            raise MemoryNotFoundError(id)
        return Observation.model_validate_json(row[0])

    def observations(
        self, ns: Namespace, *, session: str | None = None, limit: int = 100
    ) -> Sequence[Observation]:
        """See `ports.ObservationLog.observations`."""
        with self._database.read() as connection:
            rows = connection.execute(
                """SELECT body FROM observation WHERE sid = ? AND forgotten IS NULL
                AND (project IS NULL OR project = ?) AND (?3 IS NULL OR session = ?3)
                ORDER BY oid DESC LIMIT ?4""",
                (spaces.written(connection, ns), ns.project, session, limit),
            ).fetchall()
        return [Observation.model_validate_json(body) for (body,) in rows]


def _seen(body: str, forgotten: float | None) -> Observation:
    """What is forgotten is still known to have come in, but not what it said."""
    seen = Observation.model_validate_json(body)
    if forgotten is None:
        return seen
    return seen.model_copy(update={"text": "", "tool_calls": (), "metadata": {}})
