"""Conditions on the fields of memories: what `where` may say. Shape only; what they mean for a value is `text.fields`.

A mapping from field to what is asked of it, all of which must hold::

    {"object": "coffee"}                        the value
    {"level": ["basic", "advanced"]}            one of some values; also {"level": {"in": [...]}}
    {"score": {"gte": 0.5, "lt": 0.9}}          a range: gt, gte, lt, lte
    {"topic": {"prefix": "py"}}                 how a text begins
    {"due": None}                               nothing is there; {"due": {"null": False}}: something is
    {"tags": {"has": "x"}}                      an element of a list
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal, Self, cast, get_args

from pydantic import BeforeValidator

from stelae.errors import FilterError
from stelae.schemas.base import Value

Operator = Literal["eq", "in", "gt", "gte", "lt", "lte", "prefix", "has", "null"]
OPERATORS: tuple[Operator, ...] = get_args(Operator)
RANGES: frozenset[Operator] = frozenset({"gt", "gte", "lt", "lte"})
Operand = bool | int | float | str | datetime | date
MAX_CONDITIONS = 32
MAX_LISTED = 1_000
"""Values of one in-list."""


class Condition(Value):
    """One thing asked of one field. A list field fits `has` and `null` only, anything else never fits it."""

    field: str
    operator: Operator
    value: Operand | tuple[Operand, ...]
    """For `in` the values, for `null` whether nothing must be there, else one value; a date alone is a whole day."""

    def __str__(self) -> str:
        """Return it as the command line takes it."""
        if self.operator == "null":
            return f"{self.field} is {'null' if self.value else 'not null'}"
        if isinstance(self.value, tuple):
            return f"{self.field} in {','.join(map(_told, self.value))}"
        return f"{self.field}{_SIGNS[self.operator]}{_told(self.value)}"


_SIGNS: Mapping[Operator, str] = {
    "eq": "=",
    "gt": ">",
    "gte": ">=",
    "lt": "<",
    "lte": "<=",
    "prefix": "^=",
    "has": " has ",
}


class Where(Value):
    """Conditions that must all hold. Falsy without any."""

    conditions: tuple[Condition, ...] = ()

    @classmethod
    def of(cls, given: "Mapping[str, Any] | Where | None") -> Self:
        """Return the conditions of a mapping.

        Raises:
            FilterError: an operator is unknown, or a value does not go with it; names field and operator.
        """
        if isinstance(given, Where):
            return cls(conditions=given.conditions)
        if given is None:
            return cls()
        if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise FilterError("where", "", "is a mapping from field to value or condition")
        found = tuple(_read(given))
        if len(found) > MAX_CONDITIONS:
            raise FilterError("where", "", f"holds at most {MAX_CONDITIONS} conditions")
        return cls(conditions=found)

    def __bool__(self) -> bool:
        """Is anything asked?"""
        return bool(self.conditions)

    def __iter__(self) -> Iterator[Condition]:  # type: ignore[override]
        """Go through the conditions."""
        return iter(self.conditions)

    def __str__(self) -> str:
        """Return the conditions as the command line takes them."""
        return "; ".join(map(str, self.conditions))

    @property
    def equals(self) -> Mapping[str, Operand]:
        """The fields that must have one value, with it."""
        return {
            c.field: c.value
            for c in self.conditions
            if c.operator == "eq" and not isinstance(c.value, tuple)
        }


AnyWhere = Annotated[Where, BeforeValidator(Where.of)]
"""A `Where`, or the mapping it is made of."""


def _read(given: Mapping[str, Any]) -> Iterator[Condition]:
    for field, asked in given.items():
        if not isinstance(field, str) or not field.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
            raise FilterError("where", "", "has a condition without a field")
        if not isinstance(asked, Mapping):
            operator = "null" if asked is None else "in" if _listed(asked) else "eq"
            yield _condition(field, operator, True if asked is None else asked)
            continue
        if not asked:
            raise FilterError(field, "", f"has no operator; there are: {', '.join(OPERATORS)}")
        for operator, value in cast("Mapping[str, Any]", asked).items():
            if operator not in OPERATORS:
                raise FilterError(
                    field, str(operator), f"is no operator; there are: {', '.join(OPERATORS)}"
                )
            if value is None and operator == "eq":
                yield _condition(field, "null", True)
            else:
                yield _condition(field, operator, value)


def _condition(field: str, operator: Operator, value: Any) -> Condition:
    match operator:
        case "in":
            if not _listed(value) or not value:
                raise FilterError(field, operator, "takes a list of values")
            if len(value) > MAX_LISTED:
                raise FilterError(field, operator, f"takes at most {MAX_LISTED:,} values")
            value = tuple(_operand(field, operator, one) for one in value)
        case "null":
            if not isinstance(value, bool):
                raise FilterError(field, operator, "takes true or false")
        case _:
            value = _operand(field, operator, value)
    return Condition(field=field, operator=operator, value=value)


def _operand(field: str, operator: Operator, value: Any) -> Operand:
    if isinstance(value, bool | int | float | str | datetime | date):
        if operator in RANGES and isinstance(value, bool):
            raise FilterError(field, operator, "takes a number, a time or a text")
        if operator == "prefix" and (not isinstance(value, str) or not value):
            raise FilterError(field, operator, "takes a text that is not empty")
        if isinstance(value, float) and not math.isfinite(value):
            raise FilterError(field, operator, "takes a finite number")
        return value
    raise FilterError(field, operator, "takes a text, a number, true, false or a time")


def _listed(value: object) -> bool:
    return isinstance(value, Sequence | set | frozenset) and not isinstance(value, str | bytes)


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)
