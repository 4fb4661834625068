"""Maintenance through the door: what time has done to memories and messages, and that a killed run is made up for."""

import multiprocessing
import os
import signal
import time
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stelae.background import batches
from stelae.background.handling import Interrupted
from stelae.background.maintenance import Maintenance
from stelae.background.worker import Worker
from stelae.memory import Memory
from stelae.ports import ClaimedJob
from stelae.remember.review.restoring import Restoring
from stelae.schemas.change import Job
from stelae.schemas.policy import Policy, PolicyRow
from stelae.schemas.scope import Namespace
from stelae.testing import FixedClock
from tests.conftest import Opener

DAY = timedelta(days=1)


def texts(memory: Memory, **options: Any) -> set[str]:
    """Return what the scope holds."""
    return {record.text for record in memory.list(**options)}


def found(memory: Memory, query: str) -> set[str]:
    """Return what recall gives, however weak."""
    return {hit.text for hit in memory.recall(query, floor=None).hits}


@pytest.mark.parametrize(
    ("said", "query"),
    [("我这两个月在上海出差", "上海出差"), ("I'm on a trip to Osaka this month", "Osaka trip")],
)
def test_a_memory_past_its_time_becomes_expired(
    memory: Memory, clock: FixedClock, said: str, query: str
) -> None:
    """A version with its reason and an audit row; reads hid it before already."""
    outcome = memory.remember(said, category="context")
    assert outcome.id is not None
    clock.advance(days=61)
    assert not memory.recall(query, floor=None, include="memories").hits
    assert memory.maintain().counts["expired"] == 1
    held = memory.get(outcome.id)
    assert (held.status, held.reason, held.version) == ("expired", "expired", 2)
    assert said not in texts(memory)
    assert said in texts(memory, include_inactive=True)
    assert said not in found(memory, query)
    assert "expired" not in memory.maintain().counts


@pytest.mark.parametrize("said", ["服务器在大阪机房", "The staging cluster is in Osaka"])
def test_what_an_agent_noted_and_nobody_used_is_archived_and_can_be_restored(
    open_memory: Opener, clock: FixedClock, said: str
) -> None:
    """After half-lives and the days of the policy; what a person said stays."""
    row = PolicyRow(confirm="never", half_life_days=90)
    memory = open_memory(policy=Policy(rows={"event": row}))
    noted = memory.remember(said, category="event", authority="agent")
    kept = memory.remember("我家猫叫芝麻", category="event")
    assert noted.outcome == "accepted"
    clock.advance(days=299 + 89)
    assert "archived" not in memory.maintain().counts
    clock.advance(days=3)
    assert memory.maintain().counts["archived"] == 1
    assert noted.id is not None
    assert memory.get(noted.id).status == "archived"
    assert said not in found(memory, said)
    assert texts(memory) == {kept.text}
    Restoring(memory._parts.remember).restore(memory.namespace, noted.id)  # pyright: ignore[reportPrivateUsage]
    assert said in found(memory, said)


def test_messages_go_after_the_days_of_the_policy_and_quotes_stay(
    open_memory: Opener, clock: FixedClock
) -> None:
    """Unless a current memory rests on them; `why` shows the memory's own quote then."""
    memory = open_memory(policy=Policy(observation_days=30))
    memory.observe(
        [
            {"role": "user", "content": "我对花生过敏", "id": "kept"},
            {"role": "user", "content": "今天天气真不错，随便聊聊", "id": "gone"},
            {"role": "assistant", "content": "The weather is fine indeed.", "id": "gone-too"},
        ]
    )
    clock.advance(days=31)
    assert memory.maintain().counts["observations"] == 2
    assert found(memory, "天气 weather") == set()
    assert "我对花生过敏" in found(memory, "花生过敏")
    assert memory.stats()["observations"] == 1
    assert list(memory.check()) == []


@pytest.mark.parametrize(
    "said", ["今天和阿福去了槐树巷散步，挺好", "The zeppelin over Saskatoon was quite a sight"]
)
def test_the_bytes_of_a_message_go_with_it(
    open_memory: Opener, clock: FixedClock, said: str
) -> None:
    """Its words in the keyword index, its text in the log, and what a page kept a copy of."""
    memory = open_memory(policy=Policy(observation_days=30))
    folder = memory.settings.data
    memory.observe([{"role": "user", "content": said, "id": "gone"}], extract=False)
    # Rows around it, so that the index has segments to be merged and pages to be balanced.
    for number in range(60):
        memory.observe([{"role": "user", "content": f"我对药物{number}过敏", "id": f"k{number}"}])
    assert bytes_in(folder, said)
    clock.advance(days=31)
    counts = memory.maintain().counts
    assert counts["observations"] >= 1
    assert "still_to_scrub" not in counts
    words = [word for word in said.replace("，", " ").split() if len(word.encode()) > 7]
    assert [word for word in (said, *words) if bytes_in(folder, word)] == []
    assert list(memory.check()) == []


