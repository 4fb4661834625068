"""Centred cosines: the shrunk mean of `retrieval.md` sections 4 and 8, computed once and extended row by row.

`cos(v - m, q - m')` is `(v · c - m · c) / |v - m|` with `c` the centred question at unit length, so that a question costs
one matrix product over the raw vectors; `|v - m|` is kept for each row. The mean is a function of the data alone: it is
taken over the first `checkpoint(n)` rows of a language in row-id order, so that every process gets the same one and one
more row does not move all of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from stelae.ports import Floats, Ints
    from stelae.stores.catalogue import StoredCatalog

    Dots = Callable[[Ints, Floats], Floats]
    """`(row ids, vector) -> products` of the raw vectors of these rows with that vector."""
    Rows = Callable[[Ints], Floats]
    """`row ids -> (n, dim)` raw vectors."""

SHRINKAGE = 200
"""Weight of the language mean, in rows (`retrieval.md` section 4: 100-300 are equally good, never bad)."""
EXACT_BELOW = 256
"""Up to here the mean is over all rows; above it a further quarter of rows moves it."""
_GROWTH = 1.25
_BLOCK = 1024
"""Rows added up at a time."""
_AT_ONCE = 3 << 17
"""Numbers of the matrix in one product: for so many OpenBLAS starts no thread yet, for 2**19 it does. On a busy machine its
waiting threads cost three times the product and more (2,000 rows: 50 times)."""
_WHOLE = 64
"""Pieces hold a multiple of so many rows, so that a row's product does not depend on the piece it is in."""
_TINY = np.float32(1e-6)


def checkpoint(count: int) -> int:
    """Return over how many of `count` rows the mean is taken."""
    if count < EXACT_BELOW:
        return count
    reached = EXACT_BELOW
    while (following := int(reached * _GROWTH)) <= count:
        reached = following
    return reached


def shrunk_mean(rids: Ints, language_mean: Floats, rows: Rows) -> Floats:
    """Return `(n * scope mean + 200 * language mean) / (n + 200)` over the given rows."""
    total = SHRINKAGE * language_mean.astype(np.float64)
    for start in range(0, len(rids), _BLOCK):
        total += rows(rids[start : start + _BLOCK]).sum(axis=0)
    return (total / (len(rids) + SHRINKAGE)).astype(np.float32)


def dots_by_block(matrix: Floats, rids: Ints, vector: Floats) -> Floats:
    """Multiply the rows `matrix[rids]` with the vector, without a copy where they lie close together.

    Args:
        matrix: `(rows, dim) float32`, usually memory-mapped.
        rids: positions in it, ascending.
        vector: `(dim,) float32`.
    """
    count = len(rids)
    if count and rids[-1] - rids[0] == count - 1:
        return products_of(matrix[rids[0] : rids[-1] + 1], vector)
    products = np.empty(count, np.float32)
    step = _rows_at_once(matrix)
    buffer = np.empty((min(count, step), matrix.shape[1]), np.float32)
    for start in range(0, count, step):
        block = rids[start : start + step]
        first, last = block[0], block[-1]
        if last - first < 2 * len(block):
            products[start : start + step] = products_of(matrix[first : last + 1], vector)[
                block - first
            ]
        else:
            taken = buffer[: len(block)]
            np.take(matrix, block, axis=0, out=taken, mode="clip")
            products[start : start + step] = taken @ vector
    return products


def products_of(rows: Floats, vector: Floats) -> Floats:
    """Multiply all rows with the vector, in pieces for which BLAS starts no threads.

    Args:
        rows: `(n, dim) float32`.
        vector: `(dim,) float32`.
    """
    products, step = np.empty(len(rows), np.float32), _rows_at_once(rows)
    for start in range(0, len(rows), step):
        products[start : start + step] = rows[start : start + step] @ vector
    return products


def _rows_at_once(matrix: Floats) -> int:
    rows = _AT_ONCE // matrix.shape[1]
    return rows - rows % _WHOLE or max(rows, 1)


@dataclass(slots=True)
class _Language:
    """What is kept of one language of one scope and leg."""

    language_mean: Floats
    rids: Ints
    counted: int
    mean: Floats
    norms: Floats


