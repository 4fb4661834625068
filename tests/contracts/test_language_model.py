"""Every language model under one contract: the scripted one, Ollama and OpenAI-compatible ones on the wire."""

from collections.abc import Callable, Iterator

import pytest
from pydantic import BaseModel

from stelae.errors import ModelError, ModelOutputError
from stelae.ports import ChatMessage, LanguageModel
from stelae.providers.models.ollama import OllamaModel
from stelae.providers.models.openai import OpenAIModel
from stelae.structured.call import ask
from stelae.testing import ScriptedModel
from tests.docs.ollama_stub import Sent, ollama_stub

PROMPT = (ChatMessage("system", "Count."), ChatMessage("user", "一二三"))
Maker = Callable[[str], LanguageModel]


class Count(BaseModel):
    """A small answer."""

    n: int


@pytest.fixture(params=["scripted", "ollama", "openai"])
def saying(request: pytest.FixtureRequest) -> Iterator[Maker]:
    """Make a model of one kind that answers with a text, or fails when the text is `fail`."""
    text: list[str] = []

    def scripted(wanted: str) -> LanguageModel:
        return ScriptedModel([ModelError("failed") if wanted == "fail" else wanted])

    with ollama_stub(lambda _: Sent(status=500) if text == ["fail"] else text[0]) as stub:

        def served(wanted: str) -> LanguageModel:
            text[:] = [wanted]
            if request.param == "ollama":
                return OllamaModel("qwen3:8b", host=stub.url)
            return OpenAIModel("some-model", base_url=f"{stub.url}/v1")

        yield scripted if request.param == "scripted" else served


def test_it_says_what_it_is(saying: Maker) -> None:
    """Name, place and room, without being asked anything."""
    model = saying("x")
    assert model.name
    assert model.local
    assert model.context_tokens >= 1024


def test_it_answers_with_a_text_and_its_name(saying: Maker) -> None:
    """With and without a schema."""
    model = saying('{"n": 3}')
    for schema in (None, {"type": "object"}):
        completion = model.complete(PROMPT, schema=schema)
        assert (completion.text, completion.model) == ('{"n": 3}', model.name)
        assert not completion.truncated


def test_it_can_be_asked_for_data(saying: Maker) -> None:
    """Through the one way in which all data is asked for."""
    assert ask(saying('Here: {"n": 3}'), PROMPT, Count).value.n == 3
    with pytest.raises(ModelOutputError):
        ask(saying("three"), PROMPT, Count, retries=0)


def test_it_answers_in_pieces_that_make_the_whole(saying: Maker) -> None:
    """In order, and nothing is asked before the first is taken."""
    text = "你在绍兴住了三年。You moved there in 2023."
    assert "".join(saying(text).stream(PROMPT)) == text
    assert "".join(saying("").stream(PROMPT)) == ""
    untouched = saying("fail").stream(PROMPT)
    with pytest.raises(ModelError):
        next(untouched)


def test_an_answer_can_be_bounded_and_is_counted(saying: Maker) -> None:
    """Tokens and seconds are what a call costs."""
    completion = saying("three").complete(PROMPT, max_tokens=16)
    assert completion.prompt_tokens
    assert completion.completion_tokens


def test_its_count_never_falls_when_a_text_grows(saying: Maker) -> None:
    """Chunks are packed by it."""
    model = saying("x")
    text = "我在 Leeds 工作, since 2019.\n"
    counts = [model.count_tokens(text[:end]) for end in range(len(text) + 1)]
    assert counts == sorted(counts)
    assert counts[0] == 0


def test_failing_is_a_typed_error(saying: Maker) -> None:
    """Never another exception, and never an empty answer."""
    with pytest.raises(ModelError):
        saying("fail").complete(PROMPT)
