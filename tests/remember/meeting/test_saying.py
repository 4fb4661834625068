"""What repeats a part of what is known is no new memory; what says it otherwise is one (DEV-09). Through Memory."""

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock

APART = [
    ("Tom owes Ann 50 dollars", "Ann owes Tom 50 dollars"),
    ("orders-api calls billing-api", "billing-api calls orders-api"),
    ("The backup moves from nas1 to nas2", "The backup moves from nas2 to nas1"),
    ("会议用英文，邮件用德文", "会议用德文，邮件用英文"),
    ("二号仓给三号仓供货", "三号仓给二号仓供货"),
    ("The parcel goes to Ann", "The parcel goes from Ann"),
    ("The form was signed by Bob", "The form was signed for Bob"),
    ("Bob will join the team", "Bob did join the team"),
    ("钥匙给他了", "钥匙给她了"),
    ("Ann likes Bob's sister", "Ann likes Bob"),
    ("老周管小王的仓库", "老周管小王"),
    ("The deploy runs on Fridays unless there is a freeze", "The deploy runs on Fridays"),
    ("The lift to the roof is open for staff only", "The lift is open"),
    ("周末可以加班，除非有演出", "周末可以加班"),
    ("The team uses C", "The team uses C++"),
    ("The team uses C++", "The team uses C"),
    ("The team uses C", "The team uses C#"),
    ("新人要学 C", "新人要学 C#"),
    ("The status icon is 🟢", "The status icon is 🔴"),
    ("灯亮 🟢 就开门", "灯亮 🔴 就开门"),
    ("The limit is < 5 seconds", "The limit is > 5 seconds"),
    ("x = y in the config", "x != y in the config"),
    ("Price in $ at the shop", "Price in € at the shop"),
    ("温度上限是 -5 度", "温度上限是 5 度"),
    ("The rebate is 5 for members", "The rebate is 5% for members"),
]
AGAIN = [
    ("用户在宁波教初中物理", "对，我还在宁波教物理"),
    ("The choir sings slow Irish tunes weekly", "The choir still sings Irish tunes weekly"),
    ("打印机在三楼走廊尽头", "打印机在三楼走廊尽头。"),
    ("The printer's in the hallway", "the printer is in the hallway!"),
    ("It's the old blue door that sticks", "It is the blue door that sticks"),
    ("猫和狗都归小周喂", "猫与狗归小周喂"),
    ("The rebate is 5% for members", "The rebate is 5 % for members"),
    ("**The gate code** changes monthly", "The gate code changes monthly"),
]


@pytest.mark.parametrize(("first", "second"), APART)
def test_words_that_say_something_else_are_never_dropped_as_said_already(
    memory: Memory, first: str, second: str
) -> None:
    """Order, small words, signs and conditions count: both are told, whatever becomes of the first."""
    memory.remember(first, category="fact")
    told = memory.remember(second, category="fact")
    assert told.outcome == "accepted"
    assert second in [one.text for one in memory.list(category="fact")]


@pytest.mark.parametrize(("first", "second"), AGAIN)
def test_who_says_it_again_or_less_of_it_says_nothing_new(
    memory: Memory, first: str, second: str
) -> None:
    """Fillers, punctuation, short forms and what describes a thing more closely make no second memory."""
    known = memory.remember(first, category="fact")
    told = memory.remember(second, category="fact")
    assert (told.outcome, told.id) == ("duplicate", known.id)
    assert len(memory.list(category="fact")) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The bridge closes at night", "The bridge does not close at night"),
        ("仓库周日开门", "仓库周日不开门"),
    ],
)
def test_the_same_words_denied_end_what_was_said(
    memory: Memory, clock: FixedClock, first: str, second: str
) -> None:
    """A denial meets what it denies, and stands in its place."""
    memory.remember(first, category="fact")
    clock.advance(days=1)
    told = memory.remember(second, category="fact")
    assert (told.outcome, told.change) == ("accepted", "supersede")
    assert [one.text for one in memory.list(category="fact")] == [second]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Tom owes Ann 50 dollars", "Ann does not owe Tom 50 dollars"),
        ("二号仓给三号仓供货", "三号仓不给二号仓供货"),
    ],
)
def test_a_denial_of_the_reverse_ends_nothing(
    memory: Memory, clock: FixedClock, first: str, second: str
) -> None:
    """Who does what to whom is part of what is denied."""
    memory.remember(first, category="fact")
    clock.advance(days=1)
    memory.remember(second, category="fact")
    assert first in [one.text for one in memory.list(category="fact")]
