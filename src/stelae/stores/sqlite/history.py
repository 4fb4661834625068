"""A memory that comes with its history: versions as they were, one row for each wording, an audit row for each version."""

from collections.abc import Callable, Sequence
from datetime import datetime

from stelae.schemas.change import Past, Write
from stelae.stores.entries import Entry
from stelae.stores.histories import wordings
from stelae.stores.sqlite import fields, trail
from stelae.stores.sqlite.connection import Connection

Digest = tuple[str, bytes]
"""Id of a memory, and the digest of one of its versions."""


def remember(
    connection: Connection, sid: int, write: Write, add_row: Callable[[Entry, str], int]
) -> tuple[int, Sequence[Digest]]:
    """Write a new memory with its versions.

    Args:
        connection: inside a write transaction.
        sid: the scope.
        write: with a history.
        add_row: makes the row of a wording from its entry and keyword string, and returns its number.

    Returns:
        The memory's number, and the digests of its versions, oldest first.
    """
    record = write.record
    rows: list[tuple[int, int]] = []
    for wording in wordings(write.history):
        rid = add_row(wording.entry, wording.last.tokens)
        fields.index(connection, sid, rid, wording.last.version.record.attributes)
        rows.append((wording.first, rid))
    mid = connection.execute(
        """INSERT INTO memory (id, rid, sid, key, project, category, status, version)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            *(record.id, rows[-1][1], sid, record.key, record.project),
            *(record.category, record.status, record.version),
        ),
    ).lastrowid
    assert mid is not None  # noqa: S101 - an INSERT always has one
    digests = [
        (record.id, _add_version(connection, mid, past, _row_of(number, rows)))
        for number, past in enumerate(write.history)
    ]
    return mid, digests


def vouch(
    connection: Connection, key: bytes, sid: int, at: datetime, digests: Sequence[Digest]
) -> None:
    """Write an audit row for each of these versions, in the caller's transaction."""
    for id_, digest in digests:
        trail.append(connection, key, sid, at, (), {id_: digest})


def _add_version(connection: Connection, mid: int, past: Past, rid: int | None) -> bytes:
    version, nonce, body = past.version, trail.new_nonce(), past.version.record.model_dump_json()
    connection.execute(
        """INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            *(mid, version.version, version.change, version.actor, version.reason),
            *(version.recorded_at.isoformat(), nonce, body, rid),
        ),
    )
    return trail.digest(nonce, body)


def _row_of(number: int, rows: Sequence[tuple[int, int]]) -> int | None:
    return next((rid for first, rid in reversed(rows) if first <= number), None)
