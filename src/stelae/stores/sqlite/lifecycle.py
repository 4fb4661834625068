"""What is due in the life of memories and messages: `ports.LifeCycle`. Pages over the whole store, all scopes."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from stelae.ports import Named, Owned
from stelae.schemas.authority import TIERS, Authority
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part
from stelae.stores.sqlite.records import record_of

_OWNED: Final = """SELECT m.mid, s.tenant, s.scope, v.body, e.access_count, e.last_access
    FROM memory m JOIN space s ON s.sid = m.sid JOIN entry e ON e.rid = m.rid
    JOIN version v ON v.mid = m.mid AND v.version = m.version
    WHERE m.mid > :after AND m.status = 'active' AND {} ORDER BY m.mid LIMIT :limit"""


class LifeCycles(Part):
    """`LifeCycle` over SQLite."""

    def expirable(self, now: datetime, *, after: int, limit: int) -> Sequence[Owned]:
        """See `ports.LifeCycle.expirable`."""
        values = {"now": now.timestamp(), "after": after, "limit": limit}
        return self._owned("e.expires_at <= :now", values)

    def fading(
        self, category: str, tiers: Sequence[Authority], *, before: datetime, after: int, limit: int
    ) -> Sequence[Owned]:
        """See `ports.LifeCycle.fading`."""
        values = {
            "category": category,
            "tiers": json.dumps([TIERS.index(tier) for tier in tiers]),
            "before": before.timestamp(),
            "after": after,
            "limit": limit,
        }
        return self._owned(
            """m.category = :category AND e.pinned = 0 AND e.time <= :before
            AND e.authority IN (SELECT value FROM json_each(:tiers))""",
            values,
        )

    def of_category(self, category: str, *, after: int, limit: int) -> Sequence[Owned]:
        """See `ports.LifeCycle.of_category`."""
        values = {"category": category, "after": after, "limit": limit}
        return self._owned("m.category = :category", values)

    def idle_observations(
        self, before: datetime, *, after: int, limit: int
    ) -> tuple[Sequence[Named], int | None]:
        """See `ports.LifeCycle.idle_observations`."""
        with self._database.read() as connection:
            asked = _asked(connection)
            rows = connection.execute(
                """SELECT o.oid, s.tenant, s.scope, o.id,
                json_extract(o.body, '$.recorded_at'), json_extract(o.body, '$.text'),
                o.forgotten IS NULL AND NOT EXISTS (SELECT 1 FROM evidence e
                    JOIN memory m ON m.mid = e.mid WHERE e.observation = o.id AND m.status = 'active')
                FROM observation o JOIN space s ON s.sid = o.sid
                WHERE o.oid > ? ORDER BY o.oid LIMIT ?""",
                (after, limit),
            ).fetchall()
        idle = [
            Named(oid, Namespace(tenant=tenant, scope=scope), id_, text)
            for oid, tenant, scope, id_, recorded, text, alone in rows
            if alone and id_ not in asked and datetime.fromisoformat(recorded) < before
        ]
        return idle, rows[-1][0] if len(rows) == limit else None

    def overdue(self, now: datetime, *, limit: int) -> Sequence[Named]:
        """See `ports.LifeCycle.overdue`."""
        with self._database.read() as connection:
            rows = connection.execute(
                """SELECT p.pid, s.tenant, s.scope, p.id FROM pending p
                JOIN space s ON s.sid = p.sid WHERE p.expires_at <= ? ORDER BY p.pid LIMIT ?""",
                (now.timestamp(), limit),
            ).fetchall()
        return [
            Named(pid, Namespace(tenant=tenant, scope=scope), id_)
            for pid, tenant, scope, id_ in rows
        ]

    def purgeable(self, now: datetime) -> Sequence[Namespace]:
        """See `ports.LifeCycle.purgeable`."""
        with self._database.read() as connection:
            rows = connection.execute(
                """SELECT s.tenant, s.scope, json_extract(r.body, '$.purge_after')
                FROM receipt r JOIN space s ON s.sid = r.sid
                WHERE json_extract(r.body, '$.pending_purge') ORDER BY r.nid"""
            ).fetchall()
        due = [
            (tenant, scope)
            for tenant, scope, at in rows
            if at is not None and datetime.fromisoformat(at) <= now
        ]
        return [Namespace(tenant=tenant, scope=scope) for tenant, scope in dict.fromkeys(due)]

    def trim(self, *, refusals_kept: int, traces_before: datetime, limit: int) -> Mapping[str, int]:
        """See `ports.LifeCycle.trim`."""
        with self._database.read() as connection:
            refusals = _surplus(connection, refusals_kept, limit)
            traces = _old_traces(connection, traces_before, limit)
        if refusals or traces:
            with self._database.write() as connection:
                connection.executemany("DELETE FROM refusal WHERE fid = ?", refusals)
                connection.executemany("DELETE FROM trace WHERE tid = ?", traces)
        return {"refusals": len(refusals), "traces": len(traces)}

    def _owned(self, where: str, values: Mapping[str, Any]) -> Sequence[Owned]:
        with self._database.read() as connection:
            rows = connection.execute(_OWNED.format(where), values).fetchall()
        return [
            Owned(
                mid,
                Namespace(tenant=tenant, scope=scope),
                record_of((body, count, last)),
            )
            for mid, tenant, scope, body, count, last in rows
        ]


def _asked(connection: Connection) -> frozenset[str]:
    """Return the observations on which a question rests that still waits."""
    rows = connection.execute(
        """SELECT json_extract(span.value, '$.observation_id')
        FROM pending p, json_each(p.body, '$.record.evidence') span"""
    )
    return frozenset(id_ for (id_,) in rows)


def _surplus(connection: Connection, kept: int, limit: int) -> Sequence[tuple[int]]:
    """Return the numbers of refusals beyond the newest of each scope."""
    found: list[tuple[int]] = []
    for (sid,) in connection.execute("SELECT sid FROM space").fetchall():
        found += connection.execute(
            "SELECT fid FROM refusal WHERE sid = ? ORDER BY fid DESC LIMIT ? OFFSET ?",
            (sid, limit - len(found), kept),
        )
    return found


def _old_traces(connection: Connection, before: datetime, limit: int) -> Sequence[tuple[int]]:
    rows = connection.execute(
        "SELECT tid, json_extract(body, '$.at') FROM trace ORDER BY tid LIMIT ?", (limit,)
    )
    return [(tid,) for tid, at in rows if datetime.fromisoformat(at) < before]
