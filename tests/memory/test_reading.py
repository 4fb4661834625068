"""Auto-recall through the library's door: what a block that is given out again counts for, and what ends it."""

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.conftest import Opener

FACT, QUESTION = "The staging cluster is in Osaka", "where is the staging cluster?"


def test_a_block_counts_once_however_many_calls_of_a_turn_it_stands_in(
    open_memory: Opener, clock: FixedClock
) -> None:
    """Ten tool calls do not make a memory ten times as dear; after a minute it counts again."""
    memory = open_memory()
    known = memory.remember(FACT).id
    blocks = [memory.auto_context(QUESTION) for _ in range(3)]
    assert blocks[0].ids == (known,)
    assert blocks == [blocks[0]] * 3
    assert memory.why_recalled(blocks[2].trace_id).query == QUESTION
    clock.advance(minutes=1)
    memory.auto_context(QUESTION)
    memory.close()
    assert open_memory().get(known or "").access_count == 2


@pytest.mark.parametrize("hard", [False, True])
def test_what_is_forgotten_is_in_no_block_afterwards(memory: Memory, hard: bool) -> None:
    """Not even in one that was finished a moment ago, hidden or destroyed."""
    known = memory.remember(FACT).id
    assert FACT in memory.auto_context(QUESTION).text
    memory.forget(memory.forget(known or ""), hard=hard)
    assert FACT not in memory.auto_context(QUESTION).text
