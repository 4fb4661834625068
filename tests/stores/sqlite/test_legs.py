"""A leg that is dropped and comes back: nobody reads or writes the file that it had before."""

from pathlib import Path

import numpy as np
import pytest

from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, changes, record, unit, write

NO_MEANS = [None, None]


def cosines(store: SQLiteStore) -> list[float]:
    """Compare the first direction with every row."""
    catalog = store.catalog(LIN, LIN.scope)
    query = np.array([1.0, 0.0], np.float32)
    found = store.similarities(LIN, catalog, "hash", query, language=0, means=NO_MEANS)
    return [round(float(value), 3) for value in found]


@pytest.mark.parametrize("mine", [True, False], ids=["here", "in-another-process"])
def test_a_leg_that_was_dropped_and_made_again_is_read_from_its_own_file(
    tmp_path: Path, mine: bool
) -> None:
    """The file before may still be mapped, and open for writing."""
    store, other = SQLiteStore(tmp_path), SQLiteStore(tmp_path)
    for held in (store, other):
        held.set_leg("hash", "hash/2/cosine", 2)
    for text in ("我喜欢喝茶", "I like tea"):
        store.apply(
            LIN,
            changes(writes=(write(record(text), text, vectors={"hash": unit(1, 0).tobytes()}),)),
        )
    assert cosines(store) == cosines(other) == [1.0, 1.0]
    actor = store if mine else other
    actor.drop_leg("hash")
    actor.set_leg("hash", "hash/2/cosine", 2)
    rows = [rid for rid, _ in actor.unembedded("hash", limit=9)]
    actor.store_vectors("hash", rows, np.array([[1, 0], [0, 1]], np.float32))
    assert cosines(store) == cosines(other) == [1.0, 0.0]
    late = record("我养了一只乌龟")
    store.apply(LIN, changes(writes=(write(late, "乌龟", vectors={"hash": unit(0, 1).tobytes()}),)))
    assert cosines(store) == cosines(other) == [1.0, 0.0, 0.0]
    assert store.check() == []
    store.close()
    other.close()
