"""A wish is a person's or this occasion's; in doubt it is the occasion's."""

import pytest

from stelae.remember.proposals.occasion import for_once, is_past, is_request


@pytest.mark.parametrize(
    ("quote", "text", "once"),
    [
        ("这回要红色的", "这回要红色的，年会穿", True),
        ("亮片的也行", "这次给孩子演出用，亮片的也行", True),
        ("亮片的也行", "亮片的也行。这次是给孩子的", False),
        ("no onions for now", "no onions for now", True),
        ("我平时不吃辣", "今天先这样，我平时不吃辣", False),
        ("I always avoid palm oil", "I always avoid palm oil, also today", False),
        ("预算两百上下", "预算两百上下", True),
        ("我买杯子预算一般两百", "我买杯子预算一般两百", False),
        ("带花纹的我看着烦", "带花纹的我看着烦", False),
    ],
)
def test_words_of_the_occasion_bind_a_wish_to_it(quote: str, text: str, once: bool) -> None:
    """In its own clauses or its sentence, unless it says that it is lasting."""
    assert for_once(quote, text, read=False) is once


def test_a_rule_that_knows_better_looks_at_its_own_clauses_alone() -> None:
    """An allergy that is told on an occasion is no matter of the occasion."""
    text = "今晚点菜注意，我对花生有反应"
    assert for_once("我对花生有反应", text, read=False)
    assert not for_once("我对花生有反应", text, read=True)


@pytest.mark.parametrize(
    ("quote", "asks"),
    [
        ("推荐一个复古的水杯", True),
        ("Find me a retro lamp", True),
        ("我一直用复古的水杯", False),
        ("复古的水杯我很喜欢", False),
    ],
)
def test_a_request_is_no_statement(quote: str, asks: bool) -> None:
    """What it asks for is this search."""
    assert is_request(quote, quote) is asks


@pytest.mark.parametrize(
    ("quote", "past"),
    [
        ("小时候我爱吃话梅", True),
        ("I used to like soda", True),
        ("以前爱吃，现在也爱吃", False),
        ("just this once", False),
        ("我爱吃话梅", False),
    ],
)
def test_what_is_told_of_then_alone_is_past(quote: str, past: bool) -> None:
    """Unless it says something of now."""
    assert is_past(quote) is past
