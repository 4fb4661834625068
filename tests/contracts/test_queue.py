"""Jobs survive a crash, and traces are bounded."""

from datetime import timedelta

import pytest

from stelae.errors import NotFoundError
from stelae.ports import Store
from stelae.schemas.change import Job, JobKind
from stelae.schemas.scope import Namespace
from stelae.stores.entries import KEPT_TRACES, MAX_LEASES
from tests.contracts.builders import LIN, MO, NOW, changes, keep, record, trace


def _enqueue(store: Store, *payloads: str, ns: Namespace = LIN, kind: JobKind = "extract") -> None:
    store.apply(ns, changes(jobs=tuple(Job(kind=kind, payload={"m": p}) for p in payloads)))


def test_jobs_are_claimed_oldest_first_with_their_namespace(store: Store) -> None:
    """A job carries the scope of its own request (DEV-14.3)."""
    ns = Namespace(tenant="acme", scope="user:lin", reads=("global",), project="北斗")
    _enqueue(store, "a")
    _enqueue(store, "b", ns=ns)
    _enqueue(store, "c", kind="embed")
    claimed = store.claim(["extract", "embed"], limit=2, now=NOW)
    assert [(j.job.payload["m"], j.ns, j.attempts) for j in claimed] == [
        ("a", LIN, 1),
        ("b", ns, 1),
    ]
    assert [j.job.kind for j in store.claim(["embed"], limit=9, now=NOW)] == ["embed"]
    assert store.claim(["extract", "embed"], limit=9, now=NOW) == []


def test_nobody_waits_for_upkeep(store: Store) -> None:
    """A daily job that is not due yet would hold `flush` up."""
    job = Job(kind="maintain", payload={})
    store.apply(LIN, changes(jobs=(job,), at=NOW + timedelta(days=1)))
    assert (store.waiting(), store.waiting(LIN)) == (0, 0)


def test_a_job_whose_worker_died_returns_to_the_queue(store: Store) -> None:
    """When the lease runs out somebody else gets it; the late worker can neither finish nor fail it."""
    _enqueue(store, "a")
    (lost,) = store.claim(["extract"], limit=1, now=NOW, lease_s=30)
    assert store.claim(["extract"], limit=1, now=NOW + timedelta(seconds=29)) == []
    later = NOW + timedelta(seconds=30)
    (second,) = store.claim(["extract"], limit=1, now=later)
    assert (second.id, second.attempts) == (lost.id, 2)
    store.finish([lost], now=later)
    store.fail(lost, reason="late", now=later, max_attempts=1)
    assert store.waiting() == 1
    store.finish([second], now=later)
    assert store.waiting() == 0


def test_a_failing_job_waits_longer_each_time_and_is_set_aside(store: Store) -> None:
    """2 s, 4 s, then failed: counted, and not claimed again."""
    _enqueue(store, "a")
    now = NOW
    for pause in (2, 4):
        (job,) = store.claim(["extract"], limit=1, now=now)
        store.fail(job, reason="model", now=now)
        assert store.claim(["extract"], limit=1, now=now + timedelta(seconds=pause - 1)) == []
        now += timedelta(seconds=pause)
    (job,) = store.claim(["extract"], limit=1, now=now)
    store.fail(job, reason="model", now=now)
    assert store.waiting() == 0
    assert store.counts(LIN)["failed_jobs"] == 1
    assert store.claim(["extract"], limit=1, now=now + timedelta(days=1)) == []


def test_a_job_that_kills_its_worker_is_set_aside(store: Store) -> None:
    """A lease that runs out again and again is no accident."""
    _enqueue(store, "a")
    now = NOW
    for _ in range(MAX_LEASES):
        assert len(store.claim(["extract"], limit=1, now=now)) == 1
        now += timedelta(minutes=2)
    assert store.claim(["extract"], limit=1, now=now) == []
    assert store.counts(LIN)["failed_jobs"] == 1


def test_waiting_jobs_are_counted_in_all_and_by_scope(store: Store) -> None:
    """Claimed ones count: `flush` waits for them too."""
    _enqueue(store, "a", "b")
    _enqueue(store, "c", ns=MO)
    store.claim(["extract"], limit=1, now=NOW)
    assert (store.waiting(), store.waiting(LIN), store.waiting(MO)) == (3, 2, 1)
    assert store.waiting(Namespace(scope="user:nobody")) == 0


def test_the_newest_traces_of_a_tenant_are_kept(store: Store) -> None:
    """The oldest go; another tenant's stay."""
    acme = Namespace(tenant="acme", scope="user:lin")
    store.save(acme, [trace("acme")], {}, now=NOW)
    store.save(LIN, [trace(f"t{n}") for n in range(KEPT_TRACES + 2)], {}, now=NOW)
    assert store.trace(LIN, "t2") == trace("t2")
    assert store.trace(acme, "acme").id == "acme"
    for gone in ("t0", "t1"):
        with pytest.raises(NotFoundError):
            store.trace(LIN, gone)


def test_accesses_are_added_up(store: Store) -> None:
    """Counts and the last time; an id that is gone is no error, and a version is not made."""
    held = keep(store, record("a"))
    store.save(LIN, [], {held.id: 2, "gone": 1}, now=NOW)
    store.save(LIN, [], {held.id: 1}, now=NOW + timedelta(1))
    found = store.get(LIN, held.id)
    assert (found.access_count, found.last_access) == (3, NOW + timedelta(1))
    assert found.version == 1
    assert store.catalog(LIN, "user:lin").access_count.tolist() == [3]
