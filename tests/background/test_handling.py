"""However a batch ends, every job of it is done, put off or given up, and never lost."""

import logging
from collections.abc import Callable, Mapping, Sequence

import pytest

from stelae.background.handling import Ending, Handling, Interrupted
from stelae.errors import ModelTimeoutError, StoreBusyError, StoreError
from stelae.memory import Memory
from stelae.ports import ClaimedJob
from stelae.schemas.change import ChangeSet, Job, JobKind
from stelae.schemas.jobs import JobState
from stelae.schemas.scope import Namespace
from stelae.stores.in_memory import InMemoryStore
from stelae.testing import FixedClock, HashEmbedder, ScriptedModel
from tests.conftest import Opener

NS = Namespace(scope="user:lin")
SECRET = "王小明住在杭州"


@pytest.fixture
def store(clock: FixedClock) -> InMemoryStore:
    """A store with three jobs."""
    one = InMemoryStore()
    jobs = tuple(Job(kind="extract", payload={"observations": [f"o-{n}"]}) for n in range(3))
    one.apply(NS, ChangeSet(actor="user", at=clock.now(), jobs=jobs))
    return one


def handled(
    store: InMemoryStore,
    clock: FixedClock,
    handler: Callable[[Sequence[ClaimedJob]], Mapping[int, str] | None],
) -> tuple[Mapping[Ending, int], list[tuple[JobState, str | None]]]:
    """Claim all jobs, hand them over, and return the count and what callers are told, oldest job first."""
    jobs = store.claim(["extract"], limit=9, now=clock.now())
    ended = Handling(store, clock)(handler, jobs)
    told = store.jobs(NS, now=clock.now(), limit=9)
    return ended, [(job.state, job.reason) for job in reversed(told)]


def test_what_the_handler_has_done_is_done(store: InMemoryStore, clock: FixedClock) -> None:
    """Also when it says nothing."""
    assert handled(store, clock, lambda _: None) == ({"done": 3}, [("done", None)] * 3)


@pytest.mark.parametrize("error", [ModelTimeoutError("late"), StoreBusyError("busy")])
def test_what_may_go_better_later_is_put_off(
    store: InMemoryStore, clock: FixedClock, error: Exception
) -> None:
    """All of the batch, with the reason."""

    def fails(_jobs: object) -> None:
        raise error

    ended, told = handled(store, clock, fails)
    assert (ended, told) == ({"put_off": 3}, [("waiting", type(error).__name__)] * 3)


def test_what_is_useless_to_try_again_fails_at_once(
    store: InMemoryStore, clock: FixedClock
) -> None:
    """The others of the batch are done."""
    ended, told = handled(store, clock, lambda jobs: {jobs[1].id: "not_json"})
    assert ended == {"done": 2, "failed": 1}
    assert told == [("done", None), ("failed", "not_json"), ("done", None)]


def test_a_job_that_breaks_its_handler_takes_no_other_one_with_it(
    store: InMemoryStore, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is tried by itself; the log has the kind of fault and nothing of what was worked on."""

    def breaks(jobs: Sequence[ClaimedJob]) -> None:
        if any(job.job.payload["observations"] == ["o-1"] for job in jobs):
            raise KeyError(SECRET)

    with caplog.at_level(logging.INFO, logger="stelae"):
        ended, told = handled(store, clock, breaks)
    assert ended == {"done": 2, "put_off": 1}
    assert told == [("done", None), ("waiting", "KeyError"), ("done", None)]
    assert "KeyError" in caplog.text
    assert SECRET not in caplog.text


def test_a_process_that_ends_gives_its_jobs_back(store: InMemoryStore, clock: FixedClock) -> None:
    """Whether the handler stops by itself or Ctrl-C comes between; the next worker has them after a short pause."""

    def stops(_jobs: object) -> None:
        raise Interrupted

    ended, told = handled(store, clock, stops)
    assert (ended, told) == ({"put_off": 3}, [("waiting", "interrupted")] * 3)
    clock.advance(seconds=10)

    def interrupted(_jobs: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        handled(store, clock, interrupted)
    assert [job.reason for job in store.jobs(NS, now=clock.now(), limit=9)] == ["interrupted"] * 3


def test_a_store_that_fails_leaves_the_jobs_to_their_lease(
    store: InMemoryStore, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker hears of it; nothing is told as done."""

    def no_room(*_given: object, **_named: object) -> None:
        raise StoreError("disk full")

    monkeypatch.setattr(store, "finish", no_room)
    with pytest.raises(StoreError):
        handled(store, clock, lambda _: None)
    assert {job.state for job in store.jobs(NS, now=clock.now(), limit=9)} == {"running"}


FOUND = (
    '{"memories": [{"category": "fact", "quote": "我养了一只叫阿福的乌龟", "text": "用户养了一只叫阿福的乌龟"},'
    ' {"category": "fact", "quote": "I keep a tortoise called Alfie", "text": "I keep a tortoise called Alfie"}]}'
)


def left_by(memory: Memory, kind: JobKind, clock: FixedClock) -> list[ClaimedJob]:
    """Leave work of that kind in a memory and take it."""
    store, ns = memory._parts.store, memory.namespace
    for text in ("我养了一只叫阿福的乌龟", "I keep a tortoise called Alfie"):
        memory.observe(text)
    memory.remember("我住在杭州", category="fact")
    clock.advance(minutes=1)
    if kind == "purge":
        receipt = memory.forget(memory.forget("忘记我住在杭州"))
        job = Job(kind="purge", payload={"receipt": receipt.id})
        store.apply(ns, ChangeSet(actor="user", at=clock.now(), jobs=(job,)))
    if kind == "maintain":
        memory._parts.maintenance.plan()
        clock.advance(days=40)
        memory._parts.maintenance.plan()
    return list(store.claim([kind], limit=9, now=clock.now()))


def shape(memory: Memory, clock: FixedClock) -> object:
    """Everything that a second run could have changed: memories, versions, questions, vectors, receipts, the audit."""
    store, ns = memory._parts.store, memory.namespace
    return (
        memory.list(include_inactive=True),
        [memory.history(record.id) for record in memory.list()],
        memory.pending(),
        [r.model_copy(update={"cascaded": {}}) for r in store.forgotten(ns)],
        {name: n for name, n in memory.stats().items() if not name.startswith(("model_", "pre"))},
        memory.coverage(),
        memory.maintained(),
    )


@pytest.mark.parametrize("kind", ["embed", "extract", "purge", "maintain"])
def test_every_handler_may_meet_a_job_twice(
    open_memory: Opener, clock: FixedClock, kind: JobKind
) -> None:
    """At least once means sometimes twice: the second time changes nothing (R21)."""
    memory = open_memory(
        embedder=HashEmbedder(), extractor="auto", model=ScriptedModel([FOUND]), worker=False
    )
    jobs = left_by(memory, kind, clock)
    assert jobs
    handler = memory._parts.worker._handlers[kind]
    before = shape(memory, clock)
    assert not handler(jobs)
    once = shape(memory, clock)
    assert once != before
    assert not handler(jobs)
    assert shape(memory, clock) == once
    assert memory.check() == ()
