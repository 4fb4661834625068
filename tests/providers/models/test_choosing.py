"""Which model is used, and how often a server is asked."""

import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from stelae.config import ModelSettings
from stelae.errors import ConfigurationError
from stelae.ports import LanguageModel
from stelae.providers.models.choosing import describe, find
from stelae.providers.models.source import REMEMBERED, ModelSource
from stelae.testing import FixedClock, ScriptedModel
from tests.docs.ollama_stub import ollama_stub


def chosen(models: Sequence[str], name: str | None = None) -> str | None:
    """The name of the model that is found on a server with these."""
    with ollama_stub(lambda _request: "", models=models) as stub:
        model = find(ModelSettings(host=stub.url, name=name))
    return model.name if model else None


def test_the_named_model_wins() -> None:
    """With or without the tag that the server adds."""
    assert chosen(["qwen3:8b", "llama3.2:3b"], "llama3.2:3b") == "llama3.2:3b"
    assert chosen(["qwen3:8b", "mistral:latest"], "mistral") == "mistral"


def test_a_named_model_that_is_not_pulled_is_none_and_no_other() -> None:
    """Text never goes to a model that nobody named."""
    assert chosen(["qwen3:8b"], "mistral") is None


def test_without_a_name_it_is_qwen3_8b_when_it_is_there() -> None:
    """K9."""
    assert chosen(["llama3.2:3b", "qwen3:8b"]) == "qwen3:8b"


def test_else_it_is_the_first_that_chats_on_that_machine() -> None:
    """Embedding models answer no questions, and models elsewhere are nobody's silent default."""
    pulled = [
        "nomic-embed-text:latest",
        "bge-m3:latest",
        "gpt-oss:120b-cloud",
        "gemma3:4b",
        "phi4:14b",
    ]
    assert chosen(pulled) == "gemma3:4b"
    assert chosen(pulled[:3]) is None
    assert chosen([]) is None


def free_port() -> str:
    """A host where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


def test_nobody_there_is_no_error() -> None:
    """Rules work alone."""
    assert find(ModelSettings(host=free_port())) is None


def test_a_server_that_speaks_otherwise_is_nobody() -> None:
    """Whatever listens there, it has no such route."""
    with ollama_stub(lambda _request: "") as stub:
        assert find(ModelSettings(host=f"{stub.url}/elsewhere")) is None
        assert find(ModelSettings(host=stub.url)) is not None


def test_a_server_that_hangs_is_given_up_after_the_probe() -> None:
    """It accepts, and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert find(ModelSettings(host=host, probe_ms=50)) is None


def test_the_settings_reach_the_model() -> None:
    """Time-out, room, thinking and stay."""
    with ollama_stub(lambda _request: "x") as stub:
        settings = ModelSettings(host=stub.url, context_tokens=4096, think=True, keep_alive="1h")
        model = find(settings)
        assert model is not None
        model.complete(())
    assert model.context_tokens == 4096
    sent = stub.chats[0]
    assert (sent["think"], sent["keep_alive"], sent["options"]["num_ctx"]) == (True, "1h", 4096)


def test_a_report_says_what_is_there_and_what_would_be_used() -> None:
    """For doctor; DEV-02.5 wants time-out and keep-alive in it."""
    with ollama_stub(lambda _request: "", models=["bge-m3:latest", "phi4:14b"]) as stub:
        report = describe(ModelSettings(host=stub.url, timeout_s=33, keep_alive="2m"))
    assert report.reachable
    assert report.local
    assert report.models == ("bge-m3:latest", "phi4:14b")
    assert report.chosen == "phi4:14b"
    assert (report.timeout_s, report.keep_alive, report.remedy) == (33, "2m", "")


@pytest.mark.parametrize(("name", "pulled"), [(None, "qwen3:8b"), ("phi4", "phi4")])
def test_without_a_model_the_report_has_the_pull_line(name: str | None, pulled: str) -> None:
    """Of the model that was wanted."""
    report = describe(ModelSettings(host=free_port(), name=name))
    assert not report.reachable
    assert report.chosen is None
    assert f"ollama pull {pulled}" in report.remedy


def test_a_source_asks_at_first_use_and_keeps_what_it_found() -> None:
    """Never at construction."""
    asked: list[int] = []

    def look() -> LanguageModel:
        asked.append(1)
        return ScriptedModel(["x"])

    source = ModelSource(look, FixedClock())
    assert asked == []
    assert source() is source()
    assert len(asked) == 1


def test_that_nobody_answered_is_remembered_for_a_minute() -> None:
    """A person's turns do not wait for the same answer again and again; and a server that comes up is found."""
    clock, found, asked = FixedClock(), list[LanguageModel](), list[int]()

    def look() -> LanguageModel | None:
        asked.append(1)
        return found[0] if found else None

    source = ModelSource(look, clock)
    assert source() is None
    found.append(ScriptedModel(["x"]))
    clock.advance(seconds=REMEMBERED.total_seconds() - 1)
    assert source() is None
    assert len(asked) == 1
    clock.advance(seconds=1)
    assert source() is found[0]


class Held(ScriptedModel):
    """A model that holds something."""

    closed = False

    def close(self) -> None:
        """Let it go."""
        self.closed = True


@pytest.mark.parametrize("owned", [True, False])
def test_a_source_closes_what_it_found_and_not_what_it_was_given(owned: bool) -> None:
    """A model that was handed in is the caller's."""
    model = Held(["x"])
    source = ModelSource(lambda: model, FixedClock(), owned=owned)
    source.close()
    assert not model.closed, "it was never asked for"
    assert source() is model
    source.close()
    assert model.closed == owned


def test_a_model_file_is_described_by_its_name(tmp_path: Path) -> None:
    """Nobody has to be asked, and nothing leaves this machine, whatever the host says."""
    path = tmp_path / "qwen3.gguf"
    path.write_bytes(b"x")
    settings = ModelSettings(provider="local", path=path, host="https://api.example.com")
    report = describe(settings)
    assert (report.chosen, report.host, report.local) == ("qwen3", str(path), True)
    with pytest.raises(ConfigurationError, match=r"model\.path"):
        describe(ModelSettings(provider="local"))


def test_an_endpoint_is_described_without_being_asked() -> None:
    """It may cost money."""
    report = describe(ModelSettings(provider="openai", name="x", host="https://api.example.com"))
    assert (report.chosen, report.local, report.mode) == ("x", False, "")
