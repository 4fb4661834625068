"""What is called off is no plan any more, what is moved is on its new day, and nobody guesses between two."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from stelae.memory import Memory
from stelae.remember.rules.events.changes import change_in
from stelae.schemas.change import Outcome

BEGIN = datetime(2026, 3, 11, 10, tzinfo=ZoneInfo("Asia/Shanghai"))
"""A Wednesday."""


def say(memory: Memory, *sentences: str) -> Outcome:
    """Say each in a message of its own, minutes apart, and return what became of the last."""
    outcomes: list[Outcome] = []
    for number, text in enumerate(sentences):
        at = BEGIN + timedelta(minutes=5 * number)
        outcomes += memory.observe({"role": "user", "content": text, "time": at}).outcomes
    return outcomes[-1]


def current(memory: Memory) -> list[str]:
    """Return what holds, oldest first."""
    return [m.text for m in reversed(memory.list())]


@pytest.mark.parametrize(
    ("plan", "off"),
    [
        ("my flight is on Friday at 6pm", "my flight got cancelled"),
        ("my flight is on Friday at 6pm", "my flight has been cancelled"),
        ("we have a trip to Rome on May 9", "our trip to Rome was called off"),
        ("we have a trip to Rome on May 9", "we cancelled our trip to Rome"),
        ("I have a meeting with Bob on friday", "the meeting with Bob is postponed"),
        ("our wedding is on May 9", "we called off the wedding"),
        ("下周三体检", "体检取消了"),
        ("下周三体检", "下周三的体检取消了"),
        ("下周三体检", "我把体检取消了"),
        ("下周三体检", "体检延期了"),
        ("明天和老王开会", "和老王的会被取消了"),
        ("下周五的飞机去大阪", "航班被取消了"),
    ],
)
def test_what_is_called_off_is_no_plan_any_more(memory: Memory, plan: str, off: str) -> None:
    """It is in the history, linked to the words that ended it, and recall does not bring it up as a plan."""
    planned = say(memory, plan)
    ended = say(memory, plan, off)
    assert (ended.outcome, ended.change, ended.supersedes) == ("accepted", "supersede", planned.id)
    assert planned.id is not None
    old = memory.get(planned.id)
    assert (old.status, old.superseded_by) == ("superseded", ended.id)
    hits = memory.recall(plan, include="memories", floor="none").hits
    assert planned.id not in [hit.id for hit in hits]
    assert ended.id is not None
    assert [m.id for m in memory.history(ended.id).earlier] == [planned.id]


@pytest.mark.parametrize(
    ("plan", "move", "holds"),
    [
        ("the exam is on thursday", "exam got moved to friday", "(2026-03-13)"),
        (
            "I have a meeting with Bob on friday",
            "the meeting with Bob got moved to monday at 10",
            "(2026-03-16 10:00)",
        ),
        ("I have the demo on friday", "we pushed the demo to monday", "(2026-03-16)"),
        ("明天和老王开会", "和老王的会改到周一上午了", "（2026-03-16）"),
        ("下周三体检", "下周三的体检改到下周五了", "（2026-03-20）"),
        ("周五考试", "老师把考试提前到周四了", "（2026-03-12）"),
    ],
)
def test_what_is_moved_is_on_its_new_day_alone(
    memory: Memory, plan: str, move: str, holds: str
) -> None:
    """The day before stays in the history."""
    moved = say(memory, plan, move)
    assert moved.change == "supersede"
    assert current(memory) == [f"{move} {holds}" if move.isascii() else f"{move}{holds}"]


def test_a_plan_that_was_moved_can_be_called_off(memory: Memory) -> None:
    """And what is said twice changes nothing more."""
    say(memory, "下周三体检", "体检改到下周五了", "体检取消了")
    assert current(memory) == ["体检取消了"]
    assert say(memory, "下周三体检").outcome == "duplicate"


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        (("下周三体检", "体检取消了", "下周四体检", "体检取消了"), ["体检取消了"]),
        (
            ("my flight is on Friday", "my flight got cancelled") * 2,
            ["my flight got cancelled"],
        ),
        (
            ("下周三体检", "下周五体检", "下周三的体检改到下周五了"),
            ["下周五体检（2026-03-20）"],
        ),
    ],
)
def test_the_same_words_again_end_the_plan_made_meanwhile(
    memory: Memory, said: tuple[str, ...], holds: list[str]
) -> None:
    """What they say is there already; the plan is not to stay for that."""
    say(memory, *said)
    assert current(memory) == holds


@pytest.mark.parametrize(
    ("plans", "off"),
    [
        (("my flight to Osaka is on Friday", "my flight to Rome is on Sunday"), "my flight got cancelled"),
        (("下周三体检", "下周四复查体检报告"), "体检取消了"),
    ],
)  # fmt: skip
def test_between_two_plans_a_person_decides(
    memory: Memory, plans: tuple[str, ...], off: str
) -> None:
    """Both stay until then."""
    say(memory, *plans)
    kept = current(memory)
    asked = say(memory, *plans, off)
    assert (asked.outcome, asked.reason) == ("pending", "conflict")
    assert current(memory) == kept
    (item,) = memory.pending()
    assert memory.confirm(item.id).outcome == "accepted"
    assert off in current(memory)


@pytest.mark.parametrize(
    ("plans", "off", "left"),
    [
        (
            ("my flight to Osaka is on Friday", "my flight to Rome is on Sunday"),
            "my flight to Rome got cancelled",
            "Osaka",
        ),
        (
            ("my flight to Osaka is on Friday", "my flight to Rome is on Sunday"),
            "my flight on Sunday got cancelled",
            "Osaka",
        ),
        (("下周三体检", "下周四复查体检报告"), "下周四的体检取消了", "下周三"),
    ],
)
def test_a_word_or_a_day_tells_two_plans_apart(
    memory: Memory, plans: tuple[str, ...], off: str, left: str
) -> None:
    """The other one stays."""
    assert say(memory, *plans, off).change == "supersede"
    assert [left in text for text in current(memory)] == [True, False]


@pytest.mark.parametrize(
    ("plan", "other"),
    [
        ("I have a meeting with Alice on friday", "the meeting with Bob got cancelled"),
        ("I have a meeting with Alice on friday", "the meeting with Bob got moved to monday"),
        ("下周三体检", "面试取消了"),
        ("下周三体检", "下周四的体检改到下周五了"),
        ("明天和老王开会", "和小李的会取消了"),
        ("明天有同学聚会", "会取消了"),
        ("my flight is on Friday", "I cancelled my gym membership"),
        ("下周三体检", "订单取消了"),
        ("下周三体检", "体检没取消"),
        ("下周三体检", "体检没被取消"),
        ("下周三体检", "体检不会取消了"),
        ("下周三体检", "体检差点取消了"),
        ("下周三体检", "体检可能推迟了"),
        ("下周三体检", "小明的体检取消了"),
        ("5月9号我们办婚礼", "去年的婚礼取消了"),
        ("we have a trip to Rome on May 9", "last year's trip was cancelled"),
        ("my flight is on Friday", "my flight almost got cancelled"),
        ("my flight is on Friday", "my flight was not cancelled"),
        ("my flight is on Friday", "Bob's flight got cancelled"),
        ("my flight is on Friday", "my sister's flight got cancelled"),
        ("下周三体检", "体检取消了吗？"),
        ("下周三体检", "如果体检取消了我就去爬山"),
        ("my flight is on Friday", "my flight might get cancelled"),
        ("my flight is on Friday", "was my flight cancelled?"),
    ],
)
def test_another_plan_a_question_or_a_fear_ends_nothing(
    memory: Memory, plan: str, other: str
) -> None:
    """Only what was said to be off is off."""
    kept = say(memory, plan)
    say(memory, plan, other)
    assert kept.id is not None
    assert memory.get(kept.id).status == "active"


def test_what_is_over_is_not_called_off(memory: Memory) -> None:
    """Last week's exam took place, whatever becomes of the next one."""
    kept = say(memory, "I had an exam on monday", "the exam was cancelled")
    assert [m.text for m in memory.list()] == ["I had an exam on monday (2026-03-09)"]
    assert kept.outcome == "rejected"


def test_a_tool_calls_nothing_off(memory: Memory) -> None:
    """A lower authority asks."""
    planned = say(memory, "my flight is on Friday at 6pm")
    heard = memory.remember("my flight got cancelled", category="event", authority="tool")
    assert heard.outcome == "pending"
    assert planned.id is not None
    assert memory.get(planned.id).status == "active"


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Leeds on monday",
        "I was moved to tears on friday",
        "I put my shoes on",
        "it got cancelled",
        "我搬到杭州了",
        "我想取消体检",
        "他提前到了",
        "会员取消了",
    ],
)
def test_other_uses_of_the_words_change_no_plan(text: str) -> None:
    """A person who moves, a wish, a subscription."""
    assert change_in(text, chinese=not text.isascii()) is None
