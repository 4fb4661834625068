"""What is wrong with a value is said for whoever wrote it."""

from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from pydantic import AfterValidator, Field, ValidationError

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.problems import told


def no_colour(value: str) -> str:
    """Refuse every text."""
    raise ValueError("red is no colour here.")


class Room(Value):
    """A part of the whole."""

    profile: Literal["auto", "full", "fast"] = "auto"
    floors: int = Field(default=1, ge=1, le=64)
    height: float = Field(default=2.5, gt=0)
    open: bool = True
    doors: tuple[str, ...] = Field(default=(), max_length=2)
    colour: Annotated[str, AfterValidator(no_colour)] = ""
    since: UtcTime | None = None
    number: UUID | None = None


class House(Value):
    """The whole."""

    room: Room


@pytest.mark.parametrize(
    ("room", "said"),
    [
        ({"profile": "ful"}, "room.profile must be one of auto, full, fast; did you mean 'full'?"),
        ({"profile": "FULL"}, "room.profile must be one of auto, full, fast; did you mean 'full'?"),
        ({"profile": "全部"}, "room.profile must be one of auto, full, fast."),
        ({"profile": None}, "room.profile must be one of auto, full, fast."),
        ({"floors": 0}, "room.floors must be at least 1."),
        ({"floors": 65}, "room.floors must be at most 64."),
        ({"floors": "三"}, "room.floors must be a whole number."),
        ({"floors": 1.5}, "room.floors must be a whole number."),
        ({"height": 0}, "room.height must be more than 0."),
        ({"height": "tall"}, "room.height must be a number."),
        ({"open": "maybe"}, "room.open must be true or false."),
        ({"doors": "front"}, "room.doors must be a list."),
        ({"doors": ["a", "b", "c"]}, "room.doors must have at most 2 entries."),
        ({"doors": [1]}, "room.doors.0 must be text."),
        ({"profil": "full"}, "room.profil is not known here; did you mean 'profile'?"),
        ({"颜色": "red"}, "room.颜色 is not known here."),
        ({"colour": "red"}, "room.colour: red is no colour here."),
        ({"since": "明天"}, "room.since must be a time, for example 2026-03-12T08:00:00+08:00."),
        (
            {"since": "2026-03-12"},
            "room.since: a time needs an offset, for example 2026-03-12T00:30:00+08:00.",
        ),
        ("full", "room must hold fields of its own."),
    ],
)
def test_a_fault_says_where_it_is_and_what_is_allowed(room: Any, said: str) -> None:
    """In our own words, with a guess where a name is near, and never with the value."""
    with pytest.raises(ValidationError) as caught:
        House.model_validate({"room": room})
    assert told(caught.value, names=Room.model_fields) == said


def test_a_fault_in_the_whole_has_a_name_too() -> None:
    """Whoever wrote the document knows what it is called."""
    with pytest.raises(ValidationError) as caught:
        House.model_validate([])
    assert told(caught.value, whole="the document") == "the document must hold fields of its own."
    with pytest.raises(ValidationError) as caught:
        House.model_validate({})
    assert told(caught.value) == "room is missing."


def test_what_has_no_words_of_ours_loses_at_least_the_programmers_ones() -> None:
    """A kind of fault that nobody thought of is still a sentence."""
    with pytest.raises(ValidationError) as caught:
        Room.model_validate({"number": "soon"})
    assert told(caught.value).startswith("number: should be a valid UUID")
