"""What goes out of a store as lines, and what an import needs to know of it: `ports.Transfer`."""

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Literal

from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import (
    ContentLine,
    MemoryLine,
    ObservationLine,
    PendingLine,
    ReceiptLine,
    TombstoneLine,
)
from stelae.stores.entries import instant
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part
from stelae.stores.sqlite.records import record_of

_OF_PROJECT: Final = "(:project IS NULL OR project IS NULL OR project = :project)"
_OBSERVATIONS: Final = f"""SELECT body FROM observation
    WHERE sid = :sid AND forgotten IS NULL AND {_OF_PROJECT} ORDER BY oid"""  # noqa: S608 - a constant
_VERSIONS: Final = f"""SELECT m.mid, v.version = m.version, v.version, v.change, v.actor, v.reason,
    v.recorded_at, v.body, e.access_count, e.last_access
    FROM (SELECT * FROM memory WHERE sid = :sid AND forgotten IS NULL AND {_OF_PROJECT}) m
    JOIN version v ON v.mid = m.mid JOIN entry e ON e.rid = m.rid
    ORDER BY m.mid, v.version"""  # noqa: S608 - a constant
_PENDING: Final = f"""SELECT body FROM pending
    WHERE sid = :sid AND expires_at > :now AND {_OF_PROJECT} ORDER BY pid"""  # noqa: S608 - a constant
_RECEIPTS: Final = "SELECT body FROM receipt WHERE sid = :sid ORDER BY nid"
_TOMBSTONES: Final = """SELECT mark, receipt, at FROM tombstone
    WHERE sid = :sid ORDER BY at, receipt, mark"""
_TAKEN: Final = tuple(
    f"SELECT id, sid FROM {table} WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608 - our own tables
    for table in ("memory", "observation", "pending")
)


class Transfers(Part):
    """`Transfer` over SQLite."""

    def scopes(self, tenant: str) -> Sequence[str]:
        """See `ports.Transfer.scopes`."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT scope FROM space WHERE tenant = ? ORDER BY sid", (tenant,)
            ).fetchall()
        return [scope for (scope,) in rows]

    def dump(self, ns: Namespace, *, now: datetime) -> Generator[ContentLine, None, None]:
        """See `ports.Transfer.dump`."""
        with self._database.read() as connection:
            values = {
                "sid": spaces.written(connection, ns),
                "project": ns.project,
                "now": now.timestamp(),
            }
            for (body,) in connection.execute(_OBSERVATIONS, values):
                seen = Observation.model_validate_json(body)
                yield ObservationLine(scope=ns.scope, observation=seen)
            yield from _memories(connection, ns.scope, values)
            for (body,) in connection.execute(_PENDING, values):
                item = PendingItem.model_validate_json(body)
                yield PendingLine(scope=ns.scope, item=item)
            yield from _marks(connection, ns.scope, values)

    def taken(
        self, ns: Namespace, ids: Sequence[str]
    ) -> Mapping[str, Literal["here", "elsewhere"]]:
        """See `ports.Transfer.taken`."""
        wanted = json.dumps(list(ids))
        with self._database.read() as connection:
            mine = spaces.written(connection, ns)
            return {
                id_: "here" if sid == mine else "elsewhere"
                for sql in _TAKEN
                for id_, sid in connection.execute(sql, (wanted,))
            }

    def restore_marks(self, ns: Namespace, lines: Sequence[ReceiptLine | TombstoneLine]) -> int:
        """See `ports.Transfer.restore_marks`."""
        with self._database.write() as connection:
            sid, _ = spaces.advance(connection, ns)
            return sum(_restore(connection, sid, line) for line in lines)


def _memories(
    connection: Connection, scope: str, values: Mapping[str, Any]
) -> Iterator[MemoryLine]:
    for _, rows in groupby(connection.execute(_VERSIONS, values), itemgetter(0)):
        yield MemoryLine(scope=scope, versions=tuple(_version(row) for row in rows))


def _version(row: tuple[Any, ...]) -> Version:
    _, current, version, change, actor, reason, at, body, count, last = row
    record = record_of((body, count, last)) if current else MemoryRecord.model_validate_json(body)
    return Version(
        record=record,
        version=version,
        change=change,
        actor=actor,
        reason=reason,
        recorded_at=datetime.fromisoformat(at),
    )


def _marks(
    connection: Connection, scope: str, values: Mapping[str, Any]
) -> Iterator[ReceiptLine | TombstoneLine]:
    for (body,) in connection.execute(_RECEIPTS, values):
        yield ReceiptLine(scope=scope, receipt=Receipt.model_validate_json(body))
    for mark, receipt, at in connection.execute(_TOMBSTONES, values):
        when = instant(at)
        assert when is not None  # noqa: S101 - the column is never NULL
        yield TombstoneLine(scope=scope, mark=mark.hex(), receipt=receipt, at=when)


def _restore(connection: Connection, sid: int, line: ReceiptLine | TombstoneLine) -> int:
    if isinstance(line, ReceiptLine):
        receipt = line.receipt
        return connection.execute(
            "INSERT OR IGNORE INTO receipt (id, sid, at, body) VALUES (?, ?, ?, ?)",
            (receipt.id, sid, receipt.at.timestamp(), receipt.model_dump_json()),
        ).rowcount
    return connection.execute(
        "INSERT OR IGNORE INTO tombstone (sid, mark, receipt, at) VALUES (?, ?, ?, ?)",
        (sid, bytes.fromhex(line.mark), line.receipt, line.at.timestamp()),
    ).rowcount
