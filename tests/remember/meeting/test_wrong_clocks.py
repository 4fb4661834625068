"""A clock that was wrong once does not decide for ever: what is said now goes before what is dated after now."""

import pytest

from stelae.testing import FixedClock
from tests.conftest import Opener

HOMES = pytest.mark.parametrize(
    ("first", "second", "question"),
    [
        ("I live in Leeds", "I live in York", "where do I live"),
        ("我住在绍兴", "我搬到杭州了", "我住在哪里"),
    ],
    ids=["en", "zh"],
)


@HOMES
def test_a_message_dated_in_the_future_gives_way_to_what_is_said_now(
    open_memory: Opener, first: str, second: str, question: str
) -> None:
    """A sender's clock was four years ahead; the next move is not put into its past."""
    memory = open_memory()
    memory.observe({"role": "user", "content": first, "time": "2030-01-01T08:00:00+00:00"})
    told = memory.observe(second).outcomes[0]
    assert told.change == "supersede"
    assert [one.text for one in memory.list()] == [second]
    (hit,) = memory.recall(question, include="memories").hits
    assert hit.text == second
    assert memory.check() == ()


@HOMES
def test_a_clock_that_was_set_back_loses_no_change(
    open_memory: Opener, clock: FixedClock, first: str, second: str, question: str
) -> None:
    """The machine ran a month ahead; after it is set right, moving still counts, and moving back, too."""
    memory = open_memory()
    clock.advance(days=30)
    memory.observe(first)
    clock.advance(days=-30)
    memory.observe(second)
    assert [one.text for one in memory.list()] == [second]
    clock.advance(days=1)
    again = memory.observe({"role": "user", "content": first, "id": "back"}).outcomes[0]
    assert again.change == "supersede"
    assert [one.text for one in memory.list()] == [first]
    (hit,) = memory.recall(question, include="memories").hits
    assert hit.text == first


@HOMES
def test_what_was_said_earlier_is_still_history_however_late_it_is_told(
    open_memory: Opener, clock: FixedClock, first: str, second: str, question: str
) -> None:
    """An old chat that is imported changes nothing of today."""
    memory = open_memory()
    memory.observe(second)
    clock.advance(days=1)
    told = {"role": "user", "content": first, "time": "2024-01-01T08:00:00+00:00"}
    memory.observe(told)
    assert [one.text for one in memory.list()] == [second]
    hits = memory.recall(question, include="memories", as_of="2024-06-01T00:00:00Z").hits
    assert [hit.text for hit in hits] == [first]
