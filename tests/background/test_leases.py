"""A worker that takes its time keeps its jobs; one that is dead keeps nothing."""

import threading
import time
from datetime import timedelta

import pytest

from stelae.background import leases
from stelae.background.leases import kept
from stelae.errors import StoreBusyError
from stelae.schemas.change import ChangeSet, Job
from stelae.schemas.scope import Namespace
from stelae.stores.in_memory import InMemoryStore
from stelae.testing import FixedClock

NS = Namespace(scope="user:lin")
LEASE_S = 0.06


@pytest.fixture
def store(clock: FixedClock) -> InMemoryStore:
    """A store with one job."""
    one = InMemoryStore()
    job = Job(kind="extract", payload={"observations": ["o-1"]})
    one.apply(NS, ChangeSet(actor="user", at=clock.now(), jobs=(job,)))
    return one


def test_jobs_are_held_as_long_as_they_are_worked_on(
    store: InMemoryStore, clock: FixedClock
) -> None:
    """Long after the first lease was over nobody else gets them; after the block the lease runs out by itself."""
    jobs = store.claim(["extract"], limit=1, now=clock.now(), lease_s=LEASE_S)
    with kept(store, clock, jobs, LEASE_S):
        clock.advance(hours=2)
        _until_held(store, clock)
        assert store.claim(["extract"], limit=1, now=clock.now()) == []
    clock.advance(hours=2)
    assert store.jobs(NS, now=clock.now(), limit=1)[0].state == "waiting"
    time.sleep(2 * LEASE_S)
    assert store.jobs(NS, now=clock.now(), limit=1)[0].state == "waiting"
    assert not [t for t in threading.enumerate() if t.name == "stelae-lease"]


def test_a_handler_that_hangs_does_not_hold_its_jobs_for_ever(
    store: InMemoryStore, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the longest time there is, another worker may have them."""
    monkeypatch.setattr(leases, "LONGEST_S", LEASE_S)
    jobs = store.claim(["extract"], limit=1, now=clock.now(), lease_s=LEASE_S)
    with kept(store, clock, jobs, LEASE_S):
        time.sleep(3 * LEASE_S)
        later = clock.now() + timedelta(seconds=1)
        assert len(store.claim(["extract"], limit=1, now=later)) == 1


def test_a_busy_store_costs_no_more_than_one_renewal(
    store: InMemoryStore, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one holds the jobs."""
    renew, refused = store.renew, list[int]()

    def busy_once(*given: object, **named: object) -> None:
        if not refused:
            refused.append(1)
            raise StoreBusyError("busy")
        renew(*given, **named)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(store, "renew", busy_once)
    jobs = store.claim(["extract"], limit=1, now=clock.now(), lease_s=LEASE_S)
    with kept(store, clock, jobs, LEASE_S):
        clock.advance(hours=1)
        _until_held(store, clock)
    assert refused


def _until_held(store: InMemoryStore, clock: FixedClock) -> None:
    """Wait for a renewal."""
    until = time.monotonic() + 20
    while store.jobs(NS, now=clock.now(), limit=1)[0].state != "running":
        assert time.monotonic() < until
        time.sleep(LEASE_S / 4)
