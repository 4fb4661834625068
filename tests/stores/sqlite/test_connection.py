"""Connections: bounded waits, threads, forks, and an end that can be called twice."""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stelae.errors import StoreBusyError, StoreError, VersionConflictError
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, changes, keep, observation, record, say, unit, write


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    """A store with a short patience."""
    store = SQLiteStore(tmp_path / "data", synchronous="normal", busy_timeout_s=0.2, readers=2)
    yield store
    store.close()


def test_a_lock_held_elsewhere_is_told_in_time(store: SQLiteStore, tmp_path: Path) -> None:
    """Writers wait for the busy time-out and no longer; readers do not wait at all."""
    keep(store, record("a"))
    other = sqlite3.connect(tmp_path / "data" / "stelae.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusyError):
        keep(store, record("b"))
    assert len(store.list(LIN)) == 1
    other.execute("ROLLBACK")
    other.close()
    keep(store, record("c"))
    assert len(store.list(LIN)) == 2


def test_many_threads_read_and_write_one_store(store: SQLiteStore) -> None:
    """More threads than readers: everybody gets an answer, nothing is lost."""
    store.set_leg("leg", "leg", 4)

    def work(number: int) -> int:
        held = keep(store, record(f"第{number}条"), f"w{number} all")
        assert store.get(LIN, held.id) == held
        catalog = store.catalog(LIN, "user:lin")
        store.similarities(LIN, catalog, "leg", unit(1, 0, 0, 0), language=0, means=[None, None])
        return len(store.postings(LIN, catalog, [f"w{number}"], budget=9)[f"w{number}"][0])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(40))) == [1] * 40
    assert len(store.list(LIN)) == 40
    assert list(store.check()) == []


def test_eight_threads_update_one_record(store: SQLiteStore) -> None:
    """The final text is one of theirs, history is complete, no row is added (DEV-23.2)."""
    held = keep(store, record("start"))
    barrier = threading.Barrier(8)

    def update(number: int) -> int:
        barrier.wait(timeout=10)
        while True:
            old = store.get(LIN, held.id)
            new = old.model_copy(update={"version": old.version + 1, "text": f"text {number}"})
            try:
                store.apply(LIN, changes(writes=(write(new, expect=old.version),)))
            except VersionConflictError:
                continue
            return new.version

    with ThreadPoolExecutor(8) as pool:
        made = sorted(pool.map(update, range(8)))
    assert made == list(range(2, 10))
    versions = store.versions(LIN, held.id)
    assert [v.version for v in versions] == list(range(1, 10))
    assert {v.record.text for v in versions[1:]} == {f"text {n}" for n in range(8)}
    assert store.get(LIN, held.id) == versions[-1].record
    assert store.catalog(LIN, "user:lin").live.tolist() == [False] * 8 + [True]


def test_a_forked_child_works_on_its_own_connections(store: SQLiteStore, tmp_path: Path) -> None:
    """Parent and child both read and write afterwards, even when the parent closes first."""
    store.set_leg("leg", "leg", 2)
    data = unit(1, 0).tobytes()
    store.apply(LIN, changes(writes=(write(record("before"), "w", vectors={"leg": data}),)))
    store.similarities(
        LIN, store.catalog(LIN, "user:lin"), "leg", unit(1, 0), language=0, means=[None, None]
    )
    ready, go = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(ready[0])
            os.close(go[1])
            store.apply(
                LIN, changes(writes=(write(record("child", id="c"), "w", vectors={"leg": data}),))
            )
            os.write(ready[1], b"1")
            os.read(go[0], 1)  # until the parent has closed the store
            say(store, observation("child again", id="o"), "w")
            catalog = store.catalog(LIN, "user:lin")
            found = store.postings(LIN, catalog, ["w"], budget=9)["w"][0]
            cosines = store.similarities(
                LIN, catalog, "leg", unit(1, 0), language=0, means=[None, None]
            )
            store.close()
            code = 0 if (len(found), float(np.nansum(cosines))) == (4, 2.0) else 2
        finally:
            os._exit(code)
    os.close(ready[1])
    os.close(go[0])
    keep(store, record("parent", id="p"), "w")
    os.read(ready[0], 1)
    store.close()
    os.write(go[1], b"1")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(ready[0])
    os.close(go[1])
    again = SQLiteStore(tmp_path / "data")
    assert sorted(r.text for r in again.list(LIN)) == ["before", "child", "parent"]
    assert list(again.check()) == []
    again.close()


