"""The outermost layer: what every request leaves behind, however far it came. A log line, and counts.

The route is told by its template, never by the path that was asked: that may hold anything.
"""

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from stelae.schemas.access import Caller
from stelae.server.problem_details import App, Message, Receive, Scope, Send, request_id

logger = logging.getLogger(__name__)
NOWHERE: Final = "-"
"""The route of a request that no route took."""
_UNDER: Final = "/v1"
_MOUNTED: Final = frozenset({"/mcp"})
_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
Tell = Callable[[str, str, int, float], None]
"""Takes method, route, status and seconds of a request."""


class Recorded:
    """Measures every request and tells of it when it has ended."""

    def __init__(self, app: App, tell: Tell) -> None:
        """Wrap an app; `tell` counts."""
        self._app, self._tell = app, tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = perf_counter(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            self._record(scope, status, perf_counter() - begun)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route = template_of(scope)
        self._tell(method, route, status, seconds)
        if logger.isEnabledFor(logging.INFO):
            told = {"method": method, "route": route, "status": status}
            logger.info("request", extra={**told, "ms": round(1000 * seconds, 1), **_who(scope)})


def template_of(scope: Scope) -> str:
    """Return the template of the route that took a request, such as `/v1/memories/{id}`."""
    template: str | None = getattr(scope.get("route"), "path", None)
    if template is None:
        return scope["path"] if scope["path"] in _MOUNTED else NOWHERE
    # A route knows its path within its router.
    nested = scope["path"].startswith(f"{_UNDER}/") and not template.startswith(f"{_UNDER}/")
    return f"{_UNDER}{template}" if nested else template


def _who(scope: Scope) -> dict[str, Any]:
    state: dict[str, Any] = scope.get("state", {})
    caller: Caller | None = state.get("caller")
    told = {"request_id": request_id(scope), "key_id": state.get("key_id", "")}
    return told if caller is None else {**told, "key_id": caller.key_id, "tenant": caller.tenant}