@dataclass(slots=True)
class Centring:
    """Means and norms of one scope in one leg; extended as rows come. Thread-safe."""

    _kept: dict[int, _Language] = field(default_factory=dict[int, _Language])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def prepare(
        self,
        catalog: StoredCatalog,
        having: np.ndarray[Any, np.dtype[np.bool_]],
        means: Sequence[Floats | None],
        dots: Dots,
        rows: Rows,
    ) -> Prepared:
        """Return what a question over that catalogue needs.

        Args:
            catalog: rows in row-id order.
            having: mask of the rows with a vector in this leg.
            means: raw language means by language index; None: that language is not centred.
            dots: products of raw vectors with a vector.
            rows: raw vectors.
        """
        with self._lock:
            return self._prepare(catalog, having, means, dots, rows)

    def _prepare(
        self,
        catalog: StoredCatalog,
        having: np.ndarray[Any, np.dtype[np.bool_]],
        means: Sequence[Floats | None],
        dots: Dots,
        rows: Rows,
    ) -> Prepared:
        norms = np.where(having, np.float32(1.0), np.float32(np.nan)).astype(np.float32)
        found: list[Floats | None] = []
        for language, language_mean in enumerate(means):
            if language_mean is None:
                found.append(None)
                continue
            members = having & (catalog.language == language)
            kept = self._language(language, language_mean, catalog.rid[members], dots, rows)
            norms[members] = kept.norms
            found.append(kept.mean)
        return Prepared(tuple(means), bool(having.all()), norms, tuple(found))

    def _language(
        self, language: int, language_mean: Floats, rids: Ints, dots: Dots, rows: Rows
    ) -> _Language:
        counted, old = checkpoint(len(rids)), self._kept.get(language)
        if (
            old is None
            or old.counted != counted
            or not np.array_equal(old.language_mean, language_mean)
            or not np.array_equal(old.rids[:counted], rids[:counted])
        ):
            mean = shrunk_mean(rids[:counted], language_mean, rows)
            new = _Language(language_mean, rids, counted, mean, _norms(rids, mean, dots))
        elif np.array_equal(old.rids, rids[: len(old.rids)]):
            tail = _norms(rids[len(old.rids) :], old.mean, dots)
            norms = np.concatenate([old.norms, tail]) if len(tail) else old.norms
            new = _Language(language_mean, rids, counted, old.mean, norms)
        else:
            new = _Language(language_mean, rids, counted, old.mean, _norms(rids, old.mean, dots))
        self._kept[language] = new
        return new


def _norms(rids: Ints, mean: Floats, dots: Dots) -> Floats:
    squared = 1.0 - 2.0 * dots(rids, mean) + float(mean @ mean) if len(rids) else np.empty(0)
    return np.sqrt(np.maximum(squared, _TINY * _TINY)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Norms and means of one catalogue in one leg."""

    language_means: tuple[Floats | None, ...]
    """What it was prepared with."""
    complete: bool
    """Every row has a vector."""
    norms: Floats
    """`|v - m|` by position; NaN where a row has no vector."""
    means: tuple[Floats | None, ...]

    def fits(self, language_means: Sequence[Floats | None]) -> bool:
        """Was it prepared with these language means?"""
        return len(self.language_means) == len(language_means) and all(
            one is other or (one is not None and other is not None and np.array_equal(one, other))
            for one, other in zip(self.language_means, language_means, strict=True)
        )

    def cosines(
        self, catalog: StoredCatalog, rows: Ints | None, query: Floats, language: int, dots: Dots
    ) -> Floats:
        """Compare a question with the rows at these positions (None: all of them).

        Args:
            catalog: the one this was prepared for.
            rows: positions, ascending.
            query: raw unit vector.
            language: index of the question's language.
            dots: products of raw vectors with a vector.

        Returns:
            Cosines aligned with `rows`, float32 in [-1, 1], NaN without a vector.
        """
        asked = self.means[language]
        centred = query if asked is None else query - asked
        centred = centred / max(np.float32(np.linalg.norm(centred)), _TINY)
        shifts = np.array([0.0 if m is None else m @ centred for m in self.means], np.float32)
        languages, norms, rids = catalog.language, self.norms, catalog.rid
        if rows is not None:
            languages, norms, rids = languages[rows], norms[rows], rids[rows]
        if self.complete:
            cosines = dots(rids, centred)
        else:
            present = ~np.isnan(norms)
            cosines = np.full(len(rids), np.nan, np.float32)
            cosines[present] = dots(rids[present], centred)
        if shifts.any():
            cosines -= shifts[languages]
        cosines /= norms
        return np.clip(cosines, -1.0, 1.0, out=cosines)
