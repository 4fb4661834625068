"""Tombstones and receipts: what is left of something forgotten. Neither holds a word of it."""

import hmac
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from stelae.errors import MemoryNotFoundError, VersionConflictError
from stelae.schemas.candidate import Span
from stelae.schemas.change import ChangeSet
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.stores.quotes import said_by
from stelae.stores.sqlite import spaces, vouching
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part
from stelae.stores.sqlite.records import record_of
from stelae.text.literals import literals

_NAMED: Final = "FROM receipt r JOIN json_each(r.body, '$.{}') named"
_BURIED_WORDINGS: Final = f"""SELECT v.body {_NAMED.format("forgotten")}
    JOIN memory m ON m.id = named.value JOIN version v ON v.mid = m.mid
    WHERE r.id = :receipt AND m.sid = :sid AND m.forgotten IS NOT NULL"""
_NAMES_OF_BURIED: Final = f"""SELECT c.name {_NAMED.format("forgotten")}
    JOIN memory m ON m.id = named.value
    JOIN concept_name c ON c.sid = m.sid AND m.key IN (c.key, c.name)
    WHERE r.id = :receipt AND m.sid = :sid AND m.forgotten IS NOT NULL"""
_HIDDEN_MESSAGES: Final = f"""SELECT o.body {_NAMED.format("observations")}
    JOIN observation o ON o.id = named.value
    WHERE r.id = :receipt AND o.sid = :sid AND o.forgotten IS NOT NULL"""
_WITHHELD: Final = f"""SELECT w.body {_NAMED.format("observations")}
    JOIN withheld w ON w.observation = named.value JOIN memory m ON m.mid = w.mid
    WHERE r.id = :receipt AND m.sid = :sid"""


def tombstone_mark(key: bytes, sid: int, mark: str) -> bytes:
    """Return what a tombstone keeps of a plain mark: recognisable with the folder's key only."""
    return hmac.digest(key, f"tombstone\x00{sid}\x00{mark}".encode(), "sha256")


def check_unchanged(connection: Connection, sid: int, changes: ChangeSet) -> None:
    """Refuse a change set that was planned before the newest forgetting, or on a receipt that was undone since.

    Raises:
        VersionConflictError: it must be planned anew.
    """
    if changes.forgettings not in {None, _count(connection, sid)}:
        raise VersionConflictError("Something was forgotten in this scope meanwhile.")
    for receipt in changes.receipts:
        undone = connection.execute(
            "SELECT json_extract(body, '$.restored_at') FROM receipt WHERE id = ? AND sid = ?",
            (receipt.id, sid),
        ).fetchone()
        if receipt.restored_at is None and undone not in {None, (None,)}:
            raise VersionConflictError(f"The forgetting {receipt.id!r} was undone meanwhile.")


def _count(connection: Connection, sid: int) -> int:
    return connection.execute("SELECT count(*) FROM receipt WHERE sid = ?", (sid,)).fetchone()[0]


def record(
    connection: Connection, key: bytes, sid: int, changes: ChangeSet
) -> Sequence[vouching.Written]:
    """Write the tombstones and receipts of a change set, in the caller's transaction; lift those it lifts.

    Returns:
        The receipts, for the audit.
    """
    connection.executemany(
        "DELETE FROM tombstone WHERE sid = ? AND receipt = ?",
        [(sid, receipt) for receipt in changes.lifted],
    )
    connection.executemany(
        """INSERT INTO tombstone (sid, mark, receipt, at) VALUES (?, ?, ?, ?)
        ON CONFLICT (sid, mark, receipt) DO UPDATE SET at = max(at, excluded.at)""",
        [
            (sid, tombstone_mark(key, sid, t.mark), t.receipt, changes.at.timestamp())
            for t in changes.tombstones
        ],
    )
    sealed = [(r, *_sealed(r)) for r in changes.receipts]
    connection.executemany(
        """INSERT INTO receipt (id, sid, at, nonce, body) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET at = excluded.at, nonce = excluded.nonce, body = excluded.body
        WHERE sid = excluded.sid""",
        [(r.id, sid, r.at.timestamp(), nonce, body) for r, body, nonce, _ in sealed],
    )
    return [written for *_, written in sealed]


