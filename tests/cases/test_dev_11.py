"""DEV-11: "I hate it" stored as "prefers it". Rules only, no model."""

import re

import pytest

from tests.cases.doors import Door, Json

CHEESE = "I can't stand goat cheese."
INPUT_METHOD = "我再也不想用那款输入法了"
RAIN = "我不讨厌下雨天"
CAFFEINE = "I never drink anything with caffeine after lunch"
DISHES = "我挺喜欢做饭的，就是不爱洗碗"
ALL = (CHEESE, INPUT_METHOD, RAIN, CAFFEINE, DISHES)
DISLIKED = ("goat cheese", "输入法", "caffeine", "洗碗")
LIKES = re.compile(
    r"\b(?:likes?|loves?|prefers?|enjoys?|fond of)\b|(?<![不没别])(?:喜欢|喜爱|偏好|偏爱|爱)"
)
PUNCTUATION = "。，！？.,!? "


def kept(door: Door) -> list[Json]:
    """Return all memories and everything that waits."""
    return [*door.list(every=True), *(item["record"] for item in door.pending())]


def say_all(door: Door) -> None:
    """Say the five sentences, one call each."""
    for n, text in enumerate(ALL):
        door.observe([{"role": "user", "content": text, "id": f"m{n}"}])


def test_dev_11_1_no_dislike_is_turned_round(door: Door) -> None:
    """No field and no wording asserts a liking for any of the four things."""
    say_all(door)
    for memory in kept(door):
        fields = memory["attributes"]
        for thing in DISLIKED:
            if thing in str(fields.get("object")):
                assert fields.get("polarity") != "like"
            for clause in re.split(r"[，,。]", memory["text"]):
                assert thing not in clause or not LIKES.search(clause)


@pytest.mark.parametrize(("said", "thing"), [(CHEESE, "goat cheese"), (INPUT_METHOD, "输入法")])
def test_dev_11_1_a_plain_dislike_is_stored_as_one(door: Door, said: str, thing: str) -> None:
    """Not turning it round by forgetting it would be cheating."""
    door.observe(said)
    (memory,) = door.list()
    assert thing in memory["attributes"]["object"]
    assert memory["attributes"]["polarity"] == "dislike"


def test_dev_11_2_not_disliking_is_no_dislike(door: Door) -> None:
    """`我不讨厌下雨天` is neutral, in the user's own words, or not there."""
    door.observe(RAIN)
    for memory in kept(door):
        assert memory["attributes"].get("polarity") in {None, "neutral"}
        assert memory["text"].strip(PUNCTUATION) == RAIN


def test_dev_11_2_not_disliking_is_no_dislike_in_english(door: Door) -> None:
    """The English twin."""
    said = "I don't hate rainy days"
    door.observe(said)
    for memory in kept(door):
        assert memory["attributes"].get("polarity") in {None, "neutral"}
        assert memory["text"].strip(PUNCTUATION) == said


def test_dev_11_3_an_unsure_rule_keeps_the_users_own_words(door: Door) -> None:
    """Nothing is rewritten: every stored text stands so in what was said, at most with the subject of its sentence."""
    say_all(door)
    memories = kept(door)
    assert memories
    for memory in memories:
        own = memory["text"].strip(PUNCTUATION).removeprefix("我")
        assert [said for said in ALL if own in said], memory["text"]


@pytest.mark.parametrize(
    ("said", "liked", "disliked"),
    [(DISHES, "做饭", "洗碗"), ("I like cooking, but I hate washing dishes", "cooking", "dishes")],
    ids=["zh", "en"],
)
def test_dev_11_4_each_half_keeps_its_own_verb(
    door: Door, said: str, liked: str, disliked: str
) -> None:
    """Cooking is liked and washing up is not."""
    door.observe(said)
    polarity = {
        m["attributes"].get("object", ""): m["attributes"].get("polarity") for m in kept(door)
    }
    assert [p for thing, p in polarity.items() if liked in thing] == ["like"]
    assert [p for thing, p in polarity.items() if disliked in thing] == ["dislike"]
