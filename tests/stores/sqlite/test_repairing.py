"""Each fault is made in a real store, found, repaired, and not found again; recall is right afterwards."""

import sqlite3
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.memory import Memory
from stelae.schemas.upkeep import RepairReport
from stelae.stores.sqlite import repairing
from stelae.stores.sqlite.connection import Database
from stelae.testing import FixedClock, HashEmbedder

SAID = ("以后报告都用中文写给我", "The staging cluster is in Osaka", "我家猫叫芝麻")
QUESTIONS = {
    "报告用什么语言": SAID[0],
    "where is the staging cluster": SAID[1],
    "猫叫什么": SAID[2],
}


@dataclass(frozen=True)
class Folder:
    """A data folder with three memories in it, embedded."""

    path: Path
    clock: FixedClock

    def open(self, **options: Any) -> Memory:
        """Open it for user:lin."""
        settled: dict[str, Any] = {"embedder": HashEmbedder(), "extractor": "rules", **options}
        return Memory.open(self.path, scope="user:lin", clock=self.clock, **settled)

    def damage(self, *statements: str) -> None:
        """Change the file behind the store's back."""
        connection = sqlite3.connect(self.path / "stelae.db")
        for sql in statements:
            connection.execute(sql)
        connection.commit()
        connection.close()

    def repaired(self, **options: Any) -> RepairReport:
        """Repair, and check what holds after every repair: sound, answers as before, nothing left for a second run."""
        with self.open(**options) as memory:
            report = memory.repair()
            memory.flush()
            assert memory.repair().lines == ()
            assert list(memory.check()) == []
            for query, said in QUESTIONS.items():
                assert memory.recall(query, floor=None).hits[0].text == said
            covered = memory.coverage()
            assert covered.keywords == covered.rows
            assert set(covered.vectors.values()) == {covered.rows}
            assert memory.audit_verify().sound
        return report


@pytest.fixture
def folder(tmp_path: Path, clock: FixedClock) -> Folder:
    """Chinese and English."""
    return filled(tmp_path / "data", clock)


def filled(path: Path, clock: FixedClock) -> Folder:
    """Return a folder in which everything is as it should be."""
    made = Folder(path, clock)
    with made.open() as memory:
        for said in SAID:
            memory.remember(said)
        memory.flush()
        assert memory.repair().lines == ()
    return made


FAULTS = [
    (["DELETE FROM keyword WHERE rid IN (1, 2)"], "keywords"),
    (["UPDATE keyword SET tokens = '1_other' WHERE rid IN (1, 2)"], "keywords"),
    (["INSERT INTO keyword_index (keyword_index) VALUES ('delete-all')"], "keywords"),
    (["DELETE FROM field WHERE rid IN (2, 4)"], "fields"),
    (["UPDATE field SET text = 'other' WHERE form = 0"], "fields"),
    (["INSERT INTO field VALUES (999, 'x', 0, 0, 0, 'y', 1)"], "fields"),
    (["UPDATE entry SET vectors = 0"], "vectors"),
    (["DELETE FROM vector WHERE rid = 1"], "vectors"),
    (["UPDATE vector SET rid = 77 WHERE rid = 1"], "vectors"),
    (["UPDATE vector SET data = zeroblob(8) WHERE rid = 2"], "embedders"),
    (["UPDATE entry SET gone = 1 WHERE rid IN (2, 4)", "DELETE FROM keyword WHERE rid IN (2, 4)"], "rows"),
    (["UPDATE memory SET rid = 99 WHERE mid = 1"], "rows"),
    (["INSERT INTO evidence VALUES (1, 'gone')"], "evidence"),
    (["INSERT INTO evidence VALUES (99, 'gone')"], "evidence"),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "kind"), FAULTS)
def test_what_can_be_made_again_is(folder: Folder, sql: list[str], kind: str) -> None:
    """From memories and messages, and by the worker."""
    folder.damage(*sql)
    report = folder.repaired()
    assert kind in {line.kind for line in report.lines}
    assert report.sound
    assert all(line.found == line.repaired > 0 for line in report.lines)


@settings(max_examples=10, deadline=None)
@given(chosen=st.sets(st.integers(0, len(FAULTS) - 1), min_size=2))
def test_whatever_is_wrong_together_a_second_repair_finds_nothing(chosen: set[int]) -> None:
    """Faults hide each other; one repair finds all that can be made again."""
    with TemporaryDirectory() as place:
        folder = filled(Path(place) / "data", FixedClock())
        folder.damage(*(sql for number in sorted(chosen) for sql in FAULTS[number][0]))
        assert folder.repaired().sound


