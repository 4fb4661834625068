"""Every request is told of when it has ended, however far it came."""

import asyncio

import pytest

from stelae.server.problem_details import Message, Receive, Scope, Send
from stelae.server.recording import NOWHERE, Recorded, template_of

Told = list[tuple[str, str, int]]


async def nothing() -> Message:
    """No body."""
    return {"type": "http.request", "body": b""}


async def nowhere(_: Message) -> None:
    """Nobody listens."""


class Route:
    """A route of some router."""

    def __init__(self, path: str) -> None:
        self.path = path


def asked(path: str, method: str = "GET", **more: object) -> Scope:
    """Return the scope of a request."""
    return {"type": "http", "method": method, "path": path, "headers": [], **more}


def test_an_app_that_fails_is_a_500() -> None:
    """The error goes on to whoever serves."""
    told: Told = []

    async def fails(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError

    def tell(method: str, route: str, status: int, _: float) -> None:
        told.append((method, route, status))

    app = Recorded(fails, tell)
    with pytest.raises(RuntimeError):
        asyncio.run(app(asked("/v1/recall", "POST"), nothing, nowhere))
    assert told == [("POST", NOWHERE, 500)]


def test_what_is_no_request_is_passed_on() -> None:
    """The app's own life."""
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    def tell(method: str, route: str, status: int, seconds: float) -> None:
        seen.append("told")

    recorded = Recorded(app, tell)
    asyncio.run(recorded({"type": "lifespan"}, nothing, nowhere))
    assert seen == ["lifespan"]


@pytest.mark.parametrize(
    ("path", "template", "told"),
    [
        ("/v1/memories/019a", "/memories/{id}", "/v1/memories/{id}"),
        ("/v1/memories/019a", "/v1/memories/{id}", "/v1/memories/{id}"),
        ("/healthz", "/healthz", "/healthz"),
        ("/mcp", None, "/mcp"),
        ("/v1/nobody", None, NOWHERE),
        ("/秘密", None, NOWHERE),
    ],
)
def test_a_route_is_told_by_its_template(path: str, template: str | None, told: str) -> None:
    """Never by what was asked."""
    scope = asked(path) if template is None else asked(path, route=Route(template))
    assert template_of(scope) == told


def test_a_made_up_method_is_another_one() -> None:
    """So that callers make up no labels."""
    told: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 405, "headers": []})

    def tell(method: str, route: str, status: int, seconds: float) -> None:
        told.append(method)

    recorded = Recorded(app, tell)
    asyncio.run(recorded(asked("/v1/recall", "KANARIENVOGEL"), nothing, nowhere))
    assert told == ["other"]
