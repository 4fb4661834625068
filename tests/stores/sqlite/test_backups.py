"""Backups: consistent while others write, verified to the byte, restored into empty folders only."""

import multiprocessing
import sqlite3
import sys
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from stelae.errors import InvalidInputError, StoreCorruptError
from stelae.schemas.change import Trail
from stelae.stores.sqlite import backups
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, NOW, changes, record, unit, write

SPAWN = multiprocessing.get_context("spawn")
WRITERS = 8


def fill(folder: Path, count: int = 3) -> SQLiteStore:
    """Open a store with some memories, vectors and settings."""
    store = SQLiteStore(folder, synchronous="normal")
    store.set_leg("leg", "leg", 2)
    for number in range(count):
        add(store, f"m{number}")
    for name, text in (
        ("policy.yaml", "preset: strict\n"),
        ("stelae.toml", 'scope = "user:lin"\n'),
    ):
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o600)
    return store


def add(store: SQLiteStore, id_: str) -> None:
    """Write one memory with vector and audit entry."""
    entry = Trail(action="add", subject_id=id_, actor="user", reason="accepted")
    held = write(
        record(f"打印机 {id_}", id=id_, key=id_), "打印机", vectors={"leg": unit(1, 2).tobytes()}
    )
    store.apply(LIN, changes(writes=(held,), trail=(entry,)))


def test_a_backup_holds_everything_that_cannot_be_rebuilt(tmp_path: Path) -> None:
    """Database, key and settings, for their owner only; no derived file."""
    store = fill(tmp_path / "data")
    told: list[int] = []
    report = store.backup(tmp_path / "copy", at=NOW, on_progress=told.append)
    assert report.sound, report.problems
    assert report.head == store.audit_head()
    assert (report.counts["memory"], report.counts["audit"], report.at) == (3, 3, NOW)
    names = {path.name for path in (tmp_path / "copy").iterdir()}
    assert names == {"stelae.db", "audit.key", "policy.yaml", "stelae.toml", "manifest.json"}
    assert all(p.stat().st_mode & 0o777 == 0o600 for p in (tmp_path / "copy").iterdir())
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o700
    assert sum(told) > 0
    store.close()


def test_a_restored_folder_answers_as_the_first_one_did(tmp_path: Path) -> None:
    """Vectors included, whose files are built anew; and it goes on."""
    store = fill(tmp_path / "data")
    store.backup(tmp_path / "copy", at=NOW)
    held = store.list(LIN)
    store.close()
    report = backups.restore(tmp_path / "copy", tmp_path / "back")
    assert report.sound
    other = SQLiteStore(tmp_path / "back")
    assert other.list(LIN) == held
    catalog = other.catalog(LIN, "user:lin")
    near = other.similarities(LIN, catalog, "leg", unit(1, 2), language=1, means=[None, None])
    assert near.tolist() == pytest.approx([1.0, 1.0, 1.0])
    add(other, "m9")
    assert list(other.check()) == []
    assert other.audit_verify().sound
    other.close()


@pytest.mark.parametrize("name", ["stelae.db", "audit.key", "policy.yaml"])
def test_one_changed_byte_in_any_file_is_found(tmp_path: Path, name: str) -> None:
    """Wherever it stands."""
    store = fill(tmp_path / "data")
    store.backup(tmp_path / "copy", at=NOW)
    store.close()
    path = tmp_path / "copy" / name
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)
    report = backups.verify(tmp_path / "copy")
    assert not report.sound
    assert report.problems == (f"{name} has changed since the backup was made.",)
    with pytest.raises(StoreCorruptError):
        backups.restore(tmp_path / "copy", tmp_path / "back")
    assert not (tmp_path / "back").exists()


