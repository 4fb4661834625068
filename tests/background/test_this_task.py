"""A constraint of this task, or a trait of this person: code's own look."""

from datetime import UTC, datetime

import pytest

from stelae.background.this_task import held, of_this_task
from stelae.schemas.observation import Observation
from stelae.schemas.session import SessionConstraint, SessionState

AT = datetime(2026, 5, 1, tzinfo=UTC)


def said(text: str) -> list[Observation]:
    """Return one logged message."""
    return [
        Observation(
            id="o-1",
            content_hash="h",
            role="user",
            authority="user",
            text=text,
            time=AT,
            recorded_at=AT,
        )
    ]


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("这次要红色的", "这次要红色的", True),
        ("今天想吃清淡点", "今天想吃清淡点", True),
        ("我这次出差，不想坐靠窗的位子", "不想坐靠窗的位子", True),
        ("不想坐靠窗的位子，今天要赶稿", "不想坐靠窗的位子", True),
        ("我不喜欢靠窗的位子，这次帮我订过道", "我不喜欢靠窗的位子", False),
        ("我从来不坐靠窗的位子", "我从来不坐靠窗的位子", False),
        ("这次要红色的。我不喜欢蓝色", "我不喜欢蓝色", False),
        ("a red one this time", "a red one this time", True),
        ("for this trip, I'd like a window seat", "I'd like a window seat", True),
        ("I'd like a window seat, I have to work today", "I'd like a window seat", True),
        ("I hate window seats, so an aisle seat this time", "I hate window seats", False),
        ("I always take the aisle seat", "I always take the aisle seat", False),
        ("我对芒果过敏", "", False),
        ("我对芒果过敏", "我对腰果过敏", False),
    ],
)
def test_a_sentence_that_names_its_moment_is_of_this_task(
    text: str, quote: str, expected: bool
) -> None:
    """A trait is one although a condition of the task follows it."""
    assert of_this_task(quote, said(text), SessionState()) is expected


@pytest.mark.parametrize(
    ("quote", "expected"),
    [("不要真皮", True), ("真皮！", True), ("我不喜欢真皮", False), ("", False)],
)
def test_words_that_are_held_for_the_task_are_of_it(quote: str, expected: bool) -> None:
    """Whether more or fewer of them are quoted."""
    ban = SessionConstraint(
        id="c1", content="真皮", polarity="dislike", source_quote="不要真皮的", turn_added=1
    )
    state = SessionState(constraints=(ban,))
    assert held(quote, state) is expected
    assert of_this_task(quote, said("不要真皮的"), state) is expected
