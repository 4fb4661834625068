"""The speaker stands behind what a clause is about as often as in front of it."""

import pytest

from tests.remember.reading import proposed, read


@pytest.mark.parametrize(
    ("text", "category", "word"),
    [
        ("散文我最推崇汪曾祺", "preference", "汪曾祺"),
        ("余秋雨的我读不下去", "preference", "余秋雨"),
        ("甜的东西我现在是一口不敢动", "fact", "甜"),
        ("头孢我过敏的", "constraint", "头孢"),
        ("过头推举我是不做的", "fact", "推举"),
        ("买东西我认准有机的", "fact", "有机"),
    ],
)
def test_what_is_said_of_a_topic_is_read(text: str, category: str, word: str) -> None:
    """With the family that reads the same words behind `我`."""
    (kept,) = proposed(text)
    assert kept.category == category
    assert word in kept.text


@pytest.mark.parametrize(
    "text",
    [
        "客服骂我不懂事",
        "房东催我交房租",
        "老师夸我每天进步",
        "导演让我从来不休息",
        "真实的我从来不笑",
    ],
)
def test_whom_somebody_does_something_to_is_not_the_speaker_of_it(text: str) -> None:
    """`我` behind such a verb is its object."""
    assert not proposed(text)


@pytest.mark.parametrize("text", ["快递现在走的是极兔", "设计稿是我在管", "推荐的都是我常去的店"])
def test_a_thing_that_is_named_like_an_errand_is_no_request(text: str) -> None:
    """`快递` is no `快`, and `设计稿` nothing to design."""
    assert "request" not in {drop.rule for drop in read(text).drops}


def test_mainly_is_no_condition() -> None:
    """`主要是` ends in the letters of `要是`."""
    assert "hypothetical" not in {drop.rule for drop in read("客户主要是中东那边的").drops}
