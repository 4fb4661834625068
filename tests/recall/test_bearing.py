"""Earlier questions and other people's affairs do not stand above an answer, in Chinese and English."""

import pytest

from stelae.memory import Memory
from stelae.recall.bearing import BESIDE
from stelae.recall.structure import BY_RULE
from stelae.schemas.scope import Namespace
from tests.recall.rows import Desk


def _say(memory: Memory, *said: str) -> None:
    for text in said:
        memory.observe([{"role": "user", "content": text}])


@pytest.mark.parametrize(
    ("answer", "earlier", "question"),
    [
        ("我叫王小明", "我叫什么你还记得不", "我叫什么"),
        ("我在字节跳动上班", "我在哪上班你记不记得", "我在哪上班"),
        ("I live in Berlin", "where do I live?", "where do i live"),
        ("the staging host is heron-seven", "what is the staging host?", "what is the staging host"),
    ],
)  # fmt: skip
def test_an_earlier_question_is_no_answer(
    memory: Memory, answer: str, earlier: str, question: str
) -> None:
    """It has every word of the one that is asked."""
    _say(memory, answer, earlier)
    assert [hit.text for hit in memory.recall(question).hits] == [answer]


@pytest.mark.parametrize("question", ["where do I live", "我住哪"])
def test_a_question_without_an_answer_finds_none(memory: Memory, question: str) -> None:
    """That it was asked before is no answer either."""
    _say(memory, f"{question}?")
    assert memory.recall(question).hits == ()


@pytest.mark.parametrize(
    ("earlier", "question"),
    [
        ("what is the wifi password?", "did I ask you about the wifi password"),
        ("无线密码是什么", "我问过你无线密码吗"),
    ],
)
def test_who_asks_for_the_talk_finds_the_question(
    memory: Memory, earlier: str, question: str
) -> None:
    """There the earlier question is the answer."""
    _say(memory, earlier)
    assert [hit.text for hit in memory.recall(question).hits] == [earlier]


def test_raw_messages_are_left_alone_where_they_are_asked_for(memory: Memory) -> None:
    """A caller's own choice."""
    _say(memory, "where do I live?")
    assert memory.recall("where do I live", include="observations").hits


def test_what_was_answered_gives_its_place_to_the_answer() -> None:
    """The exchange is a hit by its question; what it told is in the other half."""
    desk = Desk()
    desk.say("what is the wifi password", session="s")
    desk.say("It is blue-heron-7", role="assistant", session="s")
    assert desk.texts("what is the wifi password?") == ["It is blue-heron-7"]


def test_questions_of_people_with_names_stay_in_their_talk() -> None:
    """They ask each other, and the next turn answers."""
    desk = Desk()
    asked = desk.say("Where did you spend the holidays?", speaker="Tom", session="s")
    desk.say("By the lake", speaker="Nora", session="s")
    assert asked in [hit.id for hit in desk.ask("where did you spend the holidays").hits]


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (("I live alone", "I live with my parents", "my parents live in York", "I live in Berlin"), "where do i live", 3),
        (("my wife's favorite color is green", "my favorite color is blue"), "my favorite color", 1),
        (("my car is red", "my car is in the north garage"), "where is my car", 1),
        (("我的车是红色的", "我的车停在北门车库"), "我的车在哪", 1),
        (("我老婆叫李梅", "我叫王小明"), "我叫什么", 1),
        (("我爸妈住在杭州", "我一个人住", "我住在成都"), "我住在哪", 2),
    ],
)  # fmt: skip
def test_only_what_fits_the_question_has_the_score_of_an_answer(
    memory: Memory, said: tuple[str, ...], question: str, answer: int
) -> None:
    """Other sentences with its words stand below, and show it."""
    _say(memory, *said)
    first, *others = memory.recall(question).hits
    assert (first.text, first.score >= BY_RULE) == (said[answer], True)
    assert all(hit.score <= BESIDE for hit in others)


@pytest.mark.parametrize(
    ("said", "question"),
    [("my wife's favorite color is green", "what's my favorite color"), ("我老婆住在杭州", "我住在哪")],
)  # fmt: skip
def test_what_is_told_of_another_is_a_weak_answer_about_oneself(
    memory: Memory, said: str, question: str
) -> None:
    """Nothing else is known: it may help, and it is not sure."""
    _say(memory, said)
    assert all(hit.score < 0.5 for hit in memory.recall(question).hits)


@pytest.mark.parametrize(
    ("said", "question"),
    [("my parents live in York", "where do my parents live"), ("我老婆住在杭州", "我老婆住在哪")],
)
def test_who_is_named_in_the_question_is_found(memory: Memory, said: str, question: str) -> None:
    """There it is no other person's affair."""
    _say(memory, said)
    assert memory.recall(question).hits[0].score > BESIDE


def test_another_scope_does_not_outrank_what_fits() -> None:
    """Scores are compared between scopes, words alone not with fields."""
    desk = Desk(ns=Namespace(scope="user:lin", reads=("global",)))
    home = {"subject": "user", "attribute": "home", "object": "Ghent"}
    answer = desk.know("Moved to Ghent", attributes=home)
    desk.say("people live where they like to live", ns=Namespace(scope="global"))
    assert [hit.id for hit in desk.ask("where do i live").hits] == [answer, "o2"]
