"""What this process holds of the store's files is never dropped while it has the store open: others would delete the log."""

import subprocess
import sys
from pathlib import Path

import pytest

from stelae import Memory

OTHER = (
    "import sys; from stelae import Memory\n"
    "with Memory.open(sys.argv[1], scope='user:lin', embedder='none', extractor='rules') as memory:\n"
    "    print(sorted(one.text for one in memory.list()))"
)
KEPT, GONE, LATER = "The car is red", "The spare key is with the neighbour", "自行车是蓝色的"


def opened(folder: Path) -> Memory:
    """The store of this test, once more."""
    return Memory.open(folder, scope="user:lin", embedder="none", extractor="rules")


def seen_by_another(folder: Path) -> str:
    """What another process reads that opens the store and closes it again."""
    done = subprocess.run(
        [sys.executable, "-c", OTHER, str(folder)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={"PYTHONIOENCODING": "utf-8"},
    )
    return done.stdout.strip()


def side_files(folder: Path) -> dict[str, int]:
    """Log and shared memory, by what they are on the disk."""
    return {path.name: path.stat().st_ino for path in folder.glob("stelae.db-*")}


@pytest.mark.parametrize("looking", ["forget", "maintain", "open again"])
def test_another_process_never_takes_itself_for_the_only_one(tmp_path: Path, looking: str) -> None:
    """After the files were read for what is forgotten, or opened a second time: the log stays, and so does what is written.

    A process loses every lock that it has on a file when it closes any handle of it (POSIX).
    """
    with opened(tmp_path) as memory:
        gone = memory.remember(GONE)
        memory.remember(KEPT)
        assert gone.id is not None
        if looking == "forget":
            assert memory.forget(memory.forget([gone.id]), hard=True).verified
        elif looking == "maintain":
            memory.forget(memory.forget([gone.id]))
            memory.maintain()
        else:
            opened(tmp_path).close()
            memory.forget(memory.forget([gone.id]))
        before = side_files(tmp_path)
        assert seen_by_another(tmp_path) == str([KEPT])
        assert side_files(tmp_path) == before
        memory.remember(LATER)
        assert seen_by_another(tmp_path) == str([KEPT, LATER])
    assert seen_by_another(tmp_path) == str([KEPT, LATER])
    assert side_files(tmp_path) == {}, "the last one to close cleans up"


def test_nothing_stays_open_when_the_store_is_closed(tmp_path: Path) -> None:
    """However often it was opened and its files were read; a second handle here keeps what the first one needs."""
    proc = Path("/proc/self/fd")
    if not proc.exists():
        pytest.skip("no list of open files")

    def open_here() -> list[str]:
        links = (one for one in proc.iterdir() if one.is_symlink())
        return [name for one in links if str(tmp_path) in (name := str(one.readlink()))]

    for number in range(3):
        with opened(tmp_path) as memory:
            found = memory.remember(f"Box {number} holds the cables")
            assert found.id is not None
            memory.forget(memory.forget([found.id]), hard=True)
            with opened(tmp_path):
                pass
            before = side_files(tmp_path)
            seen_by_another(tmp_path)
            assert side_files(tmp_path) == before
        assert open_here() == []
