"""A message names a keyword as people write it, and not by accident."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.mentions import identifiers, mentioned


@pytest.mark.parametrize(
    ("keyword", "message"),
    [
        ("snapshot", "Take a SNAPSHOT first"),
        ("snapshot", "old snapshots, please"),
        ("describe_table", "what does describe_table do?"),
        ("describe_table", "describe table orders"),
        ("快照", "先拍个快照再说"),
        ("過期", "数据库过期了"),
        ("BGP 邻居", "bgp邻居断了"),
    ],
)
def test_a_keyword_is_found_as_people_write_it(keyword: str, message: str) -> None:
    """Case, plural, width, script and the blank between words do not matter (R24)."""
    assert mentioned([keyword], message) == (keyword,)


@pytest.mark.parametrize(
    ("keyword", "message"),
    [
        ("art", "start the party"),
        ("db", "db2 is down"),
        ("快照", "照快一点"),
        (" ", "anything"),
        ("l2", "l21"),
    ],
)
def test_a_part_of_another_word_names_nothing(keyword: str, message: str) -> None:
    """A guide that was not asked for stays away."""
    assert mentioned([keyword], message) == ()


@given(st.lists(st.text(max_size=12), max_size=5), st.text(max_size=60))
def test_what_is_mentioned_is_among_the_keywords_in_their_order(
    keywords: list[str], message: str
) -> None:
    """No text breaks it, and nothing is made up."""
    found = mentioned(keywords, message)
    rest = iter(keywords)
    assert all(word in rest for word in found)


def test_identifiers_are_snake_case_names() -> None:
    """What a message names exactly is told apart from words."""
    assert identifiers("run Take_Snapshot, 再 describe_table；not this-one") == {
        "take_snapshot",
        "describe_table",
    }
