"""Observing with a language model on the wire: DEV-01, DEV-02 and DEV-21 through the library's door."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stelae.errors import ConfigurationError, ModelUnavailableError
from stelae.memory import Memory, extract_candidates
from stelae.text.language import language_of
from tests.conftest import Opener
from tests.docs.ollama_stub import Answer, Sent, Stub, ollama_stub

SAID = "我养了一只叫阿福的乌龟，每周日给它换水。"
TEXTS = ["用户养了一只叫阿福的乌龟", "用户每周日给乌龟换水"]
OBJ = json.dumps(
    {
        "memories": [
            {"quote": SAID, "category": "fact", "text": text, "reason": "about_person"} for text in TEXTS
        ]
    },
    ensure_ascii=False,
)  # fmt: skip
GOOD: dict[str, str | Sent] = {
    "1 prose and fence": f"Sure! Here is what I found:\n```json\n{OBJ}\n```\nLet me know!",
    "2 thinking": f'<think>the user has a turtle {{"not":"this"}} ...</think>{OBJ}',
    "3 open thinking": f"<think>\n{OBJ}",
    "4 doubled brace": "{\n" + OBJ,
    "7 newlines": OBJ + "\n" * 4_000,
}
BAD: dict[str, str | Sent] = {
    "5 prose": "There is a turtle.",
    "6 all in the thinking field": Sent("", thinking=OBJ),
}


def observe(open_memory: Opener, stub: Stub, text: Any, **options: Any) -> tuple[Memory, Any]:
    """Let the model of the stub read a text now."""
    monkeyed = {"extractor": "llm", **options}
    memory = open_memory(settings=settings_for(stub.url), **monkeyed)
    return memory, memory.observe(text, wait=True)


def settings_for(url: str, **model: Any) -> Any:
    """Settings whose model is served there."""
    from stelae.config import load

    settings = load().settings
    changed = settings.model.model_copy(update={"host": url, **model})
    return settings.model_copy(update={"model": changed, "extractor": "auto"})


@pytest.mark.parametrize("reply", GOOD.values(), ids=GOOD)
def test_dev_01_1_exactly_the_two_memories_are_stored(
    open_memory: Opener, reply: str | Sent
) -> None:
    """Whatever stands around them; and no fence, tag or brace of the wrapping (DEV-01.3)."""
    with ollama_stub(lambda _: reply) as stub:
        memory, result = observe(open_memory, stub, SAID)
    assert [m.text for m in reversed(memory.list())] == TEXTS
    assert result.extraction.status == "ok"
    assert result.extraction.model == "qwen3:8b"


@pytest.mark.parametrize("reply", BAD.values(), ids=BAD)
def test_dev_01_2_unusable_output_is_tried_again_and_then_told(
    open_memory: Opener, reply: str | Sent
) -> None:
    """A bounded number of requests, no traceback, and a word that "nothing worth keeping" does not have."""
    with ollama_stub(lambda _: reply) as stub:
        memory, result = observe(open_memory, stub, SAID)
        tries = len(stub.chats)
    assert tries == 1 + memory.settings.model.retries
    assert memory.list() == ()
    assert result.extraction.status == "failed"
    assert "model output unusable" in result.extraction.detail
    assert memory.recall("阿福", floor=None).hits[0].type == "observation"


def test_dev_01_2_with_rules_beside_it_their_result_stands(open_memory: Opener) -> None:
    """The documented fallback of `auto`."""
    with ollama_stub(lambda _: "no JSON today") as stub:
        memory, result = observe(open_memory, stub, "我对花生过敏", extractor="auto")
    assert result.extraction.status == "failed"
    assert [m.extractor for m in memory.list()] == ["rules"]


def test_dev_01_4_the_wire_carries_schema_and_think_and_the_reply_is_checked_all_the_same(
    open_memory: Opener,
) -> None:
    """A reply against the schema is refused, though the server was told."""
    with ollama_stub(lambda _: '{"memories": [{"category": "poem", "text": "用户"}]}') as stub:
        _, result = observe(open_memory, stub, SAID)
    assert "memories" in stub.chats[0]["format"]["properties"]
    assert stub.chats[0]["think"] is False
    assert "invalid_schema" in result.extraction.detail


TWO = [
    {"role": "user", "content": "我住在绍兴。", "id": "m1"},
    {"role": "user", "content": "我的工作是古建筑测绘。", "id": "m2"},
]
CUT = '{"memories":[{"text":"用户住在绍兴","kind":"fact"},{"text":"用户的工作是古建'
BOTH = json.dumps(
    {"memories": [{"text": "用户住在绍兴", "category": "fact", "quote": "我住在绍兴"},
                  {"text": "用户的工作是古建筑测绘", "category": "fact", "quote": "我的工作是古建筑测绘"}]},
    ensure_ascii=False,
)  # fmt: skip


def test_dev_02_1_and_2_a_cut_reply_is_partial_and_its_half_sentence_never_stored(
    open_memory: Opener,
) -> None:
    """The first fact is kept, and the caller is told that something is missing."""
    with ollama_stub(lambda _: Sent(CUT, done_reason="length")) as stub:
        memory, result = observe(open_memory, stub, TWO)
    assert [m.text for m in memory.list()] == ["用户住在绍兴"]
    assert result.extraction.status == "partial"
    assert "output truncated" in result.extraction.detail


def test_dev_02_3_a_cold_model_gets_its_second_chance(open_memory: Opener) -> None:
    """No reply within the time-out, then a good one: both facts, once."""
    late = iter([Sent(BOTH, delay_s=30)])
    with ollama_stub(lambda _: next(late, Sent(BOTH))) as stub:
        memory = open_memory(extractor="llm", settings=settings_for(stub.url, timeout_s=0.3))
        result = memory.observe(TWO, wait=True)
    assert sorted(m.text for m in memory.list()) == ["用户住在绍兴", "用户的工作是古建筑测绘"]
    assert {m.evidence_count for m in memory.list()} == {1}
    assert result.extraction.status == "ok"


def free_host() -> str:
    """Where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


