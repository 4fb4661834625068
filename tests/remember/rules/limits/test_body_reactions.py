"""What the body does after eating or touching something: the thing is the limit, not the part that reacts."""

import pytest

from tests.remember.reading import proposed


@pytest.mark.parametrize(
    ("text", "kind", "thing"),
    [
        ("我吃芒果嘴会肿", "allergy", "芒果"),
        ("我一吃芒果嘴就肿", "allergy", "芒果"),
        ("吃芒果我嘴会肿", "allergy", "芒果"),
        ("芒果我一吃嘴就肿", "allergy", "芒果"),
        ("我吃虾脸会肿", "allergy", "虾"),
        ("我吃海鲜身上会起疹子", "allergy", "海鲜"),
        ("我女儿吃鸡蛋嘴会肿", "allergy", "鸡蛋"),
        ("我吃菠萝舌头会麻", "health", "菠萝"),
        ("我喝牛奶肚子会胀", "health", "牛奶"),
        ("我一喝咖啡手就抖", "health", "咖啡"),
        ("我碰到猫毛眼睛会红", "health", "猫毛"),
        ("我吃鱼头会过敏", "allergy", "鱼头"),
        ("我吃猪手会起疹子", "allergy", "猪手"),
        ("Mango makes my mouth itch", "allergy", "Mango"),
        ("Eating mango makes my lips tingle", "allergy", "mango"),
        ("My mouth swells when I eat mango", "allergy", "mango"),
        ("When I eat mango my mouth swells", "allergy", "mango"),
    ],
)
def test_the_part_that_reacts_is_no_part_of_the_thing(text: str, kind: str, thing: str) -> None:
    """`芒果嘴` is no food; a fish's head is one."""
    (found,) = proposed(text)
    assert found.category == "constraint"
    assert (found.attributes["type"], found.attributes["object"]) == (kind, thing)


@pytest.mark.parametrize(
    "text", ["我吃火锅嘴会辣", "Mango makes my mouth water", "Working late makes my eyes itch"]
)
def test_not_every_feeling_is_a_limit(text: str) -> None:
    """Spice is hot, and appetite is no allergy."""
    assert [c for c in proposed(text) if c.category == "constraint"] == []
