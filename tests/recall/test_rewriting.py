"""Questions read as filters by rules, Chinese and English, and what recall makes of it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from stelae.recall.bearing import BESIDE
from stelae.recall.rewriting import LONGEST, read
from stelae.recall.structure import BY_RULE
from stelae.schemas.query import Rewriting, Trace
from tests.recall.rows import Desk

NOW = datetime(2026, 3, 11, 4, tzinfo=UTC)


def _trace(desk: Desk, text: str, **options: Any) -> Trace:
    return desk.trace(text, **options)[1]


def _read(text: str) -> tuple[str, list[str], str] | None:
    found = read(text, now=NOW, zone="Asia/Shanghai")
    return None if found is None else (found.rule, [str(one) for one in found.wanted], found.rest)


LIKES = [
    "preference: subject=user; polarity=like; aspect=thing",
    "preference: subject=user; polarity=like; aspect^=favourite-",
]
DISLIKES = ["preference: subject=user; polarity=dislike"]
ALLERGIES = ["constraint: subject=user; type=allergy; active=true"]
PETS = ["fact: subject=user; attribute=pet; negated=false"]
WEEK = "event: begin>={0}T00:00:00+08:00; begin<{1}T00:00:00+08:00"


@pytest.mark.parametrize(
    ("text", "rule", "wanted"),
    [
        ("我之前喜欢什么来着", "likes", LIKES),
        ("你还记得我喜欢什么吗", "likes", LIKES),
        ("我之前喜歡什麼來著", "likes", LIKES),
        ("what do I like?", "likes", LIKES),
        ("list all my preferences", "likes", LIKES),
        ("我不喜欢什么", "dislikes", DISLIKES),
        ("What don't I like", "dislikes", DISLIKES),
        ("do I have any allergies", "allergies", ALLERGIES),
        ("我对什么过敏", "allergies", ALLERGIES),
        ("我住哪", "fact-home", ["fact: subject=user; attribute=home"]),
        ("where do I live now?", "fact-home", ["fact: subject=user; attribute=home"]),
        ("what's my job", "fact-job", ["fact: subject=user; attribute=job"]),
        ("我是做什么工作的", "fact-job", ["fact: subject=user; attribute=job"]),
        ("上周开的会", "meetings", [WEEK.format("2026-03-02", "2026-03-09")]),
        ("which meetings did I have last week", "meetings", [WEEK.format("2026-03-02", "2026-03-09")]),
        ("我这周有什么安排", "events", [WEEK.format("2026-03-09", "2026-03-16")]),
        ("what's on my calendar tomorrow", "events", [WEEK.format("2026-03-12", "2026-03-13")]),
        *((text, "pets", PETS) for text in (
            "我养了哪些宠物", "我有几只宠物", "我家有宠物吗", "我的宠物有哪些", "how many pets do I have", "list my pets",
            "what pets do I have?", "do I have any pets", "what are my pets",
        )),
        ("我有什么待办", "tasks", ["task: status in planned,executing,paused"]),
    ],
)  # fmt: skip
def test_a_question_that_is_a_frame_and_nothing_else_is_read_whole(
    text: str, rule: str, wanted: list[str]
) -> None:
    """Category and fields; nothing is left of the words."""
    assert _read(text) == (rule, wanted, "")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("我喜欢什么样的电影", "样的电影"),
        ("what did we decide about the database", "about the database"),
        ("where do I live in summer", "in summer"),
    ],
)
def test_what_else_a_question_says_is_left(text: str, rest: str) -> None:
    """The search answers that part; the fields only lift."""
    found = _read(text)
    assert found is not None
    assert found[2] == rest


@pytest.mark.parametrize(
    "text",
    [
        "你好",
        "How often does Caroline paint?",
        "今天天气怎么样",
        "我们决定用什么数据库",
        "我对花生过敏吗",
        "am I allergic to peanuts",
        "what meetings are there",
        "我的宠物叫什么",
        "我有几张宠物店的优惠券",
        "我有宠物保险吗",
        "what are my pets' names",
        "which pet shops do I know",
        "I like it when the office is quiet",
        "我喜欢什么" + "，而且今天下雨" * LONGEST,
    ],
)
def test_what_is_no_frame_is_not_read(text: str) -> None:
    """Other people's business, a statement, a meeting without a time, a long message."""
    assert _read(text) is None


