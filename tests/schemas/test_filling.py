"""Partial filling (S6): what is missing is null and costs confidence; below the minimum it waits, or stays in the log."""

from collections.abc import Callable
from typing import Any

import pytest

from stelae import Memory, Outcome
from stelae.errors import InvalidInputError
from stelae.remember.filling import fill
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.categories.registration import category_of
from stelae.schemas.categories.registry import BUILT_IN
from tests.schemas.forms import Interest

Opener = Callable[..., Memory]
REGISTRY = BUILT_IN.extended([category_of(Interest)])
LANCE: dict[str, Any] = {"entity_type": "technology", "entity_name": "LanceDB"}


class Trip(
    Interest,
    name="trip",
    key=("entity_name",),
    minimum=("entity_name", "note"),
    value=("note",),
):
    """A category that asks for more than it requires."""


def filled(category: str = "hobby", *, lenient: bool = False, **fields: Any) -> Any:
    """Fill a candidate of that category."""
    candidate = MemoryCandidate(category=category, text="x", attributes=fields)
    return fill(candidate, REGISTRY, lenient=lenient)


def test_what_a_model_leaves_out_is_null() -> None:
    """Never invented."""
    found = filled(lenient=True, **LANCE, level=None)
    assert found.payload.level is None
    assert found.payload.unsaid() == 1
    assert found.told == ""


def test_system_fields_of_a_model_are_left_out_and_told() -> None:
    """S11, K7; names that nobody knows are counted, since they may hold anything."""
    found = filled(lenient=True, **LANCE, id="7", status="active", mood="my secret")
    assert found.payload is not None
    assert found.told == "left out: id (set by code), status (set by code), 1 unknown field"


def test_an_optional_field_in_a_wrong_form_costs_only_itself() -> None:
    """S13: no guess takes its place."""
    found = filled(lenient=True, **LANCE, level="mad", tags="not a list", times=[1])
    assert (found.payload.level, found.payload.tags, found.payload.times) == (None, (), None)
    assert found.told == "left out: level (wrong form), tags (wrong form), times (wrong form)"


def test_a_required_field_in_a_wrong_form_costs_the_whole() -> None:
    """There is no memory without it."""
    found = filled(lenient=True, entity_type="planet", entity_name="Mars")
    assert (found.payload, found.wrong) == (None, ("entity_type",))


def test_a_default_that_claims_something_is_no_substitute() -> None:
    """A polarity that cannot be read is not `like`."""
    found = filled("preference", lenient=True, object="tea", polarity="adores")
    assert found.payload is None


def test_a_caller_is_held_to_every_word() -> None:
    """What is written by a program has to be right."""
    assert filled(**LANCE, level="mad").payload is None
    assert filled(**LANCE, id="7").told == "does not fit: id (set by code)"


def test_what_is_missing_lowers_the_confidence(open_memory: Opener) -> None:
    """To the half where nothing optional was said: five fields of which two are, is 1 - 3/5/2."""
    memory = open_memory(categories=[Interest])
    memory.remember(category="hobby", attributes={**LANCE, "level": "keen", "times": 1})
    assert memory.list()[0].extraction_confidence == 0.75


@pytest.fixture
def trips(open_memory: Opener) -> Memory:
    """A memory with the category that asks for more."""
    return open_memory(categories=[Trip])


def half(memory: Memory, **options: Any) -> Outcome:
    """Remember a trip without the note that is asked for."""
    fields = {"entity_type": "person", "entity_name": "外婆"}
    return memory.remember("去看外婆", category="trip", attributes=fields, **options)


def test_what_a_person_says_half_waits(trips: Memory) -> None:
    """With what is lacking; it is stored once it is filled, and checked again."""
    outcome = half(trips)
    assert (outcome.outcome, outcome.reason) == ("pending", "incomplete")
    assert outcome.detail == "lacking: note"
    (item,) = trips.pending()
    done = trips.confirm(item.id, attributes={"note": "带了橘子"})
    assert done.outcome == "accepted"
    assert trips.list()[0].attributes["note"] == "带了橘子"


def test_a_person_may_store_it_as_it_is(trips: Memory) -> None:
    """It is their memory."""
    half(trips)
    assert trips.confirm(trips.pending()[0].id).outcome == "accepted"
    assert half(trips, authority="user_edit", id="m2").outcome == "duplicate"


def test_a_pending_item_is_not_filled_with_nonsense(trips: Memory) -> None:
    """The schema holds for a person, too."""
    half(trips)
    with pytest.raises(InvalidInputError, match="level"):
        trips.confirm(trips.pending()[0].id, attributes={"level": "mad"})


def test_what_a_model_reads_half_stays_in_the_log(trips: Memory) -> None:
    """Refused with the reason; the message is still there to be asked and read again."""
    seen = trips.observe("今天去看了外婆，路上堵车了。", extract=False)
    (log,) = [
        trips._parts.store.observation(trips.namespace, one.id)  # pyright: ignore[reportPrivateUsage]
        for one in seen.observations
    ]
    candidate = MemoryCandidate(
        category="trip",
        text="今天去看了外婆",
        quote="今天去看了外婆",
        attributes={"entity_type": "person", "entity_name": "外婆"},
    )
    (outcome,) = trips._parts.remember.propose(trips.namespace, [candidate], [log])  # pyright: ignore[reportPrivateUsage]
    assert (outcome.outcome, outcome.reason) == ("rejected", "incomplete")
    assert trips.list() == ()
    assert trips.recall("外婆", include="observations").hits
