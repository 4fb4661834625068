"""Conditions on fields as people write them: `--where`.

::

    field=value    field>value   field>=value   field<value   field<=value    field^=prefix
    field in a,b   field has x   field is null  field is not null

A field's name holds no blank and none of `= < > ^`. A value is everything behind the operator, without blanks at its ends;
in double quotes it is a text as it stands, commas included (`""` in it is one quote). With `--category` values are read as
the field's type. Without, `true`, `false` and numbers are typed and anything else is a text. `field=null`: `field is null`.
"""

import csv
import re
from collections.abc import Sequence
from typing import Any

from stelae.errors import InvalidInputError

FORMS = "field=value, field>=3, field in a,b, field^=prefix, field has x, field is null"
"""For the help of a command that takes them."""
_SIGNED = re.compile(r"\s*([^\s=<>^]+)\s*(>=|<=|\^=|=|>|<)(.*)", re.DOTALL)
_WORDED = re.compile(r"\s*([^\s=<>^]+)\s+(in|has|is)\s+(.*)", re.DOTALL | re.IGNORECASE)
_OPERATORS = {
    "=": "eq",
    ">": "gt",
    ">=": "gte",
    "<": "lt",
    "<=": "lte",
    "^=": "prefix",
    "in": "in",
    "has": "has",
}
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_TYPED = {"true": True, "false": False}
_QUOTED = 2
"""The least length of a quoted text."""


def parse_conditions(texts: Sequence[str], *, typed: bool) -> dict[str, Any]:
    """Read conditions into the mapping that `Memory.recall(where=…)` and `forget(where=…)` take.

    Args:
        texts: one condition each.
        typed: a category says what type a field has, so that a value stays a text until it is known.

    Raises:
        InvalidInputError: one is none of the forms, or asks the same of a field twice.
    """
    found: dict[str, Any] = {}
    for text in texts:
        field, operator, value = _parse(text, typed=typed)
        asked = found.setdefault(field, {})
        if operator in asked:
            raise InvalidInputError(f"--where asks twice for {field!r} {operator}.")
        asked[operator] = value
    return found


def _parse(text: str, *, typed: bool) -> tuple[str, str, Any]:
    signed = _SIGNED.fullmatch(text)
    worded = None if signed else _WORDED.fullmatch(text)
    match = signed or worded
    if match is None:
        raise InvalidInputError(f"--where takes {FORMS}; not {text[:40]!r}.")
    field, operator, value = match[1], match[2].lower(), match[3].strip()
    if operator == "is":
        if value.lower() not in {"null", "not null"}:
            raise InvalidInputError(f"--where: {field} is null, or {field} is not null.")
        return field, "null", value.lower() == "null"
    if operator == "in":
        (values,) = csv.reader([value], skipinitialspace=True)
        return field, "in", [_value(one.strip(), typed=typed) for one in values]
    if operator == "=" and value == "null":
        return field, "null", True
    text_alone = operator == "^="
    return field, _OPERATORS[operator], _value(value, typed=typed or text_alone, quoted=True)


def _value(text: str, *, typed: bool, quoted: bool = False) -> Any:
    if quoted and len(text) >= _QUOTED and text[0] == text[-1] == '"':
        return text[1:-1].replace('""', '"')
    if typed:
        return text
    if text in _TYPED:
        return _TYPED[text]
    if _NUMBER.fullmatch(text):
        return float(text) if {*".eE"} & {*text} else int(text)
    return text