@pytest.fixture
def desk() -> Desk:
    """What a person likes, where they live, what they cannot have; and a message that says something else."""
    desk = Desk()

    def like(text: str, thing: str, polarity: str = "like") -> None:
        fields: dict[str, Any] = {"polarity": polarity, "subject": "user", "domain": "global"}
        desk.know(
            text, category="preference", attributes={**fields, "aspect": "thing", "object": thing}
        )

    like("爱听大提琴", "大提琴")
    like("Into bouldering on weekends", "bouldering")
    like("受不了香菜", "香菜", "dislike")
    desk.know(
        "Moved to Ghent", attributes={"subject": "user", "attribute": "home", "object": "Ghent"}
    )
    desk.say("我之前喜欢什么来着，想不起来了")
    return desk


@pytest.mark.parametrize("text", ["我之前喜欢什么来着", "what do I like"])
def test_a_whole_question_is_answered_by_what_fits_newest_first(desk: Desk, text: str) -> None:
    """No word and no vector is shared with what is asked for; what is disliked does not fit."""
    hits = desk.ask(text).hits
    assert [hit.text for hit in hits[:2]] == ["Into bouldering on weekends", "爱听大提琴"]
    assert all(hit.score >= BY_RULE for hit in hits[:2])
    assert "受不了香菜" not in [hit.text for hit in hits]


def test_the_trace_tells_what_was_read(desk: Desk) -> None:
    """Rule, alternatives, and how many memories fit."""
    assert _trace(desk, "where do I live").rewriting == Rewriting(
        by="rules",
        rule="fact-home",
        filters=("fact: subject=user; attribute=home",),
        fitting=1,
    )
    assert _trace(desk, "香菜").rewriting is None


@pytest.mark.parametrize(
    "text", ["我之前喜欢什么来着", "where do I live", "大提琴", "bouldering weekends"]
)
def test_rewriting_hides_nothing_that_tells_something(desk: Desk, text: str) -> None:
    """What is found without it is found with it, but for an earlier question; beside what fits it counts a little less."""
    without = {hit.id: hit.score for hit in desk.ask(text, rewrite="none").hits}
    found = {hit.id: hit.score for hit in desk.ask(text).hits}
    told = {one: score for one, score in without.items() if one != "o5"}
    assert all(found.get(id_, 0.0) >= min(score, BESIDE) for id_, score in told.items())
    assert "o5" not in found


def test_nothing_fits_nothing_changes(desk: Desk) -> None:
    """A question that is read whole, and has no answer, stays without one."""
    assert desk.ask("do I have any allergies").hits == ()
    assert desk.ask("我叫什么名字").hits == ()


def test_a_callers_own_filter_and_raw_messages_are_left_alone(desk: Desk) -> None:
    """Who filters means it."""
    assert _trace(desk, "what do I like", category="fact").rewriting is None
    assert _trace(desk, "what do I like", include="observations").rewriting is None
    assert _trace(desk, "what do I like", rewrite="none").rewriting is None


def test_the_rest_of_a_question_is_searched_and_what_fits_only_lifted(desk: Desk) -> None:
    """A preference does not answer a question about films by being a preference."""
    assert [hit.type for hit in desk.ask("我喜欢什么样的电影").hits] == ["observation"]
    legs = {
        leg.leg
        for hit in _trace(desk, "what do I like: bouldering or cello").hits
        for leg in hit.legs
    }
    assert "rewriting" in legs
