"""Connections to one SQLite file: one writer behind a lock, a bounded pool of readers, typed errors, forks.

The only module that opens connections to a store in use (`backups` reads finished copies). It knows nothing of tables.
"""

import os
import sqlite3
import threading
import time
import weakref
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

from stelae.errors import StoreBusyError, StoreCorruptError, StoreError, VersionConflictError

Durability = Literal["full", "normal"]
"""`full`: a commit survives a power cut. `normal`: it survives the end of the process only."""
Connection = sqlite3.Connection

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_TAKEN = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
_CACHE_KIB = 8_192
"""Of each connection, so five times that at most; at 100,000 memories 32 MiB made neither reads nor writes faster."""
_RETRY_S = 0.01


def _primary(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def typed_errors() -> Generator[None]:
    """Turn what SQLite raises into the errors of the port; texts of rows are in none of them."""
    try:
        yield
    except sqlite3.Error as error:
        raise _typed(error) from error


def _typed(error: sqlite3.Error) -> StoreError:
    if getattr(error, "sqlite_errorcode", 0) in _TAKEN:
        return VersionConflictError(f"Nothing was written: {error}.")
    code = _primary(error)
    if code in _BUSY:
        return StoreBusyError("Another process holds the store's lock. Try again in a moment.")
    if code in _CORRUPT:
        return StoreCorruptError("The file is damaged or is no Stelae store. Run `stelae doctor`.")
    return StoreError(f"The store failed: {error}.")


class Database:
    """Connections to one file, opened when needed and reopened after a fork."""

    def __init__(
        self, path: Path, *, busy_s: float, durability: Durability, readers: int = 4
    ) -> None:
        """Open nothing yet.

        Args:
            path: the database file.
            busy_s: how long to wait for a lock before `StoreBusyError`.
            durability: what a commit survives.
            readers: how many readers work at the same time; more wait.
        """
        self.path = path
        self._busy_s, self._durability, self._readers = busy_s, durability, readers
        self._closed = False
        self._writer: Connection | None = None
        self._idle: deque[Connection] = deque()
        self._write_lock = threading.Lock()
        self._slots = threading.BoundedSemaphore(readers)
        _OPEN.add(self)

    @contextmanager
    def read(self) -> Generator[Connection]:
        """Read in one snapshot.

        Raises:
            StoreBusyError: all readers are taken for too long.
            StoreCorruptError: the file is damaged.
        """
        if not self._slots.acquire(timeout=self._busy_s):
            raise StoreBusyError("All readers of this store are busy.")
        try:
            with typed_errors():
                connection = self._idle.pop() if self._idle else self._connect(reader=True)
                try:
                    connection.execute("BEGIN")
                    yield connection
                finally:
                    connection.rollback()
                    self._idle.append(connection)
        finally:
            self._slots.release()

    def rows(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """Return all rows of one statement that reads, each time of the newest commit.

        While nobody writes, the writer's connection answers: its page cache holds what it has just written, where a
        reader's would be empty after every commit. For look-ups by key, since a writer waits for their end.

        Raises:
            StoreBusyError: all readers are taken for too long.
            StoreCorruptError: the file is damaged.
        """
        if self._writer is None or not self._write_lock.acquire(blocking=False):
            with self.read() as connection:
                return connection.execute(statement, values).fetchall()
        try:
            # Another thread may have closed it since.
            writer = self._writer or self._connect(reader=False)
            self._writer = writer
            return writer.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise _typed(error) from error
        finally:
            self._write_lock.release()

    @contextmanager
    def write(self) -> Generator[Connection]:
        """Write in one transaction: committed at the end of the block, rolled back when it raises.

        Raises:
            StoreBusyError: the write lock could not be had in time.
            VersionConflictError: a uniqueness rule would be broken.
        """
        if not self._write_lock.acquire(timeout=self._busy_s):
            raise StoreBusyError("Another thread holds the store's write lock.")
        try:
            if self._writer is None:
                self._writer = self._connect(reader=False)
            connection = self._writer
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise
        except sqlite3.Error as error:
            raise _typed(error) from error
        finally:
            self._write_lock.release()

    @contextmanager
    def outside_transaction(self) -> Generator[Connection]:
        """Lend the writer's connection without a transaction, for PRAGMAs and checkpoints."""
        if not self._write_lock.acquire(timeout=self._busy_s):
            raise StoreBusyError("Another thread holds the store's write lock.")
        try:
            with typed_errors():
                if self._writer is None:
                    self._writer = self._connect(reader=False)
                yield self._writer
        finally:
            self._write_lock.release()

    def close(self) -> None:
        """Wait for what is running, at most the busy time-out, and close every connection; safe to call twice."""
        self._closed = True
        with self.quiet():
            self.drop_connections()

    def _connect(self, *, reader: bool) -> Connection:
        if self._closed:
            raise StoreError("This store is closed.")
        connection = sqlite3.connect(
            self.path,
            timeout=self._busy_s,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        try:
            self._use_wal(connection)
            connection.execute(f"PRAGMA synchronous={self._durability}")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("PRAGMA temp_store=MEMORY")
            connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
            if reader:
                connection.execute("PRAGMA query_only=ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _use_wal(self, connection: Connection) -> None:
        # The switch to WAL answers "locked" at once, whatever the busy time-out, when another process is at it too.
        deadline = time.monotonic() + self._busy_s
        while True:
            try:
                if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                    connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if _primary(error) not in _BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(_RETRY_S)
            else:
                return

    @contextmanager
    def quiet(self) -> Generator[bool]:
        """Hold the write lock and every reader slot; false where not all of them could be had in time."""
        writing = self._write_lock.acquire(timeout=self._busy_s)
        slots = [self._slots.acquire(timeout=self._busy_s) for _ in range(self._readers)]
        try:
            yield writing and all(slots)
        finally:
            for _ in filter(None, slots):
                self._slots.release()
            if writing:
                self._write_lock.release()

    def drop_connections(self) -> None:
        """Close what is not in use; called while it is quiet."""
        while self._idle:
            self._idle.pop().close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def forget_connections(self) -> None:
        """In a forked child: leave whatever the parent could not close, and start with locks of one's own."""
        _ABANDONED.extend(self._idle)
        self._idle.clear()
        if self._writer is not None:
            _ABANDONED.append(self._writer)
            self._writer = None
        self._write_lock = threading.Lock()
        self._slots = threading.BoundedSemaphore(self._readers)


# A connection must not cross a fork: SQLite's record of the locks it holds would be wrong in the child. So everything
# is closed before, and parent and child open anew when they need it.
_OPEN: weakref.WeakSet[Database] = weakref.WeakSet()
_ABANDONED: list[Connection] = []
_held: list[ExitStack] = []


def _before_fork() -> None:
    for database in list(_OPEN):
        stack = ExitStack()
        if stack.enter_context(database.quiet()):
            database.drop_connections()
        _held.append(stack)


def _after_fork_in_parent() -> None:
    while _held:
        _held.pop().close()


def _after_fork_in_child() -> None:
    _held.clear()
    for database in list(_OPEN):
        database.forget_connections()


os.register_at_fork(
    before=_before_fork,
    after_in_parent=_after_fork_in_parent,
    after_in_child=_after_fork_in_child,
)
