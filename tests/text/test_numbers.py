"""Two statements whose numbers, days or identifiers differ are never the same one (DEV-09)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.numbers import signature


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("物业费是 ４５１ 元", "物业费是451元"),
        ("1,000 euros", "1000 euros"),
        ("三点开会", "3点开会"),
        ("周三打球", "Wednesday"),
        ("星期天", "周日"),
        ("二十八岁", "28岁"),
        ("两只猫", "2只猫"),
        ("I have three cats", "I have 3 cats"),
        ("on Mondays", "on Monday"),
        ("room 007", "room 7"),
    ],
)
def test_one_value_in_two_spellings_has_one_signature(one: str, other: str) -> None:
    """Width, thousands separators, number words and weekdays fall together."""
    assert signature(one) == signature(other)
    assert signature(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("每月 415 元", "每月 451 元"),
        ("1.5 米", "15 米"),
        ("B2-117", "B2-171"),
        ("周二晚上打球", "周四晚上打球"),
        ("not in service on Mondays", "not in service on Sundays"),
        ("orders-api", "orders-web"),
        ("on March 5", "on May 5"),
        ("下午 3:00", "下午 3:30"),
        ("laozhou_7", "laozhou_8"),
        ("十二岁", "二十岁"),
    ],
)
def test_different_values_have_different_signatures(one: str, other: str) -> None:
    """One token apart is enough."""
    assert signature(one) != signature(other)


def test_a_text_without_numbers_has_an_empty_signature() -> None:
    """Ordinary words are no marks, in either language."""
    assert signature("我喜欢爵士乐，一起去吧") == frozenset()
    assert signature("I may march on, one day at a time") <= {"1"}


@given(st.integers(min_value=0, max_value=99_999))
def test_every_number_is_its_own_mark(number: int) -> None:
    """Digits are compared as numbers, whatever their width."""
    wide = "".join(chr(ord(d) + 0xFEE0) for d in str(number))
    assert signature(f"门牌 {number} 号") == signature(f"门牌 {wide} 号") == {str(number)}


@given(st.text(max_size=80))
def test_any_text_has_a_signature(text: str) -> None:
    """Strange digits are no error."""
    assert isinstance(signature(text), frozenset)
