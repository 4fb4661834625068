"""Rows as arrays: catching up gives what building anew gives, and what was handed out never moves."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.stores.catalogue import CATALOG_ROW, CatalogBuilder, StoredCatalog

Row = tuple[Any, ...]


def _row(rid: int, *, gone: bool = False, session: str | None = None, live: int = 1) -> Row:
    values: dict[str, Any] = dict.fromkeys(CATALOG_ROW, 0)
    values |= dict.fromkeys(("speaker", "category", "project"))
    values |= {"rid": rid, "gone": int(gone), "session": session, "live": live, "valid_to": None}
    return tuple(values[name] for name in CATALOG_ROW)


def _content(catalog: StoredCatalog) -> list[tuple[Any, ...]]:
    codes: list[int] = catalog.session.tolist()
    sessions = [catalog.sessions[code] if code >= 0 else None for code in codes]
    return list(zip(catalog.rid.tolist(), sessions, catalog.live.tolist(), strict=True))


STEPS = st.lists(
    st.lists(
        st.tuples(
            st.integers(0, 30), st.sampled_from([None, "a", "b"]), st.booleans(), st.booleans()
        ),
        max_size=8,
    ),
    max_size=8,
)


@settings(max_examples=80, deadline=None)
@given(STEPS)
def test_catching_up_equals_building_anew(
    steps: list[list[tuple[int, str | None, bool, bool]]],
) -> None:
    """New, changed and gone rows in any order; ids only grow, as the store gives them."""
    builder, rows, newest = CatalogBuilder("t", "s"), dict[int, Row](), 0
    handed: list[tuple[StoredCatalog, list[tuple[Any, ...]]]] = []
    for sequence, step in enumerate(steps, start=1):
        changed: dict[int, Row] = {}
        for pick, session, live, gone in step:
            rid = pick if pick in rows and not rows[pick][1] else newest + 1
            newest = max(newest, rid)
            changed[rid] = _row(rid, gone=gone, session=session, live=int(live))
        rows |= changed
        catalog = builder.update(list(changed.values()), sequence)
        fresh = CatalogBuilder("t", "s").update(list(rows.values()), sequence)
        assert _content(catalog) == _content(fresh)
        assert catalog.sequence == sequence
        handed.append((catalog, _content(catalog)))
    for catalog, content in handed:
        assert _content(catalog) == content


def test_positions_are_found_in_dense_and_scattered_rows() -> None:
    """Unknown ids are told apart from known ones."""
    for rids in ([3, 4, 5], [3, 7, 20]):
        catalog = CatalogBuilder("t", "s").update([_row(r) for r in rids], 1)
        found, known = catalog.positions(np.array([1, rids[1], rids[2], 99]))
        assert known.tolist() == [False, True, True, False]
        assert found[known].tolist() == [1, 2]
    empty = CatalogBuilder("t", "s").catalog
    assert empty.positions(np.array([1]))[1].tolist() == [False]


def test_a_row_says_in_which_legs_it_has_a_vector() -> None:
    """One bit a leg."""
    rows = [(*_row(1)[:-1], 0b10), (*_row(2)[:-1], 0b11)]
    catalog = CatalogBuilder("t", "s").update(rows, 1)
    assert catalog.having(0).tolist() == [False, True]
    assert catalog.having(1).tolist() == [True, True]
