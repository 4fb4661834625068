"""What a caller asks, shaped into a `RecallQuery`. Shape only: nothing is searched here."""

import json
from collections.abc import Mapping
from datetime import datetime
from difflib import get_close_matches
from typing import Any, cast
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from stelae.errors import EmptyInputError, FilterError, InvalidInputError, TooLargeError
from stelae.recall.calibration import AUTO_FLOOR
from stelae.recall.conditions import typed
from stelae.schemas.auto_recall import AutoQuery
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.registry import Registry
from stelae.schemas.problems import told
from stelae.schemas.query import MAX_QUERY_CHARS, RecallQuery
from stelae.schemas.where import Where
from stelae.text.normalise import is_blank, storable

Instant = datetime | str | None
STRUCTURED = (
    *("query_type", "filter", "text", "limit", "strategy", "include", "floor", "session"),
    *("since", "until", "as_of", "known_at"),
)
"""What a structured query may hold."""


def shape_query(text: str, *, zone: str, registry: Registry, **fields: Any) -> RecallQuery:
    """Return the question with its filters.

    Args:
        text: the question; it may be empty when category or conditions say what is wanted.
        zone: zone in which times without offset are read (DEV-16.2).
        registry: which categories there are.
        fields: of `RecallQuery`; times as instants or RFC 3339, `where` as a mapping.

    Raises:
        EmptyInputError: it says nothing, neither in words nor by a category or condition.
        TooLargeError: it is over 8,000 characters.
        InvalidInputError: a filter is malformed or out of range, or the category unknown.
        FilterError: a condition names an unknown field, or does not go with it.
    """
    where = Where.of(fields.get("where"))
    if is_blank(text) and not where and fields.get("category") is None:
        raise EmptyInputError("There is no text in the query, and no category or condition.")
    if len(text) > MAX_QUERY_CHARS:
        raise TooLargeError(
            f"A query holds at most {MAX_QUERY_CHARS:,} characters; pass the end of a long message."
        )
    for name in ("since", "until", "as_of", "known_at"):
        fields[name] = _instant(fields.get(name), name, zone)
    if fields.get("category") is not None:
        fields["category"] = registry.get(fields["category"]).name
    category = fields.get("category")
    if category is None:
        _check_known(where, registry)
    fields["where"] = typed(where, registry.get(category) if category else None, zone)
    try:
        return RecallQuery(text=storable(text), **fields)
    except ValidationError as error:
        raise InvalidInputError(_wrong(error)) from None


def shape_auto(message: str, *, floor: object, **fields: Any) -> AutoQuery:
    """Return a message to put memories beside; of a very long one the end, which is what it asks.

    Args:
        message: the person's words.
        floor: `auto`, None or `none` for weak ones too, or a probability.
        fields: of `AutoQuery`.

    Raises:
        EmptyInputError: there is no text in it.
        InvalidInputError: a number is out of range.
    """
    if is_blank(message):
        raise EmptyInputError("There is no text in the message.")
    least = (
        {"auto": AUTO_FLOOR, "none": None}.get(floor, floor) if isinstance(floor, str) else floor
    )
    try:
        return AutoQuery.model_validate(
            {"text": storable(message)[-MAX_QUERY_CHARS:], "floor": least, **fields}
        )
    except ValidationError as error:
        raise InvalidInputError(told(error, names=AutoQuery.model_fields)) from None


def shape_structured(
    asked: Mapping[str, Any] | str, *, zone: str, registry: Registry
) -> RecallQuery:
    """Return a structured query, `{"query_type": …, "filter": {…}}` (S2), as a question.

    Args:
        asked: the mapping, or JSON text of it. `query_type` is a category or null for all of them, `filter` is as `where`;
            the rest is optional and as in `Memory.recall`, `text` the question. Only memories answer unless `include` says
            otherwise.
        zone: zone in which times without offset are read.
        registry: which categories there are.

    Raises:
        InvalidInputError: it is no JSON object, holds an unknown name, or asks for nothing.
        UnknownCategoryError: there is no such `query_type`; names those that there are.
        FilterError: a condition names an unknown field, or does not go with it.
    """
    given = dict(_object(asked))
    unknown = next((name for name in given if name not in STRUCTURED), None)
    if unknown is not None:
        raise InvalidInputError(
            f"A structured query has no {unknown[:40]!r}. There are: {', '.join(STRUCTURED)}."
        )
    category, text = given.pop("query_type", None), given.pop("text", None) or ""
    for name, value in (("query_type", category), ("text", text)):
        if not isinstance(value, str | None):
            raise InvalidInputError(f"{name} is a text.")
    fields = {name: value for name, value in given.items() if value is not None}
    where = fields.pop("filter", None)
    if not (category or where or not is_blank(text)):
        raise EmptyInputError("A structured query needs a query_type, a filter or a text.")
    fields.setdefault("include", "memories")
    if fields.get("floor") == "none":
        fields["floor"] = None
    return shape_query(
        text,
        zone=zone,
        registry=registry,
        category=category or None,
        where=where,
        **fields,
    )


def _check_known(where: Where, registry: Registry) -> None:
    """Refuse a field that no category has: it is misspelt, and would find nothing without a word.

    Raises:
        FilterError: there is no such field; names those that are spelt nearly so, else all of them.
    """
    known = sorted({spec.name for one in registry for spec in described(one.model)})
    for condition in where:
        if condition.field not in known:
            near = get_close_matches(condition.field, known, n=3)
            told_as = f"near it: {', '.join(near)}" if near else f"there are: {', '.join(known)}"
            raise FilterError(condition.field, "", f"names no field of any category; {told_as}")


def _wrong(error: ValidationError) -> str:
    """Say what is wrong; of a floor what it may be at all, since Pydantic names only one of its forms."""
    if error.errors(include_url=False)[0]["loc"][:1] == ("floor",):
        return "floor must be auto, none, or a probability from 0 to 1."
    return told(error, names=RecallQuery.model_fields)


def _object(asked: Mapping[str, Any] | str) -> Mapping[str, Any]:
    found: Any = asked
    if isinstance(asked, str):
        try:
            found = json.loads(asked)
        except (ValueError, RecursionError):
            raise InvalidInputError("A structured query is a JSON object.") from None
    if not isinstance(found, Mapping):
        raise InvalidInputError(
            'A structured query is a JSON object, {"query_type": …, "filter": {…}}.'
        )
    return cast("Mapping[str, Any]", found)


def _instant(value: Instant, name: str, zone: str) -> datetime | None:
    if value is None:
        return None
    try:
        when = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        raise InvalidInputError(
            f"{name} is not RFC 3339, for example 2026-03-12T08:00:00+08:00."
        ) from None
    return when if when.tzinfo else when.replace(tzinfo=ZoneInfo(zone))
