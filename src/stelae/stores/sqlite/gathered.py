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

ROOM: Final = 192 << 20
"""Bytes of all copies of a process together, at most: 56,000 rows in both legs of the full profile. A reader of 40,000 in
four of 100 scopes needs 144 MB of it; to gather them for each question costs twice the products."""
WORTH_IT: Final = 1_024
"""Rows below which gathering them for each question costs less than 0.3 ms."""
_SPARE: Final = 8
"""A copy that grows gets an eighth more room than it needs, so that it is seldom moved."""
_KNOWN: Final = 1_024
"""Places of which it is known when they were asked for."""

Place = tuple[str, str, str]
"""Tenant, scope and name of the vector file."""


class _Copy(NamedTuple):
    rids: Ints
    room: Floats
    """Vectors of these rows, and room behind them."""


class Gathered:
    """Copies by scope and leg; the least recently used one goes first. Thread-safe.

    A copy goes only for a place that has been asked for twice since it was used. One that is asked for in turn with more
    than there is room for would otherwise push out the one that is needed next, and each question would gather everything.
    """

    def __init__(self, room: int = ROOM) -> None:
        """Hold nothing yet, and at most so many bytes ever."""
        self._room = room
        self._lock = threading.Lock()
        self._copies: dict[Place, _Copy] = {}
        self._asked: OrderedDict[Place, int] = OrderedDict()
        """When a place was asked for last, in questions; the latest last."""
        self._now = 0

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
            before = self._note(place)
            copy = self._copies.get(place)
            if copy is None or not _begins(copy.rids, rids):
                copy = self._extended(place, copy, matrix, rids, before)
            return None if copy is None else copy.room[:count]

    def _note(self, place: Place) -> int:
        """Note that a place is asked for now, and return when it was the time before; 0: never, or long ago."""
        self._now += 1
        before = self._asked.pop(place, 0)
        self._asked[place] = self._now
        if len(self._asked) > _KNOWN:
            self._asked.popitem(last=False)
        return before

    def _extended(
        self, place: Place, old: _Copy | None, matrix: Floats, rids: Ints, before: int
    ) -> _Copy | None:
        """Hold these rows too, behind those that are there; questions to older catalogues still read what they had."""
        kept = 0
        if old is not None and _begins(rids, old.rids):
            kept = len(old.rids)
        if old is not None and kept and len(rids) <= len(old.room):
            room = old.room
        else:
            size = len(rids) + (len(rids) // _SPARE if kept else 0)
            if not self._make_room(place, size * matrix.shape[1] * matrix.itemsize, before):
                return None
            room = np.empty((size, matrix.shape[1]), np.float32)
            if old is not None:
                room[:kept] = old.room[:kept]
        np.take(matrix, rids[kept:], axis=0, out=room[kept : len(rids)], mode="clip")
        copy = self._copies[place] = _Copy(rids, room)
        return copy

    def _make_room(self, place: Place, needed: int, before: int) -> bool:
        """Drop the old copy of that place, then those that were not used since `before`; false where that is not enough."""
        self._copies.pop(place, None)
        idle = sorted((self._asked.get(other, 0), other) for other in self._copies)
        leaving = [other for used, other in idle if used < before]
        spare = self._room - self.held - needed
        if spare + sum(self._copies[other].room.nbytes for other in leaving) < 0:
            return False
        for other in leaving:
            if spare >= 0:
                break
            spare += self._copies.pop(other).room.nbytes
        return True


def _begins(longer: Ints, rids: Ints) -> bool:
    """Do the longer row ids begin with the others?"""
    return len(rids) <= len(longer) and np.array_equal(longer[: len(rids)], rids)
