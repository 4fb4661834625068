"""Requests to an ASGI app, without a server and without a framework."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stelae.server.keys import Keyring
from stelae.server.problem_details import App, Message, Receive, Scope, Send


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def scope_of(
    method: str = "GET",
    path: str = "/v1/memories",
    *,
    host: str | None = "localhost",
    peer: str = "127.0.0.1",
    **headers: str,
) -> Scope:
    """Return a request's scope; `_` in a header's name is a hyphen."""
    names = {"host": host, **headers}
    return {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [
            (name.replace("_", "-").encode(), value.encode("latin-1"))
            for name, value in names.items()
            if value is not None
        ],
        "client": (peer, 50_000),
        "server": ("10.0.0.7", 7437),
    }


async def ask(app: App, scope: Scope | None = None, parts: Iterable[bytes] = ()) -> Answered:
    """Send a request with its body in these parts; after them the client waits, and never speaks again."""
    rest = list(parts) or [b""]
    sent: list[Message] = []

    async def receive() -> Message:
        if not rest:
            return {"type": "http.disconnect"}
        part = rest.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(rest)}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope_of() if scope is None else scope, receive, send)
    start = sent[0]
    headers = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
    assert len(headers) == len(start["headers"]), "a header stands there twice"
    body = b"".join(one.get("body", b"") for one in sent[1:])
    return Answered(start["status"], headers, body)


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the size of the body and the key's id."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    told = {"size": len(body), "key": scope.get("state", {}).get("key_id")}
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})


def made(ring: Keyring) -> tuple[str, str]:
    """Make a key, and return its id and the header that shows it."""
    key, secret = ring.create("小林", role="agent", tenant="default", scopes=("user:lin",))
    return key.id, f"Bearer {secret}"


def statuses(app: App, *scopes: Scope, parts: tuple[bytes, ...] = ()) -> list[int]:
    """Ask one after the other."""

    async def all_() -> list[Answered]:
        return [await ask(app, scope, parts) for scope in scopes]

    return [answer.status for answer in asyncio.run(all_())]
