"""Asking: bounded, validated, and quiet about what the model said."""

import logging

import pytest
from pydantic import BaseModel, Field

from stelae.errors import ModelOutputError, ModelTimeoutError, ModelUnavailableError
from stelae.ports import ChatMessage
from stelae.structured.call import ask
from stelae.structured.json_schema import json_schema
from stelae.testing import ScriptedModel

PROMPT = (ChatMessage("user", "数一数"),)
SECRET = "这句话不许出现在任何地方"


class Count(BaseModel):
    """A small answer."""

    n: int = Field(ge=0)


def test_an_answer_is_a_validated_object() -> None:
    """The schema goes out, the object comes back, in one try."""
    model = ScriptedModel(['{"n": 3}'])
    answer = ask(model, PROMPT, Count)
    assert (answer.value.n, answer.tries, answer.truncated) == (3, 1, False)
    assert model.requests == [(PROMPT, json_schema(Count))]


@pytest.mark.parametrize("bad", ["nothing", '{"n": -1}', '{"n": "three"}', "{}", ""])
def test_an_unusable_reply_is_asked_for_again(bad: str) -> None:
    """The second try says what was wrong, and does not repeat the reply to the model."""
    model = ScriptedModel([bad + SECRET if bad else bad, '{"n": 4}'])
    answer = ask(model, PROMPT, Count, retries=1)
    assert (answer.value.n, answer.tries) == (4, 2)
    again = model.requests[1][0]
    assert again[:1] == PROMPT
    assert SECRET not in "".join(m.content for m in again)


@pytest.mark.parametrize("retries", [0, 1, 3])
def test_tries_are_bounded(retries: int) -> None:
    """`retries` further ones and no more."""
    model = ScriptedModel(["no"])
    with pytest.raises(ModelOutputError) as refused:
        ask(model, PROMPT, Count, retries=retries)
    assert len(model.requests) == retries + 1
    assert refused.value.reason == "not_json"


def test_the_raw_reply_is_in_no_message_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    """It may repeat what a person said."""
    caplog.set_level(logging.DEBUG)
    with pytest.raises(ModelOutputError) as refused:
        ask(ScriptedModel([f'{{"n": "{SECRET}"}}']), PROMPT, Count, retries=1)
    assert refused.value.reason == "invalid_schema"
    assert SECRET not in str(refused.value)
    assert SECRET not in caplog.text
    assert refused.value.__cause__ is None


def test_a_time_out_is_tried_again_with_the_same_prompt() -> None:
    """DEV-02: the first call after a model was unloaded may take too long."""
    model = ScriptedModel([ModelTimeoutError("late"), '{"n": 1}'])
    assert ask(model, PROMPT, Count, retries=1).value.n == 1
    assert [messages for messages, _ in model.requests] == [PROMPT, PROMPT]


def test_a_server_that_is_not_there_is_not_asked_again() -> None:
    """The caller decides when to come back."""
    model = ScriptedModel([ModelUnavailableError("nobody")])
    with pytest.raises(ModelUnavailableError):
        ask(model, PROMPT, Count, retries=3)
    assert len(model.requests) == 1


def test_of_several_objects_the_last_valid_one_counts() -> None:
    """A model that corrects itself, or quotes an object of the text first."""
    assert ask(ScriptedModel(['{"n": 1} no: {"n": 2}']), PROMPT, Count).value.n == 2
    assert ask(ScriptedModel(['{"n": 1} as in {"m": 2}']), PROMPT, Count).value.n == 1


def test_an_answer_says_what_all_its_tries_cost() -> None:
    """Also the tries that gave nothing usable."""
    one = ask(ScriptedModel(['{"n": 3}']), PROMPT, Count)
    two = ask(ScriptedModel(["none", '{"n": 3}']), PROMPT, Count)
    assert one.prompt_tokens > 0
    assert two.prompt_tokens > 2 * one.prompt_tokens
    assert two.completion_tokens == one.completion_tokens + len("none")
