"""What a reading by a model leaves behind: answers to use again, what it cost, and what still has to be read."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from stelae.errors import ModelOutputError, ModelTimeoutError, ModelUnavailableError
from stelae.memory import Memory
from stelae.ports import ChatMessage
from stelae.remember.proposals.prefilter import AUDITED
from stelae.testing import FixedClock, Reply, ScriptedModel
from tests.conftest import Opener

ZH, EN = "我养了一只叫阿福的乌龟", "I keep a tortoise called Alfie"
SAID = {ZH: "用户养了一只叫阿福的乌龟", EN: "The user keeps a tortoise called Alfie"}
Opened = Callable[..., tuple[Memory, ScriptedModel]]


def finds(messages: Sequence[ChatMessage]) -> str:
    """A model that finds the tortoise wherever it is mentioned."""
    items = [
        {"category": "fact", "quote": quote, "text": text, "reason": "about_person"}
        for quote, text in SAID.items()
        if quote in messages[1].content
    ]
    return json.dumps({"memories": items}, ensure_ascii=False)


@pytest.fixture
def with_model(open_memory: Opener) -> Opened:
    """Open a memory whose model gives these replies."""

    def opened(
        *replies: Reply, scope: str = "user:lin", **more: str
    ) -> tuple[Memory, ScriptedModel]:
        model = ScriptedModel(replies or [finds])
        return open_memory(scope, extractor="llm", model=model, **more), model

    return opened


def bytes_of(folder: Path) -> bytes:
    """Everything in the data folder."""
    return b"".join(p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file())


@pytest.mark.parametrize("said", SAID)
def test_the_same_words_are_not_asked_about_twice(with_model: Opened, said: str) -> None:
    """Another message, the same words but for white space: the answer stands, and the gate judges it anew."""
    memory, model = with_model()
    memory.observe([{"role": "user", "content": said, "id": "m1"}], wait=True)
    again = memory.observe([{"role": "user", "content": f" {said}\n", "id": "m2"}], wait=True)
    assert len(model.requests) == 1
    assert [(o.outcome, o.change) for o in again.outcomes] == [("duplicate", "reinforce")]
    counts = memory.stats()
    assert (counts["model_calls"], counts["model_cache_hits"]) == (1, 1)


def test_an_answer_is_shared_with_nobody(with_model: Opened) -> None:
    """Another scope, another tenant, another project, another model's name: each asks for itself."""
    places: tuple[dict[str, str], ...] = (
        {},
        {"scope": "user:mo"},
        {"tenant": "acme"},
        {"project": "北斗"},
    )
    for number, more in enumerate(places):
        memory, model = with_model(**more)
        memory.observe([{"role": "user", "content": ZH, "id": f"m{number}"}], wait=True)
        assert len(model.requests) == 1, more


def test_an_answer_is_not_used_when_other_categories_are_asked_for(with_model: Opened) -> None:
    """Another form is another question."""
    memory, model = with_model(finds, '{"memories": []}')
    memory.observe([{"role": "user", "content": ZH, "id": "m1"}], wait=True)
    memory.observe([{"role": "user", "content": ZH, "id": "m2"}], wait=True, categories=["event"])
    assert len(model.requests) == 2


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_a_forgetting_takes_the_answers_along(
    with_model: Opened, tmp_path: Path, clock: FixedClock, hard: bool
) -> None:
    """Soft: it is asked anew. Hard: not a byte of the answer is left either."""
    memory, model = with_model()
    memory.observe(ZH, wait=True)
    memory.observe("我住在绍兴", wait=True)
    (kept,) = (m for m in memory.list() if "阿福" in m.text)
    clock.advance(minutes=1)
    receipt = memory.forget(memory.forget(kept.id), hard=hard)
    assert receipt.verified
    if hard:
        assert "叫阿福的乌龟".encode() not in bytes_of(tmp_path / "data")
    asked = len(model.requests)
    memory.observe([{"role": "user", "content": "我住在绍兴", "id": "again"}], wait=True)
    assert len(model.requests) == asked + 1


