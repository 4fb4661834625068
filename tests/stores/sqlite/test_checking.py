"""`check` finds what a fault can leave behind."""

import sqlite3
from pathlib import Path

import pytest

from stelae.schemas.change import Tombstone
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    changes,
    indexed,
    keep,
    observation,
    record,
    unit,
    write,
)


@pytest.mark.parametrize(
    ("sql", "finding"),
    [
        ("DELETE FROM keyword WHERE rid = 1", "keyword"),
        ("UPDATE keyword SET tokens = '1_other' WHERE rid = 1", "keyword index"),
        ("UPDATE entry SET vectors = 0", "marked wrongly"),
        ("DELETE FROM version", "current version"),
        ("DELETE FROM memory", "without a memory"),
        ("UPDATE memory SET rid = 99", "row the search can see"),
    ],
)
def test_damage_between_tables_is_found(tmp_path: Path, sql: str, finding: str) -> None:
    """Rows, keywords, versions and vectors must agree."""
    store = SQLiteStore(tmp_path)
    store.set_leg("leg", "leg", 2)
    data = unit(1, 0).tobytes()
    store.apply(LIN, changes(writes=(write(record("a"), "车", vectors={"leg": data}),)))
    assert list(store.check()) == []
    store.close()
    connection = sqlite3.connect(tmp_path / "stelae.db")
    connection.execute(sql)
    connection.commit()
    connection.close()
    store = SQLiteStore(tmp_path)
    assert any(finding in line for line in store.check())
    store.close()


def test_a_failed_job_is_a_finding(tmp_path: Path) -> None:
    """It waits for a person, so a person is told."""
    store = SQLiteStore(tmp_path)
    store.apply(LIN, changes(jobs=({"kind": "embed", "payload": {}},)))
    (job,) = store.claim(["embed"], limit=1, now=NOW)
    store.fail(job, reason="model", now=NOW, max_attempts=1)
    assert list(store.check()) == ["1 jobs that failed for good."]
    store.close()


def test_what_is_under_a_tombstone_is_recognised_in_its_scope_only(tmp_path: Path) -> None:
    """A tombstone is a keyed mark: it stops one scope (DEV-15.3), and the words cannot be read from it."""
    store = SQLiteStore(tmp_path)
    for ns in (LIN, MO):
        keep(store, record(scope=ns.scope), ns=ns)
    mark = Tombstone(mark="allergy/青霉素", receipt="r")
    store.apply(LIN, changes(tombstones=(mark,)))
    assert store.tombstoned(LIN, ["other", "allergy/青霉素"]) == {"allergy/青霉素": NOW}
    assert store.tombstoned(LIN, ["other"]) == {}
    assert store.tombstoned(MO, ["allergy/青霉素"]) == {}
    store.close()
    assert "青霉素".encode() not in (tmp_path / "stelae.db").read_bytes()


def test_single_writes_leave_a_bounded_number_of_files(tmp_path: Path) -> None:
    """600 single writes, one at a time: still one database (DEV-25.1)."""
    store = SQLiteStore(tmp_path, synchronous="normal")
    store.set_leg("leg", "leg", 2)
    data = unit(1, 0).tobytes()
    for n in range(600):
        said = indexed(observation(f"{n}"), f"w{n} all")
        held = write(record(f"{n}"), f"w{n} all", vectors={"leg": data})
        store.apply(LIN, changes(observations=(said,), writes=(held,)))
    assert len(list(tmp_path.iterdir())) == 5
    catalog = store.catalog(LIN, "user:lin")
    assert len(store.postings(LIN, catalog, ["all"], budget=9_999)["all"][0]) == 1_200
    assert list(store.check()) == []
    store.close()
