"""An id for every request, in its answer, its log lines and its error."""

import re
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stelae.assembly import new_id

HEADER: Final = "X-Request-Id"
_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestIds:
    """Takes over the caller's id when it can stand in a log, else makes one. Pure ASGI: it costs a few microseconds."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        request_id = given if _SANE.fullmatch(given) else new_id()
        scope.setdefault("state", {})["request_id"] = request_id

        async def tagged(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        await self._app(scope, receive, tagged)
