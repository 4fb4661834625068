"""How much a server takes on: from guessers of keys, from one caller, in one body, at once. Plain ASGI layers.

What a caller may do is not decided here; the doors ask `callers.py`. `guarded` puts all layers in their order.
"""

import asyncio
import ipaddress
import logging
import math
from functools import lru_cache
from typing import Final

from stelae.config import ServerSettings
from stelae.errors import ConfigurationError
from stelae.server.browsers import OwnNames, SecurityHeaders
from stelae.server.buckets import Buckets
from stelae.server.callers import MISSING, WRONG, secret_in
from stelae.server.keys import Keyring
from stelae.server.problem_details import App, Message, Receive, Scope, Send, header, send_problem

logger = logging.getLogger(__name__)
PROBES: Final = frozenset({"/healthz", "/readyz"})
"""Asked by whoever watches the server, most of all when it is busy: no key, no rate, no queue."""
FAILURES: Final = 10
FAILURES_S: Final = 60.0
"""So many wrong keys an address may show in so many seconds (issue 6): each costs a hash of some 50 ms."""
SAVED_S: Final = 10.0
"""For so long a caller may save up requests."""
BODY_S: Final = 30.0
"""A body has to arrive within this time, so that slow senders hold no place."""
_WITHOUT_BODY: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_MEGABYTE: Final = 1_000_000


class Admission:
    """Looks at the key of a request before anything else of it is read.

    A key that was never seen is verified in a thread, so that its hash holds nobody up. Requests without a key go on if
    they carry no body: a door says which addresses need none.
    """

    def __init__(self, app: App, keyring: Keyring, failures: Buckets | None = None) -> None:
        """Wrap an app; the buckets of failures can be handed in, with another timer."""
        self._app, self._keyring = app, keyring
        if failures is None:
            failures = Buckets(FAILURES / FAILURES_S, FAILURES)
        self._failures = failures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"] in PROBES or await self._admits(scope, send):
            await self._app(scope, receive, send)

    async def _admits(self, scope: Scope, send: Send) -> bool:
        """Let a request go on, or answer it."""
        secret = secret_in(header(scope, b"authorization"))
        try:
            key = None if secret is None else self._keyring.known(secret)
            if key is None and self._keyring.used:
                return await self._meet(scope, send, secret)
        except ConfigurationError as error:
            logger.error("%s", error)  # noqa: TRY400 - the message says it all
            detail = "The operator finds the reason in the log."
            await send_problem(scope, send, status=500, error="ConfigurationError", detail=detail)
            return False
        if key is not None:
            scope.setdefault("state", {})["key_id"] = key.id
        return True

    async def _meet(self, scope: Scope, send: Send, secret: str | None) -> bool:
        """Find out whether a key holds that was not seen yet."""
        if secret is None:
            return scope["method"] in _WITHOUT_BODY or await _refuse_key(scope, send, MISSING)
        peer = _peer(scope)
        wait_s = self._failures.wait_s(peer)
        if wait_s:
            return await _come_back(scope, send, wait_s, "Too many wrong keys came from there.")
        key = await asyncio.to_thread(self._keyring.find, secret)
        if key is None:
            self._failures.take(peer)
            return await _refuse_key(scope, send, WRONG)
        scope.setdefault("state", {})["key_id"] = key.id
        return True


class Rates:
    """Lets each key, and each address that shows none, ask so often a second; `Admission` before it knows whose it is."""

    def __init__(self, app: App, per_s: float, buckets: Buckets | None = None) -> None:
        """Wrap an app; the buckets can be handed in, with another timer."""
        self._app = app
        self._buckets = Buckets(per_s, per_s * SAVED_S) if buckets is None else buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope["path"] not in PROBES:
            key_id: str | None = scope.get("state", {}).get("key_id")
            wait_s = self._buckets.take(_peer(scope) if key_id is None else f"key {key_id}")
            if wait_s:
                await _come_back(scope, send, wait_s, "That is more requests a second than agreed.")
                return
        await self._app(scope, receive, send)


