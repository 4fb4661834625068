"""Reads of records, versions, pending items and what the gate refused: `ports.MemoryReader`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final

from stelae.errors import MemoryNotFoundError
from stelae.schemas.change import Drop
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.scope import Namespace
from stelae.stores.entries import instant
from stelae.stores.sqlite import keywords, spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

_RECORD: Final = """SELECT v.body, e.access_count, e.last_access
    FROM memory m JOIN version v ON v.mid = m.mid AND v.version = m.version
    JOIN entry e ON e.rid = m.rid AND m.forgotten IS NULL """
_VISIBLE: Final = "(m.project IS NULL OR m.project = ?)"
_READABLE: Final = "m.sid IN (SELECT value FROM json_each(?))"
_LISTED: Final = """AND p.sid IN (SELECT value FROM json_each(:sids))
    AND (p.project IS NULL OR p.project = :project)"""
# By the entry's scope, for which there is an index of what is pinned; by the memory's, all of the scope would be read.
_PINNED: Final = f"""{_RECORD}
    WHERE e.pinned = 1 AND e.live = 1 AND e.sid IN (SELECT value FROM json_each(?))
    AND {_VISIBLE} ORDER BY m.mid"""  # noqa: S608 - a constant
# The plus keeps the planner on the rows that the index found, instead of on all of the scope.
_CONTAINING: Final = f"""{_RECORD}
    WHERE m.rid IN (SELECT rowid FROM keyword_index WHERE keyword_index MATCH ?)
    AND m.status = 'active' AND +m.sid = ?
    AND (m.project IS NULL OR m.project = ?) ORDER BY m.mid LIMIT ?"""  # noqa: S608 - a constant
_TELLING: Final = 2
"""Terms asked for first, where there are many: each costs a search of its own."""
_PROJECTS: Final = """SELECT project FROM memory WHERE sid = :sid AND project IS NOT NULL
    UNION SELECT project FROM observation WHERE sid = :sid AND project IS NOT NULL
    UNION SELECT project FROM pending WHERE sid = :sid AND project IS NOT NULL ORDER BY 1"""
_AFTER_ALL: Final = "\U0010ffff"


def record_of(row: tuple[Any, ...]) -> MemoryRecord:
    """Return the record of a row `(body, access_count, last_access)`; access is counted beside the body."""
    body, count, last = row
    record = MemoryRecord.model_validate_json(body)
    if count == record.access_count:
        return record
    return record.model_copy(update={"access_count": count, "last_access": instant(last)})


def _telling(terms: Sequence[str]) -> Sequence[str]:
    """Return the terms that fewest rows will hold: numbers, then long words. A new statement mostly ends with them."""
    return sorted(terms, key=lambda term: (not term[:1].isdigit(), -len(term)))[:_TELLING]


class Records(Part):
    """`MemoryReader` over SQLite."""

    def get(self, ns: Namespace, id: str) -> MemoryRecord:  # noqa: A002 - the word every door uses
        """See `ports.MemoryReader.get`."""
        found = self._records(f"m.id = ? AND {_READABLE} AND {_VISIBLE}", ns, id)
        if not found:
            raise MemoryNotFoundError(id)
        return found[0]

    def by_key(self, ns: Namespace, key: str) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.by_key`."""
        return self._written("m.status = 'active' AND m.key = ?", ns, key)

    def by_key_prefix(
        self, ns: Namespace, prefix: str, *, limit: int | None = None
    ) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.by_key_prefix`."""
        found = self._written(
            """m.mid IN (SELECT k.mid FROM memory k WHERE k.status = 'active' AND k.sid = ?
                AND k.key >= ? AND k.key < ? AND (k.project IS NULL OR k.project = ?)
                ORDER BY k.mid DESC LIMIT ?)""",
            ns,
            *(self._written_sid(ns), prefix, prefix + _AFTER_ALL, ns.project),
            -1 if limit is None else limit,
        )
        return found if limit is None else found[::-1]

    def by_observation(self, ns: Namespace, observation_id: str) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.by_observation`."""
        return self._written(
            "m.mid IN (SELECT mid FROM evidence WHERE observation = ?)", ns, observation_id
        )

    def containing(
        self, ns: Namespace, terms: Sequence[str], *, limit: int = 5
    ) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.containing`."""
        if not terms:
            return []
        sid = self._written_sid(ns)
        if len(terms) > _TELLING + 1 and not self._held_together(sid, _telling(terms)):
            return []
        asked = keywords.quoted(*(keywords.term(sid, t) for t in terms))
        return [
            record_of(row)
            for row in self._database.rows(_CONTAINING, (asked, sid, ns.project, limit))
        ]

    def _held_together(self, sid: int, terms: Sequence[str]) -> bool:
        """Does one row, of whatever kind, hold all of the terms? The index alone knows."""
        asked = keywords.quoted(*(keywords.term(sid, t) for t in terms))
        return bool(
            self._database.rows(
                "SELECT 1 FROM keyword_index WHERE keyword_index MATCH ? LIMIT 1", (asked,)
            )
        )

    def list(
        self,
        ns: Namespace,
        *,
        category: str | None = None,
        include_inactive: bool = False,
        limit: int = 100,
        after: str | None = None,
    ) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.list`."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"""{_RECORD} WHERE m.sid IN (SELECT value FROM json_each(:sids))
                AND (m.project IS NULL OR m.project = :project)
                AND (:category IS NULL OR m.category = :category)
                AND (:inactive OR m.status = 'active')
                AND (:after IS NULL OR m.mid < coalesce(
                    (SELECT p.mid FROM memory p WHERE p.id = :after {_LISTED}),
                    (SELECT max(p.mid) + 1 FROM memory p WHERE p.id < :after {_LISTED})))
                ORDER BY m.mid DESC LIMIT :limit""",  # noqa: S608 - a constant
                {
                    "sids": spaces.readable(connection, ns),
                    "project": ns.project,
                    "category": category,
                    "inactive": include_inactive,
                    "after": after,
                    "limit": limit,
                },
            ).fetchall()
        return [record_of(row) for row in rows]

    def pinned(self, ns: Namespace, *, limit: int | None = None) -> Sequence[MemoryRecord]:
        """See `ports.RecallSource.pinned`."""
        rows = self._database.rows(_PINNED, (self._readable_sids(ns), ns.project))
        # One by one, so that what is behind the limit is not parsed.
        return list(islice((one for one in map(record_of, rows) if one.always), limit))

    def versions(self, ns: Namespace, id: str) -> Sequence[Version]:  # noqa: A002
        """See `ports.MemoryReader.versions`."""
        self.get(ns, id)
        with self._database.read() as connection:
            rows = connection.execute(
                """SELECT v.body, v.version, v.change, v.actor, v.reason, v.recorded_at
                FROM version v JOIN memory m ON m.mid = v.mid
                WHERE m.id = ? AND m.forgotten IS NULL ORDER BY v.version""",
                (id,),
            ).fetchall()
        return [
            Version(
                record=MemoryRecord.model_validate_json(body),
                version=version,
                change=change,
                actor=actor,
                reason=reason,
                recorded_at=datetime.fromisoformat(at),
            )
            for body, version, change, actor, reason, at in rows
        ]

    def pending(self, ns: Namespace, *, now: datetime) -> Sequence[PendingItem]:
        """See `ports.MemoryReader.pending`."""
        with self._database.read() as connection:
            rows = connection.execute(
                """SELECT body FROM pending WHERE sid = ? AND (project IS NULL OR project = ?)
                AND expires_at > ? ORDER BY pid""",
                (spaces.written(connection, ns), ns.project, now.timestamp()),
            ).fetchall()
        return [PendingItem.model_validate_json(body) for (body,) in rows]

    def pending_item(self, ns: Namespace, id: str) -> PendingItem:  # noqa: A002
        """See `ports.MemoryReader.pending_item`."""
        with self._database.read() as connection:
            row = connection.execute(
                """SELECT body FROM pending WHERE id = ? AND sid = ?
                AND (project IS NULL OR project = ?)""",
                (id, spaces.written(connection, ns), ns.project),
            ).fetchone()
        if row is None:
            raise MemoryNotFoundError(id)
        return PendingItem.model_validate_json(row[0])

    def drops(self, ns: Namespace, *, limit: int = 100) -> Sequence[Drop]:
        """See `ports.MemoryReader.drops`."""
        with self._database.read() as connection:
            rows = connection.execute(
                """SELECT observation, reason, category, rule FROM refusal
                WHERE sid = ? ORDER BY fid DESC LIMIT ?""",
                (spaces.written(connection, ns), limit),
            ).fetchall()
        return [
            Drop(observation_id=observation, reason=reason, category=category, rule=rule)
            for observation, reason, category, rule in rows
        ]

    def projects(self, ns: Namespace) -> Sequence[str]:
        """See `ports.MemoryReader.projects`."""
        with self._database.read() as connection:
            sid = spaces.written(connection, ns)
            return [name for (name,) in connection.execute(_PROJECTS, {"sid": sid})]

    def counts(self, ns: Namespace) -> Mapping[str, int]:
        """See `ports.MemoryReader.counts`."""
        with self._database.read() as connection:
            return _counts(connection, spaces.readable(connection, ns), ns)

    def _records(self, where: str, ns: Namespace, *values: Any) -> Sequence[MemoryRecord]:
        rows = self._database.rows(
            f"{_RECORD} WHERE {where}", (*values, self._readable_sids(ns), ns.project)
        )
        return [record_of(row) for row in rows]

    def _written(self, where: str, ns: Namespace, *values: Any) -> Sequence[MemoryRecord]:
        # The plus keeps the planner on the condition: in the order of the table it would read all of the scope.
        rows = self._database.rows(
            f"{_RECORD} WHERE {where} AND m.sid = ? AND {_VISIBLE} ORDER BY +m.mid",
            (*values, self._written_sid(ns), ns.project),
        )
        return [record_of(row) for row in rows]


def _counts(connection: Connection, sids: str, ns: Namespace) -> dict[str, int]:
    row = connection.execute(
        """SELECT
        (SELECT count(*) FROM memory m WHERE m.status = 'active' AND m.sid IN sids
            AND (m.project IS NULL OR m.project = :project)),
        (SELECT count(*) FROM memory m WHERE m.status = 'superseded' AND m.sid IN sids
            AND (m.project IS NULL OR m.project = :project)),
        (SELECT count(*) FROM pending WHERE sid IN sids AND (project IS NULL OR project = :project)),
        (SELECT count(*) FROM observation WHERE sid IN sids AND forgotten IS NULL
            AND (project IS NULL OR project = :project)),
        (SELECT count(*) FROM job WHERE failed IS NULL AND sid IN sids),
        (SELECT count(*) FROM job WHERE failed IS NOT NULL AND sid IN sids)
        FROM (SELECT 1)""".replace("IN sids", "IN (SELECT value FROM json_each(:sids))"),
        {"sids": sids, "project": ns.project},
    ).fetchone()
    names: tuple[str, ...] = (
        *("memories", "superseded", "pending"),
        *("observations", "jobs", "failed_jobs"),
    )
    counts: dict[str, int] = dict(zip(names, row, strict=True))
    for name, number in connection.execute("SELECT name, number FROM leg ORDER BY number"):
        counts[f"unindexed:{name}"] = connection.execute(
            """SELECT count(*) FROM entry WHERE sid IN (SELECT value FROM json_each(?))
            AND gone = 0 AND vectors >> ? & 1 = 0""",
            (sids, number),
        ).fetchone()[0]
    return counts