def test_no_secret_is_kept_with_an_answer(with_model: Opened, tmp_path: Path) -> None:
    """A model may put one together from pieces; what is kept is redacted again."""
    secret = "ghp_" + "A1b2" * 9
    item = {"category": "fact", "quote": ZH, "text": f"token {secret}"}
    memory, _ = with_model(json.dumps({"memories": [item]}))
    memory.observe(ZH, wait=True)
    memory.close()
    assert secret.encode() not in bytes_of(tmp_path / "data")


def test_what_a_model_costs_is_counted_by_model(with_model: Opened) -> None:
    """Calls with their tries, tokens as the provider counts them, answers without use."""
    memory, model = with_model("no JSON", finds, "still none", "nor here")
    memory.observe(ZH, wait=True)
    memory.observe(EN, wait=True)
    (usage,) = memory.usage()
    assert (usage.model, usage.calls, usage.unusable) == ("scripted", 4, 1)
    assert usage.prompt_tokens > 0
    assert usage.completion_tokens > 0
    stats = memory.stats()
    assert stats["model_calls"] == usage.calls == len(model.requests)
    assert stats["model_prompt_tokens"] == usage.prompt_tokens


IDLE = ["你好呀", "谢谢，哈哈", "为什么天是蓝的？", "Thanks a lot!", "What is the capital of Peru?"]


def test_messages_without_anything_in_them_cost_no_call(with_model: Opened) -> None:
    """Greetings, thanks and questions; the turn is none the slower for it, and it is counted."""
    memory, model = with_model()
    for number, text in enumerate(IDLE):
        memory.observe([{"role": "user", "content": text, "id": f"idle {number}"}], wait=True)
    stats = memory.stats()
    assert stats["prefilter_skipped"] + stats["prefilter_audited"] == len(IDLE)
    assert len(model.requests) == stats["prefilter_audited"]


def test_what_the_filter_leaves_out_is_checked_by_a_fixed_sample(with_model: Opened) -> None:
    """About one message in twenty, always the same ones; what is found there counts as missed."""

    def optimist(messages: Sequence[ChatMessage]) -> str:
        item = {"category": "preference", "quote": "谢谢你的爵士乐", "text": "用户喜欢爵士乐"}
        return json.dumps({"memories": [item]}, ensure_ascii=False)

    memory, model = with_model(optimist)
    messages = [{"role": "user", "content": "你好呀", "id": f"hello {n}"} for n in range(200)]
    for message in messages:
        memory.observe([message], wait=True)
    stats = memory.stats()
    assert stats["prefilter_skipped"] + stats["prefilter_audited"] == 200
    assert 200 / AUDITED / 3 < stats["prefilter_audited"] < 200 / AUDITED * 3
    assert stats["prefilter_missed"] == 0, "the gate refuses what was not said"
    other, _ = with_model(optimist, scope="user:mo")
    for message in messages:
        other.observe([message], wait=True)
    assert other.stats()["prefilter_audited"] == stats["prefilter_audited"]
    assert len(model.requests) <= stats["prefilter_audited"]


