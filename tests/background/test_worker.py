"""The worker lets go when it is told to, whatever a handler is doing."""

import logging
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest

from stelae.background import worker as module
from stelae.background.handling import PATIENT_TRIES, TRIES
from stelae.background.worker import Worker
from stelae.errors import ModelUnavailableError, StoreError
from stelae.schemas.change import ChangeSet, Job
from stelae.schemas.jobs import BatchReport
from stelae.schemas.scope import Namespace
from stelae.stores.entries import MAX_LEASES
from stelae.stores.in_memory import InMemoryStore
from stelae.stores.sqlite.store import SQLiteStore
from stelae.testing import FixedClock
from tests.contracts.builders import NOW

NS = Namespace(scope="user:lin")


@pytest.fixture
def store(clock: FixedClock) -> InMemoryStore:
    """A store with one job."""
    one = InMemoryStore()
    job = Job(kind="extract", payload={"observations": []})
    one.apply(NS, ChangeSet(actor="user", at=clock.now(), jobs=(job,)))
    return one


def test_a_batch_that_outlives_the_stop_is_given_back(
    store: InMemoryStore,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The next process takes it after a short pause, not after a dead worker's lease; and the end is no error."""
    monkeypatch.setattr(module, "STOP_S", 0.05)
    begun, go_on = threading.Event(), threading.Event()

    def slow(_jobs: object) -> None:
        begun.set()
        go_on.wait(10)
        raise StoreError("closed meanwhile")

    worker = Worker(store, clock, {"extract": slow}, idle=lambda: None)
    with caplog.at_level(logging.ERROR):
        worker.wake()
        assert begun.wait(10)
        worker.stop()
        go_on.set()
        assert worker._thread is not None
        worker._thread.join(10)
    assert store.waiting() == 1
    clock.advance(seconds=30)
    assert len(store.claim(("extract",), limit=1, now=clock.now())) == 1
    assert caplog.text == ""


def test_a_claimed_job_is_nobody_elses_while_its_lease_lasts(
    store: InMemoryStore, clock: FixedClock
) -> None:
    """Longer for a model than the time-out of a call with its retry."""
    seen: list[int] = []

    def look(jobs: object) -> None:
        clock.advance(seconds=150)
        seen.append(len(store.claim(("extract",), limit=1, now=clock.now())))

    assert Worker(store, clock, {"extract": look}, idle=lambda: None).drain(timeout_s=0) == 0
    assert seen == [0]


def test_a_started_worker_finds_what_others_leave_within_about_a_second(
    store: InMemoryStore, clock: FixedClock
) -> None:
    """Nobody wakes it: another process put the job in. Each batch is told by kind and number."""
    told, done = list[BatchReport](), threading.Event()

    def tell(report: BatchReport) -> None:
        told.append(report.model_copy(update={"seconds": 0.0}))
        done.set()

    worker = Worker(store, clock, {"extract": lambda _: None}, idle=lambda: None, wakeful=False)
    worker.wake()
    assert worker._thread is None
    worker.start(tell)
    assert done.wait(10)
    done.clear()
    job = Job(kind="extract", payload={"observations": []})
    store.apply(NS, ChangeSet(actor="user", at=clock.now(), jobs=(job, job)))
    assert done.wait(10)
    worker.stop()
    assert told == [BatchReport(kind="extract", done=1), BatchReport(kind="extract", done=2)]


def test_a_started_worker_is_more_patient_than_somebody_who_waits(
    store: InMemoryStore, clock: FixedClock
) -> None:
    """A model that is away for some minutes costs no job; one that stays away ends in a dead letter."""

    def away(_jobs: object) -> None:
        raise ModelUnavailableError("away")

    worker = Worker(store, clock, {"extract": away}, idle=lambda: None)
    worker.start()
    worker.stop()
    while worker._step(halted=lambda: False):
        clock.advance(hours=1)
    clock.advance(hours=1)
    while worker._step(halted=lambda: False):
        clock.advance(hours=1)
    (job,) = store.jobs(NS, now=clock.now(), limit=9)
    assert (job.state, job.attempts) == ("failed", PATIENT_TRIES)
    assert TRIES < PATIENT_TRIES < MAX_LEASES


def test_an_idle_worker_looks_without_the_write_lock(tmp_path: Path) -> None:
    """Once a second, for hours: it must not be in anybody's way, nor write anything."""
    store = SQLiteStore(tmp_path / "data")
    store.apply(NS, ChangeSet(actor="user", at=NOW))

    def no_lock() -> None:
        raise AssertionError("an idle worker took the write lock")

    real = store._database.write
    store._database.write = no_lock  # pyright: ignore[reportAttributeAccessIssue]
    turns = list[int]()

    def turn() -> None:
        turns.append(1)
        store.claim_pile("command", now=NOW, least=20, again=timedelta(days=1))

    worker = Worker(
        store,
        FixedClock(NOW),
        {"extract": lambda _: None, "embed": lambda _: None},
        idle=lambda: None,
        look=turn,
    )
    worker.start()
    until = time.monotonic() + 20
    while len(turns) < 3:
        assert time.monotonic() < until
        time.sleep(0.05)
    worker.stop()
    store._database.write = real
    store.close()


def test_what_is_looked_at_after_a_batch_is_looked_at_under_load_too(
    store: InMemoryStore, clock: FixedClock
) -> None:
    """A queue that is never empty keeps nobody from being told."""
    looks = list[int]()

    def again(_jobs: object) -> None:
        if len(looks) < 5:
            job = Job(kind="extract", payload={"observations": []})
            store.apply(NS, ChangeSet(actor="user", at=clock.now(), jobs=(job,)))

    worker = Worker(
        store, clock, {"extract": again}, idle=lambda: None, look=lambda: looks.append(1)
    )
    worker._turn_over()
    assert len(looks) == 7


@pytest.mark.parametrize("error", [StoreError("disk full"), ValueError("我对花生过敏")])
def test_trouble_is_no_end_of_the_worker(
    store: InMemoryStore,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    """It tries again, after a pause; what a foreign error says may be private and is not logged."""
    monkeypatch.setattr(module, "TROUBLE_S", 0.01)
    monkeypatch.setattr(module, "POLL_S", 0.01)
    claim, refused, done = store.claim, list[int](), threading.Event()

    def fails_once(*given: object, **named: object) -> object:
        if not refused:
            refused.append(1)
            raise error
        return claim(*given, **named)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(store, "claim", fails_once)
    worker = Worker(store, clock, {"extract": lambda _: done.set()}, idle=lambda: None)
    worker.start()
    assert done.wait(10)
    worker.stop()
    assert f"background work failed ({type(error).__name__})" in caplog.text
    assert "花生" not in caplog.text