def test_closing_waits_for_nobody_for_ever(store: SQLiteStore) -> None:
    """Close is safe twice, and afterwards every use is a clear error."""
    keep(store, record("a"))
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        keep(store, record("b"))


def test_two_handles_see_each_others_commits_at_once(tmp_path: Path) -> None:
    """Catch-up by sequence number: no handle matches against an old snapshot (DEV-23)."""
    one, two = (SQLiteStore(tmp_path, synchronous="normal") for _ in range(2))
    one.set_leg("leg", "leg", 2)
    held = keep(one, record("a"), "w")
    assert len(two.catalog(LIN, "user:lin")) == 1
    data = unit(0, 1).tobytes()
    two.apply(LIN, changes(writes=(write(record("b"), "w", vectors={"leg": data}),)))
    catalog = one.catalog(LIN, "user:lin")
    assert len(one.postings(LIN, catalog, ["w"], budget=9)["w"][0]) == 2
    found = one.similarities(LIN, catalog, "leg", unit(0, 1), language=0, means=[None, None])
    assert found[1] == pytest.approx(1.0)
    changed = held.model_copy(update={"version": 2, "text": "c"})
    two.apply(LIN, changes(writes=(write(changed, "x", expect=1),)))
    with pytest.raises(VersionConflictError):
        one.apply(LIN, changes(writes=(write(changed, "y", expect=1),)))
    catalog = one.catalog(LIN, "user:lin")
    assert catalog.live.tolist() == [False, True, True]
    hits = one.hits(LIN, "user:lin", catalog.rid.tolist(), [1, 1, 1])
    assert [h.text for h in hits] == ["a", "b", "c"]
    two.set_leg("leg", "other", 3, replace=True)
    rows = [rid for rid, _ in one.unembedded("leg", limit=9)]
    two.store_vectors("leg", rows, unit(0, 0, 1)[None].repeat(3, axis=0))
    catalog = one.catalog(LIN, "user:lin")
    found = one.similarities(LIN, catalog, "leg", unit(0, 0, 1), language=0, means=[None, None])
    assert found.tolist() == pytest.approx([1.0, 1.0, 1.0])
    one.close()
    two.close()


def test_a_look_up_by_key_does_not_wait_for_a_writer(store: SQLiteStore, tmp_path: Path) -> None:
    """While a writer works, in this process or another, look-ups answer with what was committed last."""
    held = keep(store, record("茶"))
    assert store.by_key(LIN, held.key) == [held]
    with store._database.write() as connection:
        connection.execute("UPDATE memory SET key = 'other'")
        assert store.by_key(LIN, held.key) == [held]
        connection.rollback()
        connection.execute("BEGIN")
    other = sqlite3.connect(tmp_path / "data" / "stelae.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert store.by_key(LIN, held.key) == [held]
    other.execute("ROLLBACK")
    other.close()


def test_a_look_up_by_key_reads_one_row_however_many_there_are(store: SQLiteStore) -> None:
    """The cost of remembering does not grow with the scope: the key's own index answers."""
    keep(store, record("tea"))
    assert not store.tombstoned(LIN, ["tea"])
    asked = list[str]()
    rows = store._database.rows

    def noted(statement: str, values: Sequence[Any]) -> list[Any]:
        asked.append(" ".join(row[3] for row in rows(f"EXPLAIN QUERY PLAN {statement}", values)))
        return rows(statement, values)

    store._database.rows = noted
    store.by_key(LIN, "fact/tea")
    store.by_key_prefix(LIN, "fact/")
    store.seen(LIN, ["m1"], ["0" * 32])
    store.tombstoned(LIN, ["tea", "茶"])
    for plan, index in zip(
        asked,
        (
            *("memory_current (sid=? AND key=?)", "memory_current (sid=? AND key>? AND key<?)"),
            *("observation_external (sid=? AND", "observation_content (sid=? AND"),
            "tombstone USING PRIMARY KEY (sid=?",
        ),
        strict=True,
    ):
        assert index in plan