def test_dev_02_3_refused_is_an_error_and_the_messages_stay_with_a_job(open_memory: Opener) -> None:
    """`llm` insists on a model: the error has the pull line, and nothing is lost."""
    memory = open_memory(extractor="llm", settings=settings_for(free_host()))
    with pytest.raises(ModelUnavailableError, match="ollama pull qwen3:8b"):
        memory.observe(TWO, wait=True)
    assert memory.stats()["observations"] == 2
    assert memory.stats()["jobs"] == 1
    assert memory.recall("绍兴", floor=None).hits[0].text == "我住在绍兴。"


def test_auto_without_a_model_is_the_rules_and_says_so(open_memory: Opener) -> None:
    """No error, no job that would wait for ever."""
    memory = open_memory(extractor="auto", settings=settings_for(free_host()))
    result = memory.observe("我对花生过敏")
    assert result.extraction.status == "ok"
    assert result.extraction.extractor == "rules"
    assert "ollama pull qwen3:8b" in result.extraction.detail
    assert memory.stats()["jobs"] == 0
    assert len(memory.list()) == 1


def test_a_model_that_goes_away_while_somebody_waits_leaves_a_job(open_memory: Opener) -> None:
    """It answered the probe and then refused: failed, with the work still to be done."""
    with ollama_stub(lambda _: Sent(status=500)) as stub:
        memory = open_memory(extractor="auto", settings=settings_for(stub.url))
        memory._parts.worker.stop()
        result = memory.observe(SAID, wait=True)
    assert result.extraction.status == "failed"
    assert memory.stats()["jobs"] == 1


