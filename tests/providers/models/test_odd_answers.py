"""Servers that answer what nobody asked for: through every door of a model it is an error of ours, never another one."""

import json
from collections.abc import Callable, Iterator

import pytest
from pydantic import BaseModel

from stelae.errors import ModelError, ModelOutputError, ModelUnavailableError
from stelae.ports import ChatMessage
from stelae.providers.models.modes import ModedModel
from stelae.providers.models.ollama import OllamaModel
from stelae.providers.models.openai import OpenAIModel
from stelae.structured.call import ask
from tests.conftest import Opener
from tests.docs.ollama_stub import Sent, ollama_stub
from tests.providers.models.odd_answers import CUT, ODD, REFUSALS, events, piece, streamed

PROMPT = (ChatMessage("user", "三"),)
FACT, QUESTION = "My cat is called Tom", "what is my cat called?"
Answering = Callable[[str, bytes], ModedModel]
EVERY_ODD = [(wire, name) for wire, bodies in ODD.items() for name in bodies]
EVERY_CUT = [(wire, name) for wire, bodies in CUT.items() for name in bodies]


class Count(BaseModel):
    """A small answer."""

    n: int


@pytest.fixture
def answering() -> Iterator[Answering]:
    """Make a model of one wire whose server answers with these bytes."""
    bodies: list[bytes] = []
    with ollama_stub(lambda _: Sent(raw=bodies[0])) as stub:

        def make(wire: str, body: bytes) -> ModedModel:
            bodies[:] = [body]
            if wire == "ollama":
                return OllamaModel("qwen3:8b", host=stub.url)
            return OpenAIModel("some-model", base_url=f"{stub.url}/v1")

        yield make


@pytest.mark.parametrize(("wire", "odd"), EVERY_ODD)
def test_an_odd_answer_is_an_error_of_ours(
    answering: Answering, open_memory: Opener, wire: str, odd: str
) -> None:
    """For a text, for data, in pieces; a question to the memory has its hits, and says that nobody answered."""
    model = answering(wire, ODD[wire][odd])
    with pytest.raises(ModelError):
        model.complete(PROMPT)
    with pytest.raises(ModelError):
        ask(model, PROMPT, Count, retries=0)
    with pytest.raises(ModelError):
        list(model.stream(PROMPT))
    with open_memory(store="memory", model=model) as memory:
        memory.observe(FACT)
        answer = memory.ask(QUESTION)
        assert (answer.status, answer.reason) == ("failed", "unavailable")
        assert answer.hits[0].text
        stream = memory.ask_stream(QUESTION)
        assert list(stream) == []
        assert stream.answer.reason == "unavailable"


@pytest.mark.parametrize(("wire", "cut"), EVERY_CUT)
def test_a_stream_without_an_end_is_no_whole_answer(
    answering: Answering, open_memory: Opener, wire: str, cut: str
) -> None:
    """What came is shown; that it is not all is said."""
    model = answering(wire, CUT[wire][cut])
    pieces: list[str] = []
    with pytest.raises(ModelUnavailableError):
        pieces.extend(model.stream(PROMPT))
    with open_memory(store="memory", model=model) as memory:
        memory.observe(FACT)
        stream = memory.ask_stream(QUESTION)
        assert "".join(stream).startswith("Your cat")
        answer = stream.answer
        assert (answer.status, answer.reason, answer.truncated) == ("failed", "unavailable", True)


@pytest.mark.parametrize("wire", ["ollama", "openai"])
def test_a_stream_that_ran_out_of_room_says_so(
    answering: Answering, open_memory: Opener, wire: str
) -> None:
    """As a whole answer does."""
    for text, whole in (("Your cat is", False), ("你的猫叫 Tom [1]", True)):
        end = "stop" if whole else "length"
        body = streamed(wire, piece(wire, text), piece(wire, "", end))
        with open_memory(store="memory", model=answering(wire, body)) as memory:
            memory.observe(FACT)
            stream = memory.ask_stream(QUESTION)
            assert "".join(stream) == text
            assert (stream.answer.status, stream.answer.truncated) == ("answered", not whole)


def test_an_end_may_come_with_the_last_piece_or_before_the_count(answering: Answering) -> None:
    """Servers differ; a last piece without a delta is no fault either."""
    said = [piece("openai", "Tom", "stop"), {"index": 0, "delta": None, "finish_reason": None}]
    assert list(answering("openai", events(*said)).stream(PROMPT)) == ["Tom"]
    last = piece("ollama", "Tom", "stop")
    del last["done_reason"]
    assert list(answering("ollama", streamed("ollama", last)).stream(PROMPT)) == ["Tom"]


def test_a_text_in_parts_is_a_text(answering: Answering) -> None:
    """Some servers send one so; parts that are no text are left aside."""
    parts = (
        '[{"type": "text", "text": "你好, "}, {"type": "image"}, {"type": "text", "text": "Tom"}]'
    )
    body = f'{{"choices": [{{"finish_reason": "stop", "message": {{"content": {parts}}}}}]}}'
    assert answering("openai", body.encode()).complete(PROMPT).text == "你好, Tom"


def test_arguments_of_a_call_may_be_an_object_and_a_count_anything(answering: Answering) -> None:
    """The protocol wants a text there; a count that is no number is unknown."""
    call = '{"type": "function", "function": {"name": "answer", "arguments": {"n": 3}}}'
    body = f'{{"choices": [{{"message": {{"tool_calls": [{call}]}}}}], "usage": {{"prompt_tokens": "9"}}}}'
    reply = answering("openai", body.encode()).complete(PROMPT)
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens) == ('{"n": 3}', None, None)


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refusal_is_told_from_an_empty_answer(
    answering: Answering, open_memory: Opener, refusal: str
) -> None:
    """By the model or a filter, whole or in pieces, for an answer or for data."""
    choice = REFUSALS[refusal]
    whole = answering("openai", json.dumps({"choices": [choice]}).encode())
    with open_memory(store="memory", model=whole) as memory:
        memory.observe(FACT)
        answer = memory.ask(QUESTION)
        assert (answer.status, answer.reason, answer.usage.calls) == ("failed", "refused", 1)
    with pytest.raises(ModelOutputError) as caught:
        ask(whole, PROMPT, Count, retries=0)
    assert caught.value.reason == "refused"
    delta = {"index": 0, "delta": choice["message"], "finish_reason": choice["finish_reason"]}
    with open_memory(store="memory", model=answering("openai", events(delta))) as memory:
        memory.observe(FACT)
        stream = memory.ask_stream(QUESTION)
        list(stream)
        assert (stream.answer.status, stream.answer.reason) == ("failed", "refused")


def test_an_empty_answer_is_no_refusal(answering: Answering, open_memory: Opener) -> None:
    """Nothing said is nothing said."""
    body = b'{"choices": [{"finish_reason": "stop", "message": {"content": "", "refusal": null}}]}'
    with open_memory(store="memory", model=answering("openai", body)) as memory:
        memory.observe(FACT)
        assert memory.ask(QUESTION).reason == "empty"
