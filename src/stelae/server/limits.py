"""How much a server takes on: from one caller, in one body, at once. Plain ASGI layers; `layers.py` has their order.

Who a caller is says `admission.py` before them; what it may do is not decided here: the doors ask `callers.py`.
"""

import asyncio
import ipaddress
import math
from functools import lru_cache
from typing import Final

from stelae.server.buckets import Buckets
from stelae.server.problem_details import App, Message, Receive, Scope, Send, header, send_problem

PROBES: Final = frozenset({"/healthz", "/readyz"})
"""Asked by whoever watches the server, most of all when it is busy: no key, no rate, no queue, and no body."""
SAVED_S: Final = 10.0
"""For so long a caller may save up requests."""
BODY_S: Final = 30.0
"""A body has to arrive within this time, so that slow senders hold no place."""
MEGABYTE: Final = 1_000_000


class Rates:
    """Lets each key, and each address that shows none, ask so often a second."""

    def __init__(self, app: App, per_s: float, buckets: Buckets | None = None) -> None:
        """Wrap an app; the buckets can be handed in, with another timer."""
        self._app = app
        self._buckets = Buckets(per_s, per_s * SAVED_S) if buckets is None else buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope["path"] not in PROBES:
            key_id: str | None = scope.get("state", {}).get("key_id")
            wait_s = self._buckets.take(peer_of(scope) if key_id is None else f"key {key_id}")
            if wait_s:
                await come_back(scope, send, wait_s, "That is more requests a second than agreed.")
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
        if scope["type"] != "http" or not has_body(scope):
            await self._app(scope, receive, send)
            return
        if scope["path"] in PROBES:
            await _close(scope, send, 413, "TooLargeError", "This address takes no body.")
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
        detail = f"A body has at most {self._most / MEGABYTE:g} MB (setting server.max_body_mb)."
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
            await come_back(scope, send, 1.0, "The server has as much to do as it takes on.")
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


def has_body(scope: Scope) -> bool:
    """Does a request carry a body, whatever its method? HTTP/1.1 has no other way to say so."""
    return (
        header(scope, b"transfer-encoding") is not None
        or (header(scope, b"content-length") or "0") != "0"
    )


def _streams(start: Message) -> bool:
    kinds = (value for name, value in start["headers"] if name.lower() == b"content-type")
    return any(kind.startswith(b"text/event-stream") for kind in kinds)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body out once and then waits for what comes after it."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def once() -> Message:
        return left.pop() if left else await receive()

    return once


def peer_of(scope: Scope) -> str:
    """Return the address that a request comes from."""
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


async def come_back(scope: Scope, send: Send, wait_s: float, why: str) -> None:
    """Tell a client when to try again."""
    after_s = max(1, math.ceil(wait_s))
    detail = f"{why} Try again in {after_s} s."
    await send_problem(
        scope, send, status=429, error="OverloadedError", detail=detail, retry_after_s=after_s
    )


async def _close(scope: Scope, send: Send, status: int, error: str, detail: str) -> None:
    """Answer and hang up, since the rest of the body is not read."""
    headers = [(b"connection", b"close")]
    await send_problem(scope, send, status=status, error=error, detail=detail, headers=headers)
