"""Several processes on one folder, and processes that die: the store stays sound (DEV-23)."""

import multiprocessing
import os
import signal
import sys
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path

import pytest

from stelae.errors import VersionConflictError
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import LIN, NOW, changes, indexed, observation, record, unit, write

SPAWN = multiprocessing.get_context("spawn")


def _write_one_key(folder: Path, number: int, barrier: Barrier) -> None:
    """Write the same new key; exit 0 when it won, 3 when it was told of the conflict."""
    store = SQLiteStore(folder)
    barrier.wait(timeout=60)
    held = record("打印机在三楼走廊", id=f"memory-{number}", key="fact/printer")
    try:
        store.apply(LIN, changes(writes=(write(held, "打印机"),)))
        code = 0
    except VersionConflictError:
        code = 3
    assert store.by_key(LIN, "fact/printer") != []
    store.close()
    sys.exit(code)


def test_eight_processes_write_one_new_key(tmp_path: Path) -> None:
    """One row; the seven others get a conflict they can plan again on, and no other error."""
    barrier = SPAWN.Barrier(8)
    workers = [
        SPAWN.Process(target=_write_one_key, args=(tmp_path / "data", n, barrier)) for n in range(8)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=120)
    assert sorted(worker.exitcode or 0 for worker in workers) == [0, 3, 3, 3, 3, 3, 3, 3]
    store = SQLiteStore(tmp_path / "data")
    assert len(store.list(LIN)) == 1
    assert list(store.check()) == []
    store.close()


def write_for_ever(folder: Path, told: int) -> None:
    """Write message and memory with a vector, and tell each one that was committed."""
    store, number = SQLiteStore(folder, synchronous="normal"), 0
    while True:
        number += 1
        name = f"{os.getpid()}-{number}"
        said = indexed(observation(name, id=f"o-{name}", external_id=name), f"all w{number}")
        held = write(
            record(name, id=f"m-{name}", key=name),
            f"all w{number}",
            vectors={"leg": unit(1, number).tobytes()},
        )
        store.apply(LIN, changes(observations=(said,), writes=(held,)))
        os.write(told, f"{name}\n".encode())


@pytest.mark.parametrize("after", [1, 40])
def test_a_killed_writer_leaves_a_sound_store(tmp_path: Path, after: int) -> None:
    """Kill -9 in the middle of writing: every told write is there, whole, and the next process goes on."""
    folder = tmp_path / "data"
    store = SQLiteStore(folder)
    store.set_leg("leg", "leg", 2)
    store.close()
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    script = (
        "import sys; from pathlib import Path;"
        "from tests.stores.sqlite.test_processes import write_for_ever;"
        f"write_for_ever(Path({str(folder)!r}), {writer})"
    )
    child = os.posix_spawn(
        sys.executable, [sys.executable, "-c", script], {**_environment()}, setpgroup=0
    )
    os.close(writer)
    told = b""
    while told.count(b"\n") < after:
        told += os.read(reader, 4096)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while rest := os.read(reader, 4096):
        told += rest
    os.close(reader)
    names = told.decode().split()
    store = SQLiteStore(folder)
    held = {r.text for r in store.list(LIN, limit=10_000)}
    assert held >= set(names)
    assert set(store.seen(LIN, names, [])) == set(names)
    assert len(held) - len(names) in {0, 1}  # committed, but killed before it could tell
    catalog = store.catalog(LIN, "user:lin")
    assert len(catalog) == 2 * len(held)
    assert len(store.postings(LIN, catalog, ["all"], budget=99_999)["all"][0]) == len(catalog)
    assert list(store.check()) == []
    keep_going = changes(at=NOW, writes=(write(record("after"), "all"),))
    store.apply(Namespace(scope="user:lin"), keep_going)
    store.close()


def _search(folder: Path, begun: Event, over: Event) -> None:
    """Search by word and meaning until told to stop; whatever is found must be a whole answer."""
    store = SQLiteStore(folder, busy_timeout_s=PATIENT_S)
    while not over.is_set():
        catalog = store.catalog(LIN, "user:lin")
        found = store.postings(LIN, catalog, ["all"], budget=9_999)["all"][0]
        cosines = store.similarities(
            LIN, catalog, "leg", unit(1, 1), language=0, means=[unit(1, 0), None]
        )
        assert len(cosines) == len(catalog)
        hits = store.hits(LIN, "user:lin", catalog.rid[found].tolist(), [0.5] * len(found))
        assert {hit.text[:6] for hit in hits} <= {"secret"}
        begun.set()
    catalog = store.catalog(LIN, "user:lin")
    rows = store.postings(LIN, catalog, ["all"], budget=9_999)["all"][0]
    hits = store.hits(LIN, "user:lin", catalog.rid[rows].tolist(), [0.5] * len(rows))
    assert sorted(hit.id for hit in hits) == KEPT
    store.close()


def _maintain(folder: Path, begun: Event, over: Event) -> None:
    """Merge, fold back, write the file anew and write to it, again and again."""
    store, number = SQLiteStore(folder, busy_timeout_s=PATIENT_S), 0
    while not over.is_set():
        number += 1
        store.apply(LIN, changes(writes=(write(record("note", id=f"note-{number}"), "note"),)))
        store.merge_keywords()
        store.tidy_file(compact=number % 3 == 0)
        store.drop_stubs(limit=10)
        begun.set()
    assert sorted(r.id for r in store.list(LIN, limit=999) if r.text != "note") == KEPT
    store.close()


PATIENT_S = 60.0
"""A busy machine is no failure."""
KEPT = [f"m-{n:02}" for n in range(30, 40)]


def test_one_forgets_while_others_search_and_maintain(tmp_path: Path) -> None:
    """No process meets an error, and afterwards all of them know the same; the forgotten bytes are gone (DEV-23.3)."""
    folder = tmp_path / "data"
    store = SQLiteStore(folder, busy_timeout_s=PATIENT_S)
    store.set_leg("leg", "leg", 2)
    records = [record(f"secret {n:02} kumquat{n:02}", id=f"m-{n:02}") for n in range(40)]
    for n, held in enumerate(records):
        data = unit(1, n).tobytes()
        store.apply(
            LIN, changes(writes=(write(held, f"all kumquat{n:02}", vectors={"leg": data}),))
        )
    begun, over = [SPAWN.Event() for _ in range(2)], SPAWN.Event()
    others = [
        SPAWN.Process(target=target, args=(folder, event, over))
        for target, event in zip((_search, _maintain), begun, strict=True)
    ]
    for process in others:
        process.start()
    for event in begun:
        assert event.wait(timeout=60)
    for held in records[:15]:
        gone = held.model_copy(update={"version": 2, "status": "forgotten"})
        store.apply(LIN, changes(writes=(write(gone, expect=1, change="forget"),)))
    for held in records[:30]:
        store.apply(LIN, changes(destroyed=(held.id,)))
    over.set()
    for process in others:
        process.join(timeout=120)
    assert [process.exitcode for process in others] == [0, 0]
    assert store.scrub(LIN, [held.text for held in records[:30]])
    assert b"kumquat07" not in b"".join(path.read_bytes() for path in folder.iterdir())
    assert list(store.check()) == []
    store.close()


def _environment() -> dict[str, str]:
    root = Path(__file__).parents[3]
    return {"PYTHONPATH": f"{root}{os.pathsep}{root / 'src'}", "PATH": os.defpath}
