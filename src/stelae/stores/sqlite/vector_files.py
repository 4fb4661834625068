"""The derived vector files: one a leg and generation, raw float32 rows, position = row id.

They never decide what exists: the blobs in the database do, and `entry.vectors` says which rows have one. A slot is
written under the write lock before the commit that makes it visible; files grow and are never cut, because a reader may
have them mapped. Written without numpy, so that storing a memory does not load it.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from stelae.errors import ConfigurationError
from stelae.stores.sqlite.connection import Connection

FLOAT_BYTES: Final = 4
_SLOTS_AT_ONCE: Final = 1024
"""A file grows by so many slots, so that readers seldom map it anew; unwritten slots take no room on disk."""
_SYNC_EVERY: Final = 1024
"""After so many vectors the file is synced; what is newer is compared with the blobs when a process first opens it."""
_ZEROS: Final = bytes(1 << 16)


class Leg(NamedTuple):
    """A row of the `leg` table."""

    number: int
    name: str
    fingerprint: str
    dim: int
    generation: int
    synced: int

    @property
    def slot_bytes(self) -> int:
        """Bytes of one vector."""
        return self.dim * FLOAT_BYTES

    @property
    def file_name(self) -> str:
        """Name of its file in the data folder."""
        return f"vectors-{self.name}-{self.generation}.f32"


def legs(connection: Connection) -> dict[str, Leg]:
    """Return all legs by name, oldest first."""
    rows = connection.execute(
        "SELECT number, name, fingerprint, dim, generation, synced FROM leg ORDER BY number"
    )
    return {row[1]: Leg(*row) for row in rows}


def check_leg_name(name: str) -> None:
    """Refuse a leg whose name cannot be part of a file name.

    Raises:
        ConfigurationError: it cannot.
    """
    if not (name.isascii() and name.replace("_", "").isalnum() and len(name) <= 32):
        raise ConfigurationError(
            f"{name!r} is no name for an embedder leg: use letters and digits."
        )


class VectorFiles:
    """Writes the vector files of one data folder. Every method but `path` is called under the write lock."""

    def __init__(self, folder: Path) -> None:
        """Open nothing yet."""
        self._folder = folder
        self._handles: dict[str, int] = {}
        self._slots: dict[str, int] = {}

    def path(self, leg: Leg) -> Path:
        """Return where a leg's file is."""
        return self._folder / leg.file_name

    def put(self, connection: Connection, leg: Leg, rid: int, data: bytes) -> int:
        """Write one vector to the database and to its slot, and return its number in order of writing."""
        handle = self._handle(connection, leg)
        cursor = connection.execute(
            "INSERT INTO vector (leg, rid, data) VALUES (?, ?, ?)", (leg.number, rid, data)
        )
        self._write(handle, leg, rid, data)
        number = cursor.lastrowid
        assert number is not None  # noqa: S101 - an INSERT always has one
        return number

    def settle(self, connection: Connection, leg: Leg, last: int) -> None:
        """Sync the file when enough was written since the last time; `last` is what `put` returned last."""
        if last - leg.synced >= _SYNC_EVERY:
            os.fsync(self._handle(connection, leg))
            connection.execute("UPDATE leg SET synced = ? WHERE number = ?", (last, leg.number))

    def repair(self, connection: Connection, leg: Leg) -> int:
        """Write every slot anew that is not what the database says, and return how many there were."""
        handle, changed, last = self._open(leg), 0, leg.synced
        for number, rid, data in _blobs(connection, leg, self._since(leg)):
            last = max(last, number)
            if os.pread(handle, leg.slot_bytes, rid * leg.slot_bytes) != data:
                self._write(handle, leg, rid, data)
                changed += 1
        if changed:
            os.fsync(handle)
            connection.execute("UPDATE leg SET synced = ? WHERE number = ?", (last, leg.number))
        return changed

    def sound(self, connection: Connection, leg: Leg) -> bool:
        """Does the file hold what was written since the last sync? Reads only."""
        path = self.path(leg)
        if not path.exists():
            return not any(True for _ in _blobs(connection, leg, 0))
        handle = os.open(path, os.O_RDONLY)
        try:
            return all(
                os.pread(handle, leg.slot_bytes, rid * leg.slot_bytes) == data
                for _, rid, data in _blobs(connection, leg, self._since(leg))
            )
        finally:
            os.close(handle)

    def wrong_slots(self, connection: Connection, leg: Leg) -> int:
        """Count the slots of the whole file that differ from the database (`doctor`)."""
        path = self.path(leg)
        data_of = path.open("rb") if path.exists() else None
        if data_of is None:
            return sum(1 for _ in _blobs(connection, leg, 0))
        with data_of as file:
            return sum(
                os.pread(file.fileno(), leg.slot_bytes, rid * leg.slot_bytes) != data
                for _, rid, data in _blobs(connection, leg, 0)
            )

    def discard_others(self, leg: Leg) -> None:
        """Zero and remove the files of the leg's earlier generations."""
        for path in self._folder.glob(f"vectors-{leg.name}-*.f32"):
            if path.name != leg.file_name:
                self._close(path.name)
                with path.open("r+b") as file:
                    for _ in range(0, path.stat().st_size, len(_ZEROS)):
                        file.write(_ZEROS)
                    file.flush()
                    os.fsync(file.fileno())
                path.unlink()

    def close(self) -> None:
        """Close every file."""
        for name in list(self._handles):
            self._close(name)

    def _since(self, leg: Leg) -> int:
        """From where slots may be missing: everywhere when the file is new or was cut."""
        path = self.path(leg)
        return leg.synced if path.exists() and path.stat().st_size else 0

    def _handle(self, connection: Connection, leg: Leg) -> int:
        if leg.file_name not in self._handles:
            self.repair(connection, leg)
        return self._handles[leg.file_name]

    def _open(self, leg: Leg) -> int:
        name = leg.file_name
        if name not in self._handles:
            # A generation that was replaced takes disk as long as somebody has it open.
            for other in [n for n in self._handles if n.startswith(f"vectors-{leg.name}-")]:
                self._close(other)
            self._handles[name] = os.open(self.path(leg), os.O_RDWR | os.O_CREAT, 0o600)
        return self._handles[name]

    def _close(self, name: str) -> None:
        handle = self._handles.pop(name, None)
        self._slots.pop(name, None)
        if handle is not None:
            os.close(handle)

    def _write(self, handle: int, leg: Leg, rid: int, data: bytes) -> None:
        if rid >= self._slots.get(leg.file_name, 0):
            slots = max(os.fstat(handle).st_size // leg.slot_bytes, rid + _SLOTS_AT_ONCE)
            os.ftruncate(handle, slots * leg.slot_bytes)
            self._slots[leg.file_name] = slots
        os.pwrite(handle, data, rid * leg.slot_bytes)


def _blobs(connection: Connection, leg: Leg, since: int) -> Iterator[tuple[int, int, bytes]]:
    return connection.execute(
        "SELECT vid, rid, data FROM vector WHERE vid > ? AND leg = ? ORDER BY vid",
        (since, leg.number),
    )