def test_an_edit_under_a_new_manifest_is_found_by_the_audit(tmp_path: Path) -> None:
    """Whoever changes a text and its checksum does not have a chain that holds."""
    store = fill(tmp_path / "data")
    store.backup(tmp_path / "copy", at=NOW)
    store.close()
    connection = sqlite3.connect(tmp_path / "copy/stelae.db")
    connection.execute("UPDATE version SET body = replace(body, 'm1', 'm7') WHERE mid = 2")
    connection.commit()
    connection.close()
    (tmp_path / "copy/manifest.json").unlink()
    backups.write_manifest(tmp_path / "copy", at=NOW)
    (problem,) = backups.verify(tmp_path / "copy").problems
    assert "m1" in problem


@pytest.mark.parametrize("name", ["manifest.json", "stelae.db", "audit.key"])
def test_a_missing_file_is_found(tmp_path: Path, name: str) -> None:
    """A folder without a manifest is no backup at all."""
    store = fill(tmp_path / "data")
    store.backup(tmp_path / "copy", at=NOW)
    store.close()
    (tmp_path / "copy" / name).unlink()
    report = backups.verify(tmp_path / "copy")
    assert not report.sound
    assert name in report.problems[0]


def test_a_database_that_is_none_is_told_and_not_raised(tmp_path: Path) -> None:
    """Even when the manifest agrees with it."""
    store = fill(tmp_path / "data")
    store.backup(tmp_path / "copy", at=NOW)
    store.close()
    manifest = (tmp_path / "copy/manifest.json").read_text(encoding="utf-8")
    path, rubbish = tmp_path / "copy/stelae.db", b"no database" * 1000
    before = backups.verify(tmp_path / "copy").files[0]
    path.write_bytes(rubbish)
    after = backups._described(path)
    manifest = manifest.replace(before.sha256, after.sha256)
    manifest = manifest.replace(f'"bytes": {before.bytes}', f'"bytes": {after.bytes}')
    (tmp_path / "copy/manifest.json").write_text(manifest, encoding="utf-8")
    report = backups.verify(tmp_path / "copy")
    assert "cannot be read" in report.problems[0]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """Neither by a backup nor by restoring one; an empty folder is fine."""
    store = fill(tmp_path / "data")
    (tmp_path / "copy").mkdir()
    store.backup(tmp_path / "copy", at=NOW)
    with pytest.raises(InvalidInputError):
        store.backup(tmp_path / "copy", at=NOW)
    with pytest.raises(InvalidInputError):
        backups.restore(tmp_path / "copy", tmp_path / "data")
    assert len(store.list(LIN)) == 3
    store.close()


def test_a_backup_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No half of one that looks whole."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    store = fill(tmp_path / "data")
    monkeypatch.setattr(backups, "write_manifest", full)
    with pytest.raises(OSError, match="No space"):
        store.backup(tmp_path / "copies/copy", at=NOW)
    assert list((tmp_path / "copies").iterdir()) == []
    store.close()


def write_until(folder: Path, number: int, stop: Event) -> None:
    """Write memories until told to stop; exit 0."""
    store, count = SQLiteStore(folder, synchronous="normal", busy_timeout_s=60), 0
    while not stop.is_set():
        add(store, f"w{number}-{count}")
        count += 1
    store.close()
    sys.exit(0)


def test_eight_processes_write_while_backups_are_made(tmp_path: Path) -> None:
    """Each copy is one moment: sound, and later ones hold more; no writer fails."""
    store = fill(tmp_path / "data", 200)
    stop = SPAWN.Event()
    writers = [
        SPAWN.Process(target=write_until, args=(tmp_path / "data", n, stop)) for n in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    while len(store.list(LIN, limit=1000)) < 200 + WRITERS:
        assert all(writer.exitcode in {None, 0} for writer in writers)
    reports = [store.backup(tmp_path / f"copy-{n}", at=NOW) for n in range(3)]
    stop.set()
    for writer in writers:
        writer.join(timeout=120)
    assert [writer.exitcode for writer in writers] == [0] * WRITERS
    assert [report.problems for report in reports] == [(), (), ()]
    counts = [report.counts["memory"] for report in reports]
    assert counts == sorted(counts)
    assert all(r.counts["audit"] == r.counts["version"] == r.counts["memory"] for r in reports)
    assert list(store.check()) == []
    store.close()