class Bodies:
    """Reads a body whole before a request takes a place, and no more of it than it may have.

    So the size holds for bodies that do not tell it (chunked), and slow senders hold no place.
    """

    def __init__(self, app: App, most_bytes: int, patience_s: float = BODY_S) -> None:
        """Wrap an app."""
        self._app, self._most, self._patience_s = app, most_bytes, patience_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        declared = header(scope, b"content-length") or "0"
        if not declared.isdecimal() or int(declared) > self._most:
            await self._too_large(scope, send)
            return
        try:
            async with asyncio.timeout(self._patience_s):
                body = await self._read(receive)
        except TimeoutError:
            detail = "The body did not arrive in time."
            await _close(scope, send, 408, "InvalidInputError", detail)
            return
        if body is None:
            return
        if len(body) > self._most:
            await self._too_large(scope, send)
            return
        await self._app(scope, _replayed(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        """Return the body, or what is already too much of it; None: whoever sent it has gone."""
        parts: list[bytes] = []
        size = 0
        while size <= self._most:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            part: bytes = message.get("body", b"")
            parts.append(part)
            size += len(part)
            if not message.get("more_body", False):
                break
        return b"".join(parts)

    async def _too_large(self, scope: Scope, send: Send) -> None:
        detail = f"A body has at most {self._most / _MEGABYTE:g} MB (setting server.max_body_mb)."
        await _close(scope, send, 413, "TooLargeError", detail)


class Room:
    """Works on so many requests at once, lets as many again wait, and tells further ones to come back.

    A stream of events that a client listens to (GET) gives its place back once it has begun: most of the time it is silent.
    """

    def __init__(self, app: App, places: int) -> None:
        """Wrap an app."""
        self._app, self._most = app, places
        self._places, self._waiting = asyncio.Semaphore(places), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"] in PROBES:
            await self._app(scope, receive, send)
            return
        if self._places.locked() and self._waiting >= self._most:
            await _come_back(scope, send, 1.0, "The server has as much to do as it takes on.")
            return
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        place = _Place(self._places)
        try:
            await self._app(scope, receive, place.watching(scope, send))
        finally:
            place.leave()


class _Place:
    """One place of a `Room`, given back once."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places, self._held = places, True

    def leave(self) -> None:
        if self._held:
            self._held = False
            self._places.release()

    def watching(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that leaves when a stream to listen to begins."""
        if scope["method"] != "GET":
            return send

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start" and _streams(message):
                self.leave()
            await send(message)

        return watched


def guarded(app: App, settings: ServerSettings, keyring: Keyring) -> App:
    """Return the app behind every layer, the outermost first: headers, names, admission, rates, bodies, room."""
    app = Room(app, settings.concurrency)
    app = Bodies(app, int(settings.max_body_mb * _MEGABYTE))
    app = Rates(app, settings.rate_per_s)
    app = Admission(app, keyring)
    app = OwnNames(app, settings)
    return SecurityHeaders(app)


def _has_body(scope: Scope) -> bool:
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])


def _streams(start: Message) -> bool:
    kinds = (value for name, value in start["headers"] if name.lower() == b"content-type")
    return any(kind.startswith(b"text/event-stream") for kind in kinds)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body out once and then waits for what comes after it."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def once() -> Message:
        return left.pop() if left else await receive()

    return once


def _peer(scope: Scope) -> str:
    client = scope.get("client")
    return _network(client[0]) if client else ""


@lru_cache(maxsize=1024)
def _network(address: str) -> str:
    """Return the address; of IPv6 its /64, which one household has for itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


async def _come_back(scope: Scope, send: Send, wait_s: float, why: str) -> bool:
    """Tell a client when to try again; never lets it pass."""
    after_s = max(1, math.ceil(wait_s))
    detail = f"{why} Try again in {after_s} s."
    await send_problem(
        scope, send, status=429, error="OverloadedError", detail=detail, retry_after_s=after_s
    )
    return False


async def _refuse_key(scope: Scope, send: Send, detail: str) -> bool:
    """Tell a client that nobody is let in; never lets it pass."""
    headers = [(b"www-authenticate", b'Bearer realm="stelae"')]
    await send_problem(
        scope, send, status=401, error="UnauthenticatedError", detail=detail, headers=headers
    )
    return False


async def _close(scope: Scope, send: Send, status: int, error: str, detail: str) -> None:
    """Answer and hang up, since the rest of the body is not read."""
    headers = [(b"connection", b"close")]
    await send_problem(scope, send, status=status, error=error, detail=detail, headers=headers)
