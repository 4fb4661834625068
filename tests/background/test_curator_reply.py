"""Reading a curator's answer: an unreadable detail costs itself, an unreadable operation only itself."""

from typing import Any

import pytest
from pydantic import ValidationError

from stelae.background.curator_reply import MAX_FACTS, TRAITS, CuratedBatch
from stelae.structured.json_schema import json_schema, undecodable
from tests.background.curations import operation


def read(*operations: Any) -> CuratedBatch:
    """Return the answer as it is read."""
    return CuratedBatch.model_validate({"operations": list(operations)})


def test_the_form_can_be_decoded_and_asks_for_no_more_than_it_may() -> None:
    """At most three operations, known categories, and nothing that code decides."""
    schema = json_schema(CuratedBatch)
    assert undecodable(schema) == ()
    assert list(schema["properties"]) == ["operations"]
    listed = schema["properties"]["operations"]
    assert listed["maxItems"] == MAX_FACTS
    fields = listed["items"]["properties"]
    assert list(fields)[:3] == ["quote", "holds", "operation"]
    assert fields["category"]["enum"] == list(TRAITS)
    assert not {"id", "key", "owner", "authority", "status", "time"} & set(fields)


@pytest.mark.parametrize(
    ("name", "wrong", "careful"),
    [
        ("holds", "forever", "unsure"),
        ("operation", "delete", "preserve"),
        ("keys_to_supersede", "m1", ()),
        ("polarity", "meh", "neutral"),
        ("object", {"x": 1}, ""),
        ("quote", None, ""),
    ],
)
def test_an_unreadable_detail_counts_as_the_most_careful_value(
    name: str, wrong: Any, careful: Any
) -> None:
    """It never makes a proposal bolder."""
    (item,) = read({**operation("我喜欢爬山", "用户喜欢爬山"), name: wrong}).operations
    assert getattr(item, name) == careful


def test_what_cannot_be_read_is_counted_and_the_rest_is_kept() -> None:
    """As long as there is a rest."""
    batch = read(operation("a", "a"), {"category": "shoe", "text": "x"}, "nonsense")
    assert (len(batch.operations), batch.left_out) == (1, 2)
    assert read().operations == ()
    broken_ones: list[Any] = [{"operations": "none"}, [], {"operations": ["nonsense"]}]
    for broken in broken_ones:
        with pytest.raises(ValidationError):
            CuratedBatch.model_validate(broken)


@pytest.mark.parametrize("category", TRAITS)
def test_an_operation_becomes_a_proposal_of_its_category(category: str) -> None:
    """Recommended: the model has said that it lasts."""
    (item,) = read(operation("q", "t", category=category, attribute="a" * 60)).operations
    proposed = item.proposed()
    assert (proposed.category, proposed.recommended, len(proposed.attribute)) == (
        category,
        True,
        40,
    )
