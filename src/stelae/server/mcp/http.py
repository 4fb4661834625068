"""The server over streamable HTTP, as one route of the app: the same keys, places and limits as every other route.

A session belongs to the key that opened it; with another key it is not there. Over the wire the key's role decides: whoever
holds an agent's key could answer a question to a person by a program, so that none is put.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qs

import anyio.to_thread
from starlette.routing import Route

from stelae.errors import (
    ConfigurationError,
    InvalidInputError,
    OverloadedError,
    PermissionDeniedError,
    StelaeError,
    UnauthenticatedError,
)
from stelae.memory import Memory
from stelae.ports import Clock
from stelae.schemas.access import Caller, Place
from stelae.server.access_log import AccessLog
from stelae.server.browsers import OwnNames
from stelae.server.callers import Callers
from stelae.server.limits import MEGABYTE
from stelae.server.problem_details import (
    App,
    Receive,
    Scope,
    Send,
    header,
    request_id,
    send_problem,
)

try:
    from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
    from mcp.server.auth.provider import AccessToken
    from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
    from mcp.types.version import MODERN_PROTOCOL_VERSIONS
except ImportError as error:
    raise ConfigurationError(
        "MCP needs the extra: pip install 'stelae[mcp]'. Without it: STELAE_SERVER_MCP=0."
    ) from error

from stelae.server.mcp.desk import Context, Visit
from stelae.server.mcp.server import build
from stelae.server.mcp.sessions import RETRY_S, Sessions

PATH: Final = "/mcp"
_VISIT: Final = "mcp_visit"
_SESSION: Final = MCP_SESSION_ID_HEADER.encode()
_STATUSES: Final[tuple[tuple[type[StelaeError], int], ...]] = (
    (UnauthenticatedError, 401),
    (PermissionDeniedError, 403),
    (InvalidInputError, 422),
    (OverloadedError, 429),
)


class McpDoor:
    """MCP at one address. `route` goes into the app, and `running` around its life."""

    def __init__(
        self,
        memory: Memory,
        callers: Callers,
        *,
        access_log: AccessLog,
        clock: Clock | None = None,
    ) -> None:
        """Take the memory and who may come; nothing runs yet.

        Args:
            memory: of the data folder; each request works in a place of its own (`Memory.at`).
            callers: of the same folder.
            access_log: notes who was shown what.
            clock: another source of time, for tests.
        """
        self._memory, self._callers, self._access_log = memory, callers, access_log
        settings = memory.settings.server
        self._sessions = Sessions(
            build(_visiting, clock=clock), most_bytes=int(settings.max_body_mb * MEGABYTE)
        )
        guarded: App = OwnNames(self._admitted, settings)
        self.route = Route(PATH, endpoint=_Endpoint(guarded))

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Keep the sessions as long as the app runs; once for each door."""
        async with self._sessions.run():
            yield

    async def _admitted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who asks and where, then let the protocol go on with it."""
        try:
            visit = await self._visit(scope)
        except StelaeError as error:
            await _refuse(scope, send, error)
            return
        scope.setdefault("state", {}).update({_VISIT: visit, "caller": visit.caller})
        scope["user"] = _owner(visit.caller)
        try:
            await self._sessions.handle_request(scope, receive, send)
        except OverloadedError as error:
            await _refuse(scope, send, error)

    async def _visit(self, scope: Scope) -> Visit:
        shown = header(scope, b"authorization")
        caller = self._callers.known(shown)
        if caller is None:  # the first time a key costs a hash, which must not hold up everybody
            caller = await anyio.to_thread.run_sync(self._callers.of, shown)
        place = self._callers.place_of(caller, _place_in(scope))
        memory = self._memory.at(
            tenant=place.tenant, scope=place.scope, reads=place.reads, project=place.project
        )
        session = f"{caller.key_id} {place.tenant} {place.scope}"
        name = request_id(scope)

        def saw(tool: str, shown: object) -> None:
            trace = getattr(shown, "trace_id", None)
            self._access_log.record(
                *(caller, memory.namespace, f"{PATH} {tool}", shown),
                request_id=name,
                trace_id=trace,
            )

        return Visit(memory, caller, session=session, saw=saw)


class _Endpoint:
    """An ASGI app as Starlette's `Route` knows one: an object that is no function."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


def _visiting(ctx: Context) -> Visit:
    if ctx.request is None or not isinstance(visit := ctx.request.scope["state"][_VISIT], Visit):
        raise PermissionDeniedError("This call came by no request.")
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        return visit  # there are no sessions, and the header is whatever the client writes
    return replace(visit, session=f"{visit.session} {header(ctx.request.scope, _SESSION) or ''}")


def _owner(caller: Caller) -> AuthenticatedUser:
    """Return the caller as the protocol compares those who use a session; its secret stays outside."""
    whose = f"{caller.tenant} {caller.key_id}"
    return AuthenticatedUser(AccessToken(token="", client_id=whose, scopes=[]))


def _place_in(scope: Scope) -> Place:
    """Return where the address says that it works: `?scope=…&reads=…&project=…`.

    Raises:
        InvalidInputError: a parameter is unknown or stands there twice; a misspelt scope is never "the usual one".
    """
    given = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
    reads = tuple(given.pop("reads", ()))
    unknown = given.keys() - Place.model_fields.keys()
    if unknown or any(len(values) > 1 for values in given.values()):
        raise InvalidInputError("The address takes scope and project once each, and reads.")
    return Place(reads=reads, **{name: values[0] for name, values in given.items()})


async def _refuse(scope: Scope, send: Send, error: StelaeError) -> None:
    status = next((code for kind, code in _STATUSES if isinstance(error, kind)), 500)
    told = str(error) if status < 500 else "The operator finds the reason in the log."
    headers = [(b"www-authenticate", b'Bearer realm="stelae"')] if status == 401 else []
    await send_problem(
        *(scope, send),
        status=status,
        error=type(error).__name__,
        detail=told,
        retry_after_s=RETRY_S if status == 429 else None,
        headers=headers,
    )
