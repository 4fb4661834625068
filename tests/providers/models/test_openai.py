"""OpenAI-compatible endpoints on the wire."""

import socket
from typing import Any

import pytest

from stelae.config import ModelSettings
from stelae.errors import (
    ConfigurationError,
    ModelTimeoutError,
    ModelUnavailableError,
    TooLargeError,
)
from stelae.ports import ChatMessage
from stelae.providers.models.openai import OpenAIModel
from tests.docs.ollama_stub import Sent, ollama_stub

PROMPT = (ChatMessage("user", "三"),)
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def test_schema_temperature_and_bound_are_sent() -> None:
    """As the protocol wants them."""
    with ollama_stub(lambda _request: '{"n": 3}') as stub:
        model = OpenAIModel("some-model", base_url=f"{stub.url}/v1", context_tokens=2048)
        completion = model.complete(PROMPT, schema=SCHEMA)
    (sent,) = stub.chats
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA
    assert sent["response_format"]["json_schema"]["strict"] is True
    assert sent["temperature"] == 0
    assert 0 < sent["max_tokens"] < 2048
    assert (completion.text, completion.truncated, completion.prompt_tokens) == (
        '{"n": 3}',
        False,
        11,
    )
    assert model.local


def test_an_endpoint_that_refuses_a_schema_is_asked_for_a_call_from_then_on() -> None:
    """It took the probe and not this schema: one refusal, then two requests that work."""

    def answer(request: dict[str, Any]) -> Sent:
        return Sent(call='{"n": 3}') if request.get("tools") else Sent(status=400)

    with ollama_stub(answer) as stub:
        model = OpenAIModel("some-model", base_url=f"{stub.url}/v1")
        for _ in range(2):
            assert model.complete(PROMPT, schema=SCHEMA).text == '{"n": 3}'
    assert len(stub.chats) == 3


def test_without_a_schema_none_is_sent() -> None:
    """Plain chat."""
    with ollama_stub(lambda _request: "x") as stub:
        OpenAIModel("some-model", base_url=f"{stub.url}/v1").complete(PROMPT)
    assert "response_format" not in stub.chats[0]


def test_a_cut_reply_says_so() -> None:
    """Finish reason `length`."""
    with ollama_stub(lambda _request: Sent("{", done_reason="length")) as stub:
        model = OpenAIModel("some-model", base_url=f"{stub.url}/v1")
        assert model.complete(PROMPT, schema=SCHEMA).truncated


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 307])
def test_a_refusal_is_a_typed_error(status: int) -> None:
    """And is not asked again behind the caller's back."""
    with ollama_stub(lambda _request: Sent(status=status)) as stub:
        model = OpenAIModel("some-model", base_url=f"{stub.url}/v1")
        with pytest.raises(ModelUnavailableError):
            model.complete(PROMPT)
    assert len(stub.chats) == 1


def test_time_out_and_refused_connection_are_typed_errors() -> None:
    """Each its own."""
    with ollama_stub(lambda _request: Sent("x", delay_s=30)) as stub:
        slow = OpenAIModel("some-model", base_url=f"{stub.url}/v1", timeout_s=0.2)
        with pytest.raises(ModelTimeoutError):
            slow.complete(PROMPT)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = OpenAIModel("some-model", base_url=f"http://127.0.0.1:{free.getsockname()[1]}/v1")
        with pytest.raises(ModelUnavailableError):
            nobody.complete(PROMPT)


def test_a_prompt_that_does_not_fit_is_refused() -> None:
    """The limit is in the message."""
    model = OpenAIModel("some-model", base_url="http://127.0.0.1:9/v1", context_tokens=1024)
    with pytest.raises(TooLargeError, match="1,024"):
        model.complete((ChatMessage("user", "天" * 1_000),))


def test_the_settings_must_name_a_model() -> None:
    """There is no list to choose from without paying for it."""
    with pytest.raises(ConfigurationError, match=r"model\.name"):
        OpenAIModel.of(ModelSettings(provider="openai"))


def test_another_machine_is_not_local() -> None:
    """Decides what may be sent."""
    assert not OpenAIModel("some-model", base_url="https://api.example.com/v1").local


def test_a_model_that_a_local_server_passes_on_is_not_local() -> None:
    """What may leave this machine is decided by it."""
    here = "http://127.0.0.1:11434/v1"
    assert OpenAIModel("qwen3:8b", base_url=here).local
    assert not OpenAIModel("qwen3-coder:480b-cloud", base_url=here).local
