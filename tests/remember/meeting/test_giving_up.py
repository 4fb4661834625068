"""Who gives up a habit has it no more; what is given up in part, or is another thing, ends nothing."""

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.remember.meeting.test_contradiction import current, say


@pytest.mark.parametrize(
    ("habit", "over"),
    [
        ("I drink coffee every morning", "I stopped drinking coffee"),
        ("I drink coffee every morning", "I quit coffee"),
        ("I drink coffee every morning", "I no longer drink coffee"),
        ("I play tennis every week", "I gave up tennis"),
        ("I play tennis every week", "I stopped playing tennis"),
        ("I smoke every day", "I quit smoking"),
        ("I drink beer every Friday", "I stopped drinking beer"),
        ("我每天早上喝咖啡", "我戒咖啡了"),
        ("我每天喝咖啡", "我戒了咖啡"),
        ("我每天早上喝咖啡", "我不喝咖啡了"),
        ("我每天抽烟", "我戒烟了"),
    ],
)
def test_what_is_given_up_ends_the_habit(
    memory: Memory, clock: FixedClock, habit: str, over: str
) -> None:
    """The habit stays in the history, and is current no more."""
    say(memory, clock, habit)
    (outcome,) = say(memory, clock, over)
    assert outcome.change == "supersede"
    assert current(memory) == [over]


@pytest.mark.parametrize(
    ("habit", "other"),
    [
        ("I drink coffee every morning", "I stopped drinking tea"),
        ("I drink coffee every morning", "I stopped drinking coffee after 3pm"),
        ("I drink coffee every morning", "I don't drink coffee in the evening"),
        ("I drink coffee every morning", "I stopped drinking decaf coffee"),
        ("I drink coffee every morning", "My wife stopped drinking coffee"),
        ("I play tennis every week", "I gave up table tennis"),
        ("我每天早上喝咖啡", "我晚上不喝咖啡了"),
        ("我每天早上喝咖啡", "我戒奶茶了"),
        ("我每天早上喝咖啡", "我老婆戒咖啡了"),
        ("我每周打网球", "我戒游戏了"),
    ],
)
def test_what_is_given_up_in_part_or_by_others_leaves_the_habit(
    memory: Memory, clock: FixedClock, habit: str, other: str
) -> None:
    """Only the same thing of the same person, without a time or a condition."""
    say(memory, clock, habit, other)
    assert habit in current(memory)


def test_of_two_habits_neither_is_ended(memory: Memory, clock: FixedClock) -> None:
    """Nobody knows which of them is meant, so that both stay beside the word."""
    habits = ["我每天早上喝咖啡", "我每天下午喝咖啡"]
    say(memory, clock, *habits, "我戒咖啡了")
    assert set(habits) < set(current(memory))
