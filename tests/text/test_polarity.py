"""Is a statement negated, in both languages (DEV-09.2, DEV-11)?"""

import pytest

from stelae.text.polarity import disliking, negated, negations


@pytest.mark.parametrize(
    "text",
    [
        "我不吃羊肉",
        "我没有孩子",
        "别推荐恐怖片",
        "我戒烟了",
        "I never fly",
        "I don't smoke",
        "no nuts",
        "I can't swim",
    ],
)
def test_a_negated_statement_is_seen(text: str) -> None:
    """One negation turns it round."""
    assert negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "我对花生过敏",
        "我不仅会游泳",
        "不过我喜欢",
        "没问题",
        "不得不说很好",
        "I note it",
        "I know the way",
    ],
)
def test_words_that_only_look_like_negations_are_none(text: str) -> None:
    """`不仅`, `不过`, `note` deny nothing."""
    assert not negated(text)


def test_double_negation_counts_as_two() -> None:
    """Parity is what two statements are compared by."""
    assert negations("不是不喜欢") == 2
    assert not negated("I never said no")


def test_verbs_of_dislike_are_seen_negated_or_not() -> None:
    """A dislike may only come from words that hold one."""
    assert disliking("我不讨厌下雨")
    assert disliking("I can't stand noise")
    assert not disliking("我喜欢下雨")
