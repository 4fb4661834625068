"""DEV-23: two writers, duplicate rows or a broken file.

Assertion 3 is about a process that forgets; until forgetting is there, a process that writes and corrects takes its place.
Each of the three cases is played once a door; several assertions look at what it left.
"""

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cases import workers
from tests.cases.conftest import OpenDoor
from tests.cases.doors import DOORS, Door, DoorName, Json, LibraryDoor, RefusedError, open_door

PRINTER = "打印机在三楼走廊"
TEXTS = [f"打印机在{floor}楼走廊" for floor in "一二三四五六七八"]


@dataclass(frozen=True, slots=True)
class Played:
    """What a case left: a door to the store, and what its actors answered."""

    door: Door
    answers: list[Json]


@pytest.fixture(scope="module", params=DOORS)
def door_name(request: pytest.FixtureRequest) -> DoorName:
    """Which door."""
    return request.param


@pytest.fixture(scope="module")
def folder(door_name: DoorName, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A place for this door's stores, with settings that new processes see too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STELAE_EMBEDDER_PROFILE", "none")
        patch.setenv("STELAE_EXTRACTOR", "rules")
        patch.setenv("STELAE_ZONE", "Asia/Shanghai")
        yield tmp_path_factory.mktemp(door_name)


@pytest.fixture(scope="module")
def eight_wrote(door_name: DoorName, folder: Path) -> Iterator[Played]:
    """Case a: eight processes with open handles remember the same at the same moment."""
    place = folder / "a"
    open_door("library", place).close()
    barrier = workers.SPAWN.Barrier(8)
    calls = [(workers.remember, (door_name, place, barrier, PRINTER))] * 8
    answers = workers.run_all(calls)
    door = open_door(door_name, place)
    yield Played(door, answers)
    door.close()


@pytest.fixture(scope="module")
def eight_edited(door_name: DoorName, folder: Path) -> Iterator[Played]:
    """Case b: eight threads (at the command line: processes) give one memory eight wordings."""
    door = open_door(door_name, folder / "b")
    made = door.remember(PRINTER)["id"]
    if isinstance(door, LibraryDoor):
        answers = _edit_in_threads(door, made)
    else:
        barrier = workers.SPAWN.Barrier(8)
        calls = [(workers.edit, (door_name, door.folder, barrier, made, text)) for text in TEXTS]
        answers = workers.run_all(calls)
    yield Played(door, answers)
    door.close()


@pytest.fixture(scope="module")
def three_at_once(door_name: DoorName, folder: Path) -> Iterator[Played]:
    """Case c: one process writes and corrects, a second searches, a third checks the store."""
    place = folder / "c"
    open_door("library", place).close()
    barrier, done = workers.SPAWN.Barrier(3), workers.SPAWN.Event()
    texts = [f"第 {n} 号仓库的钥匙在 {n + 40} 号抽屉" for n in range(24)]
    answers = workers.run_all(
        [
            (workers.write_many, (door_name, place, barrier, done, texts)),
            (workers.search_on, (door_name, place, barrier, done, "仓库的钥匙在几号抽屉")),
            (workers.check_on, (door_name, place, barrier, done)),
        ]
    )
    door = open_door(door_name, place)
    yield Played(door, answers)
    door.close()


def _edit_in_threads(door: Door, memory_id: str) -> list[Json]:
    start, outcomes = threading.Barrier(8), list[Json]()

    def edit(text: str) -> None:
        start.wait(workers.WAIT_S)
        outcomes.append(door.edit(memory_id, text))

    threads = [threading.Thread(target=edit, args=(text,)) for text in TEXTS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(workers.WAIT_S)
    return outcomes


def assert_sound(door: Door) -> None:
    """Ids are unique, each listed memory can be fetched, explained and found, and the store is sound."""
    memories = door.list(every=True)
    assert memories
    ids = [m["id"] for m in memories]
    assert len(ids) == len(set(ids))
    for memory in memories:
        assert door.show(memory["id"])["text"] == memory["text"]
        versions = door.why(memory["id"])["versions"]
        assert [v["version"] for v in versions] == list(range(1, memory["version"] + 1))
        found = door.recall(memory["text"], floor="none", limit=100)["hits"]
        assert memory["id"] in [h["id"] for h in found]
    assert list(door.check()) == []


def test_dev_23_1_eight_processes_write_one_row(eight_wrote: Played) -> None:
    """All eight callers get the same id, none an error."""
    answers = eight_wrote.answers
    assert len({a["id"] for a in answers}) == 1
    assert sorted(a["outcome"] for a in answers) == ["accepted"] + ["duplicate"] * 7
    (memory,) = eight_wrote.door.list(every=True)
    assert (memory["id"], memory["text"]) == (answers[0]["id"], PRINTER)


def test_dev_23_2_eight_edits_leave_one_of_the_eight(eight_edited: Played) -> None:
    """The history is complete and the row count unchanged."""
    assert [a["outcome"] for a in eight_edited.answers] == ["accepted"] * 8
    (memory,) = eight_edited.door.list(every=True)
    assert memory["text"] in TEXTS
    versions = eight_edited.door.why(memory["id"])["versions"]
    assert [v["version"] for v in versions] == list(range(1, 10))
    assert sorted(v["record"]["text"] for v in versions) == sorted([PRINTER, *TEXTS])
    assert versions[0]["record"]["text"] == PRINTER
    assert versions[-1]["record"]["text"] == memory["text"]


def test_dev_23_3_a_writer_a_reader_and_a_checker_agree(three_at_once: Played) -> None:
    """Nobody gets an exception, and in the end all three see the same."""
    written, searched, checked = three_at_once.answers
    assert len(written) == 24
    assert searched == written
    assert checked == written


@pytest.mark.parametrize("case", ["eight_wrote", "eight_edited", "three_at_once"])
def test_dev_23_4_everything_listed_is_fetched_and_found(
    door_name: DoorName, request: pytest.FixtureRequest, case: str
) -> None:
    """After each of the three cases; an edited memory is found by its last wording."""
    played: Played = request.getfixturevalue(case)
    assert_sound(played.door)


def test_dev_23_5_a_lock_that_stays_is_a_clear_error(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch
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
