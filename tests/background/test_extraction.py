"""The `extract` job, through the store, the queue and the gate."""

import json
from collections.abc import Callable

import pytest

from stelae.errors import ModelTimeoutError, ModelUnavailableError
from stelae.memory import Memory
from stelae.testing import FixedClock, Reply, ScriptedModel
from tests.conftest import Opener

SAID = "我养了一只叫阿福的乌龟"
FOUND = json.dumps(
    {"memories": [{"category": "fact", "quote": SAID, "text": "用户养了一只叫阿福的乌龟"}]},
    ensure_ascii=False,
)
Opened = Callable[..., tuple[Memory, ScriptedModel]]


@pytest.fixture
def with_model(open_memory: Opener) -> Opened:
    """Open a memory whose model gives these replies."""

    def opened(*replies: Reply, extractor: str = "llm") -> tuple[Memory, ScriptedModel]:
        model = ScriptedModel(replies)
        return open_memory(extractor=extractor, model=model), model

    return opened


def test_a_turn_does_not_wait_for_the_model(with_model: Opened) -> None:
    """K27: the job is in the store when `observe` returns, and flush ends when it is done."""
    memory, model = with_model(FOUND)
    result = memory.observe(SAID)
    assert result.extraction.status == "deferred"
    assert memory.flush() == 0
    assert [m.text for m in memory.list()] == ["用户养了一只叫阿福的乌龟"]
    assert len(model.requests) == 1
    assert memory.list()[0].extractor == "llm"


def test_what_the_rules_stored_is_no_second_memory(with_model: Opened) -> None:
    """Architecture, section 4: `duplicate`, and the evidence does not grow."""
    memory, _ = with_model(FOUND, extractor="auto")
    memory.observe(SAID)
    memory.flush()
    (kept,) = memory.list()
    assert (kept.extractor, kept.evidence_count) == ("rules", 1)


def test_a_model_that_is_away_leaves_the_job_and_the_messages(
    with_model: Opened, clock: FixedClock
) -> None:
    """DEV-02.3: tried again with a pause, then failed and counted as that; the message is recallable all along."""
    memory, model = with_model(ModelUnavailableError("away"))
    memory.observe(SAID)
    for _ in range(3):
        memory.flush(timeout_s=0)
        clock.advance(hours=1)
    counts = memory.stats()
    assert (counts["jobs"], counts["failed_jobs"], counts["memories"]) == (0, 1, 0)
    assert len(model.requests) == 3
    assert memory.recall("阿福", floor=None).hits[0].text == SAID


def test_dev_02_3_a_late_answer_gives_its_facts_once(with_model: Opened) -> None:
    """No reply within the time-out the first time, a good one the second."""
    memory, model = with_model(ModelTimeoutError("late"), FOUND)
    memory.observe(SAID)
    memory.flush()
    assert [m.text for m in memory.list()] == ["用户养了一只叫阿福的乌龟"]
    assert memory.list()[0].evidence_count == 1
    assert len(model.requests) == 2


def test_jobs_of_one_scope_are_one_extraction(with_model: Opened) -> None:
    """Several turns that wait together fill one chunk."""
    memory, model = with_model(FOUND)
    for text in (SAID, "每周日给它换水", "它很能吃"):
        memory.observe(text)
    memory._parts.worker.stop()  # its thread may have begun
    memory.flush()
    asked = "".join(messages[1].content for messages, _ in model.requests)
    assert all(asked.count(text) == 1 for text in (SAID, "每周日给它换水", "它很能吃"))


def test_a_message_that_is_gone_is_skipped(with_model: Opened) -> None:
    """Forgotten between the turn and the job."""
    memory, model = with_model(FOUND)
    done = memory._parts.observing._extraction.run(memory.namespace, ["no-such-observation"])
    assert (done.outcomes, done.extraction.status, model.requests) == ((), "ok", [])


def test_answers_alone_leave_no_job(with_model: Opened) -> None:
    """Nothing a person said, nothing to propose."""
    memory, model = with_model(FOUND)
    memory.observe([{"role": "assistant", "content": "好的"}])
    assert memory.stats()["jobs"] == 0
    assert model.requests == []


def test_the_same_message_again_is_not_read_again(with_model: Opened) -> None:
    """Idempotent by id."""
    memory, model = with_model(FOUND)
    for _ in range(2):
        memory.observe([{"role": "user", "content": SAID, "id": "m1"}], wait=True)
    assert len(model.requests) == 1
