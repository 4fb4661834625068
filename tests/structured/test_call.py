"""Asking: bounded, validated, and quiet about what the model said."""

import logging

import pytest
from pydantic import BaseModel, Field

from stelae.errors import (
    ModelOutputError,
    ModelTimeoutError,
    ModelUnavailableError,
    TooLargeError,
)
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
    assert refused.value.reason == "refused"


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


def test_what_was_wrong_is_said_and_nothing_of_the_reply() -> None:
    """Paths and kinds of errors; at temperature 0 the same prompt would give the same reply."""
    model = ScriptedModel([f'{{"n": "{SECRET}"}}', "我不能回答。", '{"n": 4}'])
    assert ask(model, PROMPT, Count, retries=2).value.n == 4
    second, third = (request[0][-1].content for request in model.requests[1:])
    assert "n int_parsing" in second
    assert "refused" in third
    assert SECRET not in second + third


INSTRUCTIONS = ChatMessage(
    "system", 'Count the words and answer with one object, for example {"n": 7} for seven words.'
)


def test_instructions_that_come_back_are_no_answer() -> None:
    """Their examples are nobody's words; what stands after them is the answer."""
    prompt = (INSTRUCTIONS, *PROMPT)
    echoing = ScriptedModel([INSTRUCTIONS.content, f'{INSTRUCTIONS.content}\n{{"n": 2}}'])
    assert ask(echoing, prompt, Count, retries=1).value.n == 2
    with pytest.raises(ModelOutputError) as refused:
        ask(ScriptedModel([INSTRUCTIONS.content]), prompt, Count)
    assert refused.value.reason == "echo"


def test_a_retry_that_does_not_fit_leaves_the_first_reason() -> None:
    """There is no room to ask again."""
    model = ScriptedModel(["none", TooLargeError("full")])
    with pytest.raises(ModelOutputError) as refused:
        ask(model, PROMPT, Count, retries=1)
    assert refused.value.reason == "refused"
    with pytest.raises(TooLargeError):
        ask(ScriptedModel([TooLargeError("full")]), PROMPT, Count)