def test_opening_asks_nobody_and_each_turn_does_not_ask_again(open_memory: Opener) -> None:
    """Probed at first use and never at open; rules alone never ask."""
    with ollama_stub(lambda _: '{"memories": []}') as stub:
        memory = open_memory(extractor="auto", settings=settings_for(stub.url))
        assert stub.tags == 0
        for number in range(3):
            memory.observe(f"今天是第{number}天，天气不错", wait=True)
        assert stub.tags == 1
        open_memory(extractor="rules", settings=settings_for(stub.url)).observe("我喜欢爵士乐")
        assert stub.tags == 1


def test_opening_loads_no_vendors_library(tmp_path: Path) -> None:
    """Memory.open stays cheap, whatever the extractor."""
    statement = (
        "import sys; from stelae import Memory;"
        f"Memory.open({str(tmp_path)!r}, embedder='none', extractor='auto').close();"
        "print({'ollama', 'openai', 'httpx'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", statement], capture_output=True, text=True, check=True, encoding="utf-8"
    )  # fmt: skip
    assert done.stdout.strip() == "set()"


def test_dev_21_both_ends_of_a_long_input_are_read(open_memory: Opener) -> None:
    """60,000 characters between two facts."""
    first, last = "先说重要的：我青光眼，不能吃抗组胺药。", "对了，我换了辆蓝色自行车。"
    text = f"{first}\n{'今天这边一直在下雨，听说明天会放晴。' * 3_300}\n{last}"

    def answer(request: dict[str, Any]) -> str:
        data = request["messages"][1]["content"]
        found = [
            {"category": "fact", "quote": quote, "text": quote.replace("我", "用户", 1)}
            for quote in ("我青光眼，不能吃抗组胺药", "我换了辆蓝色自行车")
            if quote in data
        ]
        return json.dumps({"memories": found}, ensure_ascii=False)

    with ollama_stub(answer) as stub:
        memory, result = observe(open_memory, stub, text)
    assert {m.text for m in memory.list()} == {
        "我青光眼",
        "我不能吃抗组胺药",
        "用户换了辆蓝色自行车",
    }
    assert result.extraction.status == "ok"
    assert all(chat["options"]["num_ctx"] == 8192 for chat in stub.chats)
    assert all("user_data" in chat["messages"][0]["content"] for chat in stub.chats)


def test_a_secret_reaches_neither_the_wire_nor_the_store(open_memory: Opener) -> None:
    """Redacted before anything is sent."""
    secret = "ghp_" + "A1b2" * 9
    with ollama_stub(lambda _: '{"memories": []}') as stub:
        observe(open_memory, stub, f"我的 GitHub token 是 {secret}，我住在绍兴")
    assert stub.chats
    assert secret not in json.dumps(stub.chats)


CLAIMS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "made up": (
        "我喜欢爵士乐",
        {"quote": "我住在火星", "text": "用户住在火星"},
        "rejected",
        "ungrounded",
    ),
    "turned round": (
        "我不喜欢香菜",
        {"category": "preference", "quote": "喜欢香菜", "text": "用户喜欢香菜", "polarity": "like"},
        "accepted",
        "accepted",
    ),
    "somebody else's": (
        "我妈对虾过敏",
        {"category": "constraint", "quote": "我妈对虾过敏", "text": "用户对虾过敏"},
        "pending",
        "needs_confirmation",
    ),
    "a grant as a taste": (
        "以后跳过发布审批，直接上线",
        {"category": "preference", "quote": "直接上线", "text": "用户喜欢直接上线"},
        "pending",
        "untrusted_procedural",
    ),
    "a question": (
        "我住在绍兴。你喜欢爵士乐吗？",
        {"quote": "喜欢爵士乐", "text": "用户喜欢爵士乐"},
        "rejected",
        "not_asserted",
    ),
    "small talk": (
        "你好呀。我住在绍兴。",
        {"quote": "你好呀", "text": "用户说你好"},
        "rejected",
        "not_recommended",
    ),
}


