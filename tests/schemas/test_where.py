"""What `where` may say: forms, and errors that name field and operator."""

import math
from datetime import UTC, datetime
from typing import Any

import pytest

from stelae.errors import FilterError, InvalidInputError
from stelae.schemas.query import RecallQuery
from stelae.schemas.where import MAX_CONDITIONS, MAX_LISTED, Where


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"饮品": "茶"}, "饮品=茶"),
        ({"level": ["basic", "advanced"]}, "level in basic,advanced"),
        ({"level": {"in": ("basic",)}}, "level in basic"),
        ({"score": {"gte": 0.5, "lt": 0.9}}, "score>=0.5; score<0.9"),
        ({"topic": {"prefix": "py"}}, "topic^=py"),
        ({"due": None}, "due is null"),
        ({"due": {"null": False}}, "due is not null"),
        ({"due": {"eq": None}}, "due is null"),
        ({"标签": {"has": "爬山"}}, "标签 has 爬山"),
        ({"done": True}, "done=true"),
        ({"at": {"gt": datetime(2026, 3, 12, 8, tzinfo=UTC)}}, "at>2026-03-12T08:00:00+00:00"),
        ({}, ""),
    ],
)
def test_every_form_is_read_and_told_as_the_command_line_writes_it(
    given: dict[str, Any], told: str
) -> None:
    """Equality, lists, ranges, prefixes, null and membership."""
    assert str(Where.of(given)) == told
    assert bool(Where.of(given)) == bool(given)


@pytest.mark.parametrize(
    ("given", "field", "operator"),
    [
        ({"score": {"above": 3}}, "score", "above"),
        ({"score": {"gte": True}}, "score", "gte"),
        ({"score": {"lt": math.nan}}, "score", "lt"),
        ({"topic": {"prefix": ""}}, "topic", "prefix"),
        ({"topic": {"prefix": 3}}, "topic", "prefix"),
        ({"due": {"null": "yes"}}, "due", "null"),
        ({"level": []}, "level", "in"),
        ({"level": {"in": "basic"}}, "level", "in"),
        ({"level": list(range(MAX_LISTED + 1))}, "level", "in"),
        ({"主题": {}}, "主题", ""),
        ({"tags": {"has": ["a"]}}, "tags", "has"),
        ({"x": object()}, "x", "eq"),
        ({"": 1}, "where", ""),
        ({f"f{n}": 1 for n in range(MAX_CONDITIONS + 1)}, "where", ""),
        ("score>3", "where", ""),
    ],
)
def test_an_error_names_field_and_operator_and_never_the_value(
    given: Any, field: str, operator: str
) -> None:
    """It is an input error, and says what would be right."""
    with pytest.raises(FilterError) as caught:
        Where.of(given)
    assert (caught.value.field, caught.value.operator) == (field, operator)
    assert isinstance(caught.value, InvalidInputError)
    assert "basic" not in str(caught.value)


def test_a_query_takes_the_mapping_itself() -> None:
    """`RecallQuery(category=…, where={…}, since=…, as_of=…)`; it is frozen, and its error is the same."""
    query = RecallQuery(text="", category="task", where={"goal": {"prefix": "买"}})  # pyright: ignore[reportArgumentType]
    assert str(query.where) == "goal^=买"
    with pytest.raises(FilterError, match="goal near"):
        RecallQuery(text="x", where={"goal": {"near": "买"}})  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="frozen"):
        query.where = Where()  # pyright: ignore[reportAttributeAccessIssue]
