"""A limit that is said to be over ends the limit; what was once so is no limit of now."""

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.remember.meeting.test_contradiction import current, say
from tests.remember.reading import proposed

ENDED = [
    ("I am vegan", "I stopped being vegan"),
    ("im vegan", "im not vegan anymore"),
    ("We're vegetarians", "We stopped being vegetarian"),
    ("I'm vegetarian", "I gave up being a vegetarian last year"),
    ("I'm on keto", "I'm off keto"),
    ("I'm allergic to cats", "I used to be allergic to cats"),
    ("I have a milk allergy", "I outgrew my milk allergy"),
    ("I have a cat allergy", "I'm over my cat allergy"),
    ("I don't eat meat", "I started eating meat again"),
    ("I don't eat meat", "I went back to eating meat"),
    ("I don't drink", "I drink again"),
    ("I don't drink coffee", "I drink coffee every morning again"),
    ("I take metformin every morning", "I stopped taking metformin"),
    ("I'm on Prozac", "I came off Prozac in March"),
    ("I take lithium", "My doctor took me off lithium"),
    ("我吃素", "我不吃素了"),
    ("我是素食者", "我已经不再吃素"),
    ("我和我老公都是素食者", "我现在不是素食主义者了"),
    ("我在控糖", "我不控糖了"),
    ("我对花粉过敏", "我以前对花粉过敏，现在好了"),
    ("我对花生过敏", "我的花生过敏好了"),
    ("我对花生过敏", "我不再对花生过敏了"),
    ("我有糖尿病", "我糖尿病好了"),
    ("我不喝咖啡", "我又开始喝咖啡了"),
    ("我每天早上吃二甲双胍", "我停了二甲双胍"),
    ("我长期服用优甲乐", "医生让我停了优甲乐"),
    ("我在吃降压药", "我不用吃降压药了"),
]


@pytest.mark.parametrize(("held", "over"), ENDED)
def test_what_is_over_ends_the_limit(
    memory: Memory, clock: FixedClock, held: str, over: str
) -> None:
    """One of the two is current, and it says that nothing holds."""
    say(memory, clock, held)
    assert [m.attributes["active"] for m in memory.list()] == [True]
    (outcome,) = say(memory, clock, over)
    assert outcome.change == "supersede"
    assert current(memory) == [over]
    assert [m.attributes["active"] for m in memory.list()] == [False]


@pytest.mark.parametrize(
    "text",
    [
        "I was allergic to milk as a child",
        "I was allergic to eggs when I was little",
        "My brother was allergic to milk",
        "I was vegan for a year",
        "我小时候对牛奶过敏",
        "小时候我对牛奶过敏",
        "以前我吃素",
        "我以前不吃鱼",
        "I want to stop taking metformin",
        "I can't wait to eat sushi again",
        "I eat lunch at noon again",
        "I used to be a vegan chef",
        "I'm a vegan chef",
        "我打算不吃素了",
        "我又吃多了",
        "我又吃火锅了",
    ],
)
def test_what_was_once_so_or_is_not_yet_is_no_limit(text: str) -> None:
    """Neither one that holds nor one that has ended."""
    assert [c for c in proposed(text) if c.category == "constraint"] == []


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I was allergic to milk as a kid and still am", "milk"),
        ("I've been allergic to bees all my life", "bees"),
        ("我从小就对牛奶过敏", "牛奶"),
        ("我以前就对牛奶过敏，现在还是", "牛奶"),
    ],
)
def test_what_was_so_and_still_is_stays_a_limit(text: str, thing: str) -> None:
    """The past alone ends nothing."""
    (found,) = (c for c in proposed(text) if c.category == "constraint")
    assert (found.attributes["object"], found.attributes["active"]) == (thing, True)


def test_an_allergy_does_not_end_because_something_is_eaten_again(
    memory: Memory, clock: FixedClock
) -> None:
    """Only words that name the allergy end it."""
    say(memory, clock, "I'm allergic to nuts", "I eat nuts again")
    allergy = next(m for m in memory.list() if m.attributes["type"] == "allergy")
    assert allergy.attributes["active"]


@pytest.mark.parametrize(
    ("held", "over", "about", "elsewhere"),
    [
        ("I am vegan", "I stopped being vegan", "am I vegan?", "where is the museum?"),
        ("I'm vegan", "I'm not vegan any more", "am I vegan?", "where is the museum?"),
        ("I have a milk allergy", "I outgrew my milk allergy", "milk?", "where is the museum?"),
        ("我吃素", "我不吃素了", "我吃素吗？", "博物馆在哪里？"),
        ("我对花生过敏", "我的花生过敏好了", "花生能吃吗？", "博物馆在哪里？"),
    ],
)
def test_a_limit_that_is_over_is_shown_where_it_matters_alone(
    memory: Memory, clock: FixedClock, held: str, over: str, about: str, elsewhere: str
) -> None:
    """It was pinned while it held; its end is a memory among others."""
    say(memory, clock, held)
    assert f"always, since 2026-05-02: {held}" in memory.auto_context(elsewhere).text
    assert f"always, since 2026-05-02: {held}" in memory.context(elsewhere).text
    say(memory, clock, over)
    assert over not in memory.auto_context(elsewhere).text
    assert "always" not in memory.context(elsewhere).text
    assert over in memory.auto_context(about).text
    for block in (memory.auto_context(about), memory.context(about)):
        assert "always" not in block.text
    assert not memory.explain_prompt(elsewhere).pinned


