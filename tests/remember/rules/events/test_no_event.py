"""A day in an order, or in what comes round again, makes no event of a day."""

from datetime import datetime, timedelta, timezone

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.conftest import Opener


@pytest.fixture
def memory(open_memory: Opener) -> Memory:
    """A memory on a Wednesday in March."""
    return open_memory(clock=FixedClock("2026-03-11T12:00:00+08:00"))


def days(memory: Memory, said: str) -> list[str]:
    """Say something, and return the days on which something happens by it, where it is said."""
    memory.observe([{"role": "user", "content": said, "time": "2026-03-11T12:00:00+08:00"}])
    begins = [str(one.attributes["begin"]) for one in memory.list(category="event")]
    home = timezone(timedelta(hours=8))
    return [datetime.fromisoformat(one).astimezone(home).date().isoformat() for one in begins]


@pytest.mark.parametrize(
    "said",
    [
        *("周五不要发版", "周末不要打扰我", "不要在周末给我打电话", "周六别给我打电话", "周五禁止发版", "周五早上请勿打扰"),
        *("周五晚上不用给我留饭", "下周三前别告诉她", "Don't call me on Saturday", "On Friday please don't call me"),
        "Please do not ship anything on Friday",
    ],
)  # fmt: skip
def test_an_order_not_to_do_something_happens_on_no_day(memory: Memory, said: str) -> None:
    """Nobody does anything then."""
    assert days(memory, said) == []


@pytest.mark.parametrize(
    "said",
    [
        *("房租每月5000，15号交", "每周例会，周三下午3点开", "我每年体检一次，3月18号去", "健身房每月200，1号扣款"),
        *("Rent is 5000 a month, due on the 15th", "The fee is charged every month, on the 15th"),
    ],
)  # fmt: skip
def test_a_day_of_every_month_or_week_is_no_day(memory: Memory, said: str) -> None:
    """Though the clause with the day in it does not say so."""
    assert days(memory, said) == []


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("周五不用上班", "2026-03-13"),
        ("我周五不去公司", "2026-03-13"),
        ("别忘了周五开会", "2026-03-13"),
        ("医生让我下周三不要吃早饭", "2026-03-18"),
        ("周五别墅交房", "2026-03-13"),
        ("明天不要紧，后天去医院", "2026-03-13"),
        ("周五交房租", "2026-03-13"),
        ("我每周去健身，周五要去医院", "2026-03-13"),
        ("每月还房贷，下周五去银行办手续", "2026-03-20"),
        ("Don't forget the meeting on Friday", "2026-03-13"),
        ("I have an exam on Friday", "2026-03-13"),
        ("The deposit is due on the 15th", "2026-03-15"),
    ],
)
def test_what_happens_once_is_an_event(memory: Memory, said: str, day: str) -> None:
    """One's own day off, a reminder, one thing beside another that comes round."""
    assert days(memory, said) == [day]
