"""Cursor pagination: a page, and where the next one begins."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Final, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from stelae.errors import InvalidInputError

T = TypeVar("T", bound=BaseModel)
MAX_PAGE: Final = 100


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
    limit: int,
    cursor: str | None,
    key: Callable[[T], str],
) -> Page[T]:
    """Return a page of a list that is at hand as a whole; one that has lost its place begins behind nothing."""
    begin = 0
    if cursor is not None:
        last = after(cursor)
        begin = next((n for n, one in enumerate(found, 1) if key(one) == last), len(found))
    rest = found[begin : begin + limit]
    more = begin + limit < len(found)
    return page(items=tuple(rest), next=cursor_of(key(rest[-1])) if more and rest else None)


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