def test_each_repair_is_an_audit_row_without_content(folder: Folder) -> None:
    """What kind, how many; never a word."""
    folder.damage("DELETE FROM keyword WHERE rid = 1", "INSERT INTO evidence VALUES (1, 'gone')")
    with folder.open() as memory:
        lines = memory.repair().lines
        for line in lines:
            ((_, entry),) = memory._parts.store.trail(memory.namespace, line.kind)  # pyright: ignore[reportPrivateUsage]
            assert (entry.action, entry.actor) == ("repair", "user_edit")
            assert entry.fields == (f"found={line.found}", f"repaired={line.repaired}")


def test_looking_takes_no_lock(folder: Folder) -> None:
    """Another process writes all the while; where nothing is wrong, nobody waits for anybody."""
    with folder.open() as memory, closing(sqlite3.connect(folder.path / "stelae.db")) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        assert memory.repair().lines == ()
        other.execute("ROLLBACK")


def test_many_faults_are_put_right_in_short_transactions(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with its own audit row, and one line in the report."""
    monkeypatch.setattr(repairing, "PIECE", 2)
    folder.damage(
        "INSERT INTO evidence VALUES (91, 'gone'), (92, 'x'), (93, 'y'), (94, 'z'), (95, '')"
    )
    with folder.open() as memory:
        (line,) = memory.repair().lines
        assert (line.kind, line.found, line.repaired) == ("evidence", 5, 5)
        trail = memory._parts.store.trail(memory.namespace, "evidence")  # pyright: ignore[reportPrivateUsage]
        assert [entry.fields[0] for _, entry in trail] == ["found=2", "found=2", "found=1"]
        assert memory.repair().lines == ()


@pytest.mark.parametrize(
    ("damage", "mended"),
    [
        ("INSERT INTO evidence VALUES (99, 'gone')", "DELETE FROM evidence WHERE mid = 99"),
        (
            "UPDATE entry SET vectors = 0 WHERE rid = 1",
            "UPDATE entry SET vectors = (SELECT 1 << leg FROM vector WHERE rid = 1) WHERE rid = 1",
        ),
        (
            "UPDATE memory SET rid = 99 WHERE mid = 1",
            "UPDATE memory SET rid = (SELECT rid FROM version WHERE mid = 1) WHERE mid = 1",
        ),
    ],
)
def test_what_is_right_by_the_time_of_the_lock_is_left_alone(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, damage: str, mended: str
) -> None:
    """Somebody else was first, between the look and the lock."""
    with folder.open() as memory:
        folder.damage("PRAGMA foreign_keys=OFF", damage)
        write, fixed = Database.write, list[str]()

        def late(database: Database) -> AbstractContextManager[sqlite3.Connection]:
            if not fixed:
                fixed.append(mended)
                folder.damage("PRAGMA foreign_keys=OFF", mended)
            return write(database)

        monkeypatch.setattr(Database, "write", late)
        assert memory.repair().lines == ()
        assert fixed
        assert list(memory.check()) == []


@pytest.mark.parametrize("damage", ["wrong", "stray", "cut", "gone"])
def test_a_vector_file_follows_the_database(folder: Folder, damage: str) -> None:
    """Wrong slots, slots of nothing, a file that was cut or removed."""
    (path,) = folder.path.glob("vectors-*.f32")
    mapped = np.memmap(path, "<f4", "r+")
    vectors = mapped.reshape(-1, HashEmbedder().dim)
    if damage == "wrong":
        vectors[1:3] = vectors[3]
    elif damage == "stray":
        vectors[700] = 1.0
    mapped.flush()
    del mapped, vectors
    if damage == "cut":
        with path.open("r+b") as file:
            file.truncate(10)
    elif damage == "gone":
        path.unlink()
    report = folder.repaired()
    assert [line.kind for line in report.lines] in (["vectors"], [])
    assert bool(report.lines) or damage in {"cut", "gone"}  # opening it made it anew


def test_keyword_rows_of_another_tokenizer_are_written_anew(folder: Folder) -> None:
    """Without opening a memory, which would do so as well."""
    folder.damage("UPDATE meta SET value = 'older' WHERE name = 'tokenizer'")
    with folder.open() as memory:
        folder.damage("UPDATE meta SET value = 'older' WHERE name = 'tokenizer'")
        (line,) = memory.repair().lines
        assert (line.kind, line.found) == ("tokenizer", memory.coverage().rows)
    assert folder.repaired().lines == ()


def test_vectors_of_another_embedder_are_dropped_and_made_anew(folder: Folder) -> None:
    """The leg has the name of the one in use and another fingerprint."""
    folder.damage("UPDATE leg SET fingerprint = 'another'")
    with pytest.raises(Exception, match="another"):
        folder.open()
    folder.damage("UPDATE leg SET fingerprint = (SELECT 'x')")
    with folder.open(embedder="none") as memory:
        object.__setattr__(memory._parts, "wanted_embedders", (HashEmbedder(),))  # pyright: ignore[reportPrivateUsage]
        (line,) = memory.repair().lines
        assert (line.kind, line.ids) == ("embedders", ("hash: x",))
    assert folder.repaired().lines == ()


def test_failed_and_stuck_jobs_are_in_the_queue_again(folder: Folder) -> None:
    """One that failed, one that a wrong clock put off, one that nobody can read."""
    job = """INSERT INTO job (sid, namespace, kind, payload, due, attempts, failed)
        VALUES (1, '{"scope": "user:lin"}', 'embed', '{"kind": "embed", "payload": {}}', %s)"""
    folder.damage(job % "0, 3, 'ModelTimeoutError'", job % "9e12, 1, NULL")
    folder.damage((job % "0, 1, 'lease_expired'").replace('{"kind"', "{broken"))
    report = folder.repaired()
    (line,) = report.lines
    assert (line.kind, line.found) == ("jobs", 3)
    assert "embed: ModelTimeoutError, 3 attempts" in line.ids[0]
    with folder.open() as memory:
        assert memory.stats()["failed_jobs"] == memory.stats()["jobs"] == 0


def test_a_question_about_a_memory_that_is_gone_is_dropped(folder: Folder) -> None:
    """It could not be confirmed."""
    with folder.open() as memory:
        memory.observe("以后跳过发布审批。")
        assert len(memory.pending()) == 1
    folder.damage("UPDATE pending SET body = json_set(body, '$.target', 'gone')")
    (line,) = folder.repaired().lines
    assert line.kind == "pending"
    with folder.open() as memory:
        assert memory.pending() == ()


def test_files_that_others_can_read_are_private_again(folder: Folder) -> None:
    """0700 and 0600."""
    folder.path.chmod(0o755)
    (folder.path / "stelae.db").chmod(0o644)
    (line,) = folder.repaired().lines
    assert line.kind == "modes"
    assert {"data", "stelae.db"} <= set(line.ids)
    assert folder.path.stat().st_mode & 0o777 == 0o700
    assert (folder.path / "stelae.db").stat().st_mode & 0o777 == 0o600


def test_a_broken_audit_chain_is_told_and_never_signed_anew(folder: Folder) -> None:
    """With the row; it is found again and again."""
    folder.damage("UPDATE audit SET reason = 'nicer' WHERE aid = 2")
    with folder.open() as memory:
        for _ in range(2):
            (line,) = memory.repair().lines
            assert (line.kind, line.found, line.repaired, line.ids) == ("audit", 1, 0, ("2",))
            assert "audit verify" in line.what
        assert not memory.repair().sound
        assert not memory.audit_verify().sound


def test_a_text_that_is_lost_is_told(folder: Folder) -> None:
    """It cannot be made up."""
    folder.damage("DELETE FROM version WHERE mid = 1")
    with folder.open() as memory:
        (line,) = (one for one in memory.repair().lines if one.kind == "versions")
        assert (line.found, line.repaired) == (1, 0)
        assert "backup" in line.what
        assert memory.recall("where is the staging cluster", floor=None).hits[0].text == SAID[1]


def test_a_damaged_file_is_left_alone(folder: Folder) -> None:
    """Writing would make it worse; the backup is what helps."""
    path = folder.path / "stelae.db"
    with folder.open() as memory:
        memory.maintain()
    page = 4096
    with closing(sqlite3.connect(path)) as connection:
        # Opening does not read what was refused.
        sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'refusal'"
        middle = (connection.execute(sql).fetchone()[0] - 1) * page
    content = bytearray(path.read_bytes())
    content[middle : middle + page] = b"\xab" * page
    path.write_bytes(content)
    with folder.open(embedder="none") as memory:
        (line,) = memory.repair().lines
    assert (line.kind, line.repaired) == ("damage", 0)
    assert "backup" in line.what
    assert path.read_bytes()[middle : middle + page] == b"\xab" * page
