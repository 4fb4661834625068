"""How long an answer may be."""

import pytest

from stelae.errors import TooLargeError
from stelae.ports import ChatMessage
from stelae.providers.models.room import LEAST, room_for_answer

PROMPT = (ChatMessage("system", "数一数"), ChatMessage("user", "x" * 100))


def test_an_answer_has_what_the_prompt_leaves_or_less_when_less_is_wanted() -> None:
    """With what a template adds to each message."""
    left = room_for_answer(PROMPT, count=len, context=1_000)
    assert 800 < left < 1_000 - 103
    assert room_for_answer(PROMPT, count=len, context=1_000, most=10) == 10
    assert room_for_answer(PROMPT, count=len, context=1_000, most=5_000) == left


def test_a_prompt_that_leaves_next_to_nothing_is_refused() -> None:
    """The limit is named."""
    with pytest.raises(TooLargeError, match="160"):
        room_for_answer(PROMPT, count=len, context=103 + LEAST - 7)
