"""From the objects of a reply to one value of the model that was asked for, where no other value can be meant.

A reply that fits is taken as it is. Else three shapes are tried that change no word of it: the answer in an envelope
(`{"result": {...}}`), the list under another name (`{"facts": [...]}`), and the items without their list (a bare list, one
object, one object a line, one object in the list's place). What is inside has to be valid in each case. Names of fields
within an item are never changed: another name may mean another thing.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ValidationError

from stelae.errors import ModelOutputError
from stelae.structured.json_schema import json_schema
from stelae.structured.reply import Reply

T = TypeVar("T", bound=BaseModel)
_LISTS = frozenset(
    {"memories", "memory", "facts", "items", "results", "result", "data", "candidates", "entries", "records", "list",
     "output", "answer", "answers", "记忆", "事实", "结果", "条目", "列表"}
)  # fmt: skip
"""What models call a list of answers; an empty list under any other name may be anything."""
_MOST_PROBLEMS = 5


class Shaped(Generic[T]):
    """The value, and whether the reply's end is missing from it."""

    __slots__ = ("truncated", "value")

    def __init__(self, value: T, *, truncated: bool) -> None:
        self.value, self.truncated = value, truncated


def shape(reply: Reply, model_class: type[T]) -> Shaped[T]:
    """Return the last object of a reply that is valid, as it is or in one of the three shapes.

    Raises:
        ModelOutputError: `truncated` or `invalid_schema`, with the problems of the last object.
    """
    slot = _slot(model_class)
    if reply.nothing and slot is not None:
        empty = _valid({slot: []}, model_class)
        if empty is not None:
            return Shaped(empty, truncated=False)
    last = len(reply.objects) - 1
    for at in range(last, -1, -1):
        value = _one(reply.objects[at], model_class, slot)
        if value is not None:
            return Shaped(value, truncated=reply.truncated and at == last)
    value = _in_a_row(reply, model_class, slot)
    if value is not None:
        return Shaped(value, truncated=reply.truncated)
    if reply.truncated:
        raise ModelOutputError("truncated")
    problems = _problems(reply.objects[-1], model_class) if reply.objects else ()
    raise ModelOutputError("invalid_schema", problems)


def _one(found: Mapping[str, Any], model_class: type[T], slot: str | None) -> T | None:
    """Validate one object: as it is, out of its envelope, with its list's name put right."""
    known = known_fields(model_class)
    if known & found.keys():
        alone = found.get(slot) if slot is not None else None
        if slot is not None and isinstance(alone, Mapping):
            found = {**found, slot: [alone]}
        return _valid(found, model_class)
    held: list[tuple[str, Any]] = [
        (name, value) for name, value in found.items() if isinstance(value, Mapping | list)
    ]
    if len(held) != 1:
        return None
    name, inner = held[0]
    if isinstance(inner, Mapping):
        inside = cast("Mapping[str, Any]", inner)
        return _valid(inside, model_class) if known & inside.keys() else None
    empty = len(found) == 1 and name.strip().lower() in _LISTS
    return _valid({slot: inner}, model_class) if slot is not None and (inner or empty) else None


def _in_a_row(reply: Reply, model_class: type[T], slot: str | None) -> T | None:
    """Put objects that are items into their list; each has to look like one. One that was cut off is left out."""
    objects = reply.objects[:-1] if reply.truncated else reply.objects
    names = _item_fields(model_class, slot)
    if slot is None or not objects or not all(names & one.keys() for one in objects):
        return None
    return _valid({slot: list(objects)}, model_class)


def known_fields(model_class: type[BaseModel]) -> frozenset[str]:
    """Return the names by which an answer's fields can be given."""
    return frozenset(json_schema(model_class).get("properties", {})) | frozenset(
        model_class.model_fields
    )


@cache
def _slot(model_class: type[BaseModel]) -> str | None:
    """Return the one field that is a list of objects, when nothing else is required beside it."""
    properties: Mapping[str, Any] = json_schema(model_class).get("properties", {})
    lists = [name for name, one in properties.items() if _names(one.get("items", {}))]
    required = {n for n, field in model_class.model_fields.items() if field.is_required()}
    return lists[0] if len(lists) == 1 and required <= set(lists) else None


@cache
def _item_fields(model_class: type[BaseModel], slot: str | None) -> frozenset[str]:
    properties: Mapping[str, Any] = json_schema(model_class).get("properties", {})
    return frozenset() if slot is None else _names(properties[slot]["items"])


def _names(node: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields of an object's schema, or of the alternatives of one."""
    inner = [_names(one) for one in node.get("anyOf", ())]
    return frozenset(node.get("properties", ())).union(*inner)


def _valid(found: Mapping[str, Any], model_class: type[T]) -> T | None:
    try:
        return model_class.model_validate(found)
    except (ValidationError, RecursionError):
        return None


def _problems(found: Mapping[str, Any], model_class: type[BaseModel]) -> tuple[str, ...]:
    """Say what is wrong, as `path error_type`: words of the schema and of Pydantic alone, none of the reply's."""
    try:
        model_class.model_validate(found)
    except ValidationError as error:
        known = _every_name(json_schema(model_class)) | known_fields(model_class)
        errors = error.errors(include_url=False, include_context=False, include_input=False)
        told = [_told(one["loc"], one["type"], known) for one in errors]
        return tuple(dict.fromkeys(told))[:_MOST_PROBLEMS]
    except RecursionError:
        return ("too deep",)
    return ("no field of the required form",)


def _told(loc: Sequence[int | str], kind: str, known: frozenset[str]) -> str:
    path = ".".join(str(part) for part in loc if isinstance(part, int) or part in known)
    return f"{path} {kind}".strip()


def _every_name(node: Any) -> frozenset[str]:
    if isinstance(node, Mapping):
        inside = cast("Mapping[str, Any]", node)
        own = frozenset(cast("Mapping[str, Any]", inside.get("properties", {})))
        return own.union(*(_every_name(one) for one in inside.values()))
    if isinstance(node, list):
        return frozenset[str]().union(*(_every_name(one) for one in cast("list[Any]", node)))
    return frozenset()
