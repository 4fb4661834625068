"""Copies of scattered vectors: right whatever was asked before, and never more than the room they were given."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.schemas.scope import Namespace
from stelae.stores.sqlite import gathered
from stelae.stores.sqlite.gathered import WORTH_IT, Gathered
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, changes, record, unit, write

Matrix = np.ndarray[Any, np.dtype[np.float32]]
ROWS = np.random.default_rng(5).standard_normal((4 * WORTH_IT, 4)).astype(np.float32)
EVERY_FOURTH = np.arange(0, len(ROWS), 4)
ALICE = Namespace(scope="user:alice")


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, len(ROWS)), st.integers(3, 5))))
def test_a_copy_holds_the_rows_that_were_asked_for(asked: list[tuple[int, int, int]]) -> None:
    """Scopes grow, shrink and push each other out; a question to an older state still gets its own rows."""
    held = Gathered(room=3 * WORTH_IT * ROWS[0].nbytes)
    for scope, end, step in asked:
        rids = np.arange(0, end, step)
        found = held.rows(("t", str(scope), "f"), ROWS, rids)
        if found is not None:
            np.testing.assert_array_equal(found, ROWS[rids])
        assert held.held <= 3 * WORTH_IT * ROWS[0].nbytes


def test_neighbours_and_small_scopes_need_no_copy() -> None:
    """Their rows are read where they are."""
    held = Gathered()
    assert held.rows(("t", "s", "f"), ROWS, np.arange(len(ROWS))) is None
    assert held.rows(("t", "s", "f"), ROWS, EVERY_FOURTH[: WORTH_IT - 1]) is None
    assert held.held == 0


def test_a_scope_larger_than_the_room_is_not_copied() -> None:
    """And does not push the others out."""
    held = Gathered(room=WORTH_IT * ROWS[0].nbytes)
    assert held.rows(("t", "s", "f"), ROWS, EVERY_FOURTH) is not None
    assert held.rows(("t", "other", "f"), ROWS, np.arange(0, len(ROWS), 3)) is None
    assert held.held == WORTH_IT * ROWS[0].nbytes


def test_the_copy_used_longest_ago_goes_first() -> None:
    """What is asked for again and again stays; what is asked for once pushes nothing out."""
    held, size = Gathered(room=2 * WORTH_IT * ROWS[0].nbytes), WORTH_IT * ROWS[0].nbytes
    first = held.rows(("t", "a", "f"), ROWS, EVERY_FOURTH)
    held.rows(("t", "b", "f"), ROWS, EVERY_FOURTH)
    assert held.rows(("t", "c", "f"), ROWS, EVERY_FOURTH) is None
    held.rows(("t", "a", "f"), ROWS, EVERY_FOURTH)
    assert held.rows(("t", "c", "f"), ROWS, EVERY_FOURTH) is not None
    again = held.rows(("t", "a", "f"), ROWS, EVERY_FOURTH)
    assert first is not None
    assert again is not None
    assert np.shares_memory(first, again)
    assert held.held == 2 * size


def test_more_than_there_is_room_for_asked_in_turn_gathers_no_more_than_the_rest() -> None:
    """A reader of many large scopes keeps the copies that fit; else each would push out the one that is needed next."""
    held = Gathered(room=2 * WORTH_IT * ROWS[0].nbytes)
    for _ in range(3):
        found = [held.rows(("t", scope, "f"), ROWS, EVERY_FOURTH) for scope in "abc"]
        assert [copy is not None for copy in found] == [True, True, False]


def test_questions_to_a_scattered_scope_see_every_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that comes, a row whose text is replaced, a leg that is emptied: as without a copy."""
    monkeypatch.setattr(gathered, "WORTH_IT", 4)
    store = SQLiteStore(tmp_path, synchronous="normal")
    store.set_leg("leg", "leg/2", 2)
    random = np.random.default_rng(2)

    def add(ns: Namespace, vector: Matrix, **fields: Any) -> str:
        held = record(scope=ns.scope, **fields)
        data = {"leg": vector.astype("<f4").tobytes()}
        store.apply(ns, changes(writes=(write(held, vectors=data),)))
        return held.id

    def near(query: Matrix) -> list[float]:
        catalog = store.catalog(LIN, LIN.scope)
        return store.similarities(
            LIN, catalog, "leg", query, language=0, means=[None, None]
        ).tolist()

    said, query = list[Matrix](), unit(1, 0)
    for n in range(12):
        vector = unit(*random.standard_normal(2))
        add(LIN, vector, id=f"m{n}", key=f"fact/{n}")
        said.append(vector)
        for other in range(3):
            add(ALICE, unit(1, 0), key=f"fact/{n}/{other}")
        query = unit(*random.standard_normal(2))
        assert near(query) == pytest.approx([float(v @ query) for v in said], abs=1e-6)
    moved = unit(0, 1)
    rewritten = record("b", scope=LIN.scope, id="m3", key="fact/3", version=2)
    data = {"leg": moved.astype("<f4").tobytes()}
    store.apply(LIN, changes(writes=(write(rewritten, expect=1, vectors=data),)))
    expected = [*said, moved]
    assert near(query) == pytest.approx([float(v @ query) for v in expected], abs=1e-6)
    store.set_leg("leg", "other/2", 2, replace=True)
    assert np.isnan(near(query)).all()
    store.close()
