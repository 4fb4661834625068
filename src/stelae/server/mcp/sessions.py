"""How many sessions, and streams to listen to, one key has open at once, so that none shuts the others out."""

from collections import Counter
from typing import Any, Final

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser, AuthorizationContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http import StreamableHTTPServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from stelae.errors import OverloadedError

MOST_SESSIONS: Final = 1_000
"""Of all keys, open at once; one that is idle for half an hour ends by itself."""
MOST_OF_A_KEY: Final = 50
"""Sessions of one key, and streams of one key, open at once."""
RETRY_S: Final = 60
"""When to come back: a session ends when its client says so, or when it was idle for long."""


class Sessions(StreamableHTTPSessionManager):
    """The library's sessions, so many a key; `scope["user"]` says whose a request is.

    The library counts sessions of all keys only. What it does to them is known to itself alone, so its own table is asked.
    """

    def __init__(self, app: Server[Any], *, most_bytes: int) -> None:
        """Take the server, and how large a body may be; answers are JSON, not streams."""
        super().__init__(
            app, json_response=True, max_request_body_size=most_bytes, max_sessions=MOST_SESSIONS
        )
        self._listening: Counter[str] = Counter()

    @override
    async def handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request.

        Raises:
            OverloadedError: its key has as much open as it may; nothing was answered yet.
        """
        if scope["method"] != "GET":
            await super().handle_request(scope, receive, send)
            return
        user: AuthenticatedUser = scope["user"]
        whose = user.access_token.client_id
        if self._listening[whose] >= MOST_OF_A_KEY:
            raise OverloadedError(f"This key listens to {MOST_OF_A_KEY} streams already.")
        self._listening[whose] += 1
        try:
            await super().handle_request(scope, receive, send)
        finally:
            self._listening[whose] -= 1
            self._listening += Counter()  # drops who listens no more

    @override
    def _admit_session(
        self, requestor: AuthorizationContext | None
    ) -> StreamableHTTPServerTransport | None:
        # Called under the library's lock: sessions that are opened at once are counted one by one.
        if sum(owner == requestor for owner in self._session_owners.values()) >= MOST_OF_A_KEY:
            raise OverloadedError(f"This key has {MOST_OF_A_KEY} sessions open already; end some.")
        return super()._admit_session(requestor)
