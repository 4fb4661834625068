"""Conditions against a category: its fields, their types, days in a person's zone."""

from datetime import UTC, date, datetime
from typing import Annotated, Any

import pytest

from stelae.errors import FilterError
from stelae.memory import Memory
from stelae.recall.conditions import typed
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.registry import BUILT_IN, Category
from stelae.schemas.policy import PolicyRow
from stelae.schemas.where import Where


class Mastery(MemorySchema, name="mastery", key=("topic",)):
    """How well somebody knows a topic."""

    topic: str
    level: Annotated[str, Choices({"basic": "begun", "advanced": "at home in it"})] = "basic"
    score: float = 0.0
    lessons: int = 0
    passed: bool = False
    reviewed: date | None = None
    tags: tuple[str, ...] = ()


MASTERY = Category("mastery", "semantic", Mastery, PolicyRow(), "how well somebody knows a topic")


def _typed(given: dict[str, Any], category: Category | None = MASTERY) -> str:
    return str(typed(Where.of(given), category, "Asia/Shanghai"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"topic": "并发"}, "topic=并发"),
        ({"level": ["BASIC", "advanced"]}, "level in basic,advanced"),
        ({"level": {"prefix": "adv"}}, "level^=adv"),
        ({"score": {"gte": "0.5"}}, "score>=0.5"),
        ({"lessons": 3}, "lessons=3"),
        ({"passed": "true"}, "passed=true"),
        ({"tags": {"has": "sql"}}, "tags has sql"),
        ({"tags": None}, "tags is null"),
        ({"reviewed": {"null": False}}, "reviewed is not null"),
    ],
)
def test_values_become_the_type_of_their_field(given: dict[str, Any], told: str) -> None:
    """Numbers and booleans that came as text, choices in any case."""
    assert _typed(given) == told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("2026-03-12", "x>=2026-03-12T00:00:00+08:00; x<2026-03-13T00:00:00+08:00"),
        ({"gte": "2026-03-12"}, "x>=2026-03-12T00:00:00+08:00"),
        ({"gt": "2026-03-12"}, "x>=2026-03-13T00:00:00+08:00"),
        ({"lte": "2026-03-12"}, "x<2026-03-13T00:00:00+08:00"),
        ({"lt": "2026-03-12"}, "x<2026-03-12T00:00:00+08:00"),
        ({"lt": "2026-03-12T08:00:00"}, "x<2026-03-12T08:00:00+08:00"),
        ({"lt": datetime(2026, 3, 12, tzinfo=UTC)}, "x<2026-03-12T00:00:00+00:00"),
        (["2026-03-12T08:00:00Z"], "x in 2026-03-12T08:00:00+00:00"),
    ],
)
def test_a_date_alone_is_a_whole_day_in_the_zone(given: Any, told: str) -> None:
    """Also without a category when it comes as a date; an offset that is there counts."""
    assert _typed({"reviewed": given}) == told.replace("x", "reviewed")
    assert _typed({"begin": given}, BUILT_IN.get("event")) == told.replace("x", "begin")


def test_without_a_category_values_keep_their_types() -> None:
    """A text is never a time then, a date is a day."""
    assert _typed({"x": "2026-03-12", "n": 1}, None) == "x=2026-03-12; n=1"
    assert _typed({"x": {"lte": date(2026, 3, 12)}}, None) == "x<2026-03-13T00:00:00+08:00"


@pytest.mark.parametrize(
    ("given", "field", "operator", "hint"),
    [
        ({"topik": 1}, "topik", "", "topic, level, score"),
        ({"topic": 3}, "topic", "eq", "text"),
        ({"topic": {"has": "x"}}, "topic", "has", "no list"),
        ({"tags": "x"}, "tags", "eq", "use has"),
        ({"tags": ["x"]}, "tags", "in", "use has"),
        ({"level": "expert"}, "level", "eq", "basic, advanced"),
        ({"level": {"gt": "basic"}}, "level", "gt", "no order"),
        ({"passed": {"gt": 1}}, "passed", "gt", "no order"),
        ({"passed": "perhaps"}, "passed", "eq", "true or false"),
        ({"score": "high"}, "score", "eq", "number"),
        ({"score": True}, "score", "eq", "number"),
        ({"score": {"prefix": "0"}}, "score", "prefix", "number"),
        ({"score": "nan"}, "score", "eq", "number"),
        ({"reviewed": "soon"}, "reviewed", "eq", "2026-03-12"),
        ({"reviewed": 3}, "reviewed", "eq", "2026-03-12"),
        ({"reviewed": ["2026-03-12"]}, "reviewed", "in", "no whole days"),
    ],
)
def test_what_does_not_go_with_a_field_is_named(
    given: dict[str, Any], field: str, operator: str, hint: str
) -> None:
    """Field, operator, and what would be right."""
    with pytest.raises(FilterError, match=hint) as caught:
        _typed(given)
    assert (caught.value.field, caught.value.operator) == (field, operator)


@pytest.mark.parametrize("question", ["films", "看过的电影"])
def test_what_fits_the_callers_conditions_is_shown_however_the_question_is_put(
    question: str,
) -> None:
    """A condition says what is wanted; the floor hides nothing of it, unless the caller names one."""
    with Memory.open(store="memory", scope="user:lin", embedder="fast") as memory:
        memory.remember("Stalker 很好看", category="event", attributes={"what": "Stalker"})
        where = {"what": "Stalker"}
        assert len(memory.recall(question, category="event", where=where).hits) == 1
        assert memory.recall(question, category="event", where=where, floor=0.3).hits == ()
        assert memory.recall(question, category="event").hits == ()
