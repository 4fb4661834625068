"""Recall traces and access counts: `ports.TraceLog`."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from stelae.errors import MemoryNotFoundError
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace
from stelae.stores.entries import KEPT_TRACES
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part


class Traces(Part):
    """`TraceLog` over SQLite."""

    def save(
        self, ns: Namespace, traces: Sequence[Trace], touched: Mapping[str, int], *, now: datetime
    ) -> None:
        """See `ports.TraceLog.save`."""
        with self._database.write() as connection:
            since = _last_forgetting(connection, ns, now)
            connection.executemany(
                "INSERT INTO trace (id, tenant, scope, project, body) VALUES (?, ?, ?, ?, ?)",
                [
                    (t.id, ns.tenant, ns.scope, ns.project, t.model_dump_json())
                    for t in traces
                    if since is None or t.at.timestamp() > since
                ],
            )
            connection.execute(
                """DELETE FROM trace WHERE tenant = ?1 AND tid <= (SELECT tid FROM trace
                WHERE tenant = ?1 ORDER BY tid DESC LIMIT 1 OFFSET ?2)""",
                (ns.tenant, KEPT_TRACES),
            )
            _touch(connection, ns, touched, now)

    def trace(self, ns: Namespace, id: str) -> Trace:  # noqa: A002
        """See `ports.TraceLog.trace`."""
        with self._database.read() as connection:
            row = connection.execute(
                """SELECT body FROM trace WHERE id = ? AND tenant = ? AND scope = ?
                AND (project IS NULL OR project = ?)""",
                (id, ns.tenant, ns.scope, ns.project),
            ).fetchone()
        if row is None:
            raise MemoryNotFoundError(id, recall=True)
        return Trace.model_validate_json(row[0])


def _last_forgetting(connection: Connection, ns: Namespace, now: datetime) -> float | None:
    """When was anything last forgotten in a readable scope? What was asked before may show it, or quote it.

    A forgetting to come is one of a clock that was wrong: it says nothing.
    """
    row = connection.execute(
        "SELECT max(at) FROM receipt WHERE sid IN (SELECT value FROM json_each(?)) AND at <= ?",
        (spaces.readable(connection, ns), now.timestamp()),
    ).fetchone()
    return row[0]


def _touch(
    connection: Connection, ns: Namespace, touched: Mapping[str, int], now: datetime
) -> None:
    sids, sequences = spaces.readable(connection, ns), dict[int, int]()
    for id_, count in touched.items():
        row = connection.execute(
            """SELECT m.rid, m.sid FROM memory m WHERE m.id = ? AND m.forgotten IS NULL
            AND m.sid IN (SELECT value FROM json_each(?))
            AND (m.project IS NULL OR m.project = ?)""",
            (id_, sids, ns.project),
        ).fetchone()
        if row is None:  # forgotten between the recall and this batch
            continue
        rid, sid = row
        if sid not in sequences:
            sequences[sid] = spaces.advance_number(connection, sid)
        connection.execute(
            """UPDATE entry SET access_count = access_count + ?, last_access = ?, seq = ?
            WHERE rid = ?""",
            (count, now.timestamp(), sequences[sid], rid),
        )
