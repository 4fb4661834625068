"""Names in questions: which parts may be one, which category a question names, when a key is named whole."""

import pytest

from stelae.recall.exact import MAX_PARTS, is_named, named_category, parts_of, said_by_type
from stelae.schemas.categories.registry import BUILT_IN

ALLERGY = {"type": "allergy", "subject": "user", "object": "Green Tea 绿茶"}


def test_parts_are_runs_of_words_and_characters() -> None:
    """Up to eight of them, folded, as they stand in the text."""
    parts = parts_of("Do I like Green Tea 绿茶?")
    assert {"green", "green tea", "绿茶", "绿", "green tea 绿茶"} <= set(parts)
    assert "like tea" not in parts
    assert len(parts_of("字" * 5_000)) <= MAX_PARTS


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("我对花生过敏吗", "constraint"),
        ("any allergies to peanuts", "constraint"),
        ("我喜欢爬山吗", "preference"),
        ("the decision on databases", "decision"),
        ("关于数据库的决定", "decision"),
        ("task: pay the rent", "task"),
        ("event dentist", "event"),
        ("peanut butter", None),
        ("multitasking", None),
        ("花生酱", None),
    ],
)
def test_a_question_names_a_category_by_its_name_or_a_word_for_it(
    text: str, category: str | None
) -> None:
    """As a word of its own."""
    assert named_category(text, BUILT_IN) == category


def test_a_word_for_a_type_says_a_part_of_the_key() -> None:
    """过敏 is the constraint's type; 喜欢 says nothing of a preference's key."""
    assert said_by_type("我对花生过敏吗", "constraint") == ("allergy",)
    assert said_by_type("我喜欢花生吗", "preference") == ()


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"allergy", "green tea 绿茶"}, True),
        ({"green tea 绿茶"}, False),
        ({"allergy", "green tea"}, False),
        ({"user", "allergy"}, False),
        (set[str](), False),
    ],
)
def test_a_key_is_named_when_every_part_is_that_has_no_default(said: set[str], named: bool) -> None:
    """What nobody needs to say need not be said, and is no name by itself."""
    assert is_named(BUILT_IN.get("constraint"), ALLERGY, frozenset(said)) is named


def test_what_has_no_key_has_no_name() -> None:
    """A statement that stands for itself."""
    assert not is_named(BUILT_IN.get("fact"), {"subject": "user"}, frozenset({"user"}))
