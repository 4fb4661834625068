"""Rewriting by a model that is held to the registered categories; what it may see, and what becomes of a bad reply."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from stelae.errors import ModelTimeoutError, ModelUnavailableError
from stelae.memory import Memory
from stelae.testing import ScriptedModel
from tests.conftest import Opener

LIKES = {"query_type": "preference", "polarity": "like"}
QUESTIONS = ["我之前喜欢什么来着", "What was it that I liked, do you remember?"]


@pytest.fixture
def told(open_memory: Opener) -> Callable[..., Memory]:
    """A memory that knows what somebody likes and dislikes, with a scripted model."""

    def open_one(model: ScriptedModel, **options: Any) -> Memory:
        memory = open_memory(model=model, **options)
        for said in ("我喜欢爬山", "I love cello music", "我不喜欢香菜", "我住在宁波"):
            memory.observe([{"role": "user", "content": said}], extract=True)
        model.requests.clear()
        return memory

    return open_one


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_models_filters_bring_what_fits_to_the_top(told: Any, question: str) -> None:
    """Also for a question that no rule reads."""
    memory = told(ScriptedModel([json.dumps(LIKES)]))
    result = memory.recall(question, rewrite="model", include="memories")
    assert {hit.text for hit in result.hits[:2]} == {"我喜欢爬山", "I love cello music"}
    read = memory.why_recalled(result.trace_id).rewriting
    assert (read.by, read.filters, read.fitting) == ("model", ("preference: polarity=like",), 2)
    assert result.partial == ()


def test_it_sees_the_question_the_categories_and_the_date_and_no_memory(told: Any) -> None:
    """And its answer is held to the categories by the schema."""
    model = ScriptedModel([json.dumps(LIKES)])
    told(model).recall(QUESTIONS[0], rewrite="model")
    ((messages, schema),) = model.requests
    sent = "\n".join(message.content for message in messages)
    assert QUESTIONS[0] in sent
    assert not any(word in sent for word in ("爬山", "cello", "宁波"))
    assert schema is not None
    names = schema["properties"]["query_type"]["anyOf"][0]["enum"]
    assert names == [
        "fact",
        "preference",
        "constraint",
        "context",
        "decision",
        "event",
        "task",
        "document",
    ]


def test_nobody_is_asked_by_default(told: Any) -> None:
    """Rules are the default, and a caller's own filter needs no reading."""
    model = ScriptedModel([json.dumps(LIKES)])
    memory = told(model)
    memory.recall(QUESTIONS[0])
    memory.recall(QUESTIONS[0], rewrite="model", category="preference")
    memory.recall(QUESTIONS[0], rewrite="model", include="observations")
    assert model.requests == []


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("{", "not_json"),
        ('{"query_type": "hobby"}', "invalid_schema"),
        ('{"query_type": "preference", "goal": "爬山"}', "invalid_schema"),
        ('{"query_type": "task", "status": "someday"}', "invalid_schema"),
        ('{"query_type": "preference", "since": "2026-03-01"}', "invalid_schema"),
        ('{"query_type": "event", "since": "last week"}', "invalid_schema"),
        (ModelTimeoutError("slow"), "unavailable"),
        (ModelUnavailableError("nobody there"), "unavailable"),
    ],
)
def test_a_bad_reply_is_no_rewriting_and_the_rules_stand(
    told: Any, reply: str | Exception, reason: str
) -> None:
    """The answer says what did not run; everything that recall finds is there."""
    memory = told(ScriptedModel([reply]))
    result = memory.recall(QUESTIONS[0], rewrite="model", include="memories")
    assert result.partial == (f"rewriting:model:{reason}",)
    assert memory.why_recalled(result.trace_id).rewriting.by == "rules"
    assert {hit.text for hit in result.hits[:2]} == {"我喜欢爬山", "I love cello music"}


def test_a_question_for_no_category_is_searched_as_it_is(told: Any) -> None:
    """Null is an answer, not a failure."""
    memory = told(ScriptedModel(['{"query_type": null}']))
    result = memory.recall("我住哪", rewrite="model")
    assert (result.partial, memory.why_recalled(result.trace_id).rewriting) == ((), None)
    assert result.hits[0].text == "我住在宁波"


def test_a_category_alone_lifts_and_does_not_answer(told: Any) -> None:
    """Or every fact would answer any question that the model takes for one of facts."""
    memory = told(ScriptedModel(['{"query_type": "fact"}']))
    assert memory.recall("渐近自由是谁提出的", rewrite="model").hits == ()


def test_a_secret_never_goes_to_the_model(told: Any) -> None:
    """Nor does anything to another machine, where the settings forbid it."""
    model = ScriptedModel([json.dumps(LIKES)])
    result = told(model).recall(
        "我的密钥 sk-abcdefghijklmnopqrstuvwx1234567890 是谁的", rewrite="model"
    )
    assert (model.requests, result.partial) == ([], ("rewriting:model:unavailable",))


def test_personal_questions_stay_here_where_the_settings_say_so(
    told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`model.remote_personal`."""
    monkeypatch.setenv("STELAE_MODEL_REMOTE_PERSONAL", "false")
    model = ScriptedModel([json.dumps(LIKES)], local=False)
    result = told(model).recall(QUESTIONS[0], rewrite="model")
    assert (model.requests, result.partial) == ([], ("rewriting:model:unavailable",))
