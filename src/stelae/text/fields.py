"""Field values in the form in which they are compared: what stores index, and what a condition means for a value.

Texts are compared without case, width and script variants, as keys are; numbers as floats; `1` is not `true`. A text that is
a time with an offset is also an instant, and one that is a date alone is its noon in UTC, which lies within that day in
nearly every zone. A list stands for its elements. Nothing, an empty list and a number no float can hold are no value at all.

A change of these forms needs a migration that fills the index anew.
"""

import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from typing import Any, Literal, NamedTuple, assert_never, cast

from stelae.schemas.where import Condition, Operand, Where
from stelae.text.normalise import fold

FormName = Literal["text", "number", "boolean", "instant", "other"]
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ].+)?", re.ASCII)


class Form(NamedTuple):
    """A value to compare. Two forms of different names are neither equal nor in any order."""

    name: FormName
    number: float
    """Of numbers, booleans and instants (seconds since the epoch); 0 otherwise."""
    text: str
    """Folded; empty for anything but text."""


class FieldForm(NamedTuple):
    """One form of one field."""

    field: str
    item: bool
    """It is an element of a list."""
    form: Form


_OTHER = Form("other", 0.0, "")


def field_forms(attributes: Mapping[str, Any]) -> frozenset[FieldForm]:
    """Return every form of every field of a memory's attributes (JSON values)."""
    return frozenset(_forms(attributes))


def form_of(value: Operand) -> Form:
    """Return a condition's value in the form in which it is compared; a date alone counts as its noon in UTC."""
    match value:
        case bool():
            return Form("boolean", float(value), "")
        case int() | float():
            return Form("number", _number(value), "")
        case datetime():
            return Form("instant", value.timestamp(), "")
        case date():
            return Form("instant", _noon(value), "")
        case str():
            return Form("text", 0.0, fold(value))
        case _:
            assert_never(value)


def fits(attributes: Mapping[str, Any], where: Where) -> bool:
    """Do a memory's attributes fulfil every condition?"""
    forms = field_forms(attributes)
    return all(fulfils(forms, condition) for condition in where)


def fulfils(forms: frozenset[FieldForm], condition: Condition) -> bool:
    """Does a memory with these forms fulfil the condition?"""
    own = [one for one in forms if one.field == condition.field]
    if condition.operator == "null":
        return (not own) == condition.value
    wanted = [form_of(value) for value in operands(condition)]
    return any(
        one.item == (condition.operator == "has") and _compares(condition, one.form, form)
        for one in own
        for form in wanted
    )


def operands(condition: Condition) -> tuple[Operand, ...]:
    """Return the values of a condition; for `in` there are several."""
    return condition.value if isinstance(condition.value, tuple) else (condition.value,)


def _compares(condition: Condition, held: Form, wanted: Form) -> bool:
    if held.name != wanted.name:
        return False
    match condition.operator:
        case "eq" | "in" | "has":
            return held == wanted
        case "gt":
            return held > wanted
        case "gte":
            return held >= wanted
        case "lt":
            return held < wanted
        case "lte":
            return held <= wanted
        case "prefix":
            return held.text.startswith(wanted.text)
        case "null":
            return False
        case _:
            assert_never(condition.operator)


def _forms(attributes: Mapping[str, Any]) -> Iterator[FieldForm]:
    for field, value in attributes.items():
        if isinstance(value, list | tuple):
            for element in cast("list[Any]", value):
                yield from (FieldForm(field, True, form) for form in _of(element))
        else:
            yield from (FieldForm(field, False, form) for form in _of(value))


def _of(value: Any) -> Iterator[Form]:
    if value is None:
        return
    if isinstance(value, bool | int | float):
        form = form_of(value)
        if math.isfinite(form.number):
            yield form
    elif isinstance(value, str):
        yield form_of(value)
        instant = _instant(value)
        if instant is not None:
            yield Form("instant", instant, "")
    else:
        yield _OTHER


def _number(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _instant(text: str) -> float | None:
    if not _DATE.fullmatch(text):
        return None
    try:
        if len(text) == len("2026-03-12"):
            return _noon(date.fromisoformat(text))
        found = datetime.fromisoformat(text)
        return None if found.tzinfo is None else found.timestamp()
    except (ValueError, OverflowError):
        return None


def _noon(day: date) -> float:
    return datetime.combine(day, time(12), UTC).timestamp()
