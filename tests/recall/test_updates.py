"""Two values of one thing: the newer one answers, wherever it was said."""

from collections.abc import Iterator

import pytest

from stelae import Memory
from stelae.recall.updates import Kind, asked_kind, values_of
from stelae.testing import FixedClock


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Keywords only, nothing on disk."""
    with Memory.open(
        store="memory", scope="user:lin", embedder="none", extractor="rules", clock=FixedClock()
    ) as opened:
        yield opened


def tell(memory: Memory, *said: str, role: str = "user") -> None:
    """Log messages of one day, without a time of day, as transcripts have them."""
    memory.observe(
        [{"role": role, "content": text, "time": "2026-03-12T00:00:00Z"} for text in said],
        extract=False,
    )


@pytest.mark.parametrize(
    ("said", "question", "new"),
    [
        (
            (
                "My snack budget for the movie marathon is $65, for themed cupcakes",
                "The garden needs water",
                "We are planning films for the weekend, and I adjusted the snack budget for the marathon to $75",
            ),
            "What is my snack budget for the movie marathon?",
            "$75",
        ),
        (
            (
                "电影之夜的零食预算是65元，买纸杯蛋糕",
                "花园该浇水了",
                "周末想看几部老片子，电影之夜的零食预算调到75元了",
            ),
            "电影之夜的零食预算是多少？",
            "75元",
        ),
        (
            (
                "The webinar on AI ethics in hiring is on March 20",
                "Please remind me: the webinar on AI ethics in hiring has been moved to March 27",
            ),
            "When is the webinar on AI ethics in hiring?",
            "March 27",
        ),
        (
            ("招聘伦理讲座定在3月20日", "提醒我一下，招聘伦理讲座改到3月27日了"),
            "招聘伦理讲座是什么时候？",
            "3月27日",
        ),
    ],
)
def test_of_two_values_the_newer_one_comes_first(
    memory: Memory, said: tuple[str, ...], question: str, new: str
) -> None:
    """Also when both were said on one day, and the newer one in passing."""
    tell(memory, *said)
    assert new in memory.recall(question, floor=None).hits[0].text


def test_what_a_tool_says_later_does_not_come_before_a_person(memory: Memory) -> None:
    """Authority before recency, in ranking, too."""
    tell(memory, "My snack budget for the movie marathon is $65")
    tell(memory, "snack budget for the movie marathon: $75", role="assistant")
    hits = memory.recall("What is my snack budget for the movie marathon?", floor=None).hits
    assert "$65" in hits[0].text


def test_another_thing_of_the_same_kind_is_not_an_update(memory: Memory) -> None:
    """A newer price of something else stays where it is."""
    tell(memory, "The rent of the studio in Leeds is $900", "The fee for the gym in York is $40")
    found = memory.recall("What is the rent of the studio in Leeds?", floor=None).hits
    assert "$900" in found[0].text


def test_a_question_about_the_past_keeps_the_order(memory: Memory) -> None:
    """Who asks what it was at first wants the older one."""
    tell(memory, "电影之夜的零食预算原来定的是65元", "电影之夜的零食预算调到75元了")
    assert "65元" in memory.recall("电影之夜的零食预算原来是多少？", floor=None).hits[0].text


@pytest.mark.parametrize(
    ("question", "kind", "text", "values"),
    [
        (
            "How much is the rent?",
            "money",
            "It was $1,200, now 1300 dollars",
            {"$1,200", "1300dollars"},
        ),
        ("房租多少钱？", "money", "从3000元涨到3500块", {"3000元", "3500块"}),
        ("What is the test coverage?", "percent", "from 65% to 78 percent", {"65%", "78percent"}),
        ("What time is the call?", "clock", "at 3 PM, then 16:30", {"3pm", "16:30"}),
        ("几点开会？", "clock", "下午三点半", {"三点半"}),
        ("When is the call?", "date", "April 21 or 22nd of April", {"april21", "22ndofapril"}),
        ("哪天交？", "date", "3月20日，也就是周五", {"3月20日", "周五"}),
        ("How long does it take?", "span", "6-9 months", {"6-9months"}),
        ("要多久？", "span", "三个月", {"三个月"}),
        ("How many commits?", "count", "150 commits, 12 branches, 3% done", {"150", "12"}),
        ("Who wrote it?", None, "", set[str]()),
    ],
)
def test_values_are_read_by_the_kind_that_is_asked_for(
    question: str, kind: Kind | None, text: str, values: set[str]
) -> None:
    """Numbers of another kind are not looked at."""
    assert asked_kind(question) == kind
    assert kind is None or values_of(kind, text) == values
