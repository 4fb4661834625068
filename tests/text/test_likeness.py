"""Nearly the same letters, and whether that is the same statement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.likeness import likeness, same_statement


@given(st.text(max_size=40), st.text(max_size=40))
def test_likeness_is_a_share_and_has_no_direction(one: str, other: str) -> None:
    """Between 0 and 1; a text with letters in it is quite like itself."""
    assert 0.0 <= likeness(one, other) <= 1.0
    assert likeness(one, other) == likeness(other, one)
    assert likeness(one, one) in {0.0, 1.0}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("我喜欢喝咖啡", "用户喜欢喝咖啡。", True),
        ("I dislike bags with zippers", "The user dislikes bags with zippers", True),
        ("我不喜欢喝咖啡", "我喜欢喝咖啡", False),
        ("I like coffee a lot", "I don't like coffee a lot", False),
        ("我的房间号是 415", "我的房间号是 451", False),
        ("我周一去上课", "我周三去上课", False),
        ("我喜欢爬山", "我住在绍兴", False),
        ("", "", False),
    ],
)
def test_numbers_and_polarity_decide_beside_letters(one: str, other: str, same: bool) -> None:
    """A flip or another number is another statement (DEV-09)."""
    assert same_statement(one, other) is same
