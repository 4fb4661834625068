"""A page of somebody else's reads nothing, frames nothing and posts nothing."""

import asyncio
import socket

import pytest

from stelae.config import ServerSettings
from stelae.server.browsers import OwnNames, SecurityHeaders
from stelae.server.problem_details import Message, Receive, Scope, Send
from tests.server.asgi import ask, scope_of


async def hello(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Answer with a header of its own."""
    start: Message = {
        "type": "http.response.start",
        "status": 200,
        "headers": [
            (b"Cache-Control", b"private"),
            (b"content-security-policy", b"default-src 'self'"),
        ],
    }
    await send(start)
    await send({"type": "http.response.body", "body": "你好".encode()})


def test_every_answer_has_the_headers() -> None:
    """What the app says itself stays, once."""
    answer = asyncio.run(ask(SecurityHeaders(hello)))
    assert answer.headers == {
        "Cache-Control": "private",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "content-security-policy": "default-src 'self'",
    }
    refused = asyncio.run(
        ask(SecurityHeaders(OwnNames(hello, ServerSettings())), scope_of(host="evil.example"))
    )
    assert refused.headers["cache-control"] == "no-store"
    assert refused.headers["content-security-policy"].startswith("default-src 'none';")


NAMES = ServerSettings(allowed_hosts=("Memory.example.com",))


@pytest.mark.parametrize(
    "host",
    [
        "localhost:7437",
        "127.0.0.1",
        "[::1]:80",
        "LOCALHOST",
        "memory.example.com.",
        "10.0.0.7:7437",
        socket.gethostname(),
    ],
)
def test_it_answers_to_its_own_names(host: str) -> None:
    """This machine's, those that are allowed, and the address at which the connection arrived."""
    assert asyncio.run(ask(OwnNames(hello, NAMES), scope_of(host=host))).status == 200
    origin = f"http://{host}"
    assert asyncio.run(ask(OwnNames(hello, NAMES), scope_of(origin=origin))).status == 200


@pytest.mark.parametrize(
    "host",
    [None, "", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.8", "evil.example:localhost"],
)  # fmt: skip
def test_it_answers_to_no_other_name(host: str | None) -> None:
    """A name that an attacker leads to this machine is not one of its own (DNS rebinding)."""
    answer = asyncio.run(ask(OwnNames(hello, NAMES), scope_of(host=host)))
    assert answer.status == 403
    assert answer.json["error"] == "PermissionDeniedError"
    assert "evil" not in answer.body.decode()


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://localhost.evil.example", "file://"]
)
def test_a_page_of_somebody_else_cannot_post(origin: str) -> None:
    """A form needs no permission of the browser to be sent; its `Origin` gives it away."""
    scope = scope_of("POST", "/v1/remember", origin=origin)
    assert asyncio.run(ask(OwnNames(hello, NAMES), scope)).status == 403
