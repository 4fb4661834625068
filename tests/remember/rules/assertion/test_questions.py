"""What is asked is never stored as its own answer, however casually it is asked; what only looks like a question is kept."""

import pytest

from stelae.memory import Memory
from stelae.remember.rules.assertion.questions import asked_for
from tests.remember.reading import read

TOLD_THEN_ASKED = [
    ("我住在上海", "我住在哪你还记得不"),
    ("我叫李明", "我叫啥你记得不"),
    ("我生日是5月4号", "我生日是哪天你猜"),
    ("我在字节上班", "我在哪上班来着"),
    ("I live in Leeds", "i live in where again"),
    ("My name is Tom", "my name is what"),
    ("I work as a nurse", "i work as what again"),
    ("My birthday is May 4", "my birthday is when exactly"),
]
QUESTIONS = (
    *(
        "我对啥过敏你知道不",
        "我喜欢喝啥你猜猜",
        "我几岁了",
        "我多大了来着",
        "我属啥",
        "我吃不吃辣",
        "我跟你说过我住哪没",
    ),
    *(
        "我说过我不吃辣没有",
        "我儿子上几年级了你还有印象吗",
        "我是左撇子还是右撇子",
        "我喜欢咖啡还是茶来着",
    ),
    *(
        "我生日5月4号对吧",
        "我住朝阳区是吧",
        "我叫李明，对不",
        "考考你我最爱喝啥",
        "我家狗叫什么 你说",
    ),
    *(
        "whats my name",
        "u remember where i live",
        "guess how old i am",
        "im allergic to what again",
        "i live in leeds right",
    ),
    *(
        "i was born when",
        "remind me what my allergies are",
        "tell me my dog's name",
        "我住which city你记得吗",
    ),
)
STATEMENTS = [
    ("我喜欢几何", "几何"),
    ("我喜欢什锦炒饭", "什锦炒饭"),
    ("我住在什刹海", "什刹海"),
    ("我喜欢哪吒", "哪吒"),
    ("我喜欢玩谁是卧底", "玩谁是卧底"),
    ("我喜欢没有人的地方", "没有人的地方"),
    ("我喜欢玩你画我猜", "玩你画我猜"),
    ("我动不动就过敏，对尘螨过敏", "尘螨"),
    ("我还是喜欢喝茶", "茶"),
    ("我不喝牛奶", "牛奶"),
    ("I love Doctor Who", "Doctor Who"),
    ("I love Who's Line Is It Anyway", "Who's Line Is It Anyway"),
    ("I'm a huge fan of The Who", "The Who"),
    ("I work at What3Words", "What3Words"),
    ("I love being right", "being right"),
    ("I moved to Leeds, which is where I work now", "Leeds"),
]
NO_VALUES = (
    "哪",
    "啥你猜猜",
    "哪天",
    "谁",
    "什么",
    "多少",
    "几号",
    "怎么样",
    "what",
    "Where again",
    "who",
    "when exactly",
    "how old",
)
GAPS = ("____", "____市", "XXX", "……", "???", "××")
VALUES = (
    "几何",
    "几米的绘本",
    "什锦炒饭",
    "哪吒",
    "多多",
    "什么都不做的周末",
    "What's App",
    "What We Do in the Shadows",
    "when it rains",
)


@pytest.mark.parametrize(("told", "asked"), TOLD_THEN_ASKED)
def test_a_question_without_its_sign_leaves_what_it_asks_for_alone(
    memory: Memory, told: str, asked: str
) -> None:
    """The question is rejected as one, and the fact is still the current one."""
    memory.observe(told)
    held = memory.list()
    outcomes = memory.observe(asked).outcomes
    assert {(o.outcome, o.reason) for o in outcomes} == {("rejected", "question")}
    assert len(held) == 1
    assert memory.list() == held


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_casual_question_proposes_nothing(text: str) -> None:
    """Final particles, question words in the middle, guesses, choices and tags ask as well as a question mark does."""
    found = read(text)
    assert found.candidates == ()
    assert found.drops


@pytest.mark.parametrize(("text", "thing"), STATEMENTS)
def test_a_statement_with_the_look_of_a_question_is_kept(text: str, thing: str) -> None:
    """Names, titles and adverbs written with a question word ask nothing."""
    assert [c.attributes["object"] for c in read(text).candidates] == [thing]


@pytest.mark.parametrize("text", ["我住在____。", "我叫XXX", "My name is ____.", "I live in ____"])
def test_a_gap_to_fill_in_is_no_value(text: str) -> None:
    """Nothing is stored as a name or a home that has still to be filled in."""
    assert read(text).candidates == ()


@pytest.mark.parametrize("value", [*NO_VALUES, *GAPS])
def test_a_question_word_or_a_gap_is_no_value(value: str) -> None:
    """Whatever rule takes it for one."""
    assert asked_for(value)


@pytest.mark.parametrize("value", VALUES)
def test_a_thing_that_is_written_with_a_question_word_is_a_value(value: str) -> None:
    """Look-alikes, titles and clauses that one may love."""
    assert not asked_for(value)


def test_a_name_or_a_home_never_begins_with_a_question_word() -> None:
    """`when it rains` may be loved; nobody lives there."""
    assert asked_for("where I grew up", strict=True)
    assert not asked_for("Whereville", strict=True)
