"""`stelae retry`: what waits, reading it again, and what it cost, at the command line."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli.conftest import Stelae
from tests.docs.ollama_stub import Stub, ollama_stub

ZH, EN = "我养了一只叫阿福的乌龟", "I keep a tortoise called Alfie"
GOOD = json.dumps(
    {"memories": [{"category": "fact", "quote": ZH, "text": "用户养了一只叫阿福的乌龟", "reason": "about_person"},
                  {"category": "fact", "quote": EN, "text": EN, "reason": "about_person"}]},
    ensure_ascii=False,
)  # fmt: skip


class Moods:
    """What the model answers just now."""

    reply = '{"memories": 7}'


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    """A model on the wire that is in no good mood at first."""
    monkeypatch.setattr(Moods, "reply", Moods.reply)
    with ollama_stub(lambda _: Moods.reply) as stub:
        monkeypatch.setenv("STELAE_EXTRACTOR", "llm")
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        yield stub


def observed(stelae: Stelae, text: str) -> Any:
    """Hand over one message that the model stumbles over."""
    ran = stelae("observe", "-", "--format", "text", "--json", stdin=text)
    assert ran.code == 1
    return ran.json


@pytest.mark.parametrize("said", [ZH, EN])
def test_failed_is_told_listed_and_made_up_for(stelae: Stelae, model: Stub, said: str) -> None:
    """DEV-02: exit code 1, then a list, then the memory, then nothing waits."""
    failed = observed(stelae, said)
    assert failed["extraction"]["status"] == "failed"
    (waiting,) = stelae("retry", "--list", "--json").json["unread"]
    assert waiting["observation_id"] == failed["observations"][0]["id"]
    assert waiting["reason"] == "invalid_schema"
    assert "its answer did not have the form" in stelae("retry", "--list").out
    asked = len(model.chats)
    again = stelae("retry")
    assert (again.code, len(model.chats) > asked) == (1, True)
    assert "FAILED" in again.out
    Moods.reply = GOOD
    read = stelae("retry", "--json")
    assert read.code == 0
    assert (read.json["read"], read.json["waiting"]) == (1, [])
    assert [m["text"] for m in stelae("list", "--json").json["memories"]] == [
        o["text"] for o in read.json["outcomes"] if o["outcome"] == "accepted"
    ]
    assert len(stelae("list", "--json").json["memories"]) == 1


def test_with_nothing_to_read_nobody_is_asked(stelae: Stelae, model: Stub) -> None:
    """Any number of times."""
    for arguments in (("retry",), ("retry", "--list")):
        ran = stelae(*arguments)
        assert (ran.code, ran.out.strip()) == (0, "Nothing waits to be read.")
    assert stelae("retry", "--json").json["read"] == 0
    assert model.chats == []


def test_what_a_model_cost_stands_in_stats(stelae: Stelae, model: Stub) -> None:
    """As a table for people and by model for programs; without a model there is no table."""
    assert "tokens" not in stelae("stats").out
    Moods.reply = GOOD
    stelae("observe", "-", "--format", "text", stdin=ZH)
    shown = stelae("stats")
    assert "prompt tokens" in shown.out
    assert "qwen3:8b" in shown.out
    told = stelae("stats", "--json").json
    assert told["stats"]["model_calls"] == 1
    assert [(u["model"], u["calls"]) for u in told["usage"]] == [("qwen3:8b", 1)]


@pytest.mark.parametrize(
    "said", ["我对花生过敏，我喜欢爵士乐", "I'm allergic to peanuts. I like jazz."]
)
def test_a_caller_takes_only_the_categories_it_names(stelae: Stelae, said: str) -> None:
    """The other one is refused with a reason, not swallowed; an unknown name is an error."""
    ran = stelae(
        "observe", "-", "--format", "text", "--category", "constraint", "--json", stdin=said
    )
    told = {o["category"]: (o["outcome"], o["reason"]) for o in ran.json["outcomes"]}
    assert told["constraint"] == ("accepted", "accepted")
    assert told["preference"] == ("rejected", "origin_not_allowed")
    assert stelae("observe", "-", "--category", "poem", stdin=said).code == 2


def test_doctor_tells_what_waits_and_what_to_do(stelae: Stelae, model: Stub) -> None:
    """No problem, since the rules have read it; the remedy is the command."""
    observed(stelae, EN)
    found = {check["name"]: check for check in stelae("doctor", "--json").json["checks"]}
    assert (found["reading"]["status"], found["reading"]["remedy"]) == ("note", "stelae retry")
    assert found["reading"]["detail"].startswith("1 message was not read")
    Moods.reply = GOOD
    stelae("retry")
    found = {check["name"]: check for check in stelae("doctor", "--json").json["checks"]}
    assert found["reading"]["status"] == "ok"
