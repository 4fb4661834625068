"""What every call stands on: the place where it works, the addresses below `/v1`, and lists that come in pages."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar
from urllib.parse import quote
from uuid import uuid4

from pydantic import BaseModel

from stelae.client.bodies import parameters, written
from stelae.client.exchange import exchange, value_of
from stelae.client.steps import Method, Reply, Request, Steps
from stelae.errors import InvalidInputError, MemoryNotFoundError, NotFoundError
from stelae.schemas.access import Place

T = TypeVar("T")
Instant: TypeAlias = datetime | str | None
"""A time as every door reads it: RFC 3339 or a `datetime`; one without offset is read in the server's zone."""
PAGE: Final = 100
"""Items that are asked for at once, the most that a server gives."""
JSON: Final = "application/json"
_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
_ABOUT = re.compile(r"\{\w+\}")


class Page(BaseModel, Generic[T]):
    """One page of a list, as a server answers it."""

    items: tuple[T, ...]
    next: str | None = None


class Calling:
    """Describes calls from one place; sends none."""

    def __init__(self, place: Place, *, retries: int) -> None:
        """Take the place, which goes with every call, and how often a call may be sent again."""
        self.place, self.retries = place, retries

    def at(
        self,
        *,
        scope: str | None = None,
        reads: Sequence[str] | None = None,
        project: str | None = None,
    ) -> Self:
        """Return the same calls from another place; what is None stays as it is."""
        here = self.place
        place = Place(
            scope=here.scope if scope is None else scope,
            reads=here.reads if reads is None else tuple(reads),
            project=here.project if project is None else project,
        )
        return type(self)(place, retries=self.retries)

    def _get(self, path: str, shape: type[T], *, about: str = "", **query: Any) -> Steps[T]:
        """Ask for a value; what the call is about stands in braces in the path."""
        reply = yield from self._exchange(Request("GET", path, self._where(**query)), about)
        return value_of(reply, shape, asked=f"GET {path}")

    def _ask(self, path: str, shape: type[T], **said: Any) -> Steps[T]:
        """Ask for a value with a body; nothing is written by it."""
        reply = yield from self._exchange(Request("POST", path, content=self._body(**said)))
        return value_of(reply, shape, asked=f"POST {path}")

    def _write(
        self,
        path: str,
        shape: type[T],
        *,
        method: Method = "POST",
        about: str = "",
        if_match: object = None,
        **said: Any,
    ) -> Steps[T]:
        """Have something done, once, however often it has to be sent."""
        reply = yield from self._do(path, method=method, about=about, if_match=if_match, **said)
        return value_of(reply, shape, asked=f"{method} {path}")

    def _do(
        self,
        path: str,
        *,
        method: Method = "POST",
        about: str = "",
        if_match: object = None,
        **said: Any,
    ) -> Steps[Reply]:
        """Have something done of which the answer says nothing; `if_match` is the version that was seen."""
        headers = once() if method == "POST" else {}
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        if method == "DELETE":
            request = Request(method, path, self._where(**said), headers)
        else:
            request = Request(method, path, headers=headers, content=self._body(**said))
        return (yield from self._exchange(request, about))

    def _list(
        self, path: str, shape: type[T], *, about: str = "", **query: Any
    ) -> Steps[tuple[T, ...]]:
        """Ask for one page of a list."""
        page = yield from self._get(path, Page[shape], about=about, **query)
        return page.items

    def _every(self, path: str, shape: type[T], **query: Any) -> Steps[tuple[T, ...]]:
        """Ask for a whole list, page by page."""
        found: list[T] = []
        cursor: str | None = None
        while True:
            page = yield from self._get(path, Page[shape], cursor=cursor, **query)
            found += page.items
            cursor = page.next
            if cursor is None:
                return tuple(found)

    def _up_to(
        self, limit: int, path: str, shape: type[T], *, after: str | None, **query: Any
    ) -> Steps[tuple[T, ...]]:
        """Ask for so many of a list whose places are ids, behind one of them."""
        found: list[T] = []
        cursor = None if after is None else _cursor_of(after)
        while len(found) < limit:
            most = min(PAGE, limit - len(found))
            page = yield from self._get(path, Page[shape], limit=most, cursor=cursor, **query)
            found += page.items
            cursor = page.next
            if cursor is None:
                break
        return tuple(found)

    def _exchange(self, request: Request, about: str = "") -> Steps[Reply]:
        """Send a request whose path is a template until it is answered."""
        asked = f"{request.method} {request.path}"
        path = _ABOUT.sub(_segment(about), request.path)
        headers = {"Accept": JSON, **request.headers}
        if request.content is not None:
            headers.setdefault("Content-Type", JSON)
        sent = replace(request, path=f"/v1{path}", headers=headers)
        return (yield from exchange(sent, retries=self.retries, asked=asked, about=about))

    def _body(self, **said: Any) -> bytes:
        """Return what is said, and where, as a body."""
        if taken := self._placed.keys() & said:
            raise InvalidInputError(f"Unknown argument {min(taken)!r}; `at` names another place.")
        return written(**self._placed, **said)

    def _where(self, **query: Any) -> tuple[tuple[str, str], ...]:
        """Return what is asked for, and where, as query parameters."""
        return parameters(**self._placed, **query)

    def _of(self, agent: str | None) -> Self:
        """Return the same calls in the scope of an agent; None: here."""
        return self if agent is None else self.at(scope=f"agent:{agent}", reads=())

    @property
    def _placed(self) -> dict[str, Any]:
        place = self.place
        return {"scope": place.scope, "reads": place.reads or None, "project": place.project}


def once() -> dict[str, str]:
    """Return the header by which a server knows a repetition, and does a thing once."""
    return {"Idempotency-Key": str(uuid4())}


def _cursor_of(id: str) -> str:  # noqa: A002 - the word every door uses
    """Return where a list goes on behind this id, as a page's `next` says it."""
    return urlsafe_b64encode(id.encode("utf-8", "replace")).decode().rstrip("=")


def an_id(given: str, missing: Callable[[str], NotFoundError] = MemoryNotFoundError) -> str:
    """Return the id unchanged if it can be one, so that nothing else gets into an address.

    Raises:
        NotFoundError: the given one; nothing has such an id.
    """
    if not _ID.fullmatch(given):
        raise missing(given)
    return given


def _segment(name: str) -> str:
    """Return a name as one part of an address; two dots are no way up."""
    return quote(name, safe="", errors="replace").replace(".", "%2E")
