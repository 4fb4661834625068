"""Making files small again: rows that are gone, vector files in which little is alive, the log, free pages."""

import os
import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from stelae.stores.sqlite.connection import Connection, Database
from stelae.stores.sqlite.vector_files import Leg, VectorFiles, legs

LARGE_FILE_BYTES: Final = 64 * 1024 * 1024
"""Vector files that take less disk are left alone."""
BLOCK_BYTES: Final = 4096
"""What file systems give out at once; a dead slot frees disk only where a whole block is dead."""
MANY_STUBS: Final = 100
_STUB_SHARE: Final = 10
"""Stubs are deleted when one row in so many is one: readers must then read the scope's catalogue anew."""
_PAGE: Final = 500
_DRAFT: Final = ".draft"
_VECTORS: Final = "SELECT vid, rid, data FROM vector WHERE vid > ? AND leg = ? ORDER BY vid LIMIT ?"
_UNREFERRED: Final = " AND ".join(
    f"NOT EXISTS (SELECT 1 FROM {table} r WHERE r.rid = entry.rid)"  # noqa: S608 - names of tables
    for table in ("keyword", "memory", "version", "observation", "vector")
)


def drop_stubs(database: Database, limit: int) -> int:
    """Delete stubs of scopes that have many; their numbers are never given out again."""
    with database.read() as connection:
        crowded = [
            sid
            for sid, gone, rows in connection.execute(
                f"""SELECT sid, sum(gone AND {_UNREFERRED}), count(*) FROM entry GROUP BY sid"""  # noqa: S608 - a constant
            )
            if gone >= MANY_STUBS and gone * _STUB_SHARE >= rows
        ]
    if not crowded:
        return 0
    with database.write() as connection:
        deleted = 0
        for sid in crowded:
            cursor = connection.execute(
                f"""DELETE FROM entry WHERE rid IN (SELECT rid FROM entry
                WHERE sid = ? AND gone = 1 AND {_UNREFERRED} LIMIT ?)""",  # noqa: S608 - a constant
                (sid, limit - deleted),
            )
            if cursor.rowcount:
                # Who has not caught up yet would never learn that these rows are gone.
                connection.execute(
                    "UPDATE space SET seq = seq + 1, epoch = epoch + 1 WHERE sid = ?", (sid,)
                )
            deleted += cursor.rowcount
        return deleted


def compact_vectors(
    database: Database, files: VectorFiles, *, above: int = LARGE_FILE_BYTES
) -> Mapping[str, int]:
    """Write sparse vector files anew: a slot keeps its place, and blocks without a vector take no disk."""
    with database.read() as connection:
        found = legs(connection).values()
    counts = {"files": 0, "bytes": 0}
    for leg in found:
        path = files.path(leg)
        _remove_leftovers(files, leg)
        before = _allocated(path)
        worth = before > above and 2 * _needed(database, leg) < before
        if worth and _rewrite(database, files, leg):
            counts["files"] += 1
            counts["bytes"] += before - _allocated(
                files.path(leg._replace(generation=leg.generation + 1))
            )
    return counts


def fold_log(connection: Connection, path: Path) -> int:
    """Fold the log back into the file and cut it, unless somebody reads it, and return its size in bytes."""
    # Nobody waits for readers while holding the lock that writers want.
    (timeout,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout=0")
    try:
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout={timeout:d}")
    log = path.with_name(f"{path.name}-wal")
    return log.stat().st_size if log.exists() else 0


def free_bytes(connection: Connection) -> int:
    """Return how much of the file is free for new rows."""
    (pages,) = connection.execute("PRAGMA freelist_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    return pages * size


def _allocated(path: Path) -> int:
    """Return the disk a file takes; 0 where the system does not tell."""
    return getattr(path.stat(), "st_blocks", 0) * 512 if path.exists() else 0


def _needed(database: Database, leg: Leg) -> int:
    """Return the disk that a sparse file with the living vectors takes."""
    blocks, last = 0, -1
    with database.read() as connection:
        for (rid,) in connection.execute(
            "SELECT rid FROM vector WHERE leg = ? ORDER BY rid", (leg.number,)
        ):
            begin = max(rid * leg.slot_bytes // BLOCK_BYTES, last + 1)
            end = ((rid + 1) * leg.slot_bytes - 1) // BLOCK_BYTES
            blocks += max(0, end - begin + 1)
            last = max(last, end)
    return blocks * BLOCK_BYTES


def _rewrite(database: Database, files: VectorFiles, leg: Leg) -> bool:
    """Copy beside live use, catch up under the lock, and let the next generation take over.

    The file before is unlinked, not emptied: somebody may be reading it, and what was forgotten is zeroed in it already.
    """
    after = leg._replace(generation=leg.generation + 1)
    target = files.path(after)
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}{_DRAFT}")
    handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        copied = _Copy(handle, leg)
        while page := _vectors_after(database, leg, copied.last):
            copied.add(page)
        os.ftruncate(handle, files.path(leg).stat().st_size)
        os.fsync(handle)
        with database.write() as connection:
            if legs(connection)[leg.name]._replace(synced=0) != leg._replace(synced=0):
                return False
            copied.catch_up(connection)
            os.fsync(handle)
            try:
                draft.rename(target)
            except FileNotFoundError:  # another run took it for a leftover
                return False
            connection.execute(
                "UPDATE leg SET generation = ?, synced = ? WHERE number = ?",
                (after.generation, copied.last, leg.number),
            )
    finally:
        os.close(handle)
        draft.unlink(missing_ok=True)
    files.path(leg).unlink(missing_ok=True)
    return True


class _Copy:
    """A file with the living vectors of a leg, as far as they were copied."""

    def __init__(self, handle: int, leg: Leg) -> None:
        self.last = 0
        self._handle, self._leg = handle, leg
        self._rows: set[int] = set()

    def add(self, page: Iterable[tuple[int, int, bytes]]) -> None:
        for number, rid, data in page:
            self._write(rid, data)
            self._rows.add(rid)
            self.last = number

    def catch_up(self, connection: Connection) -> None:
        """Add what was written and empty what was deleted since; the write lock is held."""
        self.add(connection.execute(_VECTORS, (self.last, self._leg.number, -1)))
        living = connection.execute("SELECT rid FROM vector WHERE leg = ?", (self._leg.number,))
        for rid in self._rows - {rid for (rid,) in living}:
            self._write(rid, bytes(self._leg.slot_bytes))

    def _write(self, rid: int, data: bytes) -> None:
        os.pwrite(self._handle, data, rid * self._leg.slot_bytes)


def _vectors_after(database: Database, leg: Leg, last: int) -> list[tuple[int, int, bytes]]:
    with database.read() as connection:
        return connection.execute(_VECTORS, (last, leg.number, _PAGE)).fetchall()


def _remove_leftovers(files: VectorFiles, leg: Leg) -> None:
    """Remove what a killed run has left: drafts, and generations that were replaced."""
    folder = files.path(leg).parent
    for draft in folder.glob(f"vectors-{leg.name}-*{_DRAFT}"):
        draft.unlink(missing_ok=True)
    for generation in range(1, leg.generation):
        files.path(leg._replace(generation=generation)).unlink(missing_ok=True)
