"""Cues are hints computed when a text is written."""

import pytest

from stelae.text.cues import ASKS, PREFERENCE, TIME_WORD, cues_of, only_asks


@pytest.mark.parametrize("text", ["Where did you go?", "你昨天去哪了？"])
def test_a_question_asks(text: str) -> None:
    """A question mark near the end, of either width."""
    assert cues_of(text) & ASKS


def test_a_question_long_before_the_end_does_not_ask() -> None:
    """What follows a question mark by more than a sentence is not an answer to it."""
    assert not cues_of("Really? " + "and so on " * 20) & ASKS


@pytest.mark.parametrize("text", ["We went there last weekend", "上周去了苏州", "in March I moved"])
def test_words_of_time(text: str) -> None:
    """Words that say when."""
    assert cues_of(text) & TIME_WORD


@pytest.mark.parametrize(
    "text",
    ["I don't like plastic", "I'm allergic to peanuts", "Always use metric units", "我对花生过敏"],
)
def test_tastes_and_standing_wishes(text: str) -> None:
    """Preferences sound like it in both languages."""
    assert cues_of(text) & PREFERENCE


@pytest.mark.parametrize("text", ["The staging cluster is in Osaka", "服务器在大阪", ""])
def test_plain_statements_have_no_cue(text: str) -> None:
    """A fact is no question, names no time and is no taste."""
    assert cues_of(text) == 0


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("where is the blue box?", True),
        ("蓝色的盒子在哪里？", True),
        ("I moved to Porto last week! How about you?", False),
        ("我上周搬到了波尔图。你呢？", False),
        ("v2.1 is out, right?", False),
        ("The box is under the stairs", False),
    ],
)
def test_a_question_alone_is_told_from_one_behind_a_statement(text: str, alone: bool) -> None:
    """What was told before the question is not lost with it."""
    assert only_asks(text) is alone
