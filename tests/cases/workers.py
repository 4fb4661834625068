"""What one process does in the cases about several processes; a module of its own, so that a new process can import it."""

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.synchronize import Barrier
from multiprocessing.synchronize import Event as Flag
from pathlib import Path
from queue import Empty
from typing import Any

from tests.cases.doors import DoorName, open_door

WAIT_S = 60.0
SPAWN = multiprocessing.get_context("spawn")
Work = Callable[..., Any]


def remember(door_name: DoorName, folder: Path, barrier: Barrier, text: str) -> Any:
    """Open, wait for the others, remember; return the outcome."""
    door = open_door(door_name, folder)
    barrier.wait(WAIT_S)
    outcome = door.remember(text)
    door.close()
    return outcome


def edit(door_name: DoorName, folder: Path, barrier: Barrier, id: str, text: str) -> Any:  # noqa: A002
    """Open, wait for the others, edit; return the outcome."""
    door = open_door(door_name, folder)
    barrier.wait(WAIT_S)
    outcome = door.edit(id, text)
    door.close()
    return outcome


def write_many(
    door_name: DoorName, folder: Path, barrier: Barrier, done: Flag, texts: Sequence[str]
) -> Any:
    """Write one text after the other and edit every third; return what should be there."""
    door = open_door(door_name, folder)
    barrier.wait(WAIT_S)
    kept: list[str] = []
    for number, text in enumerate(texts):
        outcome = door.remember(text)
        if number % 3 == 0:
            text = f"{text}（已更正）"
            door.edit(outcome["id"], text)
        kept.append(text)
    done.set()
    door.close()
    return sorted(kept)


def search_on(door_name: DoorName, folder: Path, barrier: Barrier, done: Flag, query: str) -> Any:
    """Search until the writer is done and once more; return what is there in the end."""
    door = open_door(door_name, folder)
    barrier.wait(WAIT_S)
    while not done.is_set():
        door.recall(query, floor="none")
        door.context(query)
    assert done.wait(WAIT_S)
    door.recall(query, floor="none")
    found = sorted(m["text"] for m in door.list())
    door.close()
    return found


def check_on(door_name: DoorName, folder: Path, barrier: Barrier, done: Flag) -> Any:
    """Check the store until the writer is done and once more; return what is there in the end."""
    door = open_door(door_name, folder)
    barrier.wait(WAIT_S)
    while not done.is_set():
        assert list(door.check()) == []
    assert done.wait(WAIT_S)
    assert list(door.check()) == []
    found = sorted(m["text"] for m in door.list())
    door.close()
    return found


def run_all(calls: Sequence[tuple[Work, tuple[Any, ...]]]) -> list[Any]:
    """Run every call in a fresh process of its own and return the results in order.

    Raises:
        AssertionError: a process failed; the message is what it died of.
    """
    answers = SPAWN.Queue()
    processes = [
        SPAWN.Process(target=_answer, args=(answers, number, work, arguments), daemon=True)
        for number, (work, arguments) in enumerate(calls)
    ]
    for process in processes:
        process.start()
    results: dict[int, Any] = {}
    try:
        for _ in calls:
            number, result, failure = answers.get(timeout=2 * WAIT_S)
            assert not failure, failure
            results[number] = result
    except Empty:
        raise AssertionError(f"{len(calls) - len(results)} processes gave no answer") from None
    finally:
        for process in processes:
            process.join(WAIT_S if len(results) == len(calls) else 1)
            if process.is_alive():
                process.terminate()
    return [results[number] for number in range(len(calls))]


def _answer(answers: Any, number: int, work: Work, arguments: tuple[Any, ...]) -> None:
    try:
        answers.put((number, work(*arguments), ""))
    except BaseException as error:  # noqa: BLE001 - whatever it is, the test has to show it
        answers.put((number, None, f"{type(error).__name__}: {error}"))
