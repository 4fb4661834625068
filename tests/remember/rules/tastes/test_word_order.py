"""Chinese tastes whose object is not behind the verb: relative clauses and topics that come first."""

import pytest

from tests.remember.reading import proposed


def tastes(text: str) -> list[tuple[str, str]]:
    """Return object and polarity of the preferences."""
    found = [c for c in proposed(text) if c.category == "preference"]
    return [(c.attributes["object"], c.attributes["polarity"]) for c in found]


@pytest.mark.parametrize(
    ("text", "thing", "polarity"),
    [
        ("我爱吃的是螺蛳粉", "螺蛳粉", "like"),
        ("我爱喝的就是白开水", "白开水", "like"),
        ("我喜欢吃的水果是芒果", "芒果", "like"),
        ("我爱听的歌手叫陈绮贞", "陈绮贞", "like"),
        ("我爱去的地方是海边", "海边", "like"),
        ("我不爱吃的是茄子", "茄子", "dislike"),
        ("我讨厌的食物是香菜", "香菜", "dislike"),
        ("螺蛳粉是我最爱吃的", "螺蛳粉", "like"),
        ("悬疑片是我爱看的类型", "悬疑片", "like"),
        ("我最爱吃的是螺蛳粉", "螺蛳粉", "like"),
    ],
)
def test_what_is_done_with_a_thing_is_not_the_thing(text: str, thing: str, polarity: str) -> None:
    """In `V 的 (N) 是 X` and `X 是我 V 的` the object is X, never the verb, the noun or both with the copula."""
    assert tastes(text) == [(thing, polarity)]


def test_a_relative_clause_can_name_several() -> None:
    """Each is a preference of its own."""
    assert tastes("我爱吃的水果有芒果、荔枝") == [("芒果", "like"), ("荔枝", "like")]


@pytest.mark.parametrize(
    "text",
    [
        "我爱吃的，你做的我都爱吃",
        "我最爱吃的",
        "我爱吃的东西很多",
        "我爱看的都下架了",
        "我不爱吃的太多了",
        "我喜欢的歌手要开演唱会了",
        "我爱吃的螺蛳粉涨价了",
        "我喜欢的不是流苏",
        "我最喜欢的不是流苏",
        "我喜欢的是你的态度",
        "我喜欢的人是小明",
    ],
)
def test_a_relative_clause_that_names_nothing_names_nothing(text: str) -> None:
    """No verb, no half sentence and nothing denied becomes a liking."""
    assert tastes(text) == []


def test_a_favourite_keeps_its_kind() -> None:
    """`最爱吃的水果` is the favourite fruit, not the favourite `吃的水果`."""
    (found,) = proposed("我最爱吃的水果是芒果")
    assert (found.attributes["object"], found.attributes["aspect"]) == ("芒果", "favourite-水果")


@pytest.mark.parametrize(
    ("text", "thing", "polarity"),
    [
        ("流苏我现在挺喜欢的", "流苏", "like"),
        ("流苏，我现在挺喜欢的", "流苏", "like"),
        ("榴莲我特别爱吃", "榴莲", "like"),
        ("悬疑片我一直很爱看", "悬疑片", "like"),
        ("爵士乐我倒是挺喜欢的", "爵士乐", "like"),
        ("成都我很喜欢", "成都", "like"),
        ("流苏我现在不喜欢了", "流苏", "dislike"),
        ("香菜我不怎么爱吃", "香菜", "dislike"),
        ("狗我怕", "狗", "dislike"),
        ("榴莲，我真的受不了", "榴莲", "dislike"),
    ],
)
def test_a_topic_before_the_verb_is_the_object(text: str, thing: str, polarity: str) -> None:
    """With adverbs and negation between, with a comma or without."""
    (found,) = proposed(text)
    assert (found.attributes["object"], found.attributes["polarity"]) == (thing, polarity)
    assert (found.text, found.quote) == (text, text)


def test_a_topic_after_another_statement_keeps_its_own_words() -> None:
    """The subject stands in the clause already; it is not said twice."""
    found = proposed("我想学画画，而且印象派我也非常喜欢。")
    assert [c.text for c in found if c.category == "preference"] == ["印象派我也非常喜欢"]


@pytest.mark.parametrize(
    "text",
    [
        "流苏我以前挺喜欢的",
        "流苏我妈挺喜欢的",
        "你推荐的书我挺喜欢的",
        "下雨了，我挺喜欢的",
        "现在我很喜欢",
    ],
)
def test_not_everything_before_the_verb_is_a_topic(text: str) -> None:
    """What was once, what others like, what the talk points at, and adverbs."""
    assert tastes(text) == []