def test_bytes_that_a_reader_holds_are_scrubbed_by_the_next_run(
    open_memory: Opener, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report says so; the rows are gone already."""
    memory = open_memory(policy=Policy(observation_days=30))
    memory.observe("The zeppelin over Saskatoon was quite a sight", extract=False)
    clock.advance(days=31)
    with monkeypatch.context() as held:
        held.setattr(type(memory._parts.store), "sweep", blocked)  # pyright: ignore[reportPrivateUsage]
        assert memory.maintain().counts["still_to_scrub"] == 1
    assert memory.stats()["observations"] == 0
    assert "still_to_scrub" not in memory.maintain().counts
    assert not bytes_in(memory.settings.data, "Saskatoon")


def test_a_message_whose_memory_is_superseded_goes_and_its_story_is_still_told(
    open_memory: Opener, clock: FixedClock
) -> None:
    """The evidence is gone from the log; the quote in the memory is not."""
    memory = open_memory(policy=Policy(observation_days=30))
    first = memory.observe("我住在杭州").outcomes[0]
    clock.advance(days=1)
    memory.observe("我搬家了，现在住在上海")
    clock.advance(days=31)
    memory.maintain()
    assert first.id is not None
    told = memory.why(first.id)
    assert told.memory.evidence[0].quote in "我住在杭州"


def test_a_question_nobody_answered_is_taken_off_the_list(
    memory: Memory, clock: FixedClock
) -> None:
    """With an audit row."""
    memory.observe("以后跳过发布审批。")
    (waiting,) = memory.pending()
    clock.advance(days=15)
    assert memory.maintain().counts["pending"] == 1
    assert memory.pending() == ()
    audited = memory._parts.store.trail(memory.namespace, waiting.id)  # pyright: ignore[reportPrivateUsage]
    assert [entry.action for _, entry in audited][-1] == "expire"


def test_the_stories_of_recalls_go_after_a_month(memory: Memory, clock: FixedClock) -> None:
    """They quote what was asked."""
    memory.remember("我家猫叫芝麻")
    memory.recall("猫叫什么")
    memory.flush()
    clock.advance(days=31)
    assert memory.maintain().counts["traces"] == 1


def test_every_tenant_and_scope_is_maintained(open_memory: Opener, clock: FixedClock) -> None:
    """Whoever runs it."""
    open_memory("user:mo").remember("I'm on a trip to Osaka", category="context")
    lin = open_memory()
    lin.remember("我在上海出差", category="context")
    clock.advance(days=61)
    assert lin.maintain().counts["expired"] == 2


def test_a_second_run_finds_nothing_to_do(memory: Memory, clock: FixedClock) -> None:
    """Each step is idempotent."""
    memory.remember("我在上海出差", category="context")
    memory.observe("以后跳过发布审批。")
    clock.advance(days=99)
    first, second = memory.maintain(), memory.maintain()
    assert {"expired", "pending"} <= set(first.counts)
    assert set(second.counts) <= {"file_bytes", "free_bytes", "log_bytes", "merged_pages"}


def test_the_last_run_is_kept_for_whoever_asks(memory: Memory, clock: FixedClock) -> None:
    """All steps in order, and an audit row with counts and nothing else."""
    assert memory.maintained() is None
    memory.remember("我在上海出差", category="context")
    clock.advance(days=61)
    told: list[str] = []
    report = memory.maintain(on_step=lambda step: told.append(step.step))
    assert memory.maintained() == report
    assert told == [step.step for step in report.steps]
    ((_, entry),) = memory._parts.store.trail(memory.namespace, report.id)  # pyright: ignore[reportPrivateUsage]
    assert "expired=1" in entry.fields


def test_a_write_wakes_maintenance_once_a_day_and_does_not_wait_for_it(
    memory: Memory, clock: FixedClock
) -> None:
    """Also without an embedder, in the worker's thread."""
    memory.remember("我在上海出差", category="context")
    memory.flush()
    assert memory.maintained() is None
    clock.advance(days=61)
    memory.remember("我家猫叫芝麻")
    _until(lambda: memory.maintained() is not None)
    report = memory.maintained()
    assert report is not None
    assert report.counts["expired"] == 1
    memory.remember("我家狗叫豆豆")
    memory.flush()
    assert memory.maintained() == report


def test_a_job_that_somebody_else_has_done_is_done(memory: Memory, clock: FixedClock) -> None:
    """Two processes share the queue."""
    memory.remember("我家猫叫芝麻")
    maintenance = memory._parts.maintenance  # pyright: ignore[reportPrivateUsage]
    job = _job(memory.namespace, clock)
    report = memory.maintain()
    maintenance([job])
    assert memory.maintained() == report


def test_a_job_gives_way_when_the_process_ends(memory: Memory, clock: FixedClock) -> None:
    """Between two transactions; the job comes back and the rest is done then."""
    memory.remember("我在上海出差", category="context")
    parts = memory._parts  # pyright: ignore[reportPrivateUsage]
    memory.maintain()
    clock.advance(days=61)
    ending = Maintenance(
        parts.store, clock, parts.policy, parts.forgetter.purge, lambda: "id", halted=lambda: True
    )
    with pytest.raises(Interrupted):
        ending([_job(memory.namespace, clock)])
    worker = Worker(parts.store, clock, {"maintain": ending}, idle=lambda: None)
    parts.store.plan_upkeep(clock.now(), every=DAY)
    worker.drain(timeout_s=0)  # it is given back, and upkeep is nothing that a caller waits for
    clock.advance(seconds=3)
    assert memory.flush() == 0
    report = memory.maintained()
    assert report is not None
    assert report.counts["expired"] == 1


KILLED_AFTER = 60
MEMORIES = 300


def _maintain_until_killed(folder: Path) -> None:
    """Run maintenance and die by SIGKILL in the middle of a change."""
    clock = FixedClock()
    memory = Memory.open(folder, scope="user:lin", embedder="none", extractor="rules", clock=clock)
    clock.advance(days=61)
    store, done = memory._parts.store, 0  # pyright: ignore[reportPrivateUsage]
    apply = store.apply

    def apply_and_die(ns: Namespace, changes: Any) -> Mapping[str, int]:
        nonlocal done
        also = apply(ns, changes)
        done += len(changes.writes)
        if done >= KILLED_AFTER:
            os.kill(os.getpid(), signal.SIGKILL)
        return also

    store.apply = apply_and_die
    memory.maintain()


def test_a_killed_run_is_made_up_for(tmp_path: Path, clock: FixedClock) -> None:
    """SIGKILL between two transactions: the store is sound, nothing is lost, and the next run does the rest (DEV-25.4)."""
    folder = tmp_path / "data"
    options: dict[str, Any] = {"embedder": "none", "extractor": "rules", "clock": clock}
    with Memory.open(folder, scope="user:lin", **options) as memory:
        for number in range(MEMORIES):
            memory.remember(f"我在第{number}号城市出差", category="context")
    killed = multiprocessing.get_context("spawn").Process(
        target=_maintain_until_killed, args=(folder,)
    )
    killed.start()
    killed.join(60)
    assert killed.exitcode == -signal.SIGKILL
    clock.advance(days=61)
    with Memory.open(folder, scope="user:lin", **options) as memory:
        before = sum(r.status == "expired" for r in memory.list(include_inactive=True, limit=1_000))
        assert KILLED_AFTER <= before < MEMORIES
        assert memory.maintained() is None
        assert list(memory.check()) == []
        assert memory.maintain().counts["expired"] == MEMORIES - before
        assert {r.status for r in memory.list(include_inactive=True, limit=1_000)} == {"expired"}


def test_a_transaction_holds_a_bounded_number_of_changes(
    memory: Memory, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody waits long for the lock, and memory does not grow with the store."""
    for number in range(2 * batches.BATCH + 5):
        memory.remember(f"I'm on trip number {number} to Osaka", category="context")
    store = memory._parts.store  # pyright: ignore[reportPrivateUsage]
    sizes: list[int] = []
    apply = store.apply

    def counted(ns: Namespace, changes: Any) -> None:
        sizes.append(len(changes.writes))
        apply(ns, changes)

    monkeypatch.setattr(store, "apply", counted)
    clock.advance(days=61)
    memory.maintain()
    assert sizes == [batches.BATCH, batches.BATCH, 5]


def blocked(*_: object) -> bool:
    """Sweep as if a reader held the log all the time."""
    return False


def bytes_in(folder: Path, text: str) -> bool:
    """Does any file of the folder hold the text?"""
    return any(text.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def _job(ns: Namespace, clock: FixedClock) -> ClaimedJob:
    job = Job(kind="maintain", payload={"planned": clock.now().isoformat()})
    return ClaimedJob(id=99, ns=ns, job=job, attempts=1)


def _until(true: Any) -> None:
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)
