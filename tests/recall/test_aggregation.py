"""Several memories as one: what they are, how many, on which days, with their ids."""

from typing import Any

import pytest

from stelae.errors import FilterError, InvalidInputError, UnknownCategoryError
from stelae.memory import Memory
from stelae.schemas.aggregate import Aggregate
from stelae.testing import FixedClock
from tests.conftest import Opener

SAID = (
    "我喜欢喝咖啡",
    "我每天早上喝豆浆",
    "I like green tea",
    "I usually drink oolong tea",
    "我不喜欢香菜",
    "I like bouldering",
    "我对花生过敏",
    "I'm allergic to penicillin",
    "I have a meeting with Bob tomorrow at 3 pm",
    "I have a meeting with Ann tomorrow at 5 pm",
    "明天去体检",
)


@pytest.fixture
def told(open_memory: Opener) -> Memory:
    """A Wednesday's talk, in two languages."""
    memory = open_memory(clock=FixedClock("2026-03-11T12:00:00+08:00"))
    for said in SAID:
        memory.observe([{"role": "user", "content": said}])
    return memory


def _texts(memory: Memory, found: Aggregate) -> list[str]:
    return [memory.get(id_).text for id_ in found.ids]


@pytest.mark.parametrize(
    ("question", "lead"),
    [("我平时喝什么", "共 4 条："), ("what do I drink?", "4 memories: ")],
)
def test_what_somebody_drinks_is_one_summary_with_its_evidence(
    told: Memory, question: str, lead: str
) -> None:
    """S8: likes, habits and what is had at a time of day; climbing is no drink. Newest first, ids of each."""
    found = told.aggregate(question)
    assert (found.kind, found.rule, found.count) == ("list", "drinks", 4)
    assert _texts(told, found) == [SAID[3], SAID[2], SAID[1], SAID[0]]
    assert found.text.startswith(lead)
    assert all(word in found.text for word in ("咖啡", "豆浆", "green tea", "oolong"))
    assert [id_ for group in found.groups for id_ in group.ids] == list(found.ids)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("这周我约了几次会", "2026-03-09 至 2026-03-15 共 2 条：2026-03-12（2）"),
        (
            "have I booked too many meetings this week",
            "2 memories from 2026-03-09 to 2026-03-15: 2026-03-12 (2)",
        ),
        ("how many meetings do I have tomorrow", "2 memories on 2026-03-12: 2026-03-12 (2)"),
    ],
)
def test_meetings_of_a_span_are_counted_by_day(told: Memory, question: str, text: str) -> None:
    """The check-up is no meeting; the day is that of the person's zone."""
    found = told.aggregate(question)
    assert (found.kind, found.by, found.text) == ("count", "day", text)
    assert set(_texts(told, found)) == {
        memory.text for memory in told.list() if "meeting" in memory.text
    }
    assert found.since is not None


@pytest.mark.parametrize(
    ("question", "kind", "values"),
    [
        ("我有哪些偏好", "list", {"咖啡", "green tea", "bouldering"}),
        ("list all my preferences", "list", {"咖啡", "green tea", "bouldering"}),
        ("我有几种过敏", "count", {"花生", "penicillin"}),
        ("how many allergies do I have", "count", {"花生", "penicillin"}),
        ("我不喜欢什么", "list", {"香菜"}),
    ],
)
def test_the_question_says_what_and_how(
    told: Memory, question: str, kind: str, values: set[str]
) -> None:
    """哪些 and "list" list, 几种 and "how many" count."""
    found = told.aggregate(question)
    assert (found.kind, {group.value for group in found.groups}) == (kind, values)
    assert found.count == len(values)


def test_a_summary_of_mine_holds_nothing_of_others(open_memory: Opener) -> None:
    """What a boss, a mother or a pet likes or cannot have is not the person's, though it is confirmed."""
    memory = open_memory()
    said = (
        "My boss is allergic to nuts",
        "我妈妈喜欢喝茶",
        "My dog hates cats",
        "My cat is allergic to fish",
    )
    for text in (*said, "I'm allergic to milk", "我喜欢爵士乐", "I hate rain"):
        memory.observe([{"role": "user", "content": text}])
    for waiting in memory.pending():
        memory.confirm(waiting.id)
    assert {one.text for one in memory.list()} >= set(said)
    for question, value in (
        ("what am I allergic to?", "milk"),
        ("我不能吃什么", "milk"),
        ("what do I like?", "爵士乐"),
        ("我讨厌什么", "rain"),
    ):
        assert [group.value for group in memory.aggregate(question).groups] == [value]
    assert not memory.aggregate("我喜欢喝什么")


@pytest.mark.parametrize(
    "question", ["how many pets do I have", "list my pets", "我养了哪些宠物", "我有几只宠物"]
)
def test_pets_are_found_by_their_field(open_memory: Opener, question: str) -> None:
    """No word of the question stands in them."""
    memory = open_memory()
    for text in ("I have a cat", "我养了一只仓鼠", "My dog hates cats", "我有一只手表"):
        memory.observe([{"role": "user", "content": text}])
    found = memory.aggregate(question)
    assert (found.rule, {group.value for group in found.groups}) == ("pets", {"a cat", "一只仓鼠"})


def test_filters_say_it_without_a_question(told: Memory) -> None:
    """Groups by a field, by size; the same conditions as recall."""
    found = told.aggregate(category="preference", by="polarity")
    assert found.kind == "group"
    assert [(group.value, group.count) for group in found.groups] == [("like", 3), ("dislike", 1)]
    assert (found.rule, found.filters) == ("filter", ("preference",))
    limits = told.aggregate(where={"type": ["allergy", "diet"]}, kind="count")
    assert limits.count == 2
    days = told.aggregate(category="event", by="day")
    assert [(group.value, group.count) for group in days.groups] == [("2026-03-12", 3)]


def test_what_no_rule_reads_is_what_recall_finds(told: Memory) -> None:
    """At its floor, memories only."""
    found = told.aggregate("香菜")
    assert (found.rule, found.count, found.groups[0].value) == ("recall", 1, "香菜")


@pytest.mark.parametrize(
    ("question", "text"),
    [("我有什么待办", "暂无相关记忆"), ("how many meetings last month", "No relevant memories")],
)
def test_nothing_is_an_answer(told: Memory, question: str, text: str) -> None:
    """It says so in the question's language, and is falsy."""
    found = told.aggregate(question)
    assert (bool(found), found.text, found.ids) == (False, text, ())


def test_times_narrow_a_summary_as_they_narrow_recall(told: Memory, open_memory: Opener) -> None:
    """Superseded and forgotten memories count for the past and for nothing."""
    liked = told.aggregate("what do I like")
    forgotten = told.forget(told.forget([liked.ids[0]]))
    assert forgotten.forgotten
    assert told.aggregate("what do I like").count == liked.count - 1
    assert told.aggregate(category="preference", since="2026-03-12").count == 0
    assert told.aggregate(category="preference", until="2026-03-12").count == 3


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, InvalidInputError),
        ({"question": "喝什么", "kind": "sum"}, InvalidInputError),
        ({"category": "hobby"}, UnknownCategoryError),
        ({"category": "preference", "by": "goal"}, FilterError),
        ({"category": "preference", "where": {"goal": 1}}, FilterError),
    ],
)
def test_a_wrong_request_is_named(
    told: Memory, arguments: dict[str, Any], error: type[Exception]
) -> None:
    """Nothing asked, an unknown kind, category or field."""
    with pytest.raises(error):
        told.aggregate(**arguments)
