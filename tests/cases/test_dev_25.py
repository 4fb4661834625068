"""DEV-25: one fragment per write, never compacted.

One store is used for a while, one single call at a time and without any maintenance by hand; several assertions look at what
that left. Through the library all 720 calls; through the command line, where each call opens the store, a tenth of them.
How long searches take is measured in `evals/speed/growth.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from stelae import assembly
from stelae.config import Settings
from stelae.memory import Memory
from stelae.ports import Embedder, Store
from stelae.stores.sqlite.checking import LARGE_WAL_BYTES
from stelae.testing import FixedClock, HashEmbedder
from tests.cases.doors import DOORS, Door, DoorName, open_door

CALLS: dict[DoorName, int] = {"library": 600, "cli": 60}
FILES = 8
"""Bound on the files of a data folder with one embedder: database, log and its index, vectors, key, and what a door adds."""
BYTES_A_CALL = 32 * 1024
"""Bound on the disk for one remembered sentence with its message, index rows, versions and audit rows, the log included."""
LOG_BYTES = 8 * 1024 * 1024
"""Bound on the log beside the database: it is folded back at 4 MB; a last transaction comes on top."""


@dataclass
class Used:
    """What was done: a door to the store, and what should be there and what not."""

    door: Door
    kept: dict[str, str] = field(default_factory=dict[str, str])
    """Text by a question for it."""
    forgotten: list[str] = field(default_factory=list[str])
    destroyed: list[str] = field(default_factory=list[str])


def said(number: int) -> str:
    """Return a sentence like no other, Chinese and English in turn."""
    return (
        f"第{number}号柜子里放着{number}把钥匙"
        if number % 2
        else f"Cabinet {number} holds {number} keys"
    )


@pytest.fixture(scope="module", params=DOORS)
def used(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Used]:
    """A store after all the calls."""
    name: DoorName = request.param
    connect, embedder = assembly.connect_embedders, HashEmbedder()

    def connect_it(store: Store, settings: Settings, _: object) -> tuple[Embedder, ...]:
        return connect(store, settings, embedder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STELAE_EXTRACTOR", "rules")
        patch.setenv("STELAE_STORE_SYNCHRONOUS", "normal")
        patch.setenv("STELAE_ZONE", "Asia/Shanghai")
        patch.setattr(assembly, "connect_embedders", connect_it)
        door = open_door(name, tmp_path_factory.mktemp(name) / "data", clock=FixedClock())
        yield _use(door, CALLS[name])
        door.close()


def _use(door: Door, calls: int) -> Used:
    done, ids = Used(door), list[str]()
    for number in range(calls):
        ids.append(door.remember(said(number))["id"])
        done.kept[said(number)] = said(number)
        if number % 10 == 3:
            text = f"Drawer {number} has the spare fuses"
            door.edit(ids[number - 2], text)
            done.kept[text] = text
            del done.kept[said(number - 2)]
        if number % 10 == 7:
            hard = number % 20 == 7
            door.forget([ids[number - 4]], yes=True, hard=hard)
            (done.destroyed if hard else done.forgotten).append(said(number - 4))
            del done.kept[said(number - 4)]
    return done


@pytest.fixture
def settled(used: Used, monkeypatch: pytest.MonkeyPatch) -> Used:
    """The store, with the environment of the calls for what a test does itself."""
    monkeypatch.setenv("STELAE_EXTRACTOR", "rules")
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "none")
    return used


def test_dev_25_1_files_and_disk_stay_bounded(settled: Used) -> None:
    """Without anybody doing anything."""
    files = list(settled.door.folder.iterdir())
    assert len(files) <= FILES, files
    calls = CALLS[settled.door.name]
    assert sum(path.stat().st_blocks * 512 for path in files) <= calls * BYTES_A_CALL + LOG_BYTES
    logs = [path.stat().st_size for path in files if path.name.endswith("-wal")]
    assert sum(logs) <= LOG_BYTES < LARGE_WAL_BYTES


def test_dev_25_3_the_indexes_cover_every_row(settled: Used) -> None:
    """Indexed and unindexed rows are counted, and nothing is lost or unsorted."""
    with Memory.open(settled.door.folder, scope="user:lin", embedder=HashEmbedder()) as memory:
        memory.flush()
        covered = memory.coverage()
        assert covered.keywords == covered.rows > CALLS[settled.door.name]
        assert covered.vectors == {"hash": covered.rows}
    assert list(settled.door.check()) == []
    for question, text in list(settled.kept.items())[:: len(settled.kept) // 20]:
        hits = settled.door.recall(question, floor="none")["hits"]
        assert hits[0]["text"] == text
        scores = [hit["score"] for hit in hits if hit["type"] == "memory"]
        assert scores[0] == max(scores)


def test_dev_25_4_maintenance_changes_no_answer(settled: Used) -> None:
    """Killed in the middle: `tests/background/test_maintenance.py`."""
    question, text = next(reversed(settled.kept.items()))
    with Memory.open(settled.door.folder, scope="user:lin", embedder="none") as memory:
        report = memory.maintain()
        assert memory.recall(question, floor=None).hits[0].text == text
        assert list(memory.check()) == []
    assert report.counts.get("log_bytes", 0) == 0


def test_dev_25_5_what_was_destroyed_is_not_on_disk(settled: Used) -> None:
    """Nor what was forgotten in any answer."""
    content = b"".join(path.read_bytes() for path in settled.door.folder.iterdir())
    assert settled.destroyed
    assert [text for text in settled.destroyed if text.encode() in content] == []
    for text in settled.forgotten[::5] + settled.destroyed[::5]:
        told = settled.door.recall(text, floor="none")["hits"]
        assert text not in {hit["text"] for hit in told}
    kept = settled.door.list()
    assert {m["text"] for m in kept} <= set(settled.kept.values())


def test_dev_25_every_memory_that_was_kept_is_there(settled: Used) -> None:
    """No more and no fewer."""
    assert settled.door.stats()["memories"] == len(settled.kept)