def _sealed(receipt: Receipt) -> tuple[str, bytes, vouching.Written]:
    body = receipt.model_dump_json()
    return body, *vouching.sealed("receipt", receipt.id, body)


class Tombstones(Part):
    """The part of `MemoryReader` that knows what was forgotten."""

    def tombstoned(self, ns: Namespace, marks: Sequence[str]) -> Mapping[str, datetime]:
        """See `ports.MemoryReader.tombstoned`."""
        sid = self._written_sid(ns)
        # Most scopes have forgotten nothing; a mark costs more than to ask.
        if not self._database.rows("SELECT 1 FROM tombstone WHERE sid = ? LIMIT 1", (sid,)):
            return {}
        kept = {tombstone_mark(self._key, sid, mark): mark for mark in marks}
        places = ", ".join("?" * len(kept))
        rows = self._database.rows(
            f"SELECT mark, max(at) FROM tombstone WHERE sid = ? AND mark IN ({places}) GROUP BY mark",  # noqa: S608
            (sid, *kept),
        )
        return {kept[mark]: datetime.fromtimestamp(at, UTC) for mark, at in rows}

    def forgotten(self, ns: Namespace) -> Sequence[Receipt]:
        """See `ports.MemoryReader.forgotten`."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT body FROM receipt WHERE sid = ? ORDER BY at DESC, nid DESC",
                (spaces.written(connection, ns),),
            ).fetchall()
        return [Receipt.model_validate_json(body) for (body,) in rows]

    def forgettings(self, ns: Namespace) -> int:
        """See `ports.MemoryReader.forgettings`."""
        sid = self._written_sid(ns)
        return self._database.rows("SELECT count(*) FROM receipt WHERE sid = ?", (sid,))[0][0]

    def forgettings_of(self, tenant: str) -> int:
        """See `ports.MemoryReader.forgettings_of`."""
        # A tenant may have many more scopes than forgettings.
        return self._database.rows(
            """SELECT count(*) FROM receipt r CROSS JOIN space s ON s.sid = r.sid
            WHERE s.tenant = ?""",
            (tenant,),
        )[0][0]

    def buried(self, ns: Namespace, receipt: str) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.buried`."""
        with self._database.read() as connection:
            sid = spaces.written(connection, ns)
            _known(connection, sid, receipt)
            rows = connection.execute(
                """SELECT v.body, e.access_count, e.last_access FROM receipt r
                JOIN json_each(r.body, '$.forgotten') named JOIN memory m ON m.id = named.value
                JOIN version v ON v.mid = m.mid AND v.version = m.version
                JOIN entry e ON e.rid = m.rid
                WHERE r.id = ? AND m.sid = ? AND m.forgotten IS NOT NULL ORDER BY m.mid""",
                (receipt, sid),
            ).fetchall()
        return [record_of(row) for row in rows]

    def buried_texts(self, ns: Namespace, receipt: str) -> Sequence[str]:
        """See `ports.MemoryReader.buried_texts`."""
        with self._database.read() as connection:
            sid = spaces.written(connection, ns)
            _known(connection, sid, receipt)
            named = {"sid": sid, "receipt": receipt}
            records, said, spans = (
                [body for (body,) in connection.execute(statement, named)]
                for statement in (_BURIED_WORDINGS, _HIDDEN_MESSAGES, _WITHHELD)
            )
        return said_by(
            map(MemoryRecord.model_validate_json, records),
            map(Observation.model_validate_json, said),
            map(Span.model_validate_json, spans),
        )

    def buried_values(self, ns: Namespace, receipt: str) -> Sequence[str]:
        """See `ports.MemoryReader.buried_values`."""
        with self._database.read() as connection:
            sid = spaces.written(connection, ns)
            _known(connection, sid, receipt)
            named = {"sid": sid, "receipt": receipt}
            bodies = connection.execute(_BURIED_WORDINGS, named).fetchall()
            names = [name for (name,) in connection.execute(_NAMES_OF_BURIED, named)]
        records = (MemoryRecord.model_validate_json(body) for (body,) in bodies)
        return tuple(dict.fromkeys((*literals(records), *names)))


def _known(connection: Connection, sid: int, receipt: str) -> None:
    if not connection.execute(
        "SELECT 1 FROM receipt WHERE id = ? AND sid = ?", (receipt, sid)
    ).fetchone():
        raise MemoryNotFoundError(receipt)
