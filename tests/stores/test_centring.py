"""Centred cosines: means that every process agrees on, products without copies, norms extended row by row."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.stores.catalogue import CATALOG_ROW, CatalogBuilder, StoredCatalog
from stelae.stores.centring import (
    EXACT_BELOW,
    Centring,
    checkpoint,
    dots_by_block,
    products_of,
    shrunk_mean,
)

Matrix = np.ndarray[Any, np.dtype[np.float32]]


def _unit_rows(count: int, dim: int = 6, seed: int = 0) -> Matrix:
    rows = np.random.default_rng(seed).standard_normal((count, dim)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _catalog(count: int, language: int = 1) -> StoredCatalog:
    values: dict[str, Any] = dict.fromkeys(CATALOG_ROW, 0)
    values |= dict.fromkeys(("session", "speaker", "category", "project"))
    values |= {"language": language, "vectors": 1}
    rows = [tuple({**values, "rid": n}[name] for name in CATALOG_ROW) for n in range(1, count + 1)]
    return CatalogBuilder("t", "s").update(rows, count)


@given(st.integers(0, 100_000))
def test_a_checkpoint_is_exact_for_small_scopes_and_close_for_large_ones(count: int) -> None:
    """Below 256 rows all count; above, at least four in five."""
    reached = checkpoint(count)
    assert reached <= count
    assert reached == count if count <= EXACT_BELOW else reached >= 0.79 * count


def test_checkpoints_only_grow() -> None:
    """One more row never brings an older mean back."""
    assert all(a <= b for a, b in pairwise(map(checkpoint, range(5_000))))


@given(st.lists(st.integers(0, 4_999), min_size=1, max_size=3_000, unique=True))
def test_products_do_not_depend_on_how_rows_lie(places: list[int]) -> None:
    """Contiguous, dense and scattered rows give the same numbers as a plain gather."""
    matrix, vector = _unit_rows(5_000), _unit_rows(1, seed=1)[0]
    rids = np.array(sorted(places))
    np.testing.assert_allclose(
        dots_by_block(matrix, rids, vector), matrix[rids] @ vector, atol=1e-6
    )


@pytest.mark.parametrize(("count", "dim"), [(0, 4), (1, 4), (2_500, 512), (3, 400_000)])
def test_products_in_pieces_are_the_products(count: int, dim: int) -> None:
    """Whatever falls on the border of a piece, and rows larger than one."""
    matrix, vector = _unit_rows(count, dim), _unit_rows(1, dim, seed=1)[0]
    np.testing.assert_allclose(products_of(matrix, vector), matrix @ vector, atol=1e-6)


def test_the_shrunk_mean_leans_on_the_language_in_small_scopes() -> None:
    """`(n * scope mean + 200 * language mean) / (n + 200)`."""
    rows, language = _unit_rows(50), _unit_rows(1, seed=2)[0]
    found = shrunk_mean(np.arange(50), language, lambda rids: rows[rids])
    np.testing.assert_allclose(found, (50 * rows.mean(axis=0) + 200 * language) / 250, atol=1e-6)
    nobody = shrunk_mean(np.arange(0), language, lambda rids: rows[rids])
    np.testing.assert_allclose(nobody, language, atol=1e-7)


@pytest.mark.parametrize("language", [0, 1])
def test_extending_equals_preparing_anew(language: int) -> None:
    """Whatever catalogues came before, the cosines are those of a process that has just started."""
    matrix = np.vstack([np.zeros((1, 6), np.float32), _unit_rows(700)])
    means = [_unit_rows(1, seed=3)[0], _unit_rows(1, seed=4)[0]]
    query, kept = _unit_rows(1, seed=5)[0], Centring()

    def dots(rids: Any, vector: Matrix) -> Matrix:
        return dots_by_block(matrix, rids, vector)

    def cosines(centring: Centring, catalog: StoredCatalog) -> Matrix:
        having = catalog.having(0) & (catalog.rid % 5 != 0)
        ready = centring.prepare(catalog, having, means, dots, lambda rids: matrix[rids])
        return ready.cosines(catalog, None, query, language, dots)

    for count in (3, 4, 255, 256, 300, 319, 320, 321, 700, 690):
        catalog = _catalog(count)
        found, fresh = cosines(kept, catalog), cosines(Centring(), catalog)
        np.testing.assert_allclose(found, fresh, atol=1e-6)
        assert np.isnan(found).tolist() == (catalog.rid % 5 == 0).tolist()


def test_other_language_means_are_not_confused() -> None:
    """What was prepared with one set of means says so."""
    catalog, rows = _catalog(3), _unit_rows(4)
    one, other = _unit_rows(2, seed=6)
    ready = Centring().prepare(
        catalog, catalog.having(0), [None, one], lambda r, v: rows[r] @ v, lambda r: rows[r]
    )
    assert ready.fits([None, one.copy()])
    assert not ready.fits([None, other])
    assert not ready.fits([one, one])
    assert not ready.fits([None])
