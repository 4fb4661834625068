"""DEV-20: empty input makes the model invent something.

A server on Ollama's wire stands ready with an invented fact, and the embedder counts its calls.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from stelae.testing import HashEmbedder
from tests.cases.doors import CommandDoor, Door, Json, RefusedError
from tests.docs.ollama_stub import Stub, ollama_stub

INVENTED = json.dumps(
    {"memories": [{"category": "fact", "text": "The user lives in Atlantis", "quote": "Atlantis"}]}
)
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
MESSAGES: dict[str, Any] = {
    "empty list": [],
    "empty text": "",
    "white space": " \n\t",
    "empty message": [{"role": "user", "content": ""}],
    "null": [{"role": "user", "content": None}],
    "image only": [{"role": "user", "content": [IMAGE]}],
    "invisible": "\u200b\ufeff",
    "several empty ones": [{"role": "user", "content": ""}, {"role": "assistant", "content": None}],
}
TEXTS = {
    "empty": "",
    "white space": " \n\t",
    "invisible": "\u200b\ufeff",
    "ideographic": "\u3000\u3000",
}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    """A model that answers anything with an invention."""
    with ollama_stub(lambda _: INVENTED) as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
        yield stub


every_input = pytest.mark.parametrize("messages", MESSAGES.values(), ids=MESSAGES)
every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


@every_input
def test_dev_20_1_observing_nothing_calls_nobody(
    embedder: HashEmbedder, model: Stub, door: Door, messages: Any
) -> None:
    """Neither the model nor the embedder hears of it."""
    door.observe(messages)
    assert (len(model.chats), embedder.calls) == (0, 0)


@every_text
def test_dev_20_1_remembering_nothing_calls_nobody(
    embedder: HashEmbedder, model: Stub, door: Door, text: str
) -> None:
    """The same for a direct write."""
    with pytest.raises(RefusedError):
        door.remember(text)
    assert (len(model.chats), embedder.calls) == (0, 0)


def test_dev_20_1_something_is_heard_of(embedder: HashEmbedder, model: Stub, door: Door) -> None:
    """The control: model and embedder are asked when there is a text."""
    door.observe([{"role": "user", "content": "我对花生过敏"}])
    assert embedder.calls > 0
    assert len(model.chats) > 0


@every_input
def test_dev_20_2_observing_nothing_stores_nothing_and_says_empty(
    embedder: HashEmbedder, model: Stub, door: Door, messages: Any
) -> None:
    """`empty` is not `ok` and not `failed`."""
    result = door.observe(messages)
    assert result["extraction"]["status"] == "empty"
    assert result["observations"] == []
    assert {o["outcome"] for o in result["outcomes"]} <= {"rejected"}
    assert door.list(every=True) == []
    assert door.pending() == []
    assert set(door.stats().values()) == {0}


@every_text
def test_dev_20_2_remembering_nothing_is_an_error(door: Door, text: str) -> None:
    """A typed error, and nothing is there."""
    with pytest.raises(RefusedError) as refused:
        door.remember(text)
    assert refused.value.kind == "EmptyInputError"
    assert refused.value.code in {None, 2, 422}
    assert set(door.stats().values()) == {0}


@pytest.mark.parametrize("door_name", ["cli"], indirect=True)
@pytest.mark.parametrize(
    "arguments", [["remember", ""], ["remember", " \n\t"], ["remember", "-"], ["observe", "-"]]
)
def test_dev_20_2_the_command_ends_with_an_error(door: Door, arguments: list[str]) -> None:
    """For people too, and with a hint instead of a traceback."""
    assert isinstance(door, CommandDoor)
    ran = door.run(*arguments, stdin=b" \n")
    assert ran.code == 2
    assert ran.out + ran.err
    assert "Traceback" not in ran.err


@every_input
def test_dev_20_3_no_retry_is_queued(
    embedder: HashEmbedder, model: Stub, door: Door, messages: Any
) -> None:
    """Nothing waits for later, and a later wait finds nothing to do."""
    door.observe(messages)
    assert door.stats()["jobs"] == 0
    door.recall("Atlantis")
    assert len(model.chats) == 0


def search(door: Door, text: str) -> Json:
    """Return what a search gives; a typed error of the input counts as nothing found."""
    try:
        return door.recall(text, floor="none")
    except RefusedError as refused:
        if refused.kind not in {"EmptyInputError", "InvalidInputError"}:
            raise
        return {"hits": [], "hidden": 0}


@every_text
def test_dev_20_3_a_search_for_nothing_is_never_everything(
    embedder: HashEmbedder, door: Door, text: str
) -> None:
    """An empty query is an error or finds nothing."""
    door.remember("我对花生过敏")
    door.recall("花生")
    before = embedder.calls
    found = search(door, text)
    assert (found["hits"], found["hidden"]) == ([], 0)
    assert embedder.calls == before
