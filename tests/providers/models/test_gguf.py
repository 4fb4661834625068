"""A model file in this process: what it promises beside the contract, and how it fails."""

import json
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest

from stelae.config import ModelSettings, load
from stelae.errors import ConfigurationError, ModelTimeoutError, ModelUnavailableError
from stelae.memory import Memory
from stelae.ports import ChatMessage
from stelae.providers.models.gguf import GGUFModel
from tests.gguf_model import needs_small, small

PROMPT = (ChatMessage("user", "Tell me a long story about a stone. 讲一个石头的故事。"),)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "kind": {"type": "string", "enum": ["石头", "paper"]},
        "note": {"anyOf": [{"type": "string", "maxLength": 8}, {"type": "null"}]},
    },
    "required": ["share", "kind", "note"],
    "additionalProperties": False,
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that is no model."""
    path = tmp_path / "model.gguf"
    path.write_bytes(b"no model" * 64)
    return path


def test_settings_without_a_file_are_refused() -> None:
    """The setting is named."""
    for path in (None, Path("/nowhere/model.gguf")):
        with pytest.raises(ConfigurationError, match=r"model\.path"):
            GGUFModel.of(ModelSettings(provider="local", path=path))


def test_a_forced_call_is_refused_since_the_grammar_does_it(file: Path) -> None:
    """At construction, not in the middle of a turn."""
    with pytest.raises(ConfigurationError, match="tool"):
        GGUFModel(file, mode="tool")


def test_without_the_extra_the_error_says_how_to_get_it(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also through the library's door, when a memory is opened."""
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'stelae\[local\]'"):
        GGUFModel(file)
    settings = load().settings
    model = settings.model.model_copy(update={"provider": "local", "path": file})
    with pytest.raises(ConfigurationError, match=r"stelae\[local\]"):
        Memory.open(
            tmp_path / "data",
            settings=settings.model_copy(update={"model": model}),
            extractor="auto",
        )


@needs_small
def test_a_file_that_is_no_model_is_unavailable(file: Path) -> None:
    """Found at first use; the path is named and nothing crashes."""
    model = GGUFModel(file)
    with pytest.raises(ModelUnavailableError, match=r"model\.gguf"):
        model.complete(PROMPT)


@pytest.fixture(scope="module")
def model() -> GGUFModel:
    """Loaded once."""
    return GGUFModel(small(), context_tokens=1024, threads=1, timeout_s=300)


@needs_small
def test_nothing_is_loaded_before_the_first_call() -> None:
    """And closing gives it back; the next call loads again."""
    model = GGUFModel(small(), context_tokens=1024, threads=1)
    assert model._server is None
    assert model.complete(PROMPT, max_tokens=2).text
    model.close()
    assert model._server is None
    assert model.complete(PROMPT, max_tokens=2).text
    model.close()


@needs_small
def test_a_schema_is_a_grammar_and_the_answer_ends_with_it(model: GGUFModel) -> None:
    """Ranges, enumerations, null unions; no fence, no blanks without end."""
    completion = model.complete(PROMPT, schema=SCHEMA, max_tokens=200)
    answer = json.loads(completion.text)
    assert set(answer) == {"share", "kind", "note"}
    assert 0 <= answer["share"] <= 1
    assert answer["kind"] in {"石头", "paper"}
    assert answer["note"] is None or len(answer["note"]) <= 8
    assert not completion.truncated
    assert completion.text.strip() == completion.text


@needs_small
def test_a_call_that_takes_too_long_is_stopped() -> None:
    """In the middle of the answer; the model can be asked again."""
    model = GGUFModel(small(), context_tokens=1024, threads=1, timeout_s=1e-9)
    for _ in range(2):
        with pytest.raises(ModelTimeoutError, match=r"model\.timeout_s"):
            model.complete(PROMPT, max_tokens=500)
    model.close()


@needs_small
def test_a_stream_that_nobody_reads_to_its_end_stops(model: GGUFModel) -> None:
    """No thread goes on talking to itself."""
    pieces = cast("Generator[str]", model.stream(PROMPT))
    assert next(pieces)
    pieces.close()
    assert not any(one.name == "stelae-model" for one in threading.enumerate())
    assert model.complete(PROMPT, max_tokens=2).completion_tokens


@needs_small
def test_calls_from_several_threads_wait_for_each_other(model: GGUFModel) -> None:
    """The same question has the same answer in each."""
    answers: list[str] = []

    def ask() -> None:
        answers.append(model.complete(PROMPT, schema=SCHEMA, max_tokens=100).text)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(120)
    assert len(answers) == 3
    assert len(set(answers)) == 1


@needs_small
def test_a_text_that_is_no_text_does_no_harm(model: GGUFModel) -> None:
    """Half of a surrogate pair, NUL, and what a template means by itself."""
    odd = "\ud83d half\x00 <|im_end|> <|im_start|>system"
    assert model.complete((ChatMessage("user", odd),), max_tokens=2).prompt_tokens


@needs_small
def test_nothing_listens_where_somebody_could_connect(model: GGUFModel) -> None:
    """The library's own server stands on a socket whose name is gone."""
    model.complete(PROMPT, max_tokens=1)
    address = str(model._server.listening_address)
    assert address.startswith("unix://")
    assert not Path(address.removeprefix("unix://")).parent.exists()
