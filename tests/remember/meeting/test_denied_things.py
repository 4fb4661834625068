"""Statements about things with an adverb before the verb: it belongs to the verb, never to the name of the thing."""

import pytest

from tests.remember.reading import proposed


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("我的电脑没有独立显卡", "我的电脑"),
        ("我的电脑没在公司", "我的电脑"),
        ("我的电脑不是苹果", "我的电脑"),
        ("我的电脑还没换成固态", "我的电脑"),
        ("我的书都没放在书架上", "我的书"),
        ("我们公司没有食堂", "我们公司"),
        ("我的家乡成都没有海", "我的家乡成都"),
        ("我的成就没有意义", "我的成就"),
        ("服务没部署在阿里云", "服务"),
        ("The parking permit never expires in May", "parking permit"),
        ("The office no longer is in Berlin", "office"),
    ],
)
def test_a_negation_is_no_part_of_the_thing(text: str, thing: str) -> None:
    """And what is denied is not kept as the thing's value or place."""
    (found,) = proposed(text)
    assert found.attributes["subject"] == thing
    assert found.attributes["negated"] is True
    assert "object" not in found.attributes


@pytest.mark.parametrize(
    ("text", "thing", "value"),
    [
        ("我的电脑一直是苹果", "我的电脑", "苹果"),
        ("我的电脑也是苹果", "我的电脑", "苹果"),
        ("我的车其实在车库", "我的车", "车库"),
        ("The office still is in Berlin", "office", "Berlin"),
    ],
)
def test_other_adverbs_are_no_part_of_it_either(text: str, thing: str, value: str) -> None:
    """The value is the thing's."""
    (found,) = proposed(text)
    assert (found.attributes["subject"], found.attributes["object"]) == (thing, value)


def test_what_was_once_is_no_value_of_now() -> None:
    """`我的电脑以前是联想` says nothing of today's."""
    (found,) = proposed("我的电脑以前是联想")
    assert found.attributes == {"subject": "我的电脑"}


@pytest.mark.parametrize("text", ["项目没有采用微服务", "颜色有三种", "任务有五个"])
def test_a_noun_that_begins_like_a_surname_is_nobody(text: str) -> None:
    """With or without a negation behind it."""
    assert [c for c in proposed(text) if c.subject != "user"] == []
