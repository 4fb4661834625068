"""Handles to read the bytes of a store's own files with, while it is open.

A process that closes any handle of a file drops every lock that it has on it, those of SQLite among them (POSIX). Another
process would then take itself for the only one that has the store open, and delete the log under this one: what this one
writes afterwards is lost to everybody else. So handles of these files stay open, one a file, until no connection is left.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

_held: dict[Path, dict[tuple[int, int], int]] = {}
"""By database, then by what the file is on the disk."""
_lock = Lock()


@contextmanager
def reading(path: Path, database: Path) -> Generator[int]:
    """Lend a handle of a file; its position is nobody's, so read with `os.pread`.

    Args:
        path: any file.
        database: of the store; it and the files that SQLite has beside it are closed by `close_all` alone.

    Raises:
        OSError: it cannot be read, or is not there.
    """
    if path.parent.resolve() == database.parent.resolve() and path.name.startswith(database.name):
        yield _lasting(path, database.resolve())
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def close_all(database: Path) -> None:
    """Close what was lent of a store; its last connection in this process is closed before."""
    with _lock:
        for handle in _held.pop(database.resolve(), {}).values():
            os.close(handle)


def _lasting(path: Path, database: Path) -> int:
    with _lock:
        held, now = _held.setdefault(database, {}), path.stat()
        handle = held.get((now.st_dev, now.st_ino))
        if handle is None:
            handle = os.open(path, os.O_RDONLY)
            opened = os.fstat(handle)
            held[opened.st_dev, opened.st_ino] = handle
        return handle
