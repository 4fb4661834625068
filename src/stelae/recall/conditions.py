"""Conditions checked against a category: which fields it has, values as their types, days as spans in a person's zone."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import assert_never
from zoneinfo import ZoneInfo

from stelae.errors import FilterError
from stelae.schemas.categories.fields import FieldSpec, described
from stelae.schemas.categories.registry import Category
from stelae.schemas.where import RANGES, Condition, Operand, Operator, Where
from stelae.text.fields import operands

_BOOLEANS = {"true": True, "false": False}


def typed(where: Where, category: Category | None, zone: str) -> Where:
    """Return the conditions with values of the fields' types.

    Without a category nothing is known of the fields: values keep the type they came with, and a text is never a time.
    Times without an offset are read in `zone`. A date alone is a whole day: `eq` anywhere in it, `gt` after it, `lte` up to
    its end.

    Raises:
        FilterError: the category has no such field, the operator does not go with the field, or the value is not of its
            type; names field and operator.
    """
    if category is None:
        return Where(conditions=tuple(one for c in where for one in _as_given(c, zone)))
    specs = {spec.name: spec for spec in described(category.model)}
    found: list[Condition] = []
    for condition in where:
        spec = specs.get(condition.field)
        if spec is None:
            known = ", ".join(specs)
            raise FilterError(
                condition.field, "", f"names no field of {category.name}; there are: {known}"
            )
        found += _of_type(condition, spec, zone)
    return Where(conditions=tuple(found))


def _as_given(condition: Condition, zone: str) -> Iterator[Condition]:
    if any(isinstance(value, date) for value in operands(condition)):
        yield from _in_time(condition, zone)
    else:
        yield condition


def _of_type(condition: Condition, spec: FieldSpec, zone: str) -> Iterator[Condition]:
    operator = condition.operator
    if operator == "null":
        yield condition
        return
    if spec.many != (operator == "has"):
        words = f"is a {spec.words}; use has" if spec.many else f"is no list but {spec.words}"
        raise FilterError(spec.name, operator, words)
    values = tuple(_value(value, spec, operator) for value in operands(condition))
    changed = condition.model_copy(
        update={"value": values if isinstance(condition.value, tuple) else values[0]}
    )
    if spec.type == "time":
        yield from _in_time(changed, zone)
    else:
        yield changed


def _value(value: Operand, spec: FieldSpec, operator: Operator) -> Operand:
    """Return a value as the field's type.

    Raises:
        FilterError: it is none of that type, or the operator means nothing there.
    """
    wrong = FilterError(spec.name, operator, f"takes {spec.words}")
    match spec.type:
        case "text":
            if not isinstance(value, str):
                raise wrong
        case "choice":
            return _choice(value, spec, operator)
        case "boolean":
            value = _BOOLEANS.get(value.lower(), value) if isinstance(value, str) else value
            if operator in RANGES or operator == "prefix":
                raise FilterError(spec.name, operator, "has no order: it is true or false")
            if not isinstance(value, bool):
                raise wrong
        case "integer" | "number":
            return _number(value, wrong, operator)
        case "time":
            return _time(value, spec, operator)
        case _:
            assert_never(spec.type)
    return value


def _choice(value: Operand, spec: FieldSpec, operator: Operator) -> Operand:
    if operator in RANGES:
        raise FilterError(spec.name, operator, f"has no order: it is {spec.words}; list the values")
    known = {choice.casefold(): choice for choice, _ in spec.choices}
    if operator == "prefix" and isinstance(value, str):
        return value
    if not isinstance(value, str) or value.casefold() not in known:
        raise FilterError(spec.name, operator, f"takes {spec.words}")
    return known[value.casefold()]


def _number(value: Operand, wrong: FilterError, operator: Operator) -> Operand:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise wrong from None
    if isinstance(value, bool | date) or operator == "prefix" or value != value:
        raise wrong
    return value


def _time(value: Operand, spec: FieldSpec, operator: Operator) -> Operand:
    wrong = FilterError(
        spec.name, operator, "takes a time: 2026-03-12 or 2026-03-12T18:30:00+08:00"
    )
    if operator == "prefix" or not isinstance(value, str | date):
        raise wrong
    if not isinstance(value, str):
        return value
    try:
        if len(value.strip()) == len("2026-03-12"):
            return date.fromisoformat(value.strip())
        return datetime.fromisoformat(value.strip())
    except ValueError:
        raise wrong from None


def _in_time(condition: Condition, zone: str) -> Iterator[Condition]:
    values = [_aware(value, zone) for value in operands(condition)]
    day = next((v for v in values if isinstance(v, date) and not isinstance(v, datetime)), None)
    if day is None:
        kept = tuple(values)
        yield condition.model_copy(
            update={"value": kept if isinstance(condition.value, tuple) else kept[0]}
        )
        return
    begin = datetime.combine(day, time(), ZoneInfo(zone))
    end = datetime.combine(day + timedelta(1), time(), ZoneInfo(zone))
    match condition.operator:
        case "eq":
            yield from _bounds(condition.field, gte=begin, lt=end)
        case "gte":
            yield from _bounds(condition.field, gte=begin)
        case "gt":
            yield from _bounds(condition.field, gte=end)
        case "lt":
            yield from _bounds(condition.field, lt=begin)
        case "lte":
            yield from _bounds(condition.field, lt=end)
        case "in" | "has" | "prefix" | "null":
            raise FilterError(
                condition.field, condition.operator, "takes times with a clock time, no whole days"
            )
        case _:
            assert_never(condition.operator)


def _bounds(
    field: str, *, gte: datetime | None = None, lt: datetime | None = None
) -> Iterator[Condition]:
    if gte is not None:
        yield Condition(field=field, operator="gte", value=gte)
    if lt is not None:
        yield Condition(field=field, operator="lt", value=lt)


def _aware(value: Operand, zone: str) -> Operand:
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=ZoneInfo(zone))
    return value
