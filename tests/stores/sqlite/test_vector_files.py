"""The vector files are derived: whatever happens to them, the database decides, and they are made good."""

import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stelae.errors import ConfigurationError
from stelae.stores.sqlite import vector_files
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, changes, record, unit, write

FILE = "vectors-leg-1.f32"


def _fill(folder: Path, count: int) -> None:
    store = SQLiteStore(folder, synchronous="normal")
    store.set_leg("leg", "leg", 2)
    for n in range(count):
        data = unit(1, n).tobytes()
        store.apply(LIN, changes(writes=(write(record(str(n)), "w", vectors={"leg": data}),)))
    store.close()


def _cosines(store: SQLiteStore) -> "np.ndarray[Any, Any]":
    catalog = store.catalog(LIN, "user:lin")
    return store.similarities(LIN, catalog, "leg", unit(1, 1), language=0, means=[None, None])


def _expected(count: int) -> list[float]:
    return [float(unit(1, n) @ unit(1, 1)) for n in range(count)]


@pytest.mark.parametrize("damage", ["lost", "empty", "cut", "zeroed", "foreign"])
def test_a_damaged_file_is_made_good_from_the_database(tmp_path: Path, damage: str) -> None:
    """Lost in a crash or by a person: the next search has the right numbers again."""
    _fill(tmp_path, 5)
    path = tmp_path / FILE
    size = path.stat().st_size
    match damage:
        case "lost":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case "cut":
            path.write_bytes(path.read_bytes()[:20])
        case "zeroed":
            path.write_bytes(bytes(size))
        case _:
            path.write_bytes(b"\xff" * size)
    store = SQLiteStore(tmp_path)
    assert len(list(store.check())) == 1
    assert _cosines(store).tolist() == pytest.approx(_expected(5), abs=1e-6)
    assert list(store.check()) == []
    store.close()


def test_a_writer_repairs_before_it_adds(tmp_path: Path) -> None:
    """A process that only writes does not leave holes behind it."""
    _fill(tmp_path, 3)
    (tmp_path / FILE).unlink()
    store = SQLiteStore(tmp_path)
    data = unit(1, 3).tobytes()
    store.apply(LIN, changes(writes=(write(record("3"), "w", vectors={"leg": data}),)))
    assert list(store.check()) == []
    assert _cosines(store).tolist() == pytest.approx(_expected(4), abs=1e-6)
    store.close()


def test_a_rolled_back_vector_does_not_shine_through(tmp_path: Path) -> None:
    """The slot was written before the commit that never came; the next row with that number has its own vector."""
    _fill(tmp_path, 1)
    store = SQLiteStore(tmp_path)
    wrong, right = (unit(*pair).tobytes() for pair in ((0, 1), (1, 1)))
    lost = write(record("lost"), vectors={"leg": wrong})
    with pytest.raises(ConfigurationError):
        store.apply(LIN, changes(writes=(lost, write(record(), vectors={"no": wrong}))))
    assert _cosines(store).tolist() == pytest.approx(_expected(1), abs=1e-6)
    store.apply(LIN, changes(writes=(write(record("kept"), vectors={"leg": right}),)))
    assert _cosines(store).tolist() == pytest.approx([*_expected(1), 1.0], abs=1e-6)
    store.close()


def test_a_file_is_synced_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what came after the last sync is compared at the next opening."""
    monkeypatch.setattr(vector_files, "_SYNC_EVERY", 4)
    _fill(tmp_path, 10)
    connection = sqlite3.connect(tmp_path / "stelae.db")
    assert vector_files.legs(connection)["leg"].synced == 8
    connection.close()


def test_a_file_grows_and_is_never_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that has it mapped lives on; rows beyond its map are found by mapping anew."""
    monkeypatch.setattr(vector_files, "_SLOTS_AT_ONCE", 2)
    _fill(tmp_path, 3)
    store = SQLiteStore(tmp_path)
    sizes = [(tmp_path / FILE).stat().st_size]
    for n in range(3, 12):
        data = unit(1, n).tobytes()
        store.apply(LIN, changes(writes=(write(record(str(n)), "w", vectors={"leg": data}),)))
        assert _cosines(store).tolist() == pytest.approx(_expected(n + 1), abs=1e-6)
        sizes.append((tmp_path / FILE).stat().st_size)
    assert sizes == sorted(sizes)
    store.close()


def test_replacing_a_leg_removes_its_old_file(tmp_path: Path) -> None:
    """A new generation is a new file; the old one is gone, and a second process follows."""
    _fill(tmp_path, 3)
    store, other = SQLiteStore(tmp_path), SQLiteStore(tmp_path)
    assert not np.isnan(_cosines(other)).any()
    store.set_leg("leg", "new", 3, replace=True)
    assert not (tmp_path / FILE).exists()
    rows = [rid for rid, _ in store.unembedded("leg", limit=9)]
    store.store_vectors("leg", rows, np.stack([unit(1, n, 1) for n in range(3)]))
    assert [p.name for p in tmp_path.glob("*.f32")] == ["vectors-leg-2.f32"]
    catalog = other.catalog(LIN, "user:lin")
    found = other.similarities(LIN, catalog, "leg", unit(1, 0, 1), language=0, means=[None, None])
    assert found[0] == pytest.approx(1.0)
    assert list(store.check()) == []
    store.close()
    other.close()


@pytest.mark.parametrize("name", ["", "a/b", "..", "a-b", "空", "x" * 40])
def test_a_leg_needs_a_plain_name(tmp_path: Path, name: str) -> None:
    """It becomes part of a file name."""
    store = SQLiteStore(tmp_path)
    with pytest.raises(ConfigurationError):
        store.set_leg(name, "f", 2)
    store.close()
