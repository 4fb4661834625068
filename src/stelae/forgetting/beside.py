"""What says a value that would go, or is left of a message that would go: shown beside a preview, taken for gone by nobody.

It is about something else (an errand to the address that is to be forgotten), so it goes only when a person asks for the
value itself, or for its id. Reads only.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from stelae.forgetting.found import Found
from stelae.forgetting.sight import Sight
from stelae.forgetting.wording import values_of
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.text.keys import statement
from stelae.text.language import language_of

MOST: Final = 20
"""Rows shown beside a preview."""
_NAMED: Final = 3
"""Values told in a message."""
_PLAIN_ZH, _PLAIN_EN = 2, 4
"""Characters from which a value says something by itself."""


def beside(found: Sequence[Found], sight: Sight) -> tuple[Found, ...]:
    """Return what stays of the messages that were found, and what else says a value of the memories, at most `MOST`."""
    others = {one.id: one for one in (*_left(found, sight), *islice(_others(found, sight), MOST))}
    return tuple(islice(others.values(), MOST))


def told(others: Sequence[Found]) -> str:
    """Say that it stays, and how to take it along."""
    return _left_told([one for one in others if not one.literal]) + _value_told(
        [one for one in others if one.literal]
    )


def _left_told(others: Sequence[Found]) -> str:
    if not others:
        return ""
    named = ", ".join(f"“{_text(one)}”" for one in others[:_NAMED])
    memories, stay, it = (
        ("memory", "stays", "it") if len(others) == 1 else ("memories", "stay", "them")
    )
    return (
        f" {len(others)} {memories} made from a message that would go {stay}: {named};"
        f" to take {it} along, forget {it} by id."
    )


def _text(one: Found) -> str:
    return one.thing.record.text if isinstance(one.thing, PendingItem) else one.thing.text


def _value_told(others: Sequence[Found]) -> str:
    if not others:
        return ""
    values = list(dict.fromkeys(one.literal for one in others))
    named = ", ".join(f"“{value}”" for value in values[:_NAMED])
    count = f"{MOST} or more others" if len(others) == MOST else f"{len(others)} more"
    verbs = ("says", "stays", "it") if len(others) == 1 else ("say", "stay", "them")
    return f" {count} {verbs[0]} {named} and {verbs[1]}; to take {verbs[2]} along, ask for that itself."


def _left(found: Sequence[Found], sight: Sight) -> Iterator[Found]:
    """Memories of another part of a message that goes: no other message is left to them, or their words stand in it."""
    gone = {one.id for one in found}
    for said in (one.thing for one in found if isinstance(one.thing, Observation)):
        for record in sight.resting_on(said.id):
            if record.id not in gone and (
                {span.observation_id for span in record.evidence} <= gone
                or statement(record.text) in statement(said.text)
            ):
                yield Found(record, f"made from message {said.id[-8:]}, and stays")


def _others(found: Sequence[Found], sight: Sight) -> Iterator[Found]:
    seen = {one.id for one in found}
    for value in dict.fromkeys(value for one in found for value in _values(one)):
        for thing in sight.saying(value):
            if thing.id not in seen:
                seen.add(thing.id)
                yield Found(thing, f"says “{value}”, too, and stays", literal=value)


def _values(one: Found) -> Iterator[str]:
    record = one.thing.record if isinstance(one.thing, PendingItem) else one.thing
    if isinstance(record, MemoryRecord):
        for value in values_of(record):
            least = _PLAIN_ZH if language_of(value) == "zh" else _PLAIN_EN
            if len(statement(value)) >= least:
                yield value
