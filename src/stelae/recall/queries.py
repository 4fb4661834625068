"""What a caller asks, shaped into a `RecallQuery`. Shape only: nothing is searched here."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from stelae.errors import EmptyInputError, InvalidInputError, TooLargeError
from stelae.schemas.categories.registry import Registry
from stelae.schemas.query import MAX_QUERY_CHARS, RecallQuery
from stelae.text.normalise import is_blank, storable

Instant = datetime | str | None


def shape_query(text: str, *, zone: str, registry: Registry, **fields: Any) -> RecallQuery:
    """Return the question with its filters.

    Args:
        text: the question.
        zone: zone in which times without offset are read (DEV-16.2).
        registry: which categories there are.
        fields: of `RecallQuery`; times as instants or RFC 3339.

    Raises:
        EmptyInputError: there is no text in it.
        TooLargeError: it is over 8,000 characters.
        InvalidInputError: a filter is malformed or out of range, or the category unknown.
    """
    if is_blank(text):
        raise EmptyInputError("There is no text in the query.")
    if len(text) > MAX_QUERY_CHARS:
        raise TooLargeError(
            f"A query holds at most {MAX_QUERY_CHARS:,} characters; pass the end of a long message."
        )
    for name in ("since", "until", "as_of", "known_at"):
        fields[name] = _instant(fields.get(name), name, zone)
    if fields.get("category") is not None:
        fields["category"] = registry.get(fields["category"]).name
    try:
        return RecallQuery(text=storable(text), **fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(p) for p in first["loc"])
        raise InvalidInputError(f"{where}: {first['msg']}.") from None


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
