"""Cursor pagination: a page, and where the next one begins."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Final, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from stelae.errors import InvalidInputError
from stelae.schemas.access import Place

T = TypeVar("T", bound=BaseModel)
MAX_PAGE: Final = 100


class PageQuery(Place):
    """Which part of a list."""

    limit: int = Field(default=50, ge=1, le=MAX_PAGE)
    """Most entries of a page."""
    cursor: str | None = None
    """`next` of the page before."""


class Page(BaseModel, Generic[T]):
    """One page of a list."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    items: tuple[T, ...]
    next: str | None = None
    """Pass it as `cursor` for the next page; null: this was the last one."""

    @classmethod
    def of(cls, found: Sequence[T], limit: int, key: Callable[[T], str]) -> Self:
        """Return what was found for one page; a full one may be followed by another."""
        more = len(found) >= limit and bool(found)
        return cls(items=tuple(found), next=cursor_of(key(found[-1])) if more else None)


def cut(
    page: type[Page[T]],
    found: Sequence[T],
    asked: PageQuery,
    key: Callable[[T], str],
    *,
    newest_first: bool = False,
) -> Page[T]:
    """Return a page of a list that is at hand as a whole.

    Args:
        page: of what.
        found: the whole list.
        asked: how much of it, from where on.
        key: the place of an entry: two entries have two of them, and they are in the list's order.
        newest_first: is that order falling?

    Raises:
        InvalidInputError: the cursor is not one that a page came with.
    """
    last = after(asked.cursor)
    begin = 0 if last is None else _behind([key(one) for one in found], last, newest_first)
    rest = found[begin : begin + asked.limit]
    more = begin + asked.limit < len(found)
    return page(items=tuple(rest), next=cursor_of(key(rest[-1])) if more and rest else None)


def _behind(places: Sequence[str], last: str, falling: bool) -> int:
    """Return where a list goes on. What the page before ended with may be decided on or forgotten by now."""
    if last in places:
        return places.index(last) + 1
    goes_on = (n for n, one in enumerate(places) if (one < last if falling else one > last))
    return next(goes_on, len(places))


def cursor_of(place: str) -> str:
    """Return a place in a list as callers carry it around: opaque, so that nobody builds one."""
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def after(cursor: str | None) -> str | None:
    """Return the place that a cursor names.

    Raises:
        InvalidInputError: it is none of ours.
    """
    if cursor is None:
        return None
    try:
        return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except (binascii.Error, ValueError):
        raise InvalidInputError("The cursor is not one that a page came with.") from None