@pytest.mark.parametrize(
    ("held", "over", "again"),
    [
        ("I am vegan", "I stopped being vegan", "I am vegan again"),
        ("我吃素", "我不吃素了", "我吃素"),
    ],
)
def test_a_limit_that_holds_again_is_pinned_again(
    memory: Memory, clock: FixedClock, held: str, over: str, again: str
) -> None:
    """The newest word decides."""
    say(memory, clock, held, over, again)
    assert current(memory) == [again]
    assert f": {again}" in memory.auto_context("where is the museum? 博物馆在哪里？").text


@pytest.mark.parametrize(
    ("held", "denial"),
    [
        ("I'm vegan", "I'm not a vegan"),
        ("I'm vegan", "I'm not vegan"),
        ("I'm a vegetarian", "I am not a vegetarian, actually"),
        ("I'm diabetic", "I'm not diabetic"),
        ("我吃素", "我不是素食者"),
        ("我是素食主义者", "我不吃素"),
        ("我是vegan", "我不是vegan"),
        ("我有糖尿病", "我没有糖尿病"),
    ],
)
def test_a_denial_ends_the_limit_that_is_held(
    memory: Memory, clock: FixedClock, held: str, denial: str
) -> None:
    """Both cannot be true, and the newest word of a person decides."""
    say(memory, clock, held)
    (outcome,) = say(memory, clock, denial)
    assert outcome.change == "supersede"
    assert current(memory) == [denial]
    (over,) = memory.list()
    assert (over.category, over.attributes["active"]) == ("constraint", False)
    assert not memory.explain_prompt("where is the museum? 博物馆在哪里？").pinned


@pytest.mark.parametrize(
    ("held", "other"),
    [
        ("I'm vegan", "I'm not a vegan chef"),
        ("I'm vegan", "I'm not a vegan purist"),
        ("I'm vegan", "I'm not a vegetarian"),
        ("I'm vegan", "My brother is not vegan"),
        ("I'm diabetic", "I'm not a diabetic nurse"),
        ("我吃素", "我不是素食餐厅的老板"),
        ("我吃素", "我不是素食者的朋友"),
        ("我吃素", "我女儿不是素食者"),
        ("我有糖尿病", "我没有高血压"),
    ],
)
def test_what_is_denied_of_something_else_leaves_the_limit(
    memory: Memory, clock: FixedClock, held: str, other: str
) -> None:
    """A chef, another diet and another person are not what was told."""
    say(memory, clock, held, other)
    assert held in current(memory)
    (limit,) = memory.list(category="constraint")
    assert limit.attributes["active"] is True


@pytest.mark.parametrize("text", ["I'm not vegan", "我不是素食者"])
def test_who_denies_a_limit_that_nobody_told_of_states_a_fact(
    memory: Memory, clock: FixedClock, text: str
) -> None:
    """There is nothing to end, so that nothing is over either."""
    say(memory, clock, text)
    assert [m.category for m in memory.list()] == ["fact"]


def test_one_speakers_denial_leaves_anothers_limit(memory: Memory, clock: FixedClock) -> None:
    """Each speaks of themselves."""
    for speaker, text in (("Ann", "I'm vegan"), ("Bo", "I'm not a vegan")):
        clock.advance(days=1)
        memory.observe([{"role": "user", "name": speaker, "content": text, "id": speaker}])
    (limit,) = memory.list(category="constraint")
    assert (limit.text, limit.attributes["active"]) == ("I'm vegan", True)


@pytest.mark.parametrize(
    ("denial", "limit"),
    [
        ("I'm not vegan", "I became vegan"),
        ("I'm not diabetic", "I'm diabetic"),
        ("我不吃素", "我现在吃素了"),
        ("我没有糖尿病", "我有糖尿病"),
    ],
)
def test_a_limit_ends_the_fact_that_it_did_not_hold(
    memory: Memory, clock: FixedClock, denial: str, limit: str
) -> None:
    """And is pinned from now on."""
    say(memory, clock, denial)
    (outcome,) = say(memory, clock, limit)
    assert outcome.change == "supersede"
    assert current(memory) == [limit]
    assert [one.text for one in memory.explain_prompt("museum 博物馆").pinned] == [limit]


@pytest.mark.parametrize(
    ("denial", "limit"),
    [("I'm not vegan", "I'm vegetarian"), ("我没有糖尿病", "我有高血压")],
)
def test_another_limit_leaves_the_fact(
    memory: Memory, clock: FixedClock, denial: str, limit: str
) -> None:
    """Who is no vegan may be vegetarian."""
    say(memory, clock, denial, limit)
    assert set(current(memory)) == {denial, limit}


@pytest.mark.parametrize(
    "text",
    [
        "我是素食餐厅的老板",
        "我不是素食餐厅的老板",
        "我不再是素食餐厅的老板了",
        "我是糖尿病医生",
        "我是素食者的朋友",
        "我是糖尿病患者家属",
        "I'm a diabetic nurse",
        "I'm not a vegan chef",
    ],
)
def test_what_is_named_after_a_diet_or_an_illness_is_none(text: str) -> None:
    """A trade or a relative is no limit, and neither is its denial."""
    assert not [
        one
        for one in proposed(text)
        if one.category == "constraint" or one.attributes.get("attribute") in {"diet", "health"}
    ]
