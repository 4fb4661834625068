"""Opening any file: new, old, newer, foreign, damaged."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from stelae.errors import SchemaVersionError, StoreCorruptError
from stelae.stores.sqlite.connection import Database
from stelae.stores.sqlite.migrations import MIGRATIONS, migrate
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, keep, record

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
