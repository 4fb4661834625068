"""Words that have the shape of a fact and are none, beside the plain statements that they must not cost."""

import pytest

from tests.remember.reading import proposed


def values(text: str, attribute: str) -> list[str]:
    """The values that a message gives an attribute of the user, those that are over left out."""
    return [
        c.attributes["object"]
        for c in proposed(text)
        if c.attributes.get("attribute") == attribute and not c.attributes.get("negated")
    ]


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("我叫朋友住在我家", "name", []),
        ("我叫人来修空调", "name", []),
        ("我叫同事帮忙", "name", []),
        ("我叫安迪", "name", ["安迪"]),
        ("我叫人杰", "name", ["人杰"]),
        ("大家都叫我儿子小林", "nickname", []),
        ("同事们都叫我去吃饭", "nickname", []),
        ("大家都叫我老王", "nickname", ["老王"]),
        ("朋友叫我阿明", "nickname", ["阿明"]),
        ("hey its jake", "name", ["jake"]),
        ("Hi, this is Jake", "name", ["Jake"]),
        ("hey, its jake", "name", ["jake"]),
        ("hey, it's Friday", "name", []),
        ("hey its late", "name", []),
        ("hey it's me", "name", []),
        ("i'm tom", "name", ["tom"]),
        ("i'm tired", "name", []),
        ("my wife is emma", "name", ["emma"]),
        ("my wife is tired", "name", []),
    ],
)
def test_a_name_is_what_somebody_is_called(text: str, attribute: str, expected: list[str]) -> None:
    """Whom one calls for something, and what they are called to do, is no name."""
    assert values(text, attribute) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住得不远", []),
        ("我住不惯", []),
        ("我住院了", []),
        ("我住在我家", []),
        ("我住校", []),
        ("我住满洲里", ["满洲里"]),
        ("我住杭州", ["杭州"]),
    ],
)
def test_how_somebody_lives_is_no_town(text: str, expected: list[str]) -> None:
    """Nor is a stay in hospital."""
    assert values(text, "home") == expected


def test_who_lives_on_a_street_has_an_address() -> None:
    """They do not live on it as on coffee, which is a taste."""
    for text, street in (
        ("I live on 5th Avenue", "5th Avenue"),
        ("I live on Elm Street", "Elm Street"),
    ):
        assert values(text, "address") == [street]
        assert [c.category for c in proposed(text)] == ["fact"]
    assert [c.category for c in proposed("I live on coffee")] == ["preference"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i'm from work", []),
        ("i'm from accounting", []),
        ("i'm from berlin", ["berlin"]),
        ("I'm from Work, Texas", ["Work"]),
    ],
)
def test_who_writes_from_work_was_not_born_there(text: str, expected: list[str]) -> None:
    """A department is nobody's origin."""
    assert values(text, "hometown") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my wife's cat is vegan", []),
        ("my wife's cat is called milo", ["milo"]),
        ("my wife's cat is Milo", ["Milo"]),
        ("养了只猫", ["猫"]),
        ("我养了一只猫", ["一只猫"]),
        ("我养了条狗", ["狗"]),
    ],
)
def test_a_pet_is_an_animal_or_its_name(text: str, expected: list[str]) -> None:
    """A word in lower case says how it is, and a counting word belongs to its number."""
    assert values(text, "pet") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我养了一只叫阿福的乌龟，今年3岁", []),
        ("我有一个女儿，今年3岁", []),
        ("我叫李明，今年30岁", ["30"]),
        ("我养了一只乌龟，我今年30岁", ["30"]),
    ],
)
def test_an_age_behind_somebody_just_named_is_not_the_speakers(
    text: str, expected: list[str]
) -> None:
    """Unless they say `我` again."""
    assert values(text, "age") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我戒烟三年了", ["烟"]),
        ("我戒糖半年了", ["糖"]),
        ("我戒了咖啡", ["咖啡"]),
        ("我戒了烟三年了", ["烟"]),
        ("我戒了三年了", []),
        ("我戒了又抽", []),
        ("我停车了", []),
        ("I quit smoking in 2020", ["smoking"]),
    ],
)
def test_what_was_given_up_is_told_without_how_long_ago(text: str, expected: list[str]) -> None:
    """And a parked car is nothing given up."""
    assert values(text, "habit-quit") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I switched to oat milk", []),
        ("I switched to decaf", []),
        ("I joined the gym", []),
        ("I joined Planet Fitness", []),
        ("I joined a book club", []),
        ("I transferred to the night shift", []),
        ("I joined the call late", []),
        ("I joined Globex", ["Globex"]),
        ("I switched jobs to Globex", ["Globex"]),
        ("I quit my job at Acme and joined Globex", ["Globex"]),
        ("I left Acme and joined Globex", ["Globex"]),
        ("I left Acme and joined a gym", []),
        ("我加入了一个读书会", []),
        ("我加入了健身房", []),
        ("我加入了篮球队", []),
        ("我加入了字节", ["字节"]),
        ("我加入了阿里集团", ["阿里集团"]),
    ],
)
def test_only_work_has_an_employer(text: str, expected: list[str]) -> None:
    """What else one joins or switches to leaves the employer alone."""
    assert values(text, "employer") == expected


