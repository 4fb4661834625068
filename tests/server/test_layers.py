"""Every layer stands in its place."""

import asyncio

import pytest

from stelae.config import ServerSettings
from stelae.server.keys import Keyring
from stelae.server.layers import guarded
from stelae.server.limits import PROBES
from stelae.server.problem_details import App, Message, Receive, Scope, Send
from tests.server.asgi import Answered, ask, echo, made, scope_of, statuses


def test_the_layers_stand_in_their_order(ring: Keyring) -> None:
    """A strange name is refused before a key is looked at, a wrong key before a body; every refusal has the headers."""
    _, shown = made(ring)
    app = guarded(echo, ServerSettings(max_body_mb=0.001), ring)
    large: dict[str, str] = {"content_length": "9999"}
    wrong = scope_of("POST", authorization="Bearer x", **large)
    answers = [
        asyncio.run(ask(app, scope))
        for scope in (
            scope_of("POST", host="evil.example", authorization="Bearer x", **large),
            wrong,
            scope_of("POST", authorization=shown, **large),
            scope_of("POST", authorization=shown, content_length="5"),
        )
    ]
    assert [one.status for one in answers] == [403, 401, 413, 200]
    assert all(one.headers["x-content-type-options"] == "nosniff" for one in answers)
    assert all(one.headers["x-request-id"] for one in answers[:3])


def test_what_is_no_request_passes(ring: Keyring) -> None:
    """The start and the end of a server are told to the app."""
    seen: list[str] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.append(scope["type"])

    async def nothing() -> Message:
        return {}

    async def send(_message: Message) -> None: ...

    async def told() -> None:
        await guarded(app, ServerSettings(), ring)({"type": "lifespan"}, nothing, send)

    asyncio.run(told())
    assert seen == ["lifespan"]


def test_probes_need_no_key_and_no_turn(ring: Keyring) -> None:
    """Whoever watches a busy server has to be answered."""
    made(ring)
    app = guarded(echo, ServerSettings(rate_per_s=0.01, concurrency=1), ring)
    assert statuses(app, *[scope_of(path="/healthz", authorization="Bearer x")] * 15) == [200] * 15


def test_the_same_key_from_elsewhere_is_the_same_caller(ring: Keyring) -> None:
    """A key's rate is not multiplied by its machines."""
    _, shown = made(ring)
    app = guarded(echo, ServerSettings(rate_per_s=0.5), ring)
    asked = [scope_of(authorization=shown, peer=f"10.0.0.{n}") for n in range(6)]
    assert statuses(app, *asked) == [*[200] * 5, 429]


@pytest.mark.parametrize("path", sorted(PROBES))
def test_a_body_that_nobody_answers_for_is_not_read(ring: Keyring, path: str) -> None:
    """Sent to a probe, which asks for no key, or without a key to a door: as many as like may do so."""
    made(ring)
    app = guarded(echo, ServerSettings(), ring)
    for scope, status in (
        (scope_of("POST", path, content_length="3900000"), 413),
        (scope_of("GET", path, transfer_encoding="chunked"), 413),
        (scope_of("GET", content_length="3900000"), 401),
        (scope_of("POST", path, content_length="0"), 200),
    ):
        answer, read = asyncio.run(watched(app, scope))
        assert (answer.status, read) == (status, int(status == 200))
        assert answer.headers.get("connection") == (None if status == 200 else "close")


async def watched(app: App, scope: Scope) -> tuple[Answered, int]:
    """Ask, and count how often a part of the body was taken."""
    read = 0

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        async def taken() -> Message:
            nonlocal read
            read += 1
            return await receive()

        await app(scope, taken, send)

    return await ask(counted, scope), read
