"""Whoever left a job can ask what became of it, and nobody else can (DEV-02, DEV-14)."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import JobNotFoundError, NotFoundError
from stelae.ports import Store
from stelae.schemas.change import Job, JobKind
from stelae.schemas.extraction import ReadingNote
from stelae.schemas.jobs import JobRecord, JobState
from stelae.schemas.scope import Namespace
from stelae.stores.in_memory import InMemoryStore
from tests.contracts.builders import LIN, MO, NOW, changes, observation, say

ACME = Namespace(tenant="acme", scope="user:lin")
LATER = NOW + timedelta(minutes=5)
UUID_V7 = 7


def put_in(
    store: Store,
    *messages: str,
    ns: Namespace = LIN,
    kind: JobKind = "extract",
    at: datetime = NOW,
) -> str:
    """Leave one job and return its id."""
    payload = {"observations": list(messages)} if messages else {}
    store.apply(ns, changes(jobs=(Job(kind=kind, payload=payload),), at=at))
    return store.jobs(ns, now=at, limit=1)[0].id


def give_up(store: Store, reason: str = "ModelTimeoutError", now: datetime = NOW) -> None:
    """Take a job and let it fail for good."""
    (claimed,) = store.claim(["extract", "embed"], limit=1, now=now)
    assert store.fail(claimed, reason=reason, now=now, max_attempts=1)


def test_a_job_tells_how_it_stands_from_the_first_moment_to_the_last(store: Store) -> None:
    """Waiting, running, put off with a reason, running again, done; with the times of each."""
    id_ = put_in(store, "o-1")
    assert UUID(id_).version == UUID_V7
    assert store.job(LIN, id_, now=NOW) == JobRecord(
        id=id_, kind="extract", state="waiting", attempts=0, created_at=NOW, due_at=NOW
    )
    (first,) = store.claim(["extract"], limit=1, now=NOW, lease_s=60)
    assert first.job.id == id_
    running = store.job(LIN, id_, now=NOW)
    assert (running.state, running.attempts) == ("running", 1)
    assert running.due_at == NOW + timedelta(seconds=60)
    assert not store.fail(first, reason="ModelTimeoutError", now=NOW)
    put_off = store.job(LIN, id_, now=NOW)
    assert (put_off.state, put_off.reason) == ("waiting", "ModelTimeoutError")
    assert put_off.due_at == NOW + timedelta(seconds=2)
    (second,) = store.claim(["extract"], limit=1, now=LATER)
    store.finish([second], now=LATER)
    assert store.job(LIN, id_, now=LATER) == JobRecord(
        id=id_, kind="extract", state="done", attempts=2, created_at=NOW, ended_at=LATER
    )
    assert store.waiting() == 0


def test_a_job_keeps_the_id_that_its_maker_gave_it(store: Store) -> None:
    """So that the caller is told of it before it is written."""
    job = Job(kind="embed", payload={}, id="018f0000-0000-7000-8000-000000000001")
    store.apply(LIN, changes(jobs=(job,)))
    assert store.claim(["embed"], limit=1, now=NOW)[0].job == job
    assert store.job(LIN, job.id or "", now=NOW).kind == "embed"


def test_a_job_whose_worker_died_waits(store: Store) -> None:
    """Nobody works on it once its lease is over, whatever the worker thinks."""
    id_ = put_in(store, "o-1")
    store.claim(["extract"], limit=1, now=NOW, lease_s=60)
    assert store.job(LIN, id_, now=NOW + timedelta(seconds=59)).state == "running"
    assert store.job(LIN, id_, now=NOW + timedelta(seconds=60)).state == "waiting"


def test_a_lease_is_renewed_by_whoever_holds_it(store: Store) -> None:
    """A model may take longer than a lease; a late worker renews nothing, nor does one that gave its job back."""
    id_ = put_in(store, "o-1")
    (held,) = store.claim(["extract"], limit=1, now=NOW, lease_s=60)
    store.renew([held], now=NOW + timedelta(seconds=50), lease_s=60)
    assert store.claim(["extract"], limit=1, now=NOW + timedelta(seconds=109)) == []
    (other,) = store.claim(["extract"], limit=1, now=NOW + timedelta(seconds=110), lease_s=60)
    store.renew([held], now=LATER, lease_s=9_999)
    assert store.job(LIN, id_, now=LATER).state == "waiting"
    store.fail(other, reason="interrupted", now=LATER)
    store.renew([other], now=LATER, lease_s=9_999)
    assert store.job(LIN, id_, now=LATER).state == "waiting"


def test_a_failed_job_is_told_and_can_be_put_in_again(store: Store) -> None:
    """With its reason, as a dead letter that nobody takes; a retry makes it as good as new."""
    id_ = put_in(store, "o-1")
    give_up(store)
    failed = store.job(LIN, id_, now=NOW)
    assert (failed.state, failed.reason, failed.due_at, failed.ended_at) == (
        *("failed", "ModelTimeoutError"),
        *(None, NOW),
    )
    assert store.failed() == {"extract": 1}
    assert store.claim(["extract"], limit=1, now=LATER) == []
    again = store.retry_job(LIN, id_, now=LATER)
    assert again == JobRecord(
        id=id_, kind="extract", state="waiting", attempts=0, created_at=NOW, due_at=LATER
    )
    assert store.failed() == {}
    (claimed,) = store.claim(["extract"], limit=1, now=LATER)
    assert claimed.job.payload == {"observations": ["o-1"]}


def test_what_has_not_failed_is_left_alone_by_a_retry(store: Store) -> None:
    """Asked twice, or too early, or too late."""
    id_ = put_in(store, "o-1")
    assert store.retry_job(LIN, id_, now=LATER).due_at == NOW
    (claimed,) = store.claim(["extract"], limit=1, now=NOW)
    assert store.retry_job(LIN, id_, now=NOW).state == "running"
    store.finish([claimed], now=NOW)
    assert store.retry_job(LIN, id_, now=NOW).state == "done"


def test_a_job_that_was_put_off_waits_behind_those_that_are_due_for_longer(store: Store) -> None:
    """One that fails again and again holds nobody up."""
    first = put_in(store, "o-1")
    (claimed,) = store.claim(["extract"], limit=1, now=NOW)
    store.fail(claimed, reason="ModelTimeoutError", now=NOW)
    second = put_in(store, "o-2")
    assert [j.job.id for j in store.claim(["extract"], limit=9, now=LATER)] == [second, first]


def test_a_late_worker_ends_no_job_that_failed_for_good(store: Store) -> None:
    """What was given up stays given up until somebody retries it."""
    id_ = put_in(store, "o-1")
    (claimed,) = store.claim(["extract"], limit=1, now=NOW)
    store.fail(claimed, reason="not_json", now=NOW, max_attempts=0)
    store.finish([claimed], now=LATER)
    assert not store.fail(claimed, reason="late", now=LATER, max_attempts=0)
    assert store.job(LIN, id_, now=LATER).reason == "not_json"


@pytest.mark.parametrize("ns", [MO, ACME])
def test_jobs_of_others_are_not_there(store: Store, ns: Namespace) -> None:
    """Neither waiting, failed nor done; a retry changes nothing."""
    say(store, observation(), ns=MO)
    done = put_in(store, "o-1")
    store.finish(store.claim(["extract"], limit=1, now=NOW), now=NOW)
    failed = put_in(store, "o-2")
    give_up(store)
    waiting = put_in(store, "o-3")
    assert store.jobs(ns, now=NOW, limit=9) == []
    for id_ in (done, failed, waiting):
        with pytest.raises(JobNotFoundError) as caught:
            store.job(ns, id_, now=NOW)
        assert caught.value.id == id_
        with pytest.raises(NotFoundError):
            store.retry_job(ns, id_, now=NOW)
    assert store.job(LIN, failed, now=NOW).state == "failed"
    reading = LIN.model_copy(update={"scope": "user:mo", "reads": ("user:lin",)})
    assert store.jobs(reading, now=NOW, limit=9) == []


def test_jobs_are_listed_newest_first_page_by_page(store: Store) -> None:
    """By state as well; a page begins after the last one of the page before."""
    ids = [put_in(store, f"o-{n}") for n in range(7)]
    store.finish(store.claim(["extract"], limit=2, now=NOW), now=NOW)
    give_up(store)
    store.claim(["extract"], limit=1, now=NOW)
    newest = ids[::-1]
    assert [j.id for j in store.jobs(LIN, now=NOW, limit=99)] == newest
    assert [j.id for j in store.jobs(LIN, now=NOW, limit=3)] == newest[:3]
    assert [j.id for j in store.jobs(LIN, now=NOW, limit=3, after=newest[2])] == newest[3:6]
    assert store.jobs(LIN, now=NOW, limit=3, after=newest[-1]) == []
    wanted: dict[JobState, list[str]] = {
        "waiting": newest[:3],
        "running": newest[3:4],
        "failed": newest[4:5],
        "done": newest[5:],
    }
    for state, found in wanted.items():
        assert [j.id for j in store.jobs(LIN, now=NOW, state=state, limit=99)] == found


def test_what_was_done_is_told_until_it_is_dropped(store: Store) -> None:
    """By age, a batch at a time; dead letters and what waits stay."""
    done = [put_in(store, f"o-{n}") for n in range(3)]
    store.finish(store.claim(["extract"], limit=3, now=NOW), now=NOW)
    put_in(store, "o-9")
    give_up(store)
    waiting = put_in(store, "o-10")
    assert store.drop_ended_jobs(NOW, limit=9) == 0
    assert [store.drop_ended_jobs(LATER, limit=2) for _ in range(3)] == [2, 1, 0]
    for id_ in done:
        with pytest.raises(JobNotFoundError):
            store.job(LIN, id_, now=LATER)
    assert len(store.jobs(LIN, now=LATER, limit=9)) == 2
    assert store.job(LIN, waiting, now=LATER).state == "waiting"


@pytest.mark.parametrize("text", ["我对花生过敏", "I am allergic to peanuts"])
def test_a_job_about_nothing_but_the_forgotten_is_done(store: Store, text: str) -> None:
    """Its caller is told why; nothing of what was said is in any row of it."""
    seen = observation(text)
    say(store, seen)
    id_, other = put_in(store, seen.id), put_in(store, seen.id, "o-2")
    store.apply(LIN, changes(destroyed=(seen.id,), at=LATER))
    told = store.job(LIN, id_, now=LATER)
    assert (told.state, told.reason, told.ended_at) == ("done", "forgotten", LATER)
    assert store.job(LIN, other, now=LATER).state == "waiting"
    assert all(text not in job.model_dump_json() for job in store.jobs(LIN, now=LATER, limit=9))


def test_a_job_whose_messages_were_read_by_hand_is_done(store: Store) -> None:
    """`retry` of what was not read takes them off it."""
    id_ = put_in(store, "o-1", "o-2")
    give_up(store)
    for message in ("o-1", "o-2"):
        assert store.job(LIN, id_, now=NOW).state == "failed"
        store.note_reading(LIN, ReadingNote(at=LATER, forgettings=0, read=(message,)))
    told = store.job(LIN, id_, now=LATER)
    assert (told.state, told.reason, told.ended_at) == ("done", None, LATER)
    assert store.failed() == {}


def test_failed_jobs_are_counted_by_kind_over_the_whole_store(store: Store) -> None:
    """For whoever runs it."""
    put_in(store, "o-1")
    give_up(store)
    put_in(store, ns=ACME, kind="embed")
    give_up(store)
    put_in(store, ns=ACME, kind="embed")
    assert store.failed() == {"extract": 1, "embed": 1}


@given(st.lists(st.sampled_from(["put", "claim", "finish", "fail", "give up", "retry"])))
def test_no_job_is_ever_lost_or_told_twice(steps: list[str]) -> None:
    """Whatever workers and callers do, every job that was put in is in exactly one state."""
    store, put = InMemoryStore(), set[str]()
    claimed = list(store.claim([], limit=0, now=NOW))
    for step in steps:
        if step == "put":
            put.add(put_in(store, "o"))
        elif step == "claim":
            claimed += store.claim(["extract"], limit=1, now=NOW)
        elif step == "finish":
            store.finish(claimed[:1], now=NOW)
        elif step in {"fail", "give up"} and claimed:
            attempts = 0 if step == "give up" else 99
            store.fail(claimed.pop(), reason="x", now=NOW - timedelta(1), max_attempts=attempts)
        elif step == "retry":
            for id_ in put:
                store.retry_job(LIN, id_, now=NOW)
        told = store.jobs(LIN, now=NOW, limit=999)
        assert sorted(j.id for j in told) == sorted(put)
