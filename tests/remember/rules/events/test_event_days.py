"""Which sentences with a number or a day word are events, and on which day: through Memory."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from stelae.memory import Memory

SAID = "2026-03-11T10:00:00+08:00"
"""A Wednesday morning in Shanghai."""


def days(memory: Memory, text: str) -> list[str]:
    """Return the local begin of every event that a sentence gives."""
    memory.observe({"role": "user", "content": text, "time": SAID})
    begins = [m.attributes["begin"] for m in memory.list(category="event")]
    zone = ZoneInfo("Asia/Shanghai")
    return [f"{datetime.fromisoformat(b).astimezone(zone):%Y-%m-%d %H:%M}" for b in begins]


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("我的航班是明早8点的", "2026-03-12 08:00"),
        ("明早要去面试", "2026-03-12 00:00"),
        ("我明儿去体检", "2026-03-12 00:00"),
        ("和老王的会改到周一上午了", "2026-03-16 07:00"),
        ("exam got moved to friday", "2026-03-13 00:00"),
        ("the meeting with Bob got moved to monday at 10", "2026-03-16 10:00"),
        ("我下周一到周五出差", "2026-03-16 00:00"),
        ("腊月二十三我们回老家过年", "2027-01-30 00:00"),
        ("三月底我们要搬家", "2026-03-25 00:00"),
        ("我12号去体检", "2026-03-12 00:00"),
        ("今年5月12号我去体检", "2026-05-12 00:00"),
    ],
)
def test_an_everyday_day_word_means_the_day_a_person_means(
    memory: Memory, text: str, begin: str
) -> None:
    """Neither the day before, nor last week, nor the wrong month."""
    assert days(memory, text) == [begin]


@pytest.mark.parametrize(
    "text",
    [
        "叫外卖送到槐树巷12号",
        "我家地址：上海市浦东新区张江路88号",
        "我住在张江路12号，开车上班",
        "我今年28 在上海做会计",
        "我今年二十八，做会计",
        "我周一到周五要上班",
        "我星期一至星期五都开会",
        "I work monday to friday",
        "I have classes Monday through Thursday",
        "文明早期的遗址我都去看过",
    ],
)
def test_houses_ages_and_working_weeks_are_no_events(memory: Memory, text: str) -> None:
    """A number in an address, an age, and what happens every week have no day."""
    assert days(memory, text) == []
