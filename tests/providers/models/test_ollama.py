"""Ollama on the wire: what is sent, and what becomes of everything that can come back."""

import socket
from collections.abc import Callable
from typing import Any

import pytest

from stelae.errors import ModelTimeoutError, ModelUnavailableError, TooLargeError
from stelae.ports import ChatMessage
from stelae.providers.models.ollama import OllamaModel
from tests.docs.ollama_stub import Sent, ollama_stub

PROMPT = (ChatMessage("system", "数"), ChatMessage("user", "三"))
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def saying(sent: str | Sent) -> Callable[[dict[str, Any]], str | Sent]:
    """A server that always says the same."""
    return lambda _request: sent


def test_everything_that_matters_is_set_explicitly() -> None:
    """DEV-01.4, DEV-21.2, K9: schema, temperature 0, think, room, bound of the answer, stay."""
    with ollama_stub(saying('{"n": 3}')) as stub:
        model = OllamaModel("qwen3:8b", host=stub.url, context_tokens=2048, keep_alive="7m")
        completion = model.complete(PROMPT, schema=SCHEMA)
    (sent,) = stub.chats
    assert sent["format"] == SCHEMA
    assert sent["think"] is False
    assert sent["keep_alive"] == "7m"
    assert sent["stream"] is False
    assert sent["options"]["temperature"] == 0
    assert sent["options"]["num_ctx"] == 2048
    used = sum(model.count_tokens(m.content) for m in PROMPT)
    assert 0 < sent["options"]["num_predict"] <= 2048 - used
    assert [(m["role"], m["content"]) for m in sent["messages"]] == [
        (m.role, m.content) for m in PROMPT
    ]
    assert (completion.text, completion.model, completion.truncated) == (
        '{"n": 3}',
        "qwen3:8b",
        False,
    )
    assert (completion.prompt_tokens, completion.completion_tokens) == (11, 7)


def test_thinking_is_sent_when_it_is_wanted() -> None:
    """Never left to the server's default."""
    with ollama_stub(saying("x")) as stub:
        OllamaModel("qwen3:8b", host=stub.url, think=True).complete(PROMPT)
    assert stub.chats[0]["think"] is True


def test_the_separate_thinking_field_is_no_answer() -> None:
    """DEV-01 run 6: empty content stays empty."""
    with ollama_stub(saying(Sent("", thinking='{"n": 3}'))) as stub:
        assert OllamaModel("qwen3:8b", host=stub.url).complete(PROMPT).text == ""


def test_a_reply_that_ran_out_of_room_says_so() -> None:
    """DEV-02: done reason `length`."""
    with ollama_stub(saying(Sent('{"n": ', done_reason="length"))) as stub:
        assert OllamaModel("qwen3:8b", host=stub.url).complete(PROMPT).truncated


def test_a_prompt_that_does_not_fit_is_refused_and_not_cut() -> None:
    """DEV-21: the server would cut it and answer as if nothing had happened."""
    with ollama_stub(saying("x")) as stub:
        model = OllamaModel("qwen3:8b", host=stub.url, context_tokens=1024)
        with pytest.raises(TooLargeError, match="1,024"):
            model.complete((ChatMessage("user", "天" * 1_000),))
    assert stub.chats == []


def test_no_answer_in_time_is_a_typed_error() -> None:
    """The message names the setting."""
    with ollama_stub(saying(Sent("x", delay_s=30))) as stub:
        model = OllamaModel("qwen3:8b", host=stub.url, timeout_s=0.2)
        with pytest.raises(ModelTimeoutError, match="timeout_s"):
            model.complete(PROMPT)


def test_a_refused_connection_is_a_typed_error() -> None:
    """Nobody listens there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(ModelUnavailableError, match="does not answer"):
            OllamaModel("qwen3:8b", host=host).complete(PROMPT)


def test_a_model_that_is_not_there_gives_the_pull_line() -> None:
    """Status 404."""
    with ollama_stub(saying(Sent(status=404))) as stub:
        model = OllamaModel("qwen3:8b", host=stub.url)
        with pytest.raises(ModelUnavailableError, match="ollama pull qwen3:8b"):
            model.complete(PROMPT)


@pytest.mark.parametrize(
    "sent",
    [
        Sent(status=500),
        Sent(status=307),
        Sent(raw=b"<html>hello</html>"),
        Sent(raw=b'{"ok": true}'),
    ],
    ids=["error", "redirect", "a web page", "other JSON"],
)
def test_a_server_that_speaks_otherwise_is_a_typed_error(sent: Sent) -> None:
    """Whatever listens on that port."""
    with ollama_stub(saying(sent)) as stub:
        model = OllamaModel("qwen3:8b", host=stub.url)
        with pytest.raises(ModelUnavailableError):
            model.complete(PROMPT)


def test_no_proxy_sees_what_is_said_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy of the environment is for other machines."""
    with ollama_stub(saying("proxied")) as proxy, ollama_stub(saying("direct")) as stub:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("http_proxy", proxy.url)
        assert OllamaModel("qwen3:8b", host=stub.url).complete(PROMPT).text == "direct"
    assert proxy.chats == []
