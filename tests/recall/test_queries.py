"""Conditions and structured queries through `Memory`: S2's `{query_type, filter}`, and what is wrong with one."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from stelae.errors import EmptyInputError, FilterError, InvalidInputError, UnknownCategoryError
from stelae.memory import Memory
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.testing import FixedClock
from stelae.text.normalise import fold
from tests.conftest import Opener


class Course(MemorySchema, name="course", key=("topic",)):
    """A course somebody takes."""

    topic: str
    score: float | None = None
    due: datetime | None = None
    tags: tuple[str, ...] = ()


COURSES: tuple[dict[str, Any], ...] = (
    {"topic": "Python", "score": 0.4, "tags": ["code", "入门"]},
    {"topic": "PyTorch", "score": 0.9, "due": "2026-03-12T01:00:00Z", "tags": ["code"]},
    {"topic": "书法", "score": 0.7, "due": "2026-03-12T20:00:00Z", "tags": []},
    {"topic": "潜水", "due": "2026-04-01T09:00:00Z"},
)


@pytest.fixture
def courses(open_memory: Opener) -> Memory:
    """Four courses, and one sentence that is none."""
    memory = open_memory(categories=[Course], clock=FixedClock("2026-03-11T12:00:00+08:00"))
    for attributes in COURSES:
        done = memory.remember(
            f"Takes a course: {attributes['topic']}", category="course", attributes=attributes
        )
        assert done.outcome == "accepted"
    memory.remember("Takes a course of antibiotics", category="fact")
    return memory


WHERES: list[tuple[dict[str, Any], set[str]]] = [
    ({"topic": "python"}, {"Python"}),
    ({"score": {"gte": 0.5, "lt": 0.9}}, {"书法"}),
    ({"topic": ["书法", "潜水"]}, {"书法", "潜水"}),
    ({"topic": {"prefix": "py"}}, {"Python", "PyTorch"}),
    ({"score": None}, {"潜水"}),
    ({"due": {"null": False}, "score": {"null": False}}, {"PyTorch", "书法"}),
    ({"tags": {"has": "code"}}, {"Python", "PyTorch"}),
    ({"due": "2026-03-12"}, {"PyTorch"}),
    ({"due": {"lte": "2026-03-13"}}, {"PyTorch", "书法"}),
    ({"due": {"gt": datetime(2026, 3, 12, 12, tzinfo=UTC)}}, {"书法", "潜水"}),
]


@pytest.mark.parametrize(("where", "topics"), WHERES)
def test_conditions_filter_recall_and_structured_queries_alike(
    courses: Memory, where: dict[str, Any], topics: set[str]
) -> None:
    """Typed by the category: days are days in Shanghai."""
    found = courses.recall("takes a course", category="course", where=where)
    assert {hit.attributes["topic"] for hit in found.hits} == topics
    asked = {"query_type": "course", "filter": where}
    assert {hit.attributes["topic"] for hit in courses.query(asked).hits} == topics


def test_a_structured_query_is_json_too(courses: Memory) -> None:
    """S2: as a model writes it. The newest that fits comes first, and each fits for certain."""
    text = json.dumps({"query_type": "course", "filter": {"topic": {"prefix": "py"}}, "limit": 1})
    (hit,) = courses.query(text).hits
    assert (hit.text, hit.score) == ("Takes a course: PyTorch", 1.0)
    trace = courses.why_recalled(courses.query(text).trace_id)
    assert (trace.category, trace.filters) == ("course", ("topic^=py",))


def test_a_structured_query_may_have_a_text_to_search_by(courses: Memory) -> None:
    """Then it is a recall with these filters."""
    found = courses.query(
        {"query_type": "course", "text": "潜水", "filter": {"due": {"null": False}}}
    )
    assert [hit.attributes["topic"] for hit in found.hits] == ["潜水"]
    assert len(courses.query({"filter": {"score": {"gt": 0.8}}}).hits) == 1
    assert courses.query({"query_type": "course", "as_of": "2026-03-01"}).hits == ()


@pytest.mark.parametrize(
    ("asked", "error", "hint"),
    [
        ({"query_type": "hobby"}, UnknownCategoryError, "course"),
        ({"query_type": "course", "filter": {"grade": 1}}, FilterError, "topic, score, due, tags"),
        ({"query_type": "course", "filter": {"score": {"near": 1}}}, FilterError, "score near"),
        ({"query_type": "course", "filters": {}}, InvalidInputError, "query_type, filter"),
        ({"query_type": 3}, InvalidInputError, "query_type"),
        ({"query_type": "course", "limit": 0}, InvalidInputError, "limit"),
        ({"query_type": "course", "strategy": "guess"}, InvalidInputError, "strategy"),
        ({}, EmptyInputError, "query_type"),
        ({"query_type": None, "filter": {}}, EmptyInputError, "query_type"),
        ("{", InvalidInputError, "JSON"),
        ("[]", InvalidInputError, "JSON"),
    ],
)
def test_a_wrong_structured_query_is_told_what_there_is(
    courses: Memory, asked: Any, error: type[Exception], hint: str
) -> None:
    """Typed errors, with the categories, fields, operators and names there are."""
    with pytest.raises(error, match=hint):
        courses.query(asked)


@pytest.mark.parametrize("query", ["", "  ", "\u200b"])
def test_an_empty_question_is_never_everything(courses: Memory, query: str) -> None:
    """DEV-20.3: a time or a session says nothing of what is wanted, as a category or a field does."""
    narrowed: list[dict[str, Any]] = [
        {},
        {"since": "2026-03-01"},
        {"session": "s"},
        {"where": {}},
    ]
    for filters in narrowed:
        with pytest.raises(EmptyInputError):
            courses.recall(query, **filters)


def test_earlier_fields_answer_for_the_past(open_memory: Opener, clock: FixedClock) -> None:
    """What a memory's fields were is what `known_at` is asked about."""
    memory = open_memory(categories=[Course])
    before = {"topic": "潜水", "tags": ["海"]}
    done = memory.remember("Takes diving lessons in Sanya", category="course", attributes=before)
    assert done.id is not None
    then = clock.now()
    clock.advance(days=1)
    memory.edit(
        done.id, text="Takes diving lessons in Bali", attributes={**before, "tags": ["Bali"]}
    )
    asked = {"query_type": "course", "filter": {"tags": {"has": "海"}}}
    assert memory.query(asked).hits == ()
    (hit,) = memory.query({**asked, "known_at": then}).hits
    assert hit.text == "Takes diving lessons in Sanya"


