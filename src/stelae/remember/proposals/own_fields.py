"""Fields of a category of somebody's own, from what a model filled in. Pure.

A field counts when the person's words carry it: texts and numbers have to stand there, times are resolved from the words
that stand there. What a model judges (one of some values, true or false, a share from 0 to 1) is taken as it is, if it is
one of what the field admits. Everything else is left empty, never guessed (S6); the gate decides whether enough is left.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from stelae.remember.grounding import carried
from stelae.remember.prompts import is_share
from stelae.schemas.base import JsonObject
from stelae.schemas.categories.fields import FieldSpec
from stelae.text.numbers import signature

Resolve = Callable[[str], datetime | None]
"""From words of time in the message to the moment they mean."""


def own_fields(
    specs: Sequence[FieldSpec], given: Mapping[str, Any], words: str, resolve: Resolve
) -> tuple[JsonObject, tuple[str, ...]]:
    """Return the fields that hold, and the names of those that do not.

    Args:
        specs: the fields of the category that a model fills.
        given: what it filled in; names that are no field are ignored.
        words: the person's words it rests on.
        resolve: dates words of time.
    """
    kept: JsonObject = {}
    left: list[str] = []
    for spec in specs:
        raw = given.get(spec.name)
        if raw is None or raw == "" or raw == []:
            continue
        items = _items(raw) if spec.many else [raw]
        values = [v for item in items if (v := _value(spec, item, words, resolve)) is not None]
        if len(values) < len(items):
            left.append(spec.name)
        if values:
            kept[spec.name] = list(dict.fromkeys(values)) if spec.many else values[0]
    return kept, tuple(left)


def _items(raw: Any) -> list[Any]:
    return cast("list[Any]", raw) if isinstance(raw, list) else [raw]


def _value(spec: FieldSpec, raw: Any, words: str, resolve: Resolve) -> Any:
    """Return the value as the field wants it, or None."""
    match spec.type:
        case "choice":
            return raw if isinstance(raw, str) and raw in dict(spec.choices) else None
        case "boolean":
            return raw if isinstance(raw, bool) else None
        case "integer" | "number":
            return _number(spec, raw, words)
        case "time":
            at = resolve(raw) if isinstance(raw, str) else None
            return None if at is None else at.isoformat()
        case "text":
            said = raw.strip() if isinstance(raw, str) else ""
            return said if said and carried(said, words) else None


def _number(spec: FieldSpec, raw: Any, words: str) -> int | float | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not math.isfinite(raw):
        return None
    if spec.type == "integer" and raw != int(raw):
        return None
    low, high = spec.minimum, spec.maximum
    if (low is not None and raw < low) or (high is not None and raw > high):
        return None
    value = int(raw) if raw == int(raw) and spec.type == "integer" else raw
    said = is_share(spec) or signature(f"{value:.15g}") <= signature(words)
    return value if said else None
