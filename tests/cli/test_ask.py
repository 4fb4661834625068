"""`ask`: the answer, what it rests on, and what the exit code says."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae
from tests.docs.ollama_stub import Sent, Stub, ollama_stub


class Script:
    """What the stub answers, and what it was asked."""

    def __init__(self) -> None:
        """Say nothing yet."""
        self.reply: str | Sent = ""
        self.stub: Stub | None = None

    def answer(self, request: dict[str, Any]) -> str | Sent:
        """Answer with the memory's number put in for `{n}`."""
        if not isinstance(self.reply, str):
            return self.reply
        lines = request["messages"][-1]["content"].splitlines()
        numbered = [line for line in lines if line.startswith("[")]
        return self.reply.replace("{n}", str(len(numbered)))

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The requests."""
        assert self.stub is not None
        return self.stub.chats


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    """A server that speaks Ollama's protocol on this machine."""
    script = Script()
    with ollama_stub(script.answer) as stub:
        script.stub = stub
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        yield script


@pytest.mark.parametrize(
    ("fact", "question", "reply"),
    [
        ("我住在宁波", "我住在哪里？", "你住在宁波[{n}]。"),
        ("The staging cluster is in Osaka", "Where is the staging cluster?", "In Osaka [{n}]."),
    ],
)
def test_ask_answers_and_lists_what_it_rests_on(
    stelae: Stelae, script: Script, fact: str, question: str, reply: str
) -> None:
    """People see the answer and the memory; programs one document with ids."""
    stelae("remember", fact)
    script.reply = reply
    ran = stelae("ask", question)
    assert ran.code == main.DONE, ran.err
    first, *rest = ran.out.splitlines()
    assert first == reply.replace("{n}", "1")
    assert any(fact in line and "[1]" in line for line in rest)
    found = stelae("ask", question, "--json").json
    assert found["status"] == "answered"
    assert found["citations"][0]["id"] == found["used"][0]
    assert found["citations"][0]["text"] == fact
    assert found["usage"]["calls"] == 1
    assert found["usage"]["prompt_tokens"] > 0
    assert script.chats[-1]["stream"] is False


def test_on_a_terminal_it_streams_unless_told_otherwise(
    stelae: Stelae, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same words, asked for in pieces; control characters of a model do not reach the terminal."""
    stelae("remember", "我住在宁波")
    script.reply = "你住在宁波[{n}]。\x1b[31m"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    streamed = stelae("ask", "我住在哪里？").out
    assert script.chats[-1]["stream"] is True
    assert "你住在宁波[1]。" in streamed
    assert "\x1b[31m" not in streamed.partition("rests on")[0].replace("\x1b[31m\n", "")
    stelae("ask", "我住在哪里？", "--no-stream")
    assert script.chats[-1]["stream"] is False
    stelae("ask", "我住在哪里？", "--json")
    assert script.chats[-1]["stream"] is False


def test_nothing_relevant_asks_nobody_and_is_an_exit_code_when_wished(
    stelae: Stelae, script: Script
) -> None:
    """0 by default, 3 with `--exit-code`; `--anyway` asks."""
    stelae("remember", "我住在宁波")
    script.reply = "没有相关记忆。是几位物理学家。"
    for question, said in (
        ("渐近自由是谁提出的", "没有相关记忆。"),
        ("zxqv-unrelated-0091", "No relevant memories."),
    ):
        ran = stelae("ask", question)
        assert (ran.code, ran.out.splitlines()[0]) == (main.DONE, said)
        assert stelae("ask", question, "--exit-code").code == main.NOT_FOUND
    assert script.chats == []
    assert "物理学家" in stelae("ask", "渐近自由是谁提出的", "--anyway").out
    assert len(script.chats) == 1


def test_without_a_model_the_hits_are_shown_and_the_way_to_one(stelae: Stelae) -> None:
    """It never fails for want of a model."""
    stelae("remember", "我住在宁波")
    ran = stelae("ask", "我住在哪里？")
    assert ran.code == main.DONE
    assert ran.out.splitlines()[0].startswith("没有可用的语言模型")
    assert "我住在宁波" in ran.out
    assert "ollama pull" in ran.err
    assert stelae("ask", "我住在哪里？", "--json").json["status"] == "no_model"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [(Sent(status=500), "unavailable"), (Sent("", thinking="hm"), "empty")],
)
def test_a_failing_model_ends_with_one_and_shows_the_hits(
    stelae: Stelae, script: Script, reply: Sent, reason: str
) -> None:
    """Honest, and still of use."""
    stelae("remember", "我住在宁波")
    script.reply = reply
    ran = stelae("ask", "我住在哪里？")
    assert ran.code == main.FAILED
    assert "我住在宁波" in ran.out
    assert stelae("ask", "我住在哪里？", "--json").json["reason"] == reason


def test_what_a_person_should_know_is_said_on_stderr(stelae: Stelae, script: Script) -> None:
    """An answer that names nothing, and numbers that were made up."""
    stelae("remember", "我住在宁波")
    script.reply = "你住在宁波[41]。"
    ran = stelae("ask", "我住在哪里？")
    assert ran.out.splitlines()[0] == "你住在宁波。"
    assert "names no memory" in ran.err
    assert "not shown were taken out" in ran.err


def test_wrong_input_is_refused(stelae: Stelae) -> None:
    """Empty questions and numbers out of range."""
    assert stelae("ask", "  ").code == main.USAGE
    assert stelae("ask", "x", "--top-k", "21").code == main.USAGE
    assert stelae("ask", "x", "--category", "poem").code == main.USAGE


def test_over_an_openai_compatible_server_it_answers_and_streams(
    stelae: Stelae, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other protocol, on the wire."""
    assert script.stub is not None
    for name, value in {
        "STELAE_MODEL_PROVIDER": "openai",
        "STELAE_MODEL_NAME": "tiny",
        "STELAE_MODEL_HOST": f"{script.stub.url}/v1",
    }.items():
        monkeypatch.setenv(name, value)
    stelae("remember", "我住在宁波")
    script.reply = "你住在宁波[{n}]。"
    assert stelae("ask", "我住在哪里？").out.startswith("你住在宁波[1]。")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert re.search(r"你住在宁波\[1\]。", stelae("ask", "我住在哪里？").out)
    assert script.chats[-1]["stream"] is True
