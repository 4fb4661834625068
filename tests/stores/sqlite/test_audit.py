"""The audit shows every tampering with its rows, with its end, and with the texts it vouches for."""

import sqlite3
from pathlib import Path

import pytest

from stelae.schemas.change import Trail
from stelae.schemas.keeping import AuditReport
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, MO, NOW, changes, receipt, record, write

TEXTS = ("我对青霉素过敏", "打印机在三楼走廊", "Deploys go through make ship", "我的车停在 B2-117")


def fill(folder: Path) -> str:
    """Write four memories of two people, and return the audit's head."""
    store = SQLiteStore(folder)
    for number, text in enumerate(TEXTS):
        ns = (LIN, MO)[number % 2]
        held = record(text, id=f"m{number}", scope=ns.scope)
        entry = Trail(action="add", subject_id=held.id, actor="user", reason="accepted")
        store.apply(ns, changes(writes=(write(held, text),), trail=(entry,)))
    head = store.audit_head()
    store.close()
    assert head is not None
    return head.mac


def tamper(folder: Path, *statements: str) -> None:
    """Change the file behind the store's back."""
    connection = sqlite3.connect(folder / "stelae.db")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def verified(folder: Path, head: str | None = None) -> AuditReport:
    """Open the folder anew and verify it."""
    store = SQLiteStore(folder)
    try:
        return store.audit_verify(head=head)
    finally:
        store.close()


def test_an_untouched_folder_is_sound(tmp_path: Path) -> None:
    """Every version has the text that the audit saw."""
    head = fill(tmp_path)
    report = verified(tmp_path, head)
    assert (report.sound, report.rows, report.vouched, report.head_found) == (True, 4, 4, 4)
    assert (report.forgotten, report.unvouched, report.problems) == (0, 0, ())


@pytest.mark.parametrize(
    ("sql", "row"),
    [
        ("UPDATE audit SET reason = 'acceptee' WHERE aid = 2", 2),
        ("UPDATE audit SET actor = 'agent' WHERE aid = 1", 1),
        ("UPDATE audit SET at = replace(at, '2026', '2025') WHERE aid = 3", 3),
        ("UPDATE audit SET mac = CAST(x'00' || substr(mac, 2) AS BLOB) WHERE aid = 2", 2),
        ("DELETE FROM audit WHERE aid = 2", 3),
        ("DELETE FROM audit WHERE aid = 1", 2),
    ],
)
def test_one_changed_byte_in_the_rows_is_found(tmp_path: Path, sql: str, row: int) -> None:
    """The first row that does not follow is named."""
    fill(tmp_path)
    tamper(tmp_path, sql)
    report = verified(tmp_path)
    assert not report.sound
    assert report.first_broken == row
    assert f"row {row}" in report.problems[0]


def test_rows_cut_off_the_end_are_found_by_their_numbers(tmp_path: Path) -> None:
    """The table knows how far it had counted."""
    fill(tmp_path)
    tamper(tmp_path, "DELETE FROM audit WHERE aid > 2")
    report = verified(tmp_path)
    assert report.first_broken is None
    assert "Rows 3 to 4" in report.problems[0]


def test_a_head_kept_elsewhere_proves_a_cut_that_covers_its_tracks(tmp_path: Path) -> None:
    """Without it nothing is wrong with the shorter chain; with it the cut is told."""
    head = fill(tmp_path)
    tamper(
        tmp_path,
        "DELETE FROM audit WHERE aid > 2",
        "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'audit'",
        "DELETE FROM version WHERE mid > 2",
        "UPDATE memory SET version = version WHERE mid > 2",
    )
    assert verified(tmp_path).problems == ()
    report = verified(tmp_path, head)
    assert not report.sound
    assert "given head" in report.problems[0]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE version SET body = replace(body, '青霉素', '花粉')",
        "UPDATE version SET body = replace(body, '过敏', '不过敏')",
        "UPDATE version SET nonce = zeroblob(16) WHERE mid = 1",
    ],
)
def test_a_changed_text_is_found_and_its_memory_named(tmp_path: Path, sql: str) -> None:
    """The problem names the id and holds nothing of the text."""
    fill(tmp_path)
    tamper(tmp_path, sql)
    report = verified(tmp_path)
    assert not report.sound
    assert (report.vouched, report.first_broken) == (3, None)
    assert "m0" in report.problems[0]
    assert not any(text in report.problems[0] for text in ("青霉素", "花粉", "过敏"))


