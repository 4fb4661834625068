"""What `lint` says of a category, before a small model stumbles over it."""

from typing import Any

import pytest

from stelae.schemas.categories.forms import document_of, schema_from
from stelae.schemas.categories.learning import SHIPPED
from stelae.schemas.categories.linting import lint
from stelae.schemas.categories.registration import category_of

SOUND: dict[str, Any] = {
    "name": "book",
    "key": ["title"],
    "fields": {"title": {"required": True, "max_length": 80}, "note": {}},
}


def codes(**changes: Any) -> list[tuple[str, str, str | None]]:
    """Lint the sound document with these changes."""
    category = category_of(schema_from({**SOUND, **changes}, source="book.yaml"))
    return [(found.level, found.code, found.field) for found in lint(category)]


def status(**choices: str) -> dict[str, Any]:
    """The sound fields and a status of these values."""
    return {**SOUND["fields"], "mood": {"choices": choices}}


def test_a_sound_category_has_no_findings() -> None:
    """Nothing is flagged for its own sake."""
    assert codes() == []


def test_too_many_fields_are_flagged() -> None:
    """S4: a minimal viable set. Twelve are allowed."""
    many: dict[str, Any] = {**SOUND["fields"], **{f"extra_{n}": {} for n in range(10)}}
    assert codes(fields=many) == []
    assert codes(fields={**many, "one_more": {}}) == [("warning", "many_fields", None)]


def test_a_missing_key_is_flagged() -> None:
    """Without one nothing ever meets."""
    assert codes(key=[]) == [("warning", "no_key", None)]


def test_an_optional_key_field_has_to_be_the_last() -> None:
    """A hole in the middle would make two paths one."""
    fields = {**SOUND["fields"], "series": {"max_length": 80}}
    assert codes(key=["series", "title"], fields=fields) == [("error", "optional_key", "series")]
    assert codes(key=["title", "series"], fields=fields) == []
    assert codes(key=["note"])[0] == ("error", "optional_key", "note")


@pytest.mark.parametrize("length", [{}, {"max_length": 500}])
def test_a_key_of_free_text_is_flagged(length: dict[str, int]) -> None:
    """Two wordings would be two memories."""
    fields = {"title": {"required": True, **length}}
    assert codes(fields=fields) == [("warning", "free_text_key", "title")]


def test_choices_without_a_description_are_flagged() -> None:
    """S4: exclusive definitions."""
    assert codes(fields=status(happy="glad", low="")) == [("warning", "undescribed_choice", "mood")]


@pytest.mark.parametrize(
    ("choices", "level", "code"),
    [
        ({"in_use": "now", "In use": "later"}, "error", "same_choice"),
        ({"喜歡": "a", "喜歡 ": "b"}, "error", "same_choice"),
        ({"used": "now", "unused": "later"}, "warning", "contained_choice"),
        ({"喜欢": "a", "很喜欢": "b"}, "warning", "contained_choice"),
        ({"warm": "The same.", "hot": "the same"}, "warning", "same_meaning"),
    ],
)
def test_choices_that_overlap_are_flagged(choices: dict[str, str], level: str, code: str) -> None:
    """What a reader takes for one word, or one meaning, a model mixes up."""
    assert codes(fields=status(**choices)) == [(level, code, "mood")]


def test_what_ships_has_no_error() -> None:
    """S9 itself names two levels of which one is part of the other."""
    found = [one for schema in SHIPPED.values() for one in lint(category_of(schema))]
    assert [(one.level, one.code) for one in found] == [("warning", "contained_choice")]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_category_written_out_reads_back_as_itself(name: str) -> None:
    """`schema show --json` gives a file."""
    home = category_of(SHIPPED[name])
    again = category_of(schema_from(document_of(home), source="again.json"))
    assert document_of(again) == document_of(home)