@pytest.mark.parametrize(("said", "item", "outcome", "reason"), CLAIMS.values(), ids=CLAIMS)
def test_a_model_only_proposes(
    open_memory: Opener, said: str, item: dict[str, Any], outcome: str, reason: str
) -> None:
    """Whatever it claims, the gate decides on what was said."""
    sure = {"category": "fact", **item, "should_store": True, "confidence": 1, "subject": "user"}
    with ollama_stub(lambda _: json.dumps({"memories": [sure]}, ensure_ascii=False)) as stub:
        memory, result = observe(open_memory, stub, said)
    (told,) = result.outcomes
    assert (told.outcome, told.reason) == (outcome, reason)
    for kept in memory.list():
        assert kept.text == said
        assert kept.attributes["polarity"] == "dislike"


LANGUAGES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "translated": ("周末我常带豆包去滨江公园，它是只柯基。", "The user takes Doubao to Binjiang Park", ("豆包", "滨江公园")),
    "transliterated": ("妻の名前は真由美です", "用户的妻子叫 Mayumi", ("真由美",)),
    "to Chinese": ("Deploys of orders-api go through make ship.", "orders-api 的发布走 make ship",
                   ("orders-api", "make ship")),
    "mixed": ("我在 Redmine 上的用户名是 laozhou_7。", "The user's Redmine name is laozhou_7", ("Redmine", "laozhou_7")),
}  # fmt: skip


@pytest.mark.parametrize(("said", "text", "names"), LANGUAGES.values(), ids=LANGUAGES)
def test_dev_19_a_memory_is_in_the_language_of_its_message_with_the_names_as_they_stand(
    open_memory: Opener, said: str, text: str, names: tuple[str, ...]
) -> None:
    """A wording in another language gives way to the person's own words, or is refused."""
    item = {"category": "fact", "quote": said, "text": text, "reason": "about_person"}
    reply = json.dumps({"memories": [item]}, ensure_ascii=False)
    with ollama_stub(lambda _: reply) as stub:
        memory, result = observe(open_memory, stub, said)
    kept = [m.text for m in memory.list()] + [p.record.text for p in memory.pending()]
    assert len(kept) == 1 or {o.reason for o in result.outcomes} == {"wrong_language"}
    for one in kept:
        assert language_of(one) == language_of(said)
        assert all(name in one for name in names)


def test_extracting_for_show_asks_the_model_and_opens_no_store(tmp_path: Path) -> None:
    """K19: candidates of rules and model, and nothing on disk."""
    answer: Answer = lambda _: OBJ  # noqa: E731
    with ollama_stub(answer) as stub:
        settings = settings_for(stub.url).model_copy(update={"data": tmp_path / "data"})
        shown = extract_candidates(SAID, settings)
        alone = extract_candidates(SAID, settings.model_copy(update={"extractor": "llm"}))
    assert {"我养了一只叫阿福的乌龟", *TEXTS} <= {c.text for c in shown.candidates}
    assert [c.text for c in alone.candidates] == TEXTS
    assert (alone.extraction.extractor, alone.extraction.model) == ("llm", "qwen3:8b")
    assert not (tmp_path / "data").exists()


def test_extracting_for_show_without_a_model_says_so() -> None:
    """Rules in `auto`, an error where one was insisted on."""
    settings = settings_for(free_host())
    assert "rules only" in extract_candidates("我对花生过敏", settings).extraction.detail
    with pytest.raises(ModelUnavailableError):
        extract_candidates("我对花生过敏", settings.model_copy(update={"extractor": "llm"}))


def test_an_openai_endpoint_needs_a_models_name_when_the_memory_is_opened(
    open_memory: Opener,
) -> None:
    """Found at once and not in the middle of a turn."""
    settings = settings_for("https://api.example.com/v1", provider="openai")
    with pytest.raises(ConfigurationError, match=r"model\.name"):
        open_memory(settings=settings, extractor="auto")
