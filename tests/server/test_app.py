"""One app: the doors that are switched on, over one memory and one set of keys."""

from typing import Any

import pytest
from opentelemetry import trace
from typing_extensions import override

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


class Provider(trace.TracerProvider):
    """Notes which libraries ask for a tracer."""

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self.asked: list[str] = []

    @override
    def get_tracer(self, instrumenting_module_name: str, *args: Any, **kwargs: Any) -> trace.Tracer:
        self.asked.append(instrumenting_module_name)
        return trace.NoOpTracer()


def test_nothing_of_a_request_is_handed_to_an_exporter(
    serve: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where the environment asks the framework to: spans of errors carry texts."""
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    provider = Provider()
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    monkeypatch.setattr(trace, "_TRACER_PROVIDER", provider)
    served = serve()
    caller = served.as_(served.secret())
    assert caller.post("/v1/recall", query="我对什么过敏？")[0] == 200
    assert caller.post("/v1/recall", query=7)[0] == 422
    assert [name for name in provider.asked if name.startswith("fastapi")] == []
