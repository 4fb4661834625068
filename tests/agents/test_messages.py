"""Plain message lists: the block stands next to the question, and nowhere else."""

from typing import Any

import pytest

from stelae.agents.messages import inject
from stelae.memory import Memory
from stelae.text.markers import CLOSE, OPEN


@pytest.mark.parametrize(
    ("fact", "question", "word"),
    [
        ("我家猫叫芝麻", "我家猫叫什么？", "芝麻"),
        ("The staging cluster is in Osaka", "where is the staging cluster?", "Osaka"),
    ],
)
def test_the_block_is_put_next_to_the_last_user_message(
    memory: Memory, fact: str, question: str, word: str
) -> None:
    """The static prefix stays as it was, so that a model's cache holds."""
    memory.remember(fact)
    chat: list[dict[str, Any]] = [
        {"role": "system", "content": "You are brief."},
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": "hi"},
        {"role": "user", "content": question},
    ]
    ready = inject(chat, memory)
    assert ready[:3] == chat[:3]
    assert word in ready[3]["content"]
    assert ready[3]["content"].endswith(question)
    assert chat[3]["content"] == question


def test_injecting_again_never_nests_blocks(memory: Memory) -> None:
    """Each call strips its predecessor, also in messages that are no longer the last."""
    memory.remember("我家猫叫芝麻")
    once = inject([{"role": "user", "content": "我家猫叫什么？"}], memory)
    later = [
        *once,
        {"role": "assistant", "content": "芝麻"},
        {"role": "user", "content": "猫几岁了？"},
    ]
    for ready in (inject(once, memory), inject(later, memory)):
        told = "".join(m["content"] for m in ready)
        assert told.count(OPEN) <= 1
        assert told.count(CLOSE) == told.count(OPEN)


def test_parts_are_kept_and_the_block_is_one_more(memory: Memory) -> None:
    """OpenAI-style parts: images stay where they were."""
    memory.remember("我家猫叫芝麻")
    image = {"type": "image_url", "image_url": {"url": "data:,"}}
    ready = inject(
        [{"role": "user", "content": [{"type": "text", "text": "我家猫叫什么？"}, image]}], memory
    )
    assert "芝麻" in ready[0]["content"][0]["text"]
    assert ready[0]["content"][-1] == image


def test_nothing_relevant_puts_nothing_in(memory: Memory) -> None:
    """No block, no header (DEV-26.1); no user message, nothing at all; a very long message is no error."""
    memory.remember("我家猫叫芝麻")
    for chat in (
        [{"role": "user", "content": "你好"}],
        [{"role": "assistant", "content": "hi"}],
        [{"role": "user", "content": None}],
        [{"role": "user", "content": "天气不错。" * 20_000}],
        [],
    ):
        assert inject(chat, memory) == chat
