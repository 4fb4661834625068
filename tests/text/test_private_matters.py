"""What a text is about that few should know."""

import pytest

from stelae.text.private_matters import names_private_matter


@pytest.mark.parametrize(
    "text",
    [
        "I have been diagnosed with HIV",
        "im on antidepressants since march",
        "My wife had a miscarriage.",
        "My salary is 85k",
        "we're getting DIVORCED",
        "I'm gay and not out at work",
        "医生说我确诊了乙肝",
        "我有抑郁症，在吃药",
        "我月薪两万三",
        "我欠了网贷",
        "我跟前妻还有联系",
    ],
)
def test_a_private_matter_is_seen_in_either_language(text: str) -> None:
    """Health, money, relations; however it is typed."""
    assert names_private_matter(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm a doctor at the bank on Main Street",
        "The weather is depressing",
        "We repaired the cancel button; the stroke width is 2px",
        "He is an expert",
        "I live in Osaka and love ramen",
        "Please stick to the plan",
        "我是医生，在银行楼上上班",
        "我喜欢喝咖啡",
        "帮我订一张去北京的票",
        "焦糖布丁怎么做",
    ],
)
def test_ordinary_talk_is_no_private_matter(text: str) -> None:
    """Words that mostly mean something else do not count."""
    assert not names_private_matter(text)
