"""DEV-23: two writers, duplicate rows or a broken file.

Assertion 3 is about a process that forgets; until forgetting is there, a process that writes and corrects takes its place.
"""

import sqlite3
import threading
from pathlib import Path

import pytest

from stelae.testing import FixedClock
from tests.cases import workers
from tests.cases.conftest import OpenDoor
from tests.cases.doors import Door, DoorName, Json, LibraryDoor, RefusedError, open_door

PRINTER = "打印机在三楼走廊"
TEXTS = [f"打印机在{floor}楼走廊" for floor in "一二三四五六七八"]


def eight_remember(door_name: DoorName, folder: Path) -> list[Json]:
    """Let eight processes with open handles remember the same at the same moment; return their outcomes."""
    open_door("library", folder).close()
    barrier = workers.SPAWN.Barrier(8)
    return workers.run_all([(workers.remember, (door_name, folder, barrier, PRINTER))] * 8)


def eight_edit(door: Door, id: str) -> list[Json]:  # noqa: A002
    """Let eight threads (at the command line: processes) give one memory eight wordings; return the outcomes."""
    if not isinstance(door, LibraryDoor):
        barrier = workers.SPAWN.Barrier(8)
        return workers.run_all(
            [(workers.edit, (door.name, door.folder, barrier, id, text)) for text in TEXTS]
        )
    start, outcomes = threading.Barrier(8), list[Json]()

    def edit(text: str) -> None:
        start.wait(workers.WAIT_S)
        outcomes.append(door.edit(id, text))

    threads = [threading.Thread(target=edit, args=(text,)) for text in TEXTS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(workers.WAIT_S)
    return outcomes


def assert_sound(door: Door) -> None:
    """Assertion 4: ids are unique, each listed memory can be fetched, explained and found, and the store is sound."""
    memories = door.list(every=True)
    ids = [m["id"] for m in memories]
    assert len(ids) == len(set(ids))
    for memory in memories:
        assert door.show(memory["id"])["text"] == memory["text"]
        versions = door.why(memory["id"])["versions"]
        assert [v["version"] for v in versions] == list(range(1, memory["version"] + 1))
        found = door.recall(memory["text"], floor="none", limit=100)["hits"]
        assert memory["id"] in [h["id"] for h in found]
    assert list(door.check()) == []


def test_dev_23_1_eight_processes_write_one_row(door_name: DoorName, tmp_path: Path) -> None:
    """All eight callers get the same id, none an error."""
    outcomes = eight_remember(door_name, tmp_path / "data")
    assert len({o["id"] for o in outcomes}) == 1
    assert sorted(o["outcome"] for o in outcomes) == ["accepted"] + ["duplicate"] * 7
    door = open_door(door_name, tmp_path / "data")
    assert [(m["id"], m["text"]) for m in door.list(every=True)] == [(outcomes[0]["id"], PRINTER)]
    door.close()


def test_dev_23_2_eight_edits_leave_one_of_the_eight(door: Door) -> None:
    """The history is complete and the row count unchanged."""
    made = door.remember(PRINTER)["id"]
    outcomes = eight_edit(door, made)
    assert [o["outcome"] for o in outcomes] == ["accepted"] * 8
    (memory,) = door.list(every=True)
    assert memory["id"] == made
    assert memory["text"] in TEXTS
    versions = door.why(made)["versions"]
    assert [v["version"] for v in versions] == list(range(1, 10))
    assert sorted(v["record"]["text"] for v in versions) == sorted([PRINTER, *TEXTS])
    assert versions[-1]["record"]["text"] == memory["text"]


def three_at_once(door_name: DoorName, folder: Path, count: int) -> list[list[str]]:
    """Let one process write and correct, a second search, a third check; return what each sees in the end."""
    open_door("library", folder).close()
    barrier, done = workers.SPAWN.Barrier(3), workers.SPAWN.Event()
    texts = [f"第 {n} 号仓库的钥匙在 {n + 40} 号抽屉" for n in range(count)]
    return workers.run_all(
        [
            (workers.write_many, (door_name, folder, barrier, done, texts)),
            (workers.search_on, (door_name, folder, barrier, done, "仓库的钥匙在几号抽屉")),
            (workers.check_on, (door_name, folder, barrier, done)),
        ]
    )


def test_dev_23_3_a_writer_a_reader_and_a_checker_agree(
    door_name: DoorName, tmp_path: Path
) -> None:
    """Nobody gets an exception, and in the end all three see the same."""
    written, searched, checked = three_at_once(door_name, tmp_path / "data", 30)
    assert len(written) == 30
    assert searched == written
    assert checked == written


def test_dev_23_4_after_eight_writers_everything_is_found(
    door_name: DoorName, tmp_path: Path
) -> None:
    """Case a."""
    eight_remember(door_name, tmp_path / "data")
    door = open_door(door_name, tmp_path / "data")
    assert_sound(door)
    door.close()


def test_dev_23_4_after_eight_edits_everything_is_found(door: Door) -> None:
    """Case b: found by its last wording, not by the others."""
    made = door.remember(PRINTER)["id"]
    eight_edit(door, made)
    assert_sound(door)


def test_dev_23_4_after_three_at_once_everything_is_found(
    door_name: DoorName, tmp_path: Path
) -> None:
    """Case c."""
    three_at_once(door_name, tmp_path / "data", 9)
    door = open_door(door_name, tmp_path / "data")
    assert_sound(door)
    door.close()


def test_dev_23_5_a_lock_that_stays_is_a_clear_error(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, clock: FixedClock
) -> None:
    """Waiting is bounded; the error is typed, nothing was written, and the next try works."""
    monkeypatch.setenv("STELAE_STORE_BUSY_TIMEOUT_S", "0.2")
    door = opened()
    first = door.remember("我的车停在 B2-117")
    (file,) = [p for p in door.folder.iterdir() if p.read_bytes()[:15] == b"SQLite format 3"]
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(RefusedError) as refused:
        door.remember(PRINTER)
    assert refused.value.kind == "StoreBusyError"
    assert refused.value.code in {None, 4}
    assert [m["id"] for m in door.list()] == [first["id"]]
    other.execute("ROLLBACK")
    other.close()
    assert door.remember(PRINTER)["outcome"] == "accepted"
    assert_sound(door)
