"""Files become small again while others read and write, and nobody gets another answer by it."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from stelae.stores.sqlite import compacting
from stelae.stores.sqlite.connection import Database
from stelae.stores.sqlite.store import SQLiteStore
from stelae.stores.sqlite.vector_files import Leg, VectorFiles
from tests.contracts.builders import LIN, changes, keep, observation, record, say, unit, write

DIM = 64
ROWS = 1_200
RNG = np.random.default_rng(7)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    """A store with one leg."""
    made = SQLiteStore(tmp_path, synchronous="normal")
    made.set_leg("leg", "leg", DIM)
    yield made
    made.close()


@pytest.fixture
def sparse(store: SQLiteStore) -> SQLiteStore:
    """Most of its messages are gone, from the middle."""
    ids = [say(store, observation(f"话 {n}"), f"w{n} all").id for n in range(ROWS)]
    rows = [rid for rid, _ in store.unembedded("leg", limit=ROWS)]
    vectors = RNG.standard_normal((ROWS, DIM)).astype(np.float32)
    store.store_vectors("leg", rows, vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    store.apply(LIN, changes(destroyed=tuple(ids[100 : ROWS - 100])))
    return store


def ranking(store: SQLiteStore) -> list[tuple[int, float]]:
    """Return what a question is near to."""
    catalog = store.catalog(LIN, "user:lin")
    query = unit(*range(1, DIM + 1))
    near = store.similarities(LIN, catalog, "leg", query, language=1, means=(None, None))
    return sorted(zip(catalog.rid.tolist(), near.round(5).tolist(), strict=True))


def compact(store: SQLiteStore) -> dict[str, int]:
    """Compact whatever its size."""
    database, files = store._database, store._files  # pyright: ignore[reportPrivateUsage]
    return dict(compacting.compact_vectors(database, files, above=0))


def test_a_file_in_which_little_is_alive_is_written_anew_and_answers_the_same(
    sparse: SQLiteStore, tmp_path: Path
) -> None:
    """Another generation, the same positions, blocks without a vector take no disk; the one before is gone."""
    before = ranking(sparse)
    done = compact(sparse)
    assert done["files"] == 1
    assert done["bytes"] > 0
    assert [path.name for path in tmp_path.glob("vectors-*")] == ["vectors-leg-2.f32"]
    assert (tmp_path / "vectors-leg-2.f32").stat().st_mode & 0o777 == 0o600
    assert ranking(sparse) == before
    assert list(sparse.check()) == []
    assert compact(sparse) == {"files": 0, "bytes": 0}


def test_another_process_with_the_old_file_mapped_goes_on(
    sparse: SQLiteStore, tmp_path: Path
) -> None:
    """Its map stays whole, and its next catalogue uses the new file."""
    other = SQLiteStore(tmp_path)
    before = ranking(other)
    compact(sparse)
    assert ranking(other) == before
    keep(sparse, record(), "x")
    assert ranking(other)[: len(before)] == before
    other.close()


def test_what_is_written_and_forgotten_while_it_is_copied_is_right_in_the_copy(
    sparse: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Caught up under the lock."""
    pages = compacting._vectors_after  # pyright: ignore[reportPrivateUsage]
    first = next(iter(sparse.observations(LIN, limit=1)))

    def meanwhile(database: Database, leg: Leg, last: int) -> list[tuple[int, int, bytes]]:
        page = pages(database, leg, last)
        if last == 0:
            new = write(record(), "new", vectors={"leg": unit(*range(1, DIM + 1)).tobytes()})
            sparse.apply(LIN, changes(writes=(new,), destroyed=(first.id,)))
        return page

    monkeypatch.setattr(compacting, "_vectors_after", meanwhile)
    assert compact(sparse)["files"] == 1
    assert list(sparse.check()) == []
    assert ranking(sparse)[-1][1] == pytest.approx(1.0)


def test_a_run_that_was_killed_leaves_nothing_behind(
    sparse: SQLiteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draft, or an earlier generation, goes with the next run; the store never saw it."""
    monkeypatch.setattr(Path, "rename", _killed)
    with pytest.raises(KeyboardInterrupt):
        compact(sparse)
    monkeypatch.undo()
    (tmp_path / "vectors-leg-2.f32.0000.draft").write_bytes(b"x")
    before = ranking(sparse)
    assert compact(sparse)["files"] == 1
    (tmp_path / "vectors-leg-1.f32").write_bytes(b"x")
    compact(sparse)
    assert [path.name for path in tmp_path.glob("vectors-*")] == ["vectors-leg-2.f32"]
    assert ranking(sparse) == before


def _killed(_self: Path, _target: Path) -> None:
    raise KeyboardInterrupt


def test_rows_that_are_gone_are_deleted_where_there_are_many(
    sparse: SQLiteStore, tmp_path: Path
) -> None:
    """Also for a process that has not heard of it yet; their numbers are never used again."""
    other = SQLiteStore(tmp_path)
    before = ranking(other)
    highest = max(rid for rid, _ in before)
    deleted = 0
    while some := sparse.drop_stubs(limit=400):
        deleted += some
    assert deleted == ROWS - 200
    assert ranking(other) == ranking(sparse) == before
    assert list(sparse.check()) == []
    keep(sparse, record(), "x")
    (new,) = sparse.catalog(LIN, "user:lin").rid[-1:].tolist()
    assert new == highest + 1
    other.close()


def test_a_few_rows_that_are_gone_stay(store: SQLiteStore) -> None:
    """It would cost every reader its catalogue."""
    said = [say(store, observation(f"话 {n}"), "x") for n in range(60)]
    store.apply(LIN, changes(destroyed=tuple(one.id for one in said[:50])))
    assert store.drop_stubs(limit=99) == 0


def test_the_log_is_folded_back_unless_somebody_reads(store: SQLiteStore, tmp_path: Path) -> None:
    """And nobody waits for a reader."""
    keep(store, record(), "x")
    reading = SQLiteStore(tmp_path)
    database = reading._database  # pyright: ignore[reportPrivateUsage]
    with database.read() as connection:
        connection.execute("SELECT count(*) FROM memory").fetchone()
        keep(store, record(), "x")
        assert store.tidy_file()["log_bytes"] > 0
    assert store.tidy_file()["log_bytes"] == 0
    reading.close()


def test_compacting_the_file_gives_free_pages_back(sparse: SQLiteStore) -> None:
    """Otherwise they are kept for new rows."""
    assert sparse.tidy_file()["free_bytes"] > 0
    before = sparse.tidy_file()["file_bytes"]
    after = sparse.tidy_file(compact=True)
    assert after["free_bytes"] == 0
    assert after["file_bytes"] < before
    assert list(sparse.check()) == []
    ranking(sparse)


def test_merging_ends_and_loses_nothing(store: SQLiteStore) -> None:
    """In small steps, until there is nothing left."""
    for number in range(120):
        keep(store, record(f"{number}"), f"w{number} all", ns=LIN)
    while store.merge_keywords():
        pass
    catalog = store.catalog(LIN, "user:lin")
    assert len(store.postings(LIN, catalog, ["all"], budget=9_999)["all"][0]) == 120
    assert list(store.check()) == []


def test_files_of_another_leg_stay(store: SQLiteStore, tmp_path: Path) -> None:
    """Names are told apart."""
    store.set_leg("leg_2", "x", 2)
    keep(store, record(), "x")
    store.apply(LIN, changes(writes=(write(record(), "y", vectors={"leg_2": b"\0" * 8}),)))
    files = VectorFiles(tmp_path)
    compact(store)
    assert len(list(tmp_path.glob("vectors-leg_2-*"))) == 1
    files.close()
