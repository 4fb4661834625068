"""Opening any file: new, old, newer, foreign, damaged."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stelae.errors import SchemaVersionError, StoreCorruptError
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from stelae.stores.sqlite.connection import Database
from stelae.stores.sqlite.files import DATABASE, KEY, create_private
from stelae.stores.sqlite.migrations import MIGRATIONS, migrate
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    changes,
    keep,
    observation,
    record,
    say,
    unit,
    write,
)

SCHEMAS = Path(__file__).parent / "schemas"
"""The schema after each step as it was released; a file here is never edited."""


def _schema(path: Path) -> str:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    text = ";\n".join(row[0] for row in rows) + ";\n"
    connection.close()
    return text


def _database(path: Path) -> Database:
    return Database(path, busy_s=1, durability="normal")


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_released_step_is_never_edited(version: int, tmp_path: Path) -> None:
    """A new file at that version has the schema that was released under the number."""
    database = _database(tmp_path / "stelae.db")
    migrate(database, MIGRATIONS[:version])
    database.close()
    released = (SCHEMAS / f"{version}.sql").read_text(encoding="utf-8")
    assert _schema(tmp_path / "stelae.db") == released


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_store_of_an_older_version_is_brought_up_to_date(version: int, tmp_path: Path) -> None:
    """Opening takes the missing steps and the store works; opening again takes none."""
    database = _database(tmp_path / "stelae.db")
    migrate(database, MIGRATIONS[:version])
    database.close()
    for _ in range(2):
        store = SQLiteStore(tmp_path)
        held = keep(store, record())
        assert store.get(LIN, held.id) == held
        store.close()


def test_a_filled_store_of_the_first_version_keeps_everything(tmp_path: Path) -> None:
    """Records, versions, log, questions, refusals, jobs, traces and trail are there after the upgrade."""
    store = _upgraded(tmp_path)
    assert list(store.check()) == []
    assert [(r.id, r.text, r.status) for r in store.list(LIN, include_inactive=True)] == [
        ("m-3", "The car is in A1", "active"),
        ("m-2", "住在杭州", "active"),
        ("m-1", "住在上海", "superseded"),
    ]
    assert [r.id for r in store.list(MO)] == ["m-4"]
    assert store.get(LIN, "m-2").access_count == 3
    assert [v.record.text for v in store.versions(LIN, "m-3")] == [
        "The car is in B2",
        "The car is in A1",
    ]
    assert store.observation(LIN, "o-1").text == "我搬到杭州了"
    assert [r.id for r in store.by_observation(LIN, "o-1")] == ["m-2"]
    assert [p.id for p in store.pending(LIN, now=NOW)] == ["p-1"]
    assert [d.observation_id for d in store.drops(LIN)] == ["o-1"]
    assert store.waiting(LIN) == 1
    assert store.trace(LIN, "t-1").query == "车停哪了"
    assert len(store.trail(LIN, "m-1")) == 1
    store.close()


def test_an_upgraded_store_is_searched_as_before(tmp_path: Path) -> None:
    """Words and vectors find the rows; what was superseded tells when that became known."""
    store = _upgraded(tmp_path)
    catalog = store.catalog(LIN, "user:lin")
    rows, _ = store.postings(LIN, catalog, ["住在"], budget=9)["住在"]
    hits = store.hits(LIN, "user:lin", catalog.rid[rows].tolist(), [0.5, 0.5])
    assert [(h.text, h.status) for h in hits] == [
        ("住在上海", "superseded"),
        ("住在杭州", "active"),
    ]
    assert catalog.closed_at[rows].tolist()[0] == store.get(LIN, "m-2").recorded_at.timestamp()
    found = store.similarities(LIN, catalog, "leg", unit(0, 1), language=0, means=[None, None])
    assert found[rows].tolist() == pytest.approx([0.0, 1.0], abs=1e-6)
    assert store.matching(LIN, "user:lin", Where.of({"place": "A1"})).tolist() == [5]
    store.close()


def test_an_upgraded_store_changes_and_forgets(tmp_path: Path) -> None:
    """Rows written before the upgrade have wordings, are buried and are destroyed like any other."""
    store = _upgraded(tmp_path)
    car = store.get(LIN, "m-3")
    moved = car.model_copy(update={"version": 3, "text": "The car is in C3"})
    store.apply(LIN, changes(writes=(write(moved, "car c3", expect=2),)))
    catalog = store.catalog(LIN, "user:lin")
    rows, _ = store.postings(LIN, catalog, ["car"], budget=9)["car"]
    hits = store.hits(LIN, "user:lin", catalog.rid[rows].tolist(), [0.5, 0.5])
    assert [h.text for h in hits] == ["The car is in A1", "The car is in C3"]
    store.apply(LIN, changes(destroyed=("m-1", "m-2", "m-3", "o-1")))
    assert len(store.catalog(LIN, "user:lin")) == 0
    assert store.scrub(LIN, ["住在上海", "住在杭州", "我搬到杭州了", "The car is in B2"])
    assert [r.text for r in store.list(MO)] == ["The car is in B2"]
    assert list(store.check()) == []
    store.close()


def _fitting(store: SQLiteStore, ns: Namespace, where: dict[str, Any]) -> list[str]:
    rows = store.matching(ns, ns.scope, Where.of(where)).tolist()
    return [hit.text for hit in store.hits(ns, ns.scope, rows, [0.5] * len(rows))]


def test_a_filled_store_of_the_second_version_is_filtered_by_its_fields(tmp_path: Path) -> None:
    """Each wording answers with the fields that it had; what is forgotten has none."""
    store = _upgraded(tmp_path, 2)
    assert _fitting(store, LIN, {"object": "杭州"}) == ["住在杭州"]
    assert _fitting(store, MO, {"object": "杭州", "attribute": "HOME"}) == ["住在杭州"]
    assert _fitting(store, LIN, {"level": {"gte": 1}}) == ["The car is in B2", "The car is in A1"]
    assert _fitting(store, LIN, {"place": "a1", "tags": {"has": "blue"}}) == ["The car is in A1"]
    assert _fitting(store, LIN, {"tags": {"has": "old"}}) == ["The car is in B2"]
    assert _fitting(store, LIN, {"type": "allergy"}) == []
    assert list(store.check()) == []
    store.close()


def test_the_audit_of_a_filled_store_of_the_second_version_holds(tmp_path: Path) -> None:
    """Nobody vouched for messages, questions and receipts then; what is written from now on is vouched for."""
    store = _upgraded(tmp_path, 2)
    before = store.audit_verify()
    assert (before.sound, before.problems) == (True, ())
    assert (before.rows, before.vouched, before.beside, before.unvouched) == (8, 6, 0, 0)
    say(store, observation("我养了一只猫"))
    after = store.audit_verify()
    assert (after.sound, after.beside, after.vouched) == (True, 1, 6)
    store.close()


def test_quotes_that_the_second_version_left_go_with_their_message(tmp_path: Path) -> None:
    """It hid a message and left its words in the evidence of a memory that stays."""
    store = _upgraded(tmp_path, 2)
    assert [s.observation_id for s in store.get(LIN, "m-1").evidence] == ["o-1", "o-2"]
    texts = store.buried_texts(LIN, "r-1")
    assert set(texts) == {
        "Allergic to peanuts",
        "I'm allergic to peanuts",
        "搬到杭州，住在西湖边",
    }
    store.apply(LIN, changes(destroyed=("m-3", "o-2", "o-3")))
    assert [s.observation_id for s in store.get(LIN, "m-1").evidence] == ["o-1"]
    assert store.scrub(LIN, texts, ["peanuts"])
    assert store.audit_verify().problems == ()
    assert list(store.check()) == []
    store.close()


def test_the_queue_of_a_filled_store_of_the_third_version_is_worked_off(tmp_path: Path) -> None:
    """Every job has an id to ask for it by, also the one that had failed; all are done as before."""
    store = _filled(tmp_path, 3)
    ids = [job.id for job in store.jobs(LIN, now=NOW, limit=9)]
    told = [(j.kind, j.state, j.reason, j.attempts) for j in store.jobs(LIN, now=NOW, limit=9)]
    assert told == [
        ("purge", "waiting", None, 0),
        ("extract", "waiting", None, 0),
        ("extract", "failed", "ModelTimeoutError", 1),
    ]
    assert [(j.kind, j.state) for j in store.jobs(MO, now=NOW, limit=9)] == [("embed", "waiting")]
    assert store.retry_job(LIN, ids[-1], now=NOW).state == "waiting"
    jobs = store.claim(["embed", "extract", "purge"], limit=9, now=NOW + timedelta(hours=1))
    assert [(j.job.kind, j.ns.project) for j in jobs] == [
        ("extract", None),
        ("extract", None),
        ("purge", None),
        ("embed", "北斗"),
    ]
    assert jobs[0].job.payload == {"observations": ["o-1"], "only": "fact"}
    store.finish(jobs, now=NOW)
    assert [store.job(LIN, id_, now=NOW).state for id_ in ids] == ["done"] * 3
    assert (store.waiting(), list(store.check())) == (0, [])
    store.close()


def _upgraded(folder: Path, version: int = 1) -> SQLiteStore:
    """Open a store that the code of an earlier schema version filled."""
    store = _filled(folder, version)
    # The vector file is derived; the first search makes it.
    catalog = store.catalog(LIN, "user:lin")
    store.similarities(LIN, catalog, "leg", unit(0, 1), language=0, means=[None, None])
    return store


def _filled(folder: Path, version: int) -> SQLiteStore:
    (folder / KEY).write_bytes(b"k" * 32)
    for path, mode in ((folder, 0o700), (folder / KEY, 0o600)):
        path.chmod(mode)
    create_private(folder / DATABASE)
    database = _database(folder / DATABASE)
    migrate(database, MIGRATIONS[:version])
    database.close()
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.executescript((SCHEMAS / f"{version}.rows.sql").read_text(encoding="utf-8"))
    return SQLiteStore(folder)


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """All missing steps are one transaction."""

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (a)")
        raise StoreCorruptError("step")

    database = _database(tmp_path / "stelae.db")
    migrate(database)
    with pytest.raises(StoreCorruptError):
        migrate(database, (*MIGRATIONS, broken))
    database.close()
    assert "half" not in _schema(tmp_path / "stelae.db")
    SQLiteStore(tmp_path).close()


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    """Both versions are named, and nothing is changed."""
    SQLiteStore(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "stelae.db")
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(SchemaVersionError) as caught:
        SQLiteStore(tmp_path)
    assert (caught.value.found, caught.value.supported) == (99, len(MIGRATIONS))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """A typed error, and the file stays what it was."""
    (tmp_path / "stelae.db").write_bytes(b"hello " * 1000)
    with pytest.raises(StoreCorruptError):
        SQLiteStore(tmp_path)
    assert (tmp_path / "stelae.db").read_bytes() == b"hello " * 1000


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    """It gets no tables of ours."""
    connection = sqlite3.connect(tmp_path / "stelae.db")
    connection.execute("CREATE TABLE theirs (a)")
    connection.close()
    with pytest.raises(StoreCorruptError):
        SQLiteStore(tmp_path)
    assert _schema(tmp_path / "stelae.db") == "CREATE TABLE theirs (a);\n"


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    """Pages overwritten in the middle: an error of its own or a finding, never a wrong answer in silence."""
    store = SQLiteStore(tmp_path)
    for n in range(50):
        keep(store, record(f"{n}" * 200), f"w{n}")
    store.close()
    path = tmp_path / "stelae.db"
    data = bytearray(path.read_bytes())
    data[8192 : len(data) - 4096] = b"\xa5" * (len(data) - 12288)
    path.write_bytes(data)
    with pytest.raises(StoreCorruptError):
        _read_all(tmp_path)


def _read_all(folder: Path) -> None:
    with closing(SQLiteStore(folder)) as damaged:
        assert list(damaged.check()) != []
        damaged.list(LIN)
