"""How an answer is held to its form is found by asking once, and holds for the process."""

from collections.abc import Callable
from typing import Any

import pytest

from stelae.errors import ModelTimeoutError, ModelUnavailableError
from stelae.ports import ChatMessage
from stelae.providers.models.modes import Mode, ModedModel
from stelae.providers.models.ollama import OllamaModel
from stelae.providers.models.openai import OpenAIModel
from tests.docs.ollama_stub import Answer, Sent, Stub, ollama_stub
from tests.providers.models.personalities import (
    ANSWER,
    PERSONALITIES,
    fails_at_schemas,
    honest,
    refuses_schemas,
)

PROMPT = (ChatMessage("system", "Count."), ChatMessage("user", "一二三"))
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"n": {"type": "integer", "minimum": 0}, "why": {"type": "string"}},
    "required": ["n", "why"],
    "additionalProperties": False,
}
Wire = Callable[..., ModedModel]


def ollama(stub: Stub, **options: Any) -> ModedModel:
    """Over Ollama's protocol."""
    return OllamaModel("qwen3:8b", host=stub.url, **options)


def openai(stub: Stub, **options: Any) -> ModedModel:
    """Over OpenAI's."""
    return OpenAIModel("some-model", base_url=f"{stub.url}/v1", **options)


@pytest.fixture(params=[ollama, openai])
def wire(request: pytest.FixtureRequest) -> Wire:
    """Each of both."""
    return request.param


@pytest.mark.parametrize(("answer", "mode"), PERSONALITIES.values(), ids=PERSONALITIES)
def test_the_probe_finds_the_mode_that_works(wire: Wire, answer: Answer, mode: Mode) -> None:
    """And the answer comes, whatever the server claims."""
    with ollama_stub(answer, honest=False) as stub:
        model = wire(stub)
        assert ANSWER in model.complete(PROMPT, schema=SCHEMA).text
        assert model.mode() == mode


def test_what_was_found_holds_for_the_process(wire: Wire) -> None:
    """One probe for a server and model, not one for each object."""
    with ollama_stub(honest) as stub:
        for _ in range(3):
            wire(stub).complete(PROMPT, schema=SCHEMA)
        assert (len(stub.probes), len(stub.chats)) == (1, 3)


def test_plain_chat_needs_no_probe(wire: Wire) -> None:
    """Nothing has to be held to anything."""
    with ollama_stub(lambda _: "x") as stub:
        wire(stub).complete(PROMPT)
        assert "".join(wire(stub).stream(PROMPT)) == "x"
    assert stub.probes == []


@pytest.mark.parametrize("mode", ["json_schema", "tool", "prompt"])
def test_a_mode_of_the_settings_is_kept_to(wire: Wire, mode: Mode) -> None:
    """No probe, no other mode."""
    with ollama_stub(honest) as stub:
        model = wire(stub, mode=mode)
        assert model.complete(PROMPT, schema=SCHEMA).text == ANSWER
        assert model.mode() == mode
    (sent,) = stub.chats
    assert stub.probes == []
    assert bool(sent.get("tools")) == (mode == "tool")
    assert bool(sent.get("format") or sent.get("response_format")) == (mode == "json_schema")
    assert ('"why"' in sent["messages"][0]["content"]) == (mode == "prompt")


def test_a_mode_of_the_settings_that_is_refused_is_an_error(wire: Wire) -> None:
    """Somebody wanted it so."""
    with ollama_stub(refuses_schemas) as stub, pytest.raises(ModelUnavailableError, match="400"):
        wire(stub, mode="json_schema").complete(PROMPT, schema=SCHEMA)


def test_a_server_that_takes_the_probe_and_not_the_schema_is_asked_otherwise(wire: Wire) -> None:
    """From then on."""
    with ollama_stub(refuses_schemas) as stub:
        model = wire(stub)
        for _ in range(2):
            assert model.complete(PROMPT, schema=SCHEMA).text == ANSWER
        assert model.mode() == "tool"
    assert len(stub.chats) == 3


def test_a_schema_that_a_server_fails_at_is_asked_for_otherwise(wire: Wire) -> None:
    """Status 500, though it took the probe: Ollama says so of a schema that it cannot make a grammar of."""
    with ollama_stub(fails_at_schemas) as stub:
        model = wire(stub)
        for _ in range(2):
            assert model.complete(PROMPT, schema=SCHEMA).text == ANSWER
        assert model.mode() == "tool"
    assert len(stub.chats) == 3


@pytest.mark.parametrize("status", [429, 502, 503])
def test_a_server_that_is_away_or_busy_is_not_asked_in_another_mode(
    wire: Wire, status: int
) -> None:
    """That says nothing of schemas."""
    with ollama_stub(lambda _: Sent(status=status)) as stub:
        with pytest.raises(ModelUnavailableError):
            wire(stub).complete(PROMPT, schema=SCHEMA)
        assert len(stub.chats) == 1
        assert wire(stub).mode() == "json_schema"


def test_a_server_that_fails_leaves_nothing_behind(wire: Wire) -> None:
    """Status 500 in every mode says nothing of schemas: it is probed again."""
    broken = [True]
    answer: Answer = lambda request: Sent(status=500) if broken else honest(request)  # noqa: E731
    with ollama_stub(answer, honest=False) as stub:
        model = wire(stub)
        with pytest.raises(ModelUnavailableError):
            model.complete(PROMPT, schema=SCHEMA)
        broken.clear()
        assert model.complete(PROMPT, schema=SCHEMA).text == ANSWER
        assert model.mode() == "json_schema"


def test_a_cold_model_is_given_longer_and_a_warm_one_is_not(wire: Wire) -> None:
    """DEV-02: the first call may have to load the model."""
    delays = iter([0.4, 0.0, 30.0])
    answer: Answer = lambda _: Sent("x", delay_s=next(delays))  # noqa: E731
    with ollama_stub(answer) as stub:
        model = wire(stub, timeout_s=0.2, cold_start_s=30)
        assert model.complete(PROMPT).text == "x"
        assert model.complete(PROMPT).text == "x"
        with pytest.raises(ModelTimeoutError, match=r"0\.2 s"):
            model.complete(PROMPT)


def test_the_form_is_shown_without_content_and_taken_out_when_it_comes_back(wire: Wire) -> None:
    """A small model takes an example's content for an answer."""
    example = '{"n": 0, "why": "..."}'
    with ollama_stub(lambda _: f"{example}\n{ANSWER}") as stub:
        model = wire(stub, mode="prompt")
        assert model.complete(PROMPT, schema=SCHEMA).text.strip() == ANSWER
        model.complete(PROMPT[1:], schema=SCHEMA)
    first, second = (chat["messages"] for chat in stub.chats)
    assert first[0]["content"].startswith("Count.")
    assert example in first[0]["content"]
    assert second[0]["role"] == "system"
    assert [m["content"] for m in second[1:]] == [PROMPT[1].content]


def test_a_server_that_thinks_until_the_room_is_full_is_taken_at_its_word(wire: Wire) -> None:
    """The probe tells nothing then; replies are validated anyway."""
    answer: Answer = lambda _: Sent("", done_reason="length")  # noqa: E731
    with ollama_stub(answer, honest=False) as stub:
        assert wire(stub).mode() == "json_schema"
        assert len(stub.chats) == 1