def test_a_memory_that_vanished_was_not_forgotten(tmp_path: Path) -> None:
    """Nothing in the audit says that anybody forgot it."""
    fill(tmp_path)
    tamper(tmp_path, "DELETE FROM version WHERE mid = 3", "DELETE FROM memory WHERE mid = 3")
    report = verified(tmp_path)
    assert not report.sound
    assert "m2" in report.problems[0]


def test_what_was_forgotten_is_no_damage(tmp_path: Path) -> None:
    """Text and key are gone, the rows stay and still hold."""
    head = fill(tmp_path)
    store = SQLiteStore(tmp_path)
    entry = Trail(action="purge", subject_id="m0", actor="platform", reason="forgotten")
    made = receipt("r1", at=NOW, hard=True, forgotten=("m0",))
    store.apply(LIN, changes(destroyed=("m0",), receipts=(made,), trail=(entry,)))
    store.close()
    report = verified(tmp_path, head)
    assert report.sound, report.problems
    assert (report.rows, report.vouched, report.forgotten) == (6, 3, 1)


def test_a_version_that_no_entry_speaks_of_is_vouched_for(tmp_path: Path) -> None:
    """A superseded memory's last state comes along with its successor's entry, and has a row of its own."""
    fill(tmp_path)
    store = SQLiteStore(tmp_path)
    ended = store.get(LIN, "m0").model_copy(update={"version": 2, "status": "superseded"})
    entry = Trail(action="supersede", subject_id="m9", actor="user", reason="accepted")
    written = (write(ended, expect=1), write(record("我对花粉过敏", id="m9")))
    store.apply(LIN, changes(writes=written, trail=(entry,)))
    assert [t.action for _, t in store.trail(LIN, "m0")] == ["add"]
    assert [row.action for row in store.audit_rows(LIN)][-2:] == ["supersede", "version"]
    store.close()
    tamper(tmp_path, "UPDATE version SET body = replace(body, '青霉素', '芒果') WHERE version = 2")
    assert not verified(tmp_path).sound


def test_versions_from_before_every_one_had_a_row_are_told_and_no_damage(tmp_path: Path) -> None:
    """An older store may hold some."""
    fill(tmp_path)
    store = SQLiteStore(tmp_path)
    ended = store.get(LIN, "m0").model_copy(update={"version": 2, "status": "superseded"})
    store.apply(LIN, changes(writes=(write(ended, expect=1),)))
    store.close()
    tamper(
        tmp_path,
        "DELETE FROM audit WHERE action = 'version'",
        "UPDATE sqlite_sequence SET seq = 4 WHERE name = 'audit'",
    )
    report = verified(tmp_path)
    assert report.sound, report.problems
    assert report.unvouched == 1


def test_progress_counts_every_row(tmp_path: Path) -> None:
    """For the bar."""
    fill(tmp_path)
    store = SQLiteStore(tmp_path)
    told: list[int] = []
    store.audit_verify(on_progress=told.append)
    store.close()
    assert sum(told) == 4


@pytest.mark.parametrize(
    "body",
    [
        "replace(body, '青霉素', '芒果')",
        "replace(replace(body, '青霉素', '芒果'), '\"active\"', '\"superseded\"')",
        'replace(body, \'"authority":"user"\', \'"authority":"user_edit"\')',
    ],
)
def test_a_version_slipped_in_beside_the_audit_is_found(tmp_path: Path, body: str) -> None:
    """It is no state of a memory that the audit knows."""
    fill(tmp_path)
    tamper(
        tmp_path,
        f"""INSERT INTO version SELECT mid, 2, change, actor, reason, recorded_at, randomblob(16),
        replace({body}, '"version":1', '"version":2'), rid FROM version WHERE mid = 1""",  # noqa: S608
        "UPDATE memory SET version = 2 WHERE mid = 1",
    )
    report = verified(tmp_path)
    assert not report.sound
    assert "m0" in report.problems[0]
    assert report.unvouched == 0


def test_a_memory_slipped_in_beside_the_audit_is_found(tmp_path: Path) -> None:
    """Nobody ever added it."""
    fill(tmp_path)
    store = SQLiteStore(tmp_path)
    store.apply(LIN, changes(writes=(write(record("我同意一切", id="m9"), "同意"),)))
    store.close()
    tamper(
        tmp_path,
        "DELETE FROM audit WHERE subject = 'm9'",
        "UPDATE sqlite_sequence SET seq = 4 WHERE name = 'audit'",
    )
    report = verified(tmp_path)
    assert not report.sound
    assert "m9" in report.problems[0]
