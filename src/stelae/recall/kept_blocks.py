"""Finished blocks, for the further model calls of a turn: the message is the same, and mostly so is the memory.

A block is given out again only to the same asker (tenant, scopes, project) with the same message and limits, while every
readable scope stands at the number it stood at, and until time itself could change it: a row comes to its end, a day ends,
and after a minute at most, since energy fades. O21 kept results by the message alone, and one person got another's.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from stelae.ports import Catalog
from stelae.schemas.auto_recall import AutoBlock, AutoQuery
from stelae.schemas.observation import in_zone
from stelae.schemas.scope import Namespace

KEPT = 128
"""Blocks kept at most; one with its story takes about 30 KB."""
KEPT_S = 60.0
"""Most seconds that a block is given out again: the half-life of energy is days, ranks do not move in a minute."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Everything that a block depends on beside what is stored and the time of day."""

    ns: Namespace
    asked: AutoQuery
    zone: str
    gate: float | None


@dataclass(frozen=True, slots=True)
class Moment:
    """When it was asked: the state of every readable scope, and the days by which a message may name one."""

    at: float
    sequences: tuple[int, ...]
    days: tuple[date, date]
    """In UTC and in the asker's zone."""


@dataclass(frozen=True, slots=True)
class _Kept:
    block: AutoBlock
    made: Moment
    until: float


class KeptBlocks:
    """Thread-safe and bounded; the block used longest ago goes first."""

    def __init__(self, capacity: int = KEPT) -> None:
        """Keep at most so many."""
        self._capacity = capacity
        self._lock = threading.Lock()
        self._held: OrderedDict[Asker, _Kept] = OrderedDict()

    def find(self, asker: Asker, now: Moment) -> AutoBlock | None:
        """Return the block if it would come out the same now."""
        with self._lock:
            found = self._held.get(asker)
            if found is None:
                return None
            same = (now.sequences, now.days) == (found.made.sequences, found.made.days)
            if not same or not found.made.at <= now.at < found.until:
                del self._held[asker]
                return None
            self._held.move_to_end(asker)
            return found.block

    def keep(
        self, asker: Asker, made: Moment, block: AutoBlock, catalogs: Iterable[Catalog]
    ) -> None:
        """Keep a block, and let go of those that are over.

        Args:
            asker: who asked what.
            made: taken before the search: what was written during it makes the block one of the past.
            block: as it was put together.
            catalogs: of the readable scopes, at that moment.
        """
        until = min((made.at + KEPT_S, *(_next_end(one, made.at) for one in catalogs)))
        with self._lock:
            self._held[asker] = _Kept(block, made, until)
            self._held.move_to_end(asker)
            for other in [o for o, kept in self._held.items() if kept.until <= made.at]:
                del self._held[other]
            while len(self._held) > self._capacity:
                self._held.popitem(last=False)

    def clear(self) -> None:
        """Let go of everything, after a forget."""
        with self._lock:
            self._held.clear()


def moment(now: datetime, zone: str, catalogs: Iterable[Catalog]) -> Moment:
    """Return the present as a block depends on it."""
    return Moment(
        now.timestamp(),
        tuple(catalog.sequence for catalog in catalogs),
        (now.date(), in_zone(now, zone).date()),
    )


def _next_end(catalog: Catalog, at: float) -> float:
    """Return the first instant after `at` from which a row is seen no more (`recall.filters`); NaN compares false."""
    instants = (catalog.valid_to, catalog.closed_at, catalog.retracted_at, catalog.expires_at)
    return min(float(one[one > at].min(initial=np.inf)) for one in instants)
