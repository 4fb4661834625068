"""Slots of vector files whose rows are gone: zeroed where they stand, since a reader may have the file mapped."""

import os
from collections.abc import Iterable, Sequence

from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.vector_files import Leg, VectorFiles


def blank(files: VectorFiles, legs: Iterable[Leg], rids: Sequence[int]) -> None:
    """Zero the slots of these rows in every leg's file and sync. Called under the process's write lock.

    Only rows that are committed as gone: their numbers are never used again, so nobody else writes there.
    """
    for leg in legs:
        path = files.path(leg)
        if not path.exists():
            continue
        handle = os.open(path, os.O_RDWR)
        try:
            if _blank(handle, leg.slot_bytes, rids):
                os.fsync(handle)
        finally:
            os.close(handle)


def blank_dead(connection: Connection, files: VectorFiles, leg: Leg) -> None:
    """Zero every slot of a leg's file that no stored vector belongs to. Called inside a write transaction.

    Such slots are left by a process that died between its commit and the zeroing, or before its commit.
    """
    path = files.path(leg)
    if path.exists():
        rows = connection.execute("SELECT rid FROM vector WHERE leg = ?", (leg.number,))
        alive = {rid for (rid,) in rows}
        slots = -(-path.stat().st_size // leg.slot_bytes)
        blank(files, [leg], [rid for rid in range(slots) if rid not in alive])


def _blank(handle: int, size: int, rids: Sequence[int]) -> bool:
    changed, zeros = False, bytes(size)
    for rid in rids:
        held = os.pread(handle, size, rid * size)
        if held.strip(b"\0"):
            os.pwrite(handle, zeros[: len(held)], rid * size)
            changed = True
    return changed
