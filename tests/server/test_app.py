"""One app: the doors that are switched on, over one memory and one set of keys."""

from typing import Any

from stelae.config import ServerSettings
from tests.server.conftest import Served, Server

HELLO: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


def hello(served: Served, secret: str) -> Any:
    """Open an MCP session with that key."""
    return served.client.post(
        "/mcp", json=HELLO, headers={**ACCEPT, "Authorization": f"Bearer {secret}"}
    )


def test_mcp_is_served_beside_the_routes_with_the_same_keys(served: Served) -> None:
    """A key of ours opens a session; a wrong one does not."""
    answer = hello(served, served.secret("agent"))
    assert answer.status_code == 200
    assert answer.json()["result"]["serverInfo"]["name"].lower() == "stelae"
    assert hello(served, "stl_abcdefgh_" + "x" * 43).status_code == 401


def test_mcp_is_not_there_when_it_is_switched_off(serve: Server) -> None:
    """The address is like any that never was."""
    served = serve(server=ServerSettings(mcp=False))
    answer = hello(served, served.secret("agent"))
    assert (answer.status_code, answer.json()["status"]) == (404, 404)
