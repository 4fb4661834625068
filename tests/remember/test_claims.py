"""What is handed over to be remembered has to claim something: a question, a play or hearsay is no accepted fact."""

import pytest

from stelae.memory import Memory
from stelae.remember.claims import claim_of
from stelae.testing import FixedClock

ASKED = (
    *(
        "do i like tea?",
        "do i like tea",
        "whats my name",
        "my name is what",
        "What's the wifi password?",
        "I moved to Leeds, right?",
    ),
    *("我喜欢喝茶吗", "我住在哪你还记得不", "我叫啥", "我最喜欢谁的歌？", "我对啥过敏你知道不"),
)
PLAYED = (
    "imagine I'm a pirate",
    "Imagine I'm a pirate. I love rum.",
    "笑死，我爱死上班了",
    "Let's role-play: I'm a knight",
)
HEARD = (
    *(
        "楼主说我在国企上班",
        "我妈让我转告你：我不吃辣",
        "My wife says I snore",
        "lyrics: I live in a yellow submarine",
    ),
    "大家都说我脾气好",
)
CLAIMED = (
    *(
        "Is a vegetarian",
        "Has a dog",
        "How to deploy: make ship",
        "What the user likes: tea",
        "Which is why we use Postgres",
    ),
    *(
        "Why did the deploy fail? Because of DNS.",
        "Always ask me what I want before ordering",
        "If the build fails, rerun it",
    ),
    *(
        "The user said that they like tea",
        "User says I should call him Bob",
        "用户说他喜欢茶",
        "用户说我应该叫他老王",
    ),
    *(
        "怎么部署：make ship",
        "谁负责发布？老梁",
        "记得问用户要不要辣",
        "问我想吃什么再点餐",
        "我知道怎么开挖掘机",
        "用户什么都吃",
    ),
)


@pytest.mark.parametrize("text", ASKED)
def test_a_question_is_not_remembered_as_a_fact(memory: Memory, text: str) -> None:
    """It is rejected as `observe` rejects it, and stays in the log of messages."""
    outcome = memory.remember(text)
    assert (outcome.outcome, outcome.reason) == ("rejected", "question")
    assert memory.list() == ()
    assert memory.stats()["observations"] == 1


@pytest.mark.parametrize("text", PLAYED)
def test_the_words_of_a_play_are_not_remembered_as_facts(memory: Memory, text: str) -> None:
    """Fiction and sarcasm are not asserted, whoever hands them over."""
    outcome = memory.remember(text, authority="agent")
    assert (outcome.outcome, outcome.reason) == ("rejected", "not_asserted")


@pytest.mark.parametrize("text", HEARD)
def test_what_others_say_of_the_speaker_waits_for_a_yes(memory: Memory, text: str) -> None:
    """A person may well have meant it, and is asked."""
    outcome = memory.remember(text)
    assert (outcome.outcome, outcome.reason) == ("pending", "needs_confirmation")


@pytest.mark.parametrize("text", CLAIMED)
def test_a_note_with_the_look_of_a_question_is_a_claim(memory: Memory, text: str) -> None:
    """Notes leave out their subject, have headings, and tell of questions."""
    assert claim_of(text) == "claimed"
    assert memory.remember(text).reason not in {"question", "not_asserted"}


@pytest.mark.parametrize("text", ["do i like tea?", "我喜欢喝茶吗", "imagine I'm a pirate"])
def test_whoever_says_what_kind_of_memory_it_is_gets_it(memory: Memory, text: str) -> None:
    """A category, fields, or a person at the keyboard are an explicit wish."""
    assert memory.remember(text, category="fact").outcome == "accepted"
    assert memory.remember(f"{text} ", authority="user_edit").outcome in {"accepted", "duplicate"}


def test_the_same_question_twice_is_one_message(memory: Memory) -> None:
    """Nothing is stored either time."""
    memory.remember("do i like tea?", id="m1")
    assert memory.remember("do i like tea?", id="m1").outcome in {"rejected", "duplicate"}
    assert memory.list() == ()


@pytest.mark.parametrize("session", ["s1", None])
def test_a_play_runs_on_in_the_next_call(memory: Memory, session: str | None) -> None:
    """Agents observe turn by turn; the conversation is known by its session, or by its nearness in time."""
    memory.observe("imagine i'm a pirate named Jack", session=session)
    assert [o.reason for o in memory.observe("I live on a ship", session=session).outcomes] == [
        "not_asserted"
    ]
    memory.observe("ok, back to reality", session=session)
    assert memory.observe("I live in Leeds", session=session).outcomes[0].outcome == "accepted"


def test_a_play_in_another_session_is_over(memory: Memory) -> None:
    """What was played elsewhere makes nothing fiction here."""
    memory.observe("如果我是一只猫。", session="s1")
    assert memory.observe("我喜欢吃鱼", session="s2").outcomes[0].outcome == "accepted"


def test_without_a_session_a_play_is_over_after_an_hour(memory: Memory, clock: FixedClock) -> None:
    """Who comes back later is taken at their word."""
    memory.observe("如果我是一只猫。")
    clock.advance(hours=2)
    assert memory.observe("我喜欢吃鱼").outcomes[0].outcome == "accepted"
