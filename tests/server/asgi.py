"""One request to an ASGI app, without a server and without a framework."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stelae.server.problem_details import App, Message, Scope


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
