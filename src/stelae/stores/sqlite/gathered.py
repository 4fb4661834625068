"""Vectors of scattered scopes, gathered once: a bounded copy in memory, so that a question is one product.

A leg has one file for all scopes, so the rows of a scope lie between those of others, and reading them one by one costs up
to twice what a product over neighbours costs. A scope whose rows lie together needs no copy and gets none.

A row's vector never changes while its leg's generation lasts, so a copy is right as long as its row ids are.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from stelae.ports import Floats, Ints

ROOM: Final = 96 << 20
"""Bytes of all copies of a process together, at most: 28,000 rows in both legs of the full profile."""
WORTH_IT: Final = 1_024
"""Rows below which gathering them for each question costs less than 0.3 ms."""
_SPARE: Final = 8
"""A copy that grows gets an eighth more room than it needs, so that it is seldom moved."""

Place = tuple[str, str, str]
"""Tenant, scope and name of the vector file."""


class _Copy(NamedTuple):
    rids: Ints
    room: Floats
    """Vectors of these rows, and room behind them."""


class Gathered:
    """Copies by scope and leg; the least recently used one goes first. Thread-safe."""

    def __init__(self, room: int = ROOM) -> None:
        """Hold nothing yet, and at most so many bytes ever."""
        self._room = room
        self._lock = threading.Lock()
        self._copies: OrderedDict[Place, _Copy] = OrderedDict()

    @property
    def held(self) -> int:
        """Bytes of all copies."""
        return sum(copy.room.nbytes for copy in list(self._copies.values()))

    def rows(self, place: Place, matrix: Floats, rids: Ints) -> Floats | None:
        """Return the vectors of rows as neighbours, or None where a copy is not worth it or has no room.

        Args:
            place: whose rows these are.
            matrix: vectors by row id.
            rids: all rows of the scope with a vector, ascending.
        """
        count = len(rids)
        if count < WORTH_IT or rids[-1] - rids[0] < 2 * count:
            return None
        with self._lock:
            copy = self._copies.get(place)
            if copy is None or not _begins(copy.rids, rids):
                copy = self._extended(place, copy, matrix, rids)
                if copy is None:
                    return None
            self._copies.move_to_end(place)
            return copy.room[:count]

    def _extended(
        self, place: Place, old: _Copy | None, matrix: Floats, rids: Ints
    ) -> _Copy | None:
        """Hold these rows too, behind those that are there; questions to older catalogues still read what they had."""
        kept = 0
        if old is not None and _begins(rids, old.rids):
            kept = len(old.rids)
        if old is not None and kept and len(rids) <= len(old.room):
            room = old.room
        else:
            size = len(rids) + (len(rids) // _SPARE if kept else 0)
            if not self._make_room(place, size * matrix.shape[1] * matrix.itemsize):
                return None
            room = np.empty((size, matrix.shape[1]), np.float32)
            if old is not None:
                room[:kept] = old.room[:kept]
        np.take(matrix, rids[kept:], axis=0, out=room[kept : len(rids)], mode="clip")
        copy = self._copies[place] = _Copy(rids, room)
        return copy

    def _make_room(self, place: Place, needed: int) -> bool:
        """Drop the old copy of that place, then the least recently used ones; false where it can never fit."""
        self._copies.pop(place, None)
        if needed > self._room:
            return False
        while self.held + needed > self._room:
            self._copies.popitem(last=False)
        return True


def _begins(longer: Ints, rids: Ints) -> bool:
    """Do the longer row ids begin with the others?"""
    return len(rids) <= len(longer) and np.array_equal(longer[: len(rids)], rids)
