"""The audit chain holds, shows every tampering, and contains no content."""

import sqlite3
from pathlib import Path

import pytest

from stelae.schemas.change import Trail
from stelae.stores.sqlite import trail
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, MO, changes, record, write

SECRET = "我对青霉素过敏"


def _fill(folder: Path) -> None:
    store = SQLiteStore(folder)
    for number, ns in enumerate((LIN, MO, LIN, MO)):
        held = record(SECRET, id=f"m{number}", scope=ns.scope)
        entry = Trail(
            action="add", subject_id=held.id, actor="user", reason="accepted", fields=("text",)
        )
        store.apply(ns, changes(writes=(write(held),), trail=(entry,)))
    store.close()


def _tamper(folder: Path, sql: str) -> None:
    connection = sqlite3.connect(folder / "stelae.db")
    connection.execute(sql)
    connection.commit()
    connection.close()


def test_an_untouched_chain_holds(tmp_path: Path) -> None:
    """Over scopes and processes."""
    _fill(tmp_path)
    store = SQLiteStore(tmp_path)
    assert list(store.check()) == []
    store.close()


@pytest.mark.parametrize(
    ("sql", "row"),
    [
        ("UPDATE audit SET reason = 'confirmed' WHERE aid = 2", 2),
        ("UPDATE audit SET sid = 1 WHERE aid = 2", 2),
        ("UPDATE audit SET digest = NULL WHERE aid = 3", 3),
        ("DELETE FROM audit WHERE aid = 2", 3),
    ],
)
def test_a_change_in_the_middle_is_found(tmp_path: Path, sql: str, row: int) -> None:
    """An edited, moved or missing row breaks the chain there."""
    _fill(tmp_path)
    _tamper(tmp_path, sql)
    store = SQLiteStore(tmp_path)
    assert list(store.check()) == [f"The audit chain breaks at row {row}."]
    store.close()


def test_another_key_does_not_verify(tmp_path: Path) -> None:
    """Without the folder's key nobody can write a chain that holds."""
    _fill(tmp_path)
    (tmp_path / "audit.key").write_bytes(b"0" * 32)
    store = SQLiteStore(tmp_path)
    assert list(store.check()) == ["The audit chain breaks at row 1."]
    store.close()


def test_the_audit_vouches_for_a_version_and_holds_no_text(tmp_path: Path) -> None:
    """The digest proves the text while the version's nonce lives; the rows themselves say nothing."""
    _fill(tmp_path)
    connection = sqlite3.connect(tmp_path / "stelae.db")
    rows = connection.execute("SELECT * FROM audit").fetchall()
    assert SECRET not in repr(rows)
    for digest, nonce, body in connection.execute(
        """SELECT a.digest, v.nonce, v.body FROM audit a
        JOIN memory m ON m.id = a.subject JOIN version v ON v.mid = m.mid"""
    ):
        assert trail.digest(nonce, body) == digest
        assert trail.digest(trail.new_nonce(), body) != digest
    connection.close()
