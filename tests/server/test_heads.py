"""`HEAD` answers what `GET` does, but for the body."""

import pytest
from fastapi.testclient import TestClient

from stelae.server.recording import Recorded
from tests.server.conftest import Caller


@pytest.mark.parametrize(
    "path", ["/docs", "/docs/start.js", "/openapi.json", "/healthz", "/readyz", "/v1/memories"]
)
def test_every_address_that_is_read_answers_head(lin: Caller, path: str) -> None:
    """The same status, type and length, and nothing behind them."""
    key = {"Authorization": f"Bearer {lin.secret}"}
    read, headed = lin.client.get(path, headers=key), lin.client.head(path, headers=key)
    assert headed.status_code == read.status_code == 200
    assert headed.headers["content-type"] == read.headers["content-type"]
    assert headed.headers["content-length"] == read.headers["content-length"]
    assert headed.content == b""


@pytest.mark.parametrize(
    ("path", "status"), [("/v1/remember", 405), ("/nowhere", 404), ("/v1/memories", 401)]
)
def test_head_is_refused_where_get_is(lin: Caller, path: str, status: int) -> None:
    """An address that is only written to, one that is none, and one that takes a key."""
    assert lin.client.get(path).status_code == status
    assert lin.client.head(path).status_code == status


def test_what_was_asked_is_what_is_counted(lin: Caller) -> None:
    """The layers outside see HEAD, with the route's template; a stream of MCP has no head."""
    seen: list[tuple[str, str, int]] = []
    app = Recorded(
        lin.client.app, lambda method, route, status, _: seen.append((method, route, status))
    )
    client = TestClient(app, base_url="http://localhost")
    client.head("/docs/start.js")
    assert seen == [("HEAD", "/docs/{name}", 200)]
    assert lin.client.head("/mcp").status_code in {401, 405}
