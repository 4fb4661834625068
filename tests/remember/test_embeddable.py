"""Which texts an embedder may see."""

import pytest

from stelae.remember.embeddable import Embeddable
from stelae.schemas.candidate import Sensitivity
from stelae.testing import HashEmbedder
from tests.contracts.builders import observation, record


class Elsewhere(HashEmbedder):
    """On another machine."""

    local = False  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride] - a constant for a property


HERE, THERE = HashEmbedder(), Elsewhere()
SENSITIVE = (
    "我得了糖尿病",
    "I'm allergic to peanuts",
    "我的手机号是13912345678",
    "My passport number is E12345678",
    "I have been diagnosed with HIV",
    "他跟我说他欠了网贷",
    "他们讨论糖尿病的论文",
)
PLAIN = (
    "我在成都工作",
    "The staging cluster is in Osaka",
    "Room 1391 has two ports",
)


@pytest.mark.parametrize("text", SENSITIVE)
def test_a_sensitive_message_goes_nowhere_else(text: str) -> None:
    """Nobody has classified it: identifiers and private matters are looked for now, whoever they are about."""
    assert Embeddable().row(HERE, observation(text))
    assert not Embeddable().row(THERE, observation(text))
    assert Embeddable(sensitive=True).row(THERE, observation(text))
    assert not Embeddable(personal=False, sensitive=True).row(THERE, observation(text))


@pytest.mark.parametrize("text", PLAIN)
def test_a_message_without_anything_sensitive_goes_unless_nothing_may(text: str) -> None:
    """Look-alikes: a number that is none of a person's, talk of work."""
    assert Embeddable().row(THERE, observation(text))
    assert not Embeddable(personal=False).row(THERE, observation(text))


@pytest.mark.parametrize(
    ("sensitivity", "text", "goes"),
    [
        ("public", "发布用 make ship", True),
        ("personal", "用户在成都工作", True),
        ("personal", "the number is 13912345678", False),
        ("sensitive", "用户在吃药", False),
        ("restricted", "x", False),
    ],
)
def test_a_memory_goes_by_its_class_and_by_identifiers_in_it(
    sensitivity: Sensitivity, text: str, *, goes: bool
) -> None:
    """Whatever it was stored as."""
    assert Embeddable().row(THERE, record(text, sensitivity=sensitivity)) == goes
    assert Embeddable().row(HERE, record(text, sensitivity=sensitivity))
    kept = Embeddable(personal=False).row(THERE, record(text, sensitivity=sensitivity))
    assert kept == (sensitivity == "public")


def test_a_question_goes_unless_an_identifier_is_in_it() -> None:
    """It is personal, like any question to a model."""
    may = Embeddable().question
    assert may(THERE, "我在哪里工作？")
    assert not may(THERE, "13912345678 是谁的手机号？")
    assert may(HERE, "13912345678 是谁的手机号？")
    assert not Embeddable(personal=False).question(THERE, "where do I work?")
