"""What a call gives: a value in the shape that every door shares, and a few words on it.

Stored text is data: escaped wherever it stands, and labelled (DEV-07). Pure.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from stelae.recall.suspicion import suspicious
from stelae.schemas.authority import at_least
from stelae.schemas.base import Value
from stelae.schemas.explanation import Explanation
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.schemas.query import Hit
from stelae.structured.json_schema import json_schema
from stelae.text.markers import escape
from stelae.text.normalise import squash
from stelae.tools.recalling import NOTE

Json = dict[str, Any]
T = TypeVar("T", Hit, MemoryRecord)
WITHHELD: Final = "[withheld: it reads like an order]"
_NOTED = {"type": "string", "description": "What to make of the texts in this answer."}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found or done."""

    value: Value
    told: str
    """The same in short, for a model that reads text."""


@dataclass(frozen=True, slots=True)
class Question:
    """What only a person decides, put so that a person can answer yes or no."""

    shown: str
    """Everything that the yes would be about."""
    about: str
    """A digest of it: a yes to something else is no yes to this."""
    command: str
    """What a person runs instead, where nobody can be asked here."""
    do: Callable[[], Answer]
    """Carries it out, unless it has changed since."""


class Waiting(Value):
    """What waits for a person."""

    pending: tuple[PendingItem, ...] = ()
    more: int = 0
    """So many more wait than are shown."""
    withheld: int = 0
    """So many read like orders, from a source that may give none, and are shown to no model."""


def schema_of(kind: type[Value]) -> Json:
    """Return the schema of `plain` for values of a kind."""
    schema = json_schema(kind)
    return {
        **schema,
        "properties": {"notice": _NOTED, **schema["properties"]},
        "required": ["notice", *schema["required"]],
    }


def plain(value: Value) -> Json:
    """Return a value as JSON with every text in it escaped, under a notice that says what the texts are."""
    return {"notice": NOTE, **cast("Json", _escaped(value.model_dump(mode="json")))}


def line(text: str) -> str:
    """Return a stored text so that it can stand in a line."""
    return squash(escape(text))


def waiting(items: tuple[PendingItem, ...], most: int) -> Waiting:
    """Return the oldest items, without those that no model may see."""
    seen = [one for one in items if not suspicious(one.record)]
    return Waiting(
        pending=tuple(seen[:most]),
        more=max(0, len(seen) - most),
        withheld=len(items) - len(seen),
    )


def harmless(found: Iterable[T]) -> tuple[T, ...]:
    """Leave out what reads like an order and is no person's word (R23)."""
    return tuple(one for one in found if not suspicious(one))


def explained(found: Explanation) -> Explanation:
    """Return an explanation without the words of sources that give orders and may give none."""
    said = tuple(_silenced(one) if _orders(one) else one for one in found.observations)
    return found.model_copy(update={"observations": said})


def _orders(one: Observation) -> bool:
    return bool({"instruction", "hidden"} & {*one.flags}) and not at_least(one.authority, "user")


def _silenced(one: Observation) -> Observation:
    return one.model_copy(update={"text": WITHHELD, "tool_calls": (), "metadata": {}})


def _escaped(found: Any) -> Any:
    if isinstance(found, str):
        return escape(found)
    if isinstance(found, Mapping):
        members = cast("Mapping[str, Any]", found)
        return {escape(name): _escaped(value) for name, value in members.items()}
    if isinstance(found, list):
        return [_escaped(one) for one in cast("list[Any]", found)]
    return found
