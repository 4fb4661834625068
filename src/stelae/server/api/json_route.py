"""Bodies as programs can agree on them: JSON in UTF-8, and no more than that (RFC 8259, RFC 7493).

Python's own reader also takes NaN and halves of characters (lone surrogates), which no store and no answer can hold, and
nesting until its stack ends. Such a body is refused as a whole, as any other that is no JSON; one that does not say that it
is JSON is not read (415).
"""

import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic_core import from_json
from typing_extensions import override

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class JsonRoute(APIRoute):
    """A route that reads its body so. Routers whose routes have bodies take it, or a child of it, as their `route_class`."""

    @override
    def get_route_handler(self) -> Handler:
        """Return what serves a request."""
        handle = super().get_route_handler()

        async def reading(request: Request) -> Response:
            if self.body_field and not _says_json(request) and await request.body():
                raise HTTPException(415)
            return await handle(_Strict(request))

        return reading


def _says_json(request: Request) -> bool:
    """Does the request say that its body is JSON? A page of somebody else's cannot say so without asking first (CORS)."""
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    kind, _, of = said.partition("/")
    return kind == "application" and (of == "json" or of.endswith("+json"))


class _Strict(Request):
    """A request whose JSON is read strictly; its bytes are the other one's, who may have read them already."""

    def __init__(self, request: Request) -> None:
        super().__init__(request.scope, request.receive)
        self._request = request

    @override
    async def body(self) -> bytes:
        return await self._request.body()

    @override
    def stream(self) -> AsyncGenerator[bytes, None]:
        return self._request.stream()

    @override
    async def json(self) -> Any:
        try:
            return from_json(await self.body(), allow_inf_nan=False)
        except ValueError as error:
            # What the framework takes for a body that is no JSON; it says nothing of what stands in there.
            raise json.JSONDecodeError("no JSON", "", 0) from error
