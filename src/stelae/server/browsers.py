"""What keeps browsers out of a memory: headers of every answer, and under which names it may be asked.

A page of somebody else's cannot read answers, frame them, or ask by way of a name of its own that leads to this machine
(DNS rebinding). It cannot post either: its `Origin` is none of this server's names.
"""

from typing import Final

from stelae.config import ServerSettings
from stelae.server.hosts import bare_name, own_names
from stelae.server.problem_details import App, Message, Receive, Scope, Send, header, send_problem

_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
"""For answers that are data; a page with a script of its own says its own policy."""


class SecurityHeaders:
    """Gives every answer the headers that it does not have already."""

    def __init__(self, app: App) -> None:
        """Wrap an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                missing = (one for one in _HEADERS if one[0] not in there)
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self._app(scope, receive, sealed)


class OwnNames:
    """Lets requests pass that ask this server by a name of its own, and from no page of somebody else's."""

    def __init__(self, app: App, settings: ServerSettings) -> None:
        """Wrap an app."""
        self._app, self._names = app, own_names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and (problem := self._problem(scope)):
            detail = f"{problem} Names of this server stand in the setting server.allowed_hosts."
            await send_problem(
                scope, send, status=403, error="PermissionDeniedError", detail=detail
            )
            return
        await self._app(scope, receive, send)

    def _problem(self, scope: Scope) -> str:
        if not self._own(scope, header(scope, b"host") or ""):
            return "This server is not known under the name that it was asked by."
        origin = header(scope, b"origin")
        if origin is not None and not self._own(scope, origin.partition("://")[2]):
            return "This page is not of this server."
        return ""

    def _own(self, scope: Scope, host: str) -> bool:
        name = bare_name(host)
        arrived = scope.get("server")
        return name in self._names or (arrived is not None and name == arrived[0])
