"""What says a value that would go, and is no part of the preview: shown beside it, so that nobody takes it for gone.

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
from stelae.text.keys import statement
from stelae.text.language import language_of

MOST: Final = 20
"""Rows shown beside a preview."""
_NAMED: Final = 3
"""Values told in a message."""
_PLAIN_ZH, _PLAIN_EN = 2, 4
"""Characters from which a value says something by itself."""


def beside(found: Sequence[Found], sight: Sight) -> tuple[Found, ...]:
    """Return what else says a value of the memories that were found, at most `MOST` of it."""
    return tuple(islice(_others(found, sight), MOST))


def told(others: Sequence[Found]) -> str:
    """Say that it stays, and how to take it along."""
    values = list(dict.fromkeys(one.literal for one in others))
    named = ", ".join(f"“{value}”" for value in values[:_NAMED])
    count = f"{MOST} or more others" if len(others) == MOST else f"{len(others)} more"
    verbs = ("says", "stays", "it") if len(others) == 1 else ("say", "stay", "them")
    return f" {count} {verbs[0]} {named} and {verbs[1]}; to take {verbs[2]} along, ask for that itself."


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
