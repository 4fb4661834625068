"""The audit trail: append-only rows, each chained to the one before by a keyed HMAC; ids and codes, never content."""

import hmac
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from stelae.schemas.change import Trail
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

NONCE_BYTES = 16
VERSION: Final = "version"
"""Action of a row that only vouches for a version: one that came along with what another row tells."""
_WAS: Final = "was="


def new_nonce() -> bytes:
    """Return the random key under which one version is vouched for; it is destroyed with the version's text."""
    return os.urandom(NONCE_BYTES)


def digest(nonce: bytes, body: str) -> bytes:
    """Return what the audit keeps of a version: it proves the text while the nonce is there, and nothing after."""
    return hmac.digest(nonce, body.encode(), "sha256")


def append(
    connection: Connection,
    key: bytes,
    sid: int,
    at: datetime,
    entries: Sequence[Trail],
    digests: Mapping[str, bytes],
    beside: Sequence[tuple[str, str, bytes]] = (),
) -> None:
    """Write entries behind the newest one, in the caller's transaction.

    A version of which no entry speaks gets a row of its own, so that the audit vouches for every version there is.

    Args:
        connection: inside a write transaction.
        key: the data folder's key.
        sid: the scope they belong to.
        at: when it happened.
        entries: what happened.
        digests: by subject id, of the versions written in this transaction.
        beside: kind, id and digest of what else was written; each gets a row of its own (`vouching`).
    """
    if not (entries or digests or beside):
        return
    moment = at.isoformat()
    row = connection.execute("SELECT mac FROM audit ORDER BY aid DESC LIMIT 1").fetchone()
    mac: bytes = row[0] if row else b""
    spoken_of = {entry.subject_id for entry in entries}
    actor = entries[0].actor if entries else "platform"
    silent = [
        Trail(action=VERSION, subject_id=id_, actor=actor, reason="written")
        for id_ in digests
        if id_ not in spoken_of
    ]
    rows: list[tuple[object, ...]] = [
        (
            *(entry.action, entry.subject_id, entry.actor, entry.reason),
            json.dumps(entry.fields) if entry.fields else "[]",
            digests.get(entry.subject_id),
        )
        for entry in (*entries, *silent)
    ]
    rows += [
        (VERSION, id_, "platform", "written", f'["{kind}"]', digest) for kind, id_, digest in beside
    ]
    for row in rows:
        values = (sid, moment, *row)
        mac = _link(key, mac, values)
        connection.execute(
            """INSERT INTO audit (sid, at, action, subject, actor, reason, fields, digest, mac)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (*values, mac),
        )


def replacement(subject: str, before: bytes) -> Trail:
    """Return the entry of a version whose text was written anew, with the digest that counts no more."""
    fields = ("evidence", f"{_WAS}{before.hex()}")
    return Trail(
        action=VERSION, subject_id=subject, actor="platform", reason="rewritten", fields=fields
    )


def replaced(action: str, fields: Sequence[str]) -> bytes | None:
    """Return the digest that such a row has put out of force; None: it is no such row."""
    was = fields[-1] if action == VERSION and fields else ""
    return bytes.fromhex(was.removeprefix(_WAS)) if was.startswith(_WAS) else None


def links(connection: Connection, key: bytes) -> Iterator[tuple[int, bytes, bool]]:
    """Yield number and MAC of every row, and whether it follows from the one before."""
    before = b""
    for number, mac, *values in connection.execute(
        """SELECT aid, mac, sid, at, action, subject, actor, reason, fields, digest
        FROM audit ORDER BY aid"""
    ):
        yield number, mac, hmac.compare_digest(mac, _link(key, before, tuple(values)))
        before = mac


def first_break(connection: Connection, key: bytes) -> int | None:
    """Return the number of the first row that does not follow from the one before, or None when the chain holds."""
    return next((number for number, _, holds in links(connection, key) if not holds), None)


def _link(key: bytes, before: bytes, values: tuple[object, ...]) -> bytes:
    plain = [v.hex() if isinstance(v, bytes) else v for v in values]
    link = _begun(key).copy()
    link.update(before + json.dumps(plain).encode())
    return link.digest()


@lru_cache(maxsize=8)
def _begun(key: bytes) -> hmac.HMAC:
    """Setting up a key costs more than to use it, and every row of a folder is linked with the same one."""
    return hmac.new(key, digestmod="sha256")


class TrailReader(Part):
    """`MemoryReader.trail` over SQLite."""

    def trail(self, ns: Namespace, id: str) -> Sequence[tuple[datetime, Trail]]:  # noqa: A002
        """See `ports.MemoryReader.trail`."""
        with self._database.read() as connection:
            rows = connection.execute(
                """SELECT at, action, subject, actor, reason, fields FROM audit
                WHERE subject = ? AND action <> ? AND sid IN (SELECT value FROM json_each(?))
                ORDER BY aid""",
                (id, VERSION, spaces.readable(connection, ns)),
            ).fetchall()
        return [
            (
                datetime.fromisoformat(at),
                Trail(
                    action=action,
                    subject_id=subject,
                    actor=actor,
                    reason=reason,
                    fields=tuple(json.loads(fields)),
                ),
            )
            for at, action, subject, actor, reason, fields in rows
        ]
