"""`HEAD`: what `GET` would answer, without its body (RFC 9110, section 9.3.2). Link checkers and probes ask so."""

from typing import Final

from stelae.server.problem_details import App, Message, Receive, Scope, Send

_NOT_HERE: Final = frozenset({"/mcp"})
"""There a `GET` opens a stream, which has no end to be headed by."""


class Heads:
    """Lets every address that answers `GET` answer `HEAD`."""

    def __init__(self, app: App) -> None:
        """Wrap an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"] in _NOT_HERE:
            await self._app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        # The same scope, since the layers outside read the route off it; they are to see what was asked.
        scope["method"] = "GET"
        try:
            await self._app(scope, receive, headed)
        finally:
            scope["method"] = "HEAD"
