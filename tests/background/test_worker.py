"""The worker lets go when it is told to, whatever a handler is doing."""

import logging
import threading

import pytest

from stelae.background import worker as module
from stelae.background.worker import Worker
from stelae.errors import StoreError
from stelae.schemas.change import ChangeSet, Job
from stelae.schemas.scope import Namespace
from stelae.stores.in_memory import InMemoryStore
from stelae.testing import FixedClock

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
