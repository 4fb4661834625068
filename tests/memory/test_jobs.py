"""`Memory.jobs` and its kin: a caller is told what became of the work that it left, and of no other."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from stelae.errors import (
    InvalidInputError,
    JobNotFoundError,
    ModelUnavailableError,
    PermissionDeniedError,
)
from stelae.memory import Memory
from stelae.testing import FixedClock, HashEmbedder, ScriptedModel
from tests.conftest import Opener

SAID = ["我养了一只叫阿福的乌龟", "I keep a tortoise called Alfie"]
AWAY = ModelUnavailableError("away")


@pytest.fixture
def apart(open_memory: Opener) -> Memory:
    """A memory with vectors and a model that is away; nobody works on its jobs unless told to."""
    return open_memory(
        embedder=HashEmbedder(), extractor="llm", model=ScriptedModel([AWAY]), worker=False
    )


@pytest.mark.parametrize("said", SAID)
def test_observe_names_the_jobs_that_it_leaves(apart: Memory, said: str) -> None:
    """DEV-02: reading by a model and vectors; the same message again leaves none."""
    result = apart.observe(said)
    told = [apart.job(id_) for id_ in result.jobs]
    assert [(job.kind, job.state) for job in told] == [
        ("extract", "waiting"),
        ("embed", "waiting"),
    ]
    assert apart.jobs() == tuple(sorted(told, key=lambda job: job.id, reverse=True))
    assert apart.observe(said).jobs == ()
    assert apart.observe("", extract=False).jobs == ()


def test_a_caller_who_waits_is_told_of_what_is_left_all_the_same(apart: Memory) -> None:
    """The model was away: the reading is a job for later, and its result says `failed` now."""
    result = apart.observe(SAID[0], wait=True)
    assert result.extraction.status == "failed"
    assert [apart.job(id_).kind for id_ in result.jobs] == ["embed", "extract"]


def test_failed_is_never_told_as_done(apart: Memory, clock: FixedClock) -> None:
    """DEV-02.3: refused on every call, it ends as failed with the reason; the vectors are done."""
    reading, vectors = apart.observe(SAID[1]).jobs
    for _ in range(3):
        apart.flush(timeout_s=0)
        clock.advance(hours=1)
    failed = apart.job(reading)
    assert (failed.state, failed.reason, failed.attempts) == ("failed", "ModelUnavailableError", 3)
    assert apart.job(vectors).state == "done"
    assert [job.id for job in apart.jobs(state="failed")] == [reading]
    assert [one.observation_id for one in apart.unread()] != []
    assert apart.failed_jobs() == {"extract": 1}
    assert apart.retry_job(reading).state == "waiting"


def test_nobody_else_is_told(apart: Memory) -> None:
    """DEV-14: another scope or tenant gets the error of an id that is not there; reading a scope shows none of its jobs."""
    id_ = apart.observe(SAID[0]).jobs[0]
    others = [
        apart.at(scope="user:mo", reads=["user:lin"]),
        apart.at(tenant="acme", scope="user:lin"),
    ]
    for other in others:
        assert other.jobs() == ()
        for ask in (other.job, other.retry_job):
            with pytest.raises(JobNotFoundError) as caught:
                ask(id_)
            with pytest.raises(JobNotFoundError) as unknown:
                ask("018f0000-0000-7000-8000-000000000001")
            assert str(caught.value).replace(id_, "") == str(unknown.value).replace(
                unknown.value.id, ""
            )
    assert apart.at(project="北斗").job(id_).state == "waiting"


def test_only_the_operator_works_for_everybody(apart: Memory) -> None:
    """A handle of another tenant neither counts nor works."""
    guest = apart.at(tenant="acme", scope="user:lin")
    for ask in (guest.failed_jobs, guest.work, guest.start_worker, guest.stop_worker):
        with pytest.raises(PermissionDeniedError):
            ask()


def test_done_jobs_are_told_for_seven_days(open_memory: Opener, clock: FixedClock) -> None:
    """Upkeep forgets them; what failed waits for somebody, however long."""
    memory = open_memory(
        embedder=HashEmbedder(), extractor="llm", model=ScriptedModel([AWAY]), worker=False
    )
    reading, vectors = memory.observe(SAID[0]).jobs
    for _ in range(3):
        memory.flush(timeout_s=0)
        clock.advance(hours=1)
    memory.maintain()
    assert memory.job(vectors).state == "done"
    clock.advance(days=7)
    assert memory.maintain().counts["jobs"] == 1
    with pytest.raises(JobNotFoundError):
        memory.job(vectors)
    assert memory.job(reading).state == "failed"


@pytest.mark.parametrize("said", SAID)
def test_no_row_of_a_job_holds_a_word_of_what_was_said(
    apart: Memory, clock: FixedClock, said: str
) -> None:
    """Ids, names of categories, times and codes: waiting, failed and done."""
    apart.observe([{"role": "user", "content": said, "id": "m-1"}], categories=["fact"])
    rows: list[str] = []
    for _ in range(4):
        with closing(sqlite3.connect(apart.settings.data / "stelae.db")) as connection:
            for every in ("SELECT * FROM job", "SELECT * FROM ended_job"):
                rows += map(str, connection.execute(every))
        apart.flush(timeout_s=0)
        clock.advance(hours=1)
    assert any("ModelUnavailableError" in row for row in rows)
    words = ("乌龟", "阿福", "tortoise", "Alfie")
    assert not [row for row in rows if any(word in row for word in words)]


def test_what_was_forgotten_is_no_longer_to_be_read(apart: Memory, clock: FixedClock) -> None:
    """Its job is done with that as the reason."""
    reading, _ = apart.observe(SAID[0]).jobs
    clock.advance(minutes=1)
    apart.forget(apart.forget("忘记我说过的阿福"), hard=True)
    assert (apart.job(reading).state, apart.job(reading).reason) == ("done", "forgotten")


@pytest.mark.parametrize("bad", [{"limit": 0}, {"limit": 1001}, {"state": "lost"}])
def test_a_page_that_cannot_be_is_refused(memory: Memory, bad: dict[str, object]) -> None:
    """With what is possible."""
    with pytest.raises(InvalidInputError, match=r"1 to 1,000|waiting, running, done, failed"):
        memory.jobs(**bad)  # pyright: ignore[reportArgumentType]


def test_pages_follow_each_other(apart: Memory) -> None:
    """Every job is on exactly one page."""
    left = [id_ for n in range(5) for id_ in apart.observe(f"我有 {n} 只猫").jobs]
    found: list[str] = []
    while page := apart.jobs(limit=3, after=found[-1] if found else None):
        found += [job.id for job in page]
    assert sorted(found) == sorted(left)
    assert found == sorted(found, reverse=True)


def test_without_a_worker_of_its_own_no_thread_works(apart: Memory) -> None:
    """`server.worker` off: another process works; `flush` and `work` do it here when asked."""
    id_ = apart.observe(SAID[0]).jobs[1]
    apart.retry_job(id_)
    assert apart._parts.worker._thread is None
    assert apart.job(id_).state == "waiting"
    apart.flush(timeout_s=0)
    assert apart.job(id_).state == "done"


def test_working_for_all_does_upkeep_too(apart: Memory, clock: FixedClock) -> None:
    """For a timer in place of a process that stays."""
    apart.observe(SAID[0])
    apart.work(timeout_s=0)
    clock.advance(days=2)
    apart.work(timeout_s=0)
    maintained = apart.maintained()
    assert maintained is not None
    assert clock.now() - maintained.at < timedelta(minutes=1)
