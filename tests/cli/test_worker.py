"""`stelae worker`: real processes over one folder. No job is lost, and none is done by two."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.cli.conftest import Stelae
from tests.docs.ollama_stub import Stub, ollama_stub

WAIT_S = 90.0
SAID = re.compile(r"我养了第\d+号乌龟|I keep tortoise number \d+")


def texts(count: int) -> list[str]:
    """Return so many different messages, in two languages."""
    return [f"我养了第{n}号乌龟" if n % 2 else f"I keep tortoise number {n}" for n in range(count)]


def reads(request: dict[str, Any], worth_keeping: re.Pattern[str] = SAID) -> str:
    """Propose every message that was asked about, as far as it is worth keeping."""
    said = dict.fromkeys(worth_keeping.findall(asked(request)))
    found = [
        {"category": "fact", "quote": one, "text": one, "reason": "about_person"} for one in said
    ]
    return json.dumps({"memories": found}, ensure_ascii=False)


def asked(request: dict[str, Any]) -> str:
    """Return what a model was asked to read, without its instructions."""
    return str(request["messages"][1]["content"])


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Begin to serve a model that answers so; returns its stub."""
    with ExitStack() as stack:

        def serve(answer: Callable[[dict[str, Any]], Any]) -> Stub:
            stub = stack.enter_context(ollama_stub(answer))
            monkeypatch.setenv("STELAE_EXTRACTOR", "llm")
            monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
            return stub

        yield serve


def put_in(data: Path, said: list[str]) -> list[str]:
    """Leave a job for each message and return their ids."""
    with Memory.open(data, scope="user:lin", worker=False) as memory:
        return [id_ for text in said for id_ in memory.observe(text).jobs]


def states(data: Path, ids: list[str]) -> Counter[str]:
    """Count how the jobs stand."""
    with Memory.open(data, scope="user:lin", worker=False) as memory:
        return Counter(memory.job(id_).state for id_ in ids)


def kept(data: Path) -> list[str]:
    """Return the texts of all memories."""
    with Memory.open(data, scope="user:lin", worker=False) as memory:
        return sorted(record.text for record in memory.list(limit=1000))


@contextmanager
def process(*arguments: str) -> Generator[subprocess.Popen[str]]:
    """Start `stelae worker` in a process of its own; it is dead after the block."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "stelae.cli.main", "worker", "--json", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    try:
        yield worker
    finally:
        with suppress(ProcessLookupError):
            worker.kill()
        worker.communicate()


def ended(worker: subprocess.Popen[str]) -> Any:
    """Wait for the end of a worker that is to end well, and return its document."""
    out, err = worker.communicate(timeout=WAIT_S)
    assert worker.returncode == 0, err
    return json.loads(out)


def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_two_workers_share_two_hundred_jobs(
    data: Path, tmp_path: Path, model: Callable[..., Stub]
) -> None:
    """Each message is read once, by one of them; the memories are those that one worker makes."""
    said = texts(200)
    both = threading.Barrier(2)

    def answer(request: dict[str, Any]) -> str:
        # Nobody gets ahead until both are at work: a process asks one thing at a time.
        with suppress(threading.BrokenBarrierError):
            both.wait(WAIT_S)
        both.abort()
        # An answer holds 24 proposals at most, and which messages are read together is chance.
        return reads(request, re.compile(r"我养了第\d+号乌龟"))

    stub = model(answer)
    ids = put_in(data, said)
    with process("--once") as one, process("--once") as two:
        done = [ended(worker)["worked"]["done"]["extract"] for worker in (one, two)]
    assert sum(done) == len(said)
    assert min(done) > 0
    counted = Counter(text for chat in stub.chats for text in SAID.findall(asked(chat)))
    assert counted == Counter(said)
    assert states(data, ids) == {"done": len(said)}
    alone = tmp_path / "alone"
    put_in(alone, said)
    with Memory.open(alone, scope="user:lin") as memory:
        assert memory.work() == 0
    assert kept(data) == kept(alone) == sorted(text for text in said if text.startswith("我"))


def test_a_worker_works_for_others_until_it_is_told_to_stop(
    data: Path, model: Callable[..., Stub]
) -> None:
    """Jobs of another process, soon after they were put in; one line a batch on stderr, without contents; one document."""
    model(reads)
    with process() as worker:
        assert worker.stderr is not None
        assert "Working" in worker.stderr.readline()
        said = texts(2)
        ids = put_in(data, said)
        until(lambda: states(data, ids) == {"done": 2})
        worker.send_signal(signal.SIGTERM)
        out, err = worker.communicate(timeout=WAIT_S)
    assert worker.returncode == 0, err
    document = json.loads(out)
    assert (document["worked"]["done"], document["waiting"]) == ({"extract": 2}, 0)
    assert re.fullmatch(r"(extract: \d+ done, [\d.]+ s\n)+", err)
    assert kept(data) == sorted(said)


def test_a_batch_in_work_ends_before_the_worker_does(
    data: Path, model: Callable[..., Stub]
) -> None:
    """SIGTERM while a model thinks: it may finish its sentence."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(request: dict[str, Any]) -> str:
        begun.set()
        go_on.wait(WAIT_S)
        return reads(request)

    model(slow)
    ids = put_in(data, texts(1))
    with process() as worker:
        assert begun.wait(WAIT_S)
        worker.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        go_on.set()
        assert ended(worker)["worked"]["done"] == {"extract": 1}
    assert states(data, ids) == {"done": 1}
    assert kept(data) == texts(1)


