"""What a category's fields are, in plain values.

The one reading of a model that prompts, `lint`, the command and the docs share.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import annotated_types
from pydantic import BeforeValidator
from pydantic.fields import FieldInfo

from stelae.errors import ConfigurationError
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.marks import marks_of, unwrapped
from stelae.schemas.categories.merging import RAW_CONTEXT, Operator, operators_of

FieldType = Literal["text", "integer", "number", "boolean", "time", "choice"]
_WORDS: dict[FieldType, str] = {
    "text": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "time": "time (RFC 3339)",
    "choice": "one of",
}
_TYPES: dict[object, FieldType] = {
    str: "text",
    bool: "boolean",
    int: "integer",
    float: "number",
    datetime: "time",
    date: "time",
}


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of a category; `words` and `description` are for people and prompts."""

    name: str
    type: FieldType
    many: bool
    """A list of them."""
    required: bool
    """Without it there is no memory of this category."""
    nullable: bool
    """It may be null: nothing was said."""
    description: str
    choices: tuple[tuple[str, str], ...]
    """Of a `choice`: value and description; the description may be empty."""
    key: bool
    """It is part of the memory's identity."""
    operator: Operator | None
    """How two statements of one memory come together here; None: a difference is another value."""
    minimum: float | None = None
    maximum: float | None = None
    max_items: int | None = None
    """Of a list."""
    max_length: int | None = None
    """Of a text, in characters."""

    @property
    def words(self) -> str:
        """The type in words, such as `list of text` or `one of: a, b`."""
        named = _WORDS[self.type]
        if self.choices:
            named = f"{named}: {', '.join(value for value, _ in self.choices)}"
        return f"list of {named}" if self.many else named


@cache
def described(model: type[CategoryModel]) -> tuple[FieldSpec, ...]:
    """Return the fields of a category in their order, the raw buffer (`raw_context`) last where there is one.

    Raises:
        ConfigurationError: a field has a type that no form of a category knows; the message names it.
    """
    operators = operators_of(model)
    specs = [
        _spec(model, name, info, operators.get(name)) for name, info in model.model_fields.items()
    ]
    return tuple(sorted(specs, key=lambda spec: spec.name == RAW_CONTEXT))


def _spec(
    model: type[CategoryModel], name: str, info: FieldInfo, operator: Operator | None
) -> FieldSpec:
    marks = marks_of(info)
    inner = list(unwrapped(info.annotation, []))
    many = bool(inner) and get_origin(inner[0]) in {list, tuple}
    item_marks: list[Any] = []
    bare = inner
    if many:
        bare = list(unwrapped(_item(inner[0]), item_marks))
    own = item_marks if many else marks
    found = _type_of(bare, own)
    misplaced = many and any(isinstance(mark, Choices) for mark in marks)
    if len(inner) != 1 or found is None or misplaced:
        raise ConfigurationError(
            f"{model.__name__}.{name} has the type {info.annotation!r}. A field is a text, a number, true or false, a time,"
            " one of some values, or a list of these; what is marked with `Choices` is the text, not the list."
        )
    type_, choices = found
    bounds = _bounds(own)
    most = next(
        (m.max_length for m in marks if many and isinstance(m, annotated_types.MaxLen)), None
    )
    return FieldSpec(
        name=name,
        type=type_,
        many=many,
        required=info.is_required(),
        nullable=type(None) in get_args(_bare_union(info.annotation)),
        description=info.description or "",
        choices=choices,
        key=name in model.__key__,
        operator=operator,
        max_items=most,
        **bounds,
    )


def _bare_union(annotation: Any) -> Any:
    return (
        _bare_union(get_args(annotation)[0]) if get_origin(annotation) is Annotated else annotation
    )


def _item(listed: Any) -> Any:
    """The type of a list's elements; a tuple of fixed length has none."""
    arguments = get_args(listed)
    if get_origin(listed) is list:
        return arguments[0]
    return arguments[0] if len(arguments) == 2 and arguments[1] is Ellipsis else None


def _type_of(
    bare: Sequence[Any], marks: Sequence[Any]
) -> tuple[FieldType, tuple[tuple[str, str], ...]] | None:
    if len(bare) != 1:
        return None
    chosen = next((mark for mark in marks if isinstance(mark, Choices)), None)
    if get_origin(bare[0]) is Literal:
        values = get_args(bare[0])
        meanings = dict(chosen.described) if chosen else {}
        if not all(isinstance(value, str) for value in values) or not meanings.keys() <= set(
            values
        ):
            return None
        return "choice", tuple((value, meanings.get(value, "")) for value in values)
    if bare[0] is str and chosen is not None:
        return "choice", chosen.described
    found = _TYPES.get(bare[0])
    return None if found is None else (found, ())


def _bounds(marks: Sequence[Any]) -> dict[str, Any]:
    bounds: dict[str, Any] = {}
    for mark in marks:
        match mark:
            case annotated_types.Ge():
                bounds["minimum"] = mark.ge
            case annotated_types.Le():
                bounds["maximum"] = mark.le
            case annotated_types.MaxLen():
                bounds["max_length"] = mark.max_length
            case BeforeValidator(func=Capped() as cap):
                bounds["max_length"] = cap.length
            case _:
                pass
    return bounds


@dataclass(frozen=True, slots=True)
class Capped:
    """Cuts a text that is longer, visibly: it ends in an ellipsis then."""

    length: int

    def __call__(self, raw: Any) -> Any:
        """Return the text, at most so long; anything else as it is."""
        if isinstance(raw, str) and len(raw) > self.length:
            return f"{raw[: self.length - 1]}…"
        return raw


def capped_text(cap: Capped) -> Any:
    """Return the type of a text, or None, that is cut at the cap."""
    return Annotated[str | None, BeforeValidator(cap)]


RawContext = Annotated[str | None, BeforeValidator(Capped(500))]
"""Type of a `raw_context` field: 500 characters at most. Never part of key or value; the later one replaces the earlier."""
