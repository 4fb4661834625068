"""Reading and writing messages of a framework: what is not changed comes back as it is, and nothing ever raises."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from stelae.agents.auto_recall import AutoRecall
from stelae.agents.translation import Translation, View
from stelae.memory import Memory
from stelae.text.markers import OPEN

Pair = tuple[str, str]
SAID: list[Pair] = [("user", "hi"), ("assistant", "hello"), ("user", "我家猫叫什么？")]


def read(pairs: Sequence[Pair]) -> list[View]:
    """Messages of a framework that has pairs."""
    return [{"role": role, "content": content} for role, content in pairs]


def write(pairs: Sequence[Pair], changed: Mapping[int, Any]) -> list[Pair]:
    """Put new content where it changed."""
    return [(pair[0], changed.get(at, pair[1])) for at, pair in enumerate(pairs)]


def unreadable(pairs: Sequence[Pair]) -> list[View]:
    """Fail."""
    raise ValueError(pairs)


def unwritable(pairs: Sequence[Pair], changed: Mapping[int, Any]) -> list[Pair]:
    """Fail."""
    raise ValueError(changed)


def both_ways(translation: Translation[Pair], recall: AutoRecall, prompt: str = "") -> list[Pair]:
    """Ask sync and async; both have to say the same."""
    sync = translation.recalled(SAID, recall, prompt)
    assert asyncio.run(translation.arecalled(SAID, recall, prompt)) == sync
    return sync


def test_only_the_last_message_of_the_person_is_written(memory: Memory) -> None:
    """The system prompt, which is no message, gets no block and is not returned."""
    memory.remember("我家猫叫芝麻")
    ready = both_ways(Translation(read, write), AutoRecall(memory, deadline_ms=None), "Be brief.")
    assert ready[:2] == SAID[:2]
    assert "芝麻" in ready[2][1]
    assert ready[2][1].endswith(SAID[2][1])


@pytest.mark.parametrize(
    "translation",
    [Translation(unreadable, write), Translation(read, unwritable)],
    ids=["cannot be read", "cannot be written"],
)
def test_a_message_that_is_not_understood_stops_no_agent(
    memory: Memory, translation: Translation[Pair], caplog: pytest.LogCaptureFixture
) -> None:
    """The call goes on with what it was given; the log names no text (O20)."""
    memory.remember("我家猫叫芝麻")
    assert both_ways(translation, AutoRecall(memory, deadline_ms=None)) == SAID
    assert "猫" not in caplog.text


@pytest.mark.parametrize(("words", "expected"), [(10, True), (5_000, False)])
def test_the_system_prompt_takes_its_share_of_the_context(
    memory: Memory, words: int, *, expected: bool
) -> None:
    """Where it leaves no room, nothing is put in (O20)."""
    memory.remember("我家猫叫芝麻")
    recall = AutoRecall(memory, deadline_ms=None, context_tokens=4_000)
    ready = both_ways(Translation(read, write), recall, "word " * words)
    assert (OPEN in ready[2][1]) is expected