def test_a_batch_that_takes_too_long_is_given_back(
    data: Path, model: Callable[..., Stub], stelae: Stelae
) -> None:
    """Ten seconds after SIGTERM the worker is gone; the next one has the job at once, and nothing is there twice."""
    begun, go_on = threading.Event(), threading.Event()

    def hangs(request: dict[str, Any]) -> str:
        begun.set()
        go_on.wait(WAIT_S)
        return reads(request)

    model(hangs)
    (id_,) = put_in(data, texts(1))
    with process() as worker:
        assert begun.wait(WAIT_S)
        worker.send_signal(signal.SIGTERM)
        assert ended(worker)["waiting"] == 1
    told = stelae("jobs", "show", id_, "--json").json
    assert (told["state"], told["reason"]) == ("waiting", "interrupted")
    go_on.set()
    assert stelae("worker", "--once", "--json").json["worked"]["done"] == {"extract": 1}
    assert kept(data) == texts(1)


def test_a_killed_worker_loses_no_job(data: Path, model: Callable[..., Stub]) -> None:
    """Kill -9 in the middle: the job runs until its lease is over, then it waits, and is done once."""
    begun, go_on = threading.Event(), threading.Event()

    def hangs(request: dict[str, Any]) -> str:
        begun.set()
        go_on.wait(WAIT_S)
        return reads(request)

    model(hangs)
    ids = put_in(data, texts(3))
    with process() as worker:
        assert begun.wait(WAIT_S)
        worker.kill()
        worker.wait(WAIT_S)
    assert states(data, ids) == {"running": 3}
    go_on.set()
    later = FixedClock(datetime.now(UTC) + timedelta(hours=1))
    with Memory.open(data, scope="user:lin", worker=False, clock=later) as memory:
        assert {memory.job(id_).state for id_ in ids} == {"waiting"}
        assert memory.work() == 0
    assert states(data, ids) == {"done": 3}
    assert kept(data) == sorted(texts(3))


def test_once_ends_when_nothing_is_left(stelae: Stelae) -> None:
    """At once, when there was nothing; a person is told in words."""
    ran = stelae("worker", "--once", "--json")
    assert (ran.code, ran.json["waiting"]) == (0, 0)
    assert ran.json["worked"] == {"done": {}, "failed": {}, "put_off": {}}
    assert stelae("worker", "--once").out == ""