def test_a_miss_of_the_filter_is_kept_and_counted(
    with_model: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sample is read in earnest."""

    def doubtful(*_: object) -> str:
        return "audit"

    monkeypatch.setattr("stelae.remember.proposals.selection.sift", doubtful)
    memory, _ = with_model()
    memory.observe(ZH, wait=True)
    assert [m.text for m in memory.list()] == [SAID[ZH]]
    stats = memory.stats()
    assert (stats["prefilter_audited"], stats["prefilter_missed"]) == (1, 1)


WRONG = '{"memories": 7}'
CUT = '{"memories":[{"category":"fact","quote":"我养了一只叫阿福的乌龟","text":"用户养了一只叫阿福的乌龟"},{"text":"用户'


@pytest.mark.parametrize(
    ("replies", "status", "reason"),
    [
        ([WRONG, WRONG], "failed", "invalid_schema"),
        ([CUT], "partial", "truncated"),
        ([ModelTimeoutError("late")], "failed", "ModelTimeoutError"),
    ],
)
def test_what_could_not_be_read_waits_for_a_retry(
    with_model: Opened, clock: FixedClock, replies: list[Reply], status: str, reason: str
) -> None:
    """DEV-02: failed and partial are no `ok`; read again, each fact is there once and nothing waits."""
    memory, model = with_model(*replies)
    memory._parts.worker.stop()
    result = memory.observe([{"role": "user", "content": ZH, "id": "m1"}], wait=True)
    assert result.extraction.status == status
    (waiting,) = memory.unread()
    assert (waiting.observation_id, waiting.reason) == (result.observations[0].id, reason)
    assert memory.stats()["unread"] == 1
    model._replies[:] = [finds]
    again = memory.retry()
    assert (again.read, again.extraction.status, again.waiting) == (1, "ok", ())
    assert [m.text for m in memory.list()] == [SAID[ZH]]
    assert memory.list()[0].evidence_count == 1
    assert memory.retry().read == 0
    assert memory.flush() == 0
    assert (memory.stats()["jobs"], memory.stats()["failed_jobs"]) == (0, 0)


def test_a_retry_that_fails_leaves_it_waiting(with_model: Opened) -> None:
    """Since the first time, for the newest reason."""
    memory, _ = with_model("hm")
    memory.observe([{"role": "user", "content": ZH}], wait=True)
    first = memory.unread()
    again = memory.retry()
    assert again.extraction.status == "failed"
    assert again.waiting == first == memory.unread()


def test_a_retry_reads_each_message_by_itself(with_model: Opened) -> None:
    """One that a model loses its way in does not cost the others."""

    def stumbles(messages: Sequence[ChatMessage]) -> str:
        return "hm" if "螃蟹" in messages[1].content else finds(messages)

    memory, model = with_model(stumbles)
    crab = {"role": "user", "content": "我还养了一只会唱歌的螃蟹"}
    memory.observe([{"role": "user", "content": ZH}, crab], wait=True)
    assert memory.list() == ()
    assert len(memory.unread()) == 2
    again = memory.retry()
    assert (again.extraction.status, len(again.waiting)) == ("partial", 1)
    assert [m.text for m in memory.list()] == [SAID[ZH]]
    assert all(ZH not in m[1].content or "螃蟹" not in m[1].content for m, _ in model.requests[-3:])


def test_a_job_that_failed_for_good_is_read_by_a_retry(
    with_model: Opened, clock: FixedClock
) -> None:
    """After three tries the queue leaves it alone; nothing is lost."""
    memory, model = with_model(ModelUnavailableError("away"))
    memory.observe(EN)
    for _ in range(3):
        memory.flush(timeout_s=0)
        clock.advance(hours=1)
    assert memory.stats()["failed_jobs"] == 1
    model._replies[:] = [finds]
    assert memory.retry().read == 1
    assert [m.text for m in memory.list()] == [SAID[EN]]
    assert memory.stats()["failed_jobs"] == 0


def test_unusable_output_does_not_come_back_as_a_job(with_model: Opened) -> None:
    """At temperature 0 it would be the same again, three times over; whoever asks is told that it failed (DEV-02.4)."""
    memory, model = with_model("hm")
    result = memory.observe(ZH)
    memory.flush()
    assert len(model.requests) == 1 + memory.settings.model.retries
    stats = memory.stats()
    assert (stats["jobs"], stats["failed_jobs"], stats["unread"]) == (0, 1, 1)
    job = memory.job(result.jobs[0])
    assert (job.state, job.reason) == ("failed", memory.unread()[0].reason)
    assert memory.check() == ()


def test_a_job_is_done_when_what_it_is_about_was_read_by_a_retry(with_model: Opened) -> None:
    """And a failed one that is put in again is read by the worker."""
    memory, model = with_model("hm")
    first, second = (memory.observe(text).jobs[0] for text in (ZH, EN))
    memory.flush()
    assert {memory.job(id_).state for id_ in (first, second)} == {"failed"}
    model._replies[:] = [finds]
    assert memory.retry_job(first).state in {"waiting", "running", "done"}
    memory.flush()
    assert [memory.job(id_).state for id_ in (first, second)] == ["done", "failed"]
    assert memory.retry().read == 1
    assert memory.job(second).state == "done"
    assert memory.failed_jobs() == {}
    assert {m.text for m in memory.list()} == {SAID[ZH], SAID[EN]}


def test_a_forgotten_message_waits_no_longer(with_model: Opened, clock: FixedClock) -> None:
    """Neither in the list nor in a retry."""
    memory, model = with_model("hm")
    memory.observe([{"role": "user", "content": ZH, "id": "m1"}], wait=True)
    clock.advance(minutes=1)
    memory.forget(memory.forget("忘记我说过的阿福"))
    asked = len(model.requests)
    assert memory.unread() == ()
    assert (memory.retry().read, len(model.requests)) == (0, asked)


def test_without_a_model_a_retry_says_so(open_memory: Opener) -> None:
    """And with nothing to read it needs none."""
    memory = open_memory(extractor="llm", model=ScriptedModel(["hm"]))
    memory.observe(ZH, wait=True)
    memory.close()
    bare = open_memory(extractor="auto")
    bare._parts.observing._model = lambda: None
    with pytest.raises(ModelUnavailableError):
        bare.retry()
    assert open_memory("user:mo").retry().read == 0


def test_each_drop_is_told_with_its_code(with_model: Opened) -> None:
    """Repeats, our own words, the assistant's words and inventions, in one answer."""
    known = {"category": "fact", "reason": "about_person"}
    items = [
        {**known, "quote": ZH, "text": SAID[ZH]},
        {**known, "quote": ZH, "text": SAID[ZH]},
        {**known, "quote": "不猜测、不推断、不补充，没有明说的不写", "text": "用户不猜测"},
        {**known, "quote": "您可以去莫干山徒步", "text": "用户去莫干山徒步"},
        {**known, "quote": "我住在火星", "text": "用户住在火星"},
        {"category": "poem", "quote": ZH, "text": "诗"},
    ]
    memory, _ = with_model(json.dumps({"memories": items}, ensure_ascii=False))
    said = [
        {"role": "assistant", "content": "您可以去莫干山徒步。"},
        {"role": "user", "content": ZH},
    ]
    result = memory.observe(said, wait=True)
    assert [m.text for m in memory.list()] == [SAID[ZH]]
    assert result.extraction.status == "ok"
    for told in (
        "repeated 1",
        "prompt_echo 1",
        "assistant_words 1",
        "unreadable 1",
        "ungrounded 3",
    ):
        assert told in result.extraction.detail


def test_an_answer_that_goes_round_in_circles_gives_its_facts_once(with_model: Opened) -> None:
    """The same item again and again: cut off early, collapsed, told as partial."""
    item = json.dumps({"category": "fact", "quote": ZH, "text": SAID[ZH]}, ensure_ascii=False)
    memory, _ = with_model('{"memories":[' + f"{item}," * 40)
    result = memory.observe(ZH, wait=True)
    assert [m.text for m in memory.list()] == [SAID[ZH]]
    assert result.extraction.status == "partial"
    assert "repeated" in result.extraction.detail
    (usage,) = memory.usage()
    assert usage.completion_tokens < len(item) * 40


def test_only_the_categories_asked_for_are_taken(open_memory: Opener) -> None:
    """From the rules as from the model, at once, as a job and in a retry."""
    model = ScriptedModel([finds])
    memory = open_memory(extractor="auto", model=model)
    memory.observe([ZH, EN][0], categories=["preference"])
    memory.flush()
    assert memory.list() == ()
    schema = json.dumps(model.requests[0][1])
    assert '"enum": ["preference"]' in schema
    model._replies[:] = [ModelOutputError("empty")]
    memory.observe(EN, wait=True, categories=["preference"])
    model._replies[:] = [finds]
    memory.retry()
    assert memory.list() == ()
    memory.observe([{"role": "user", "content": ZH, "id": "again"}], wait=True)
    assert len(memory.list()) == 1
