"""Every language model under one contract, whatever stands behind it.

The scripted one; servers on the wire that keep, ignore, refuse or garble what they are told; a real, small model out of a
wheel; and any model file that `STELAE_TEST_GGUF` names (slow). What a model says is judged nowhere here.
"""

import threading
from collections.abc import Callable, Iterator

import pytest
from pydantic import BaseModel, Field

from stelae.errors import ModelError, ModelOutputError, TooLargeError
from stelae.ports import ChatMessage, Completion, LanguageModel
from stelae.providers.models.ollama import OllamaModel
from stelae.providers.models.openai import OpenAIModel
from stelae.structured.call import ask
from stelae.testing import ScriptedModel
from tests.docs.ollama_stub import Sent, ollama_stub
from tests.gguf_model import NAMED, GgufModel, needs_named, needs_small, small
from tests.providers.models.personalities import ANSWER, PERSONALITIES

PROMPT = (
    ChatMessage("system", "Count the numerals. 数一数。"),
    ChatMessage("user", "一二三"),
)
CONTEXT = 2048


class Count(BaseModel):
    """A small answer."""

    n: int = Field(ge=0, le=9)


KINDS = [
    "scripted",
    *(f"{wire}: {name}" for wire in ("ollama", "openai") for name in PERSONALITIES),
    pytest.param("smollm2", marks=needs_small),
    pytest.param("file", marks=[needs_named, pytest.mark.slow]),
]


@pytest.fixture(scope="module", params=KINDS)
def model(request: pytest.FixtureRequest) -> Iterator[LanguageModel]:
    """Each of them, loaded once."""
    kind: str = request.param
    wire, _, name = kind.partition(": ")
    if wire in {"smollm2", "file"}:
        path = small() if wire == "smollm2" else NAMED
        loaded = GgufModel(path, context_tokens=CONTEXT, threads=1, timeout_s=600)
        yield loaded
        loaded.close()
        return
    if wire == "scripted":
        yield ScriptedModel([ANSWER], context_tokens=CONTEXT)
        return
    with ollama_stub(PERSONALITIES[name][0], honest=False) as stub:
        if wire == "ollama":
            yield OllamaModel("qwen3:8b", host=stub.url, context_tokens=CONTEXT)
        else:
            yield OpenAIModel("some-model", base_url=f"{stub.url}/v1", context_tokens=CONTEXT)


def test_it_says_what_it_is(model: LanguageModel) -> None:
    """Name, place and room, without being asked anything."""
    assert model.name
    assert model.local
    assert model.context_tokens == CONTEXT


def test_it_answers_with_a_text_its_name_and_what_that_took(model: LanguageModel) -> None:
    """Tokens of both sides; a bound is kept to or sent."""
    completion = model.complete(PROMPT, max_tokens=16)
    assert completion.text
    assert completion.model == model.name
    assert completion.prompt_tokens
    assert completion.completion_tokens
    assert completion.completion_tokens <= 16
    assert completion.seconds is None or completion.seconds > 0


def test_it_can_be_asked_for_data(model: LanguageModel) -> None:
    """Through the one way in which all data is asked for, at the first try, again and again."""
    for _ in range(2):
        answer = ask(model, PROMPT, Count, retries=0)
        assert 0 <= answer.value.n <= 9
        assert (answer.model, answer.tries, answer.truncated) == (model.name, 1, False)
        assert answer.prompt_tokens > 0
        assert answer.completion_tokens > 0


def test_it_answers_in_pieces(model: LanguageModel) -> None:
    """Of text, none of them empty; one that is given up early leaves the model free."""
    pieces: list[str] = []
    for piece in model.stream(PROMPT):
        pieces.append(piece)
        if len(pieces) == 8:
            break
    assert pieces
    assert all(pieces)
    assert model.complete(PROMPT, max_tokens=2).model == model.name


def test_its_count_never_falls_when_a_text_grows(model: LanguageModel) -> None:
    """Chunks are packed by it."""
    text = "我在 Leeds 工作, since 2019.\n"
    counts = [model.count_tokens(text[:end]) for end in range(len(text) + 1)]
    assert counts == sorted(counts)
    assert counts[0] == 0


def test_a_prompt_that_does_not_fit_is_refused_and_never_cut(model: LanguageModel) -> None:
    """DEV-21: by whole answers and streams, with the limit in the message."""
    too_long = (ChatMessage("user", "天" * 4_000),)
    with pytest.raises(TooLargeError, match="2,048"):
        model.complete(too_long)
    with pytest.raises(TooLargeError, match="2,048"):
        next(iter(model.stream(too_long)))


def test_several_threads_may_ask_at_once(model: LanguageModel) -> None:
    """Each gets an answer of its own."""
    answers: list[Completion] = []

    def one() -> None:
        answers.append(model.complete(PROMPT, max_tokens=2))

    threads = [threading.Thread(target=one) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(answers) == 3


Maker = Callable[[str], LanguageModel]


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


def test_pieces_make_the_whole(saying: Maker) -> None:
    """In order, to the letter; and nothing is asked before the first is taken."""
    text = "你在绍兴住了三年。You moved there in 2023."
    assert "".join(saying(text).stream(PROMPT)) == text
    assert "".join(saying("").stream(PROMPT)) == ""
    untouched = saying("fail").stream(PROMPT)
    with pytest.raises(ModelError):
        next(untouched)


def test_wrapping_does_no_harm_and_prose_is_no_data(saying: Maker) -> None:
    """DEV-01."""
    assert ask(saying('Here: {"n": 3}'), PROMPT, Count).value.n == 3
    with pytest.raises(ModelOutputError):
        ask(saying("three"), PROMPT, Count, retries=0)


def test_failing_is_a_typed_error(saying: Maker) -> None:
    """Never another exception, and never an empty answer."""
    with pytest.raises(ModelError):
        saying("fail").complete(PROMPT)