@pytest.mark.parametrize(
    "text", ["I left Acme and joined a gym", "I quit my job at Acme and joined the gym"]
)
def test_a_job_that_was_left_for_no_other_is_over(text: str) -> None:
    """The gym does not hide that."""
    assert [c.attributes["object"] for c in proposed(text) if c.attributes["negated"]] == ["Acme"]


def test_a_day_is_nothing_that_has_a_value() -> None:
    """`记得1月15日前续护照` is kept as it was said."""
    assert not values("记得1月15日前续护照", "value")


def test_when_something_is_left_out_is_no_taste() -> None:
    """`点菜千万别放` says of the thing before it when it is unwanted; `香菜千万别放` names it."""
    assert [c.attributes["object"] for c in proposed("我讨厌香菜，点菜千万别放")] == ["香菜"]
    assert [c.attributes["object"] for c in proposed("香菜千万别放")] == ["香菜"]


@pytest.mark.parametrize(
    "text",
    [
        "开个玩笑，我其实是外星人派来的卧底",
        "我是外星人，哈哈开玩笑的",
        "我是外星人。哈哈，开玩笑的",
        "I'm a spy, just kidding",
        "I'm an alien. Just kidding!",
    ],
)
def test_nothing_said_in_jest_is_kept(text: str) -> None:
    """Whether the joke is announced or taken back, in the same sentence or the next."""
    assert proposed(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "不开玩笑，我对花生过敏",
        "我不是开玩笑，我对花生过敏",
        "I'm not kidding, I'm allergic to peanuts",
    ],
)
def test_what_is_no_joke_is_kept(text: str) -> None:
    """Saying so is the opposite of a joke."""
    assert [c.category for c in proposed(text)] == ["constraint"]


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("i speak french", "language", ["french"]),
        ("i speak loudly", "language", []),
        ("I'm Dutch", "nationality", ["Dutch"]),
        ("I'm a British citizen", "nationality", ["British"]),
        ("i'm selfish", "nationality", []),
        ("i'm polish", "nationality", []),
    ],
)
def test_languages_and_peoples_are_known_in_lower_case(
    text: str, attribute: str, expected: list[str]
) -> None:
    """What merely ends like one is none."""
    assert values(text, attribute) == expected


def test_a_job_from_a_day_on_is_kept_for_that_day() -> None:
    """It is nothing that holds yet."""
    (found,) = proposed("Starting December 1 I'll be a platform engineer at Moonshot Labs")
    assert found.category == "event"
    assert found.attributes["what"].endswith("platform engineer at Moonshot Labs")
    assert not found.attributes["what"].startswith("Starting")
    assert found.attributes["begin"].startswith("2026-12-01")