@pytest.mark.parametrize("topic", ["Xylophonspiel-Grundkurs", "鹦鹉螺化石鉴定"])
def test_destroyed_fields_leave_no_byte(open_memory: Opener, tmp_path: Path, topic: str) -> None:
    """A value that stands in a field and not in the text goes with the memory, in its indexed form, too."""
    memory = open_memory(categories=[Course])
    done = memory.remember(
        "Takes a course on Tuesdays", category="course", attributes={"topic": topic}
    )
    memory.remember("Takes another one", category="course", attributes={"topic": "chess"})
    assert _holding(tmp_path / "data", topic)
    assert memory.forget(memory.forget([done.id or ""]), hard=True).verified
    assert memory.query({"query_type": "course"}).hits[0].attributes["topic"] == "chess"
    memory.close()
    assert _holding(tmp_path / "data", topic) == []


def _holding(folder: Path, topic: str) -> list[str]:
    """Files that hold a value as it was written or as it is indexed."""
    forms = (topic.encode(), fold(topic).encode())
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if any(form in path.read_bytes() for form in forms)]


@pytest.mark.parametrize("text", ["", "  "])
def test_a_category_or_a_condition_needs_no_words(courses: Memory, text: str) -> None:
    """What fits is listed, the newest first; an answer takes a question."""
    listed = [hit.attributes["topic"] for hit in courses.recall(text, category="course").hits]
    assert listed == ["潜水", "书法", "PyTorch", "Python"]
    fitting = courses.recall(text, where={"topic": {"prefix": "py"}}).hits
    assert [hit.attributes["topic"] for hit in fitting] == ["PyTorch", "Python"]
    assert "书法" in courses.context(text, category="course").text
    with pytest.raises(EmptyInputError):
        courses.ask(text, category="course")


def test_a_misspelt_field_is_said_also_without_a_category(courses: Memory) -> None:
    """It would find nothing, in silence; fields of any category, one's own too, are known."""
    with pytest.raises(FilterError, match=r"'topicc' names no field of any category.*topic"):
        courses.recall("课程", where={"topicc": "Python"})
    with pytest.raises(FilterError, match=r"there are: .*polarity"):
        courses.recall("课程", where={"评分": 1})
    assert courses.recall("takes a course", where={"topic": "Python"}).hits
    assert not courses.recall("takes a course", where={"polarity": "like"}).hits


@pytest.mark.parametrize("floor", [2, -0.1, "high", float("nan")])
def test_a_floor_that_is_none_is_told_the_range(memory: Memory, floor: Any) -> None:
    """Not only the one word that is allowed."""
    with pytest.raises(InvalidInputError, match=r"auto, none, or a probability from 0 to 1"):
        memory.recall("tea", floor=floor)
