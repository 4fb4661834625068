"""Whose key a request shows, asked before anything else of it is read. A plain ASGI layer.

What its owner may do is not decided here; the doors ask `callers.py`.
"""

import asyncio
import logging
from typing import Final
from weakref import WeakValueDictionary

from stelae.errors import ConfigurationError
from stelae.schemas.access import ApiKey
from stelae.server.buckets import Buckets
from stelae.server.callers import MISSING, WRONG, secret_in
from stelae.server.keys import Keyring
from stelae.server.limits import PROBES, come_back, has_body, peer_of
from stelae.server.problem_details import App, Receive, Scope, Send, header, send_problem

logger = logging.getLogger(__name__)
FAILURES: Final = 10
FAILURES_S: Final = 60.0
"""So many wrong keys an address may show in so many seconds (issue 6): each costs a hash of some 50 ms."""


class Admission:
    """Looks at the key of a request before its body is read, and notes the key's id in the request's state.

    A key that was never seen is verified in a thread, so that its hash holds nobody up. Requests without a key go on if
    they carry no body: a door says which addresses need none.
    """

    def __init__(self, app: App, keyring: Keyring, failures: Buckets | None = None) -> None:
        """Wrap an app; the buckets of failures can be handed in, with another timer."""
        self._app, self._keyring = app, keyring
        if failures is None:
            failures = Buckets(FAILURES / FAILURES_S, FAILURES)
        self._failures = failures
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of each address that waits for a hash; gone with the last one that waits."""

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
            _note(scope, key)
        return True

    async def _meet(self, scope: Scope, send: Send, secret: str | None) -> bool:
        """Let a request go on whose key is not known yet, or answer it."""
        if secret is None:
            if has_body(scope):
                await _refuse(scope, send, MISSING)
            return not has_body(scope)
        key, wait_s = await self._verified(secret, peer_of(scope))
        if wait_s:
            await come_back(scope, send, wait_s, "Too many wrong keys came from there.")
        elif key is None:
            await _refuse(scope, send, WRONG)
        else:
            _note(scope, key)
        return key is not None

    async def _verified(self, secret: str, peer: str) -> tuple[ApiKey | None, float]:
        """Return the key, if the secret is one's; without a hash how long to wait, if too many wrong ones came from there.

        Addresses take turns with themselves: of secrets that come at once none is hashed before the ones ahead of it are
        counted, and none that is good is held for a failure meanwhile.
        """
        async with self._turns.setdefault(peer, asyncio.Lock()):
            key = self._keyring.known(secret)  # from a turn before, of the same caller
            wait_s = 0.0 if key else self._failures.wait_s(peer)
            if key or wait_s:
                return key, wait_s
            key = await asyncio.to_thread(self._keyring.find, secret)
            if key is None:
                self._failures.take(peer)
        return key, 0.0


def _note(scope: Scope, key: ApiKey) -> None:
    scope.setdefault("state", {})["key_id"] = key.id


async def _refuse(scope: Scope, send: Send, detail: str) -> None:
    """Tell a client that it is not let in, and hang up on a body, of which nothing is read."""
    headers = [(b"www-authenticate", b'Bearer realm="stelae"')]
    if has_body(scope):
        headers.append((b"connection", b"close"))
    await send_problem(
        scope, send, status=401, error="UnauthenticatedError", detail=detail, headers=headers
    )
