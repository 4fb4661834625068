"""A refused field is told so that it can be put right: its form, or which fields there are; never a value."""

from typing import Annotated

import pytest

from stelae import Choices, Memory, MemorySchema


class Film(MemorySchema, name="film", key=("title",)):
    """A film."""

    title: str
    state: Annotated[str, Choices({"wanted": "not seen yet", "seen": "seen"})] = "wanted"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"title": "潜行者", "state": "watched"}, "does not fit: state (one of: wanted, seen)"),
        (
            {"title": "Stalker", "stars": 5},
            "does not fit: 1 unknown field; there are: title, state",
        ),
    ],
)
def test_a_refusal_says_what_would_fit(fields: dict[str, object], told: str) -> None:
    """In the outcome's detail, for library and command line alike."""
    with Memory.open(
        store="memory", scope="user:lin", embedder="none", categories=[Film]
    ) as memory:
        outcome = memory.remember("Stalker, 潜行者", category="film", attributes=fields)
    assert (outcome.outcome, outcome.reason) == ("rejected", "invalid_schema")
    assert told in outcome.detail
    assert "watched" not in outcome.detail
