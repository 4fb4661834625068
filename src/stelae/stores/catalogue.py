"""Rows of one scope as parallel arrays, caught up in place: what `ports.Catalog` promises, for every store.

A `CatalogBuilder` belongs to one scope and one process. The catalogues it hands out never change: new rows are written
behind the end of what older catalogues see, and a changed column is copied first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stelae.ports import Catalog
from stelae.stores.entries import Entry

if TYPE_CHECKING:
    from stelae.ports import Ints

_TEXTS: Final = ("session", "speaker", "category", "project")
_DTYPES: Final[Mapping[str, type]] = {
    "rid": np.int64,
    "type": np.int8,
    "length": np.float64,
    "cues": np.int64,
    "language": np.int8,
    "session": np.int64,
    "speaker": np.int64,
    "role": np.int8,
    "category": np.int64,
    "project": np.int64,
    "authority": np.int8,
    "live": np.bool_,
    "time": np.float64,
    "valid_from": np.float64,
    "valid_to": np.float64,
    "closed_at": np.float64,
    "recorded_at": np.float64,
    "retracted_at": np.float64,
    "expires_at": np.float64,
    "last_access": np.float64,
    "access_count": np.int64,
    "pinned": np.bool_,
    "vectors": np.int64,
}
CATALOG_ROW: Final = ("rid", "gone", *Entry._fields, "vectors")
"""Order of the values in a row that a builder takes; `vectors` has a bit for every leg with a vector."""
_FIRST_CAPACITY = 64

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True, slots=True)
class StoredCatalog(Catalog):
    """A catalogue with what the store that built it must know to answer for it."""

    tenant: str
    vectors: Ints
    """Bit `n` is set where the row has a vector in the leg of number `n`."""
    derived: dict[str, Any] = field(default_factory=dict[str, Any], compare=False)
    """What was computed from this very catalogue, by leg; safe to lose."""

    def having(self, leg: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the mask of rows that have a vector in that leg."""
        return (self.vectors >> leg) & 1 == 1

    def positions(self, rids: Ints) -> tuple[Ints, np.ndarray[Any, np.dtype[np.bool_]]]:
        """Return where the row ids stand, and a mask of those that stand here at all.

        Args:
            rids: row ids, ascending.
        """
        count = len(self.rid)
        if count and self.rid[-1] - self.rid[0] == count - 1:
            found = rids - self.rid[0]
            known = (found >= 0) & (found < count)
            return found, known
        found = np.searchsorted(self.rid, rids)
        known = found < count
        known[known] = self.rid[found[known]] == rids[known]
        return found, known


class CatalogBuilder:
    """Builds the catalogue of one scope from rows and keeps it up to date. Not thread-safe: its owner holds a lock."""

    def __init__(self, tenant: str, scope: str) -> None:
        """Start with an empty scope at sequence 0."""
        self._tenant, self._scope = tenant, scope
        self._count = 0
        self._buffers: dict[str, Array] = {
            name: np.empty(_FIRST_CAPACITY, dtype) for name, dtype in _DTYPES.items()
        }
        self._codes: dict[str, dict[str, int]] = {name: {} for name in _TEXTS}
        self._catalog = self._snapshot(0)

    @property
    def catalog(self) -> StoredCatalog:
        """The newest catalogue."""
        return self._catalog

    def update(self, rows: Sequence[Sequence[Any]], sequence: int) -> StoredCatalog:
        """Take rows that are new, changed or gone since the last call, in any order.

        Args:
            rows: values as `CATALOG_ROW` names them.
            sequence: what the catalogue is true for afterwards.
        """
        rows = sorted(rows, key=itemgetter(0))
        last = int(self._buffers["rid"][self._count - 1]) if self._count else 0
        split = next((i for i, row in enumerate(rows) if row[0] > last), len(rows))
        if split:
            self._change(rows[:split])
        fresh = [row for row in rows[split:] if not row[1]]
        if fresh:
            self._append(self._arrays(fresh))
        self._catalog = self._snapshot(sequence)
        return self._catalog

    def _arrays(self, rows: Sequence[Sequence[Any]]) -> dict[str, Array]:
        columns = dict(zip(CATALOG_ROW, zip(*rows, strict=True), strict=True))
        del columns["gone"]
        for name in _TEXTS:
            codes = self._codes[name]
            columns[name] = tuple(
                -1 if text is None else codes.setdefault(text, len(codes)) for text in columns[name]
            )
        return {name: np.array(values, _DTYPES[name]) for name, values in columns.items()}

    def _append(self, fresh: Mapping[str, Array]) -> None:
        end = self._count + len(fresh["rid"])
        if end > len(self._buffers["rid"]):
            for name, buffer in self._buffers.items():
                grown = np.empty(max(end, 2 * len(buffer)), buffer.dtype)
                grown[: self._count] = buffer[: self._count]
                self._buffers[name] = grown
        for name, values in fresh.items():
            self._buffers[name][self._count : end] = values
        self._count = end

    def _change(self, rows: Sequence[Sequence[Any]]) -> None:
        known = self._buffers["rid"][: self._count]
        places = np.searchsorted(known, [row[0] for row in rows])
        held = [
            (int(place), row)
            for place, row in zip(places, rows, strict=True)
            if known[place] == row[0]
        ]
        kept = [(place, row) for place, row in held if not row[1]]
        if kept:
            self._overwrite(
                np.array([place for place, _ in kept]), self._arrays([r for _, r in kept])
            )
        gone = [place for place, row in held if row[1]]
        if gone:
            for name, buffer in self._buffers.items():
                self._buffers[name] = np.delete(buffer[: self._count], gone)
            self._count -= len(gone)

    def _overwrite(self, places: Ints, values: Mapping[str, Array]) -> None:
        for name, new in values.items():
            buffer = self._buffers[name]
            if not np.array_equal(buffer[places], new, equal_nan=new.dtype.kind == "f"):
                self._buffers[name] = buffer = buffer.copy()
                buffer[places] = new

    def _snapshot(self, sequence: int) -> StoredCatalog:
        arrays: dict[str, Any] = {}
        for name, buffer in self._buffers.items():
            arrays[name] = view = buffer[: self._count]
            view.flags.writeable = False
        return StoredCatalog(
            scope=self._scope,
            tenant=self._tenant,
            sequence=sequence,
            speakers=tuple(self._codes["speaker"]),
            sessions=tuple(self._codes["session"]),
            categories=tuple(self._codes["category"]),
            projects=tuple(self._codes["project"]),
            **arrays,
        )
