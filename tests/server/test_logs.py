"""The log says what was asked, how it ended and whose key it was; never a word of anybody's, and never a secret."""

import asyncio
import io
import json
import logging
from typing import Any

import pytest
from fastapi.testclient import TestClient

from stelae.config import ServerSettings
from stelae.server import logs
from stelae.server.layers import guarded
from stelae.server.recording import Recorded
from tests.server.conftest import Served

CANARIES = ("kanarienvogel", "金丝雀")


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.fixture
def recorded(served: Served) -> Served:
    """The server as it is served: behind its guards, with every request recorded."""
    app: Any = served.client.app
    layers = Recorded(guarded(app, ServerSettings(), served.keyring), app.state.metrics.request)
    client = TestClient(layers, base_url="http://localhost", raise_server_exceptions=False)
    return Served(served.memory, served.keyring, client)


def lines(out: io.StringIO) -> list[dict[str, Any]]:
    """Return every line that was logged."""
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_one_line_a_request_says_who_asked_for_what_and_how_it_ended(recorded: Served) -> None:
    """By the route's template; the id is that of the answer."""
    out = io.StringIO()
    logs.configure("info", stream=out)
    lin = recorded.as_(recorded.secret("reviewer"))
    answer = lin.client.get(
        "/v1/memories/019a",
        headers={"Authorization": f"Bearer {lin.secret}", "X-Request-Id": "r-1"},
    )
    lin.client.get("/healthz")
    assert answer.headers["x-request-id"] == "r-1"
    seen, alive = (one for one in lines(out) if one["event"] == "request")
    assert (seen["method"], seen["route"], seen["status"]) == ("GET", "/v1/memories/{id}", 404)
    assert (seen["request_id"], seen["tenant"]) == ("r-1", "default")
    assert seen["key_id"] == recorded.keyring.list()[0].id
    assert seen["ms"] > 0
    assert seen["time"].endswith("Z")
    assert (alive["route"], alive["key_id"]) == ("/healthz", "")


def test_requests_are_no_warnings(recorded: Served) -> None:
    """As long as nobody asks for them, they leave no line."""
    out = io.StringIO()
    logs.configure("warning", stream=out)
    recorded.client.get("/healthz")
    assert out.getvalue() == ""


def test_no_word_and_no_secret_is_ever_logged(recorded: Served) -> None:
    """A scripted run at `debug`: good requests, wrong ones, refusals, and errors that nobody foresaw."""
    out = io.StringIO()
    logs.configure("debug", stream=out)
    secrets = [recorded.secret("reviewer"), recorded.secret("admin", "*", tenant="acme")]
    for canary in CANARIES:
        for secret in secrets:
            _talk(recorded, secret, canary)
    recorded.as_("stl_00000000_kanarienvogel").get("/v1/stats")
    recorded.memory.flush()
    text = out.getvalue()
    assert len(lines(out)) > 40
    for canary in CANARIES:
        assert canary not in text
        assert json.dumps(canary)[1:-1] not in text
    for secret in secrets:
        assert secret not in text
        assert secret.rsplit("_", 1)[1] not in text


def _talk(served: Served, secret: str, canary: str) -> None:
    caller = served.as_(secret)
    place = {"scope": "user:lin"}
    caller.post("/v1/observe", messages=[f"I live in {canary}", "我对花生过敏"], **place)
    made = caller.post("/v1/remember", text=f"{canary} is my city", **place)[1]
    caller.post("/v1/recall", query=f"where is {canary}?", **place)
    caller.post("/v1/context", query=canary, **place)
    caller.post("/v1/ask", question=canary, **place)
    caller.post("/v1/recall", query=canary, floor=canary, **place)
    caller.post("/v1/recall", **{"query": "x", canary: canary}, **place)
    caller.post("/v1/remember", text="x y", category=canary, **place)
    caller.post("/v1/forget", what=f"forget {canary}", **place)
    caller.get(f"/v1/memories/{canary}?scope=user:lin&cursor={canary}")
    caller.get(f"/v1/{canary}?{canary}={canary}")
    caller.get(f"/v1/stats?scope=user:{canary}")
    caller.ask("PATCH", f"/v1/memories/{made.get('id')}", {"text": f"my {canary}", **place})
    caller.ask("PATCH", f"/v1/sessions/{canary}", {"message": canary, **place})
    headers = {"Authorization": f"Bearer {secret}"}
    caller.client.post("/v1/recall", content=f"{{{canary}".encode(), headers=headers)
    caller.client.post("/v1/import?scope=user:lin", content=canary.encode(), headers=headers)
    caller.client.get("/v1/stats", headers={**headers, "Host": "evil.example"})


def test_an_exception_is_told_by_its_kind_and_place_alone() -> None:
    """Its message may quote what somebody wrote; that of asyncio's own line as well."""
    out = io.StringIO()
    logs.configure("warning", stream=out)
    for logger in ("stelae.recall", "uvicorn.error", "somebody.else"):
        try:
            raise ValueError(CANARIES[0])
        except ValueError:
            logging.getLogger(logger).exception("it failed")

    async def lost() -> None:
        async def fail() -> None:
            raise ValueError(CANARIES[0])

        task = asyncio.create_task(fail())
        await asyncio.sleep(0)
        del task

    asyncio.run(lost())
    told = lines(out)
    assert len(told) == 4
    assert {one["exception"] for one in told} == {"ValueError"}
    assert all(one["at"].startswith("test_logs.py:") for one in told)
    assert CANARIES[0] not in out.getvalue()


def test_others_are_heard_from_warnings_on() -> None:
    """Some write whole requests at `debug`."""
    out = io.StringIO()
    logs.configure("debug", stream=out)
    logging.getLogger("openai").debug("body: %s", CANARIES[0])
    logging.getLogger("httpx").info("url: %s", CANARIES[0])
    logging.getLogger("stelae.recall").debug("ours")
    assert [one["event"] for one in lines(out)] == ["ours"]


def test_people_at_a_terminal_read_lines_for_people() -> None:
    """And programs JSON."""
    out = Terminal()
    logs.configure("info", stream=out)
    logging.getLogger("stelae.server").info("hello")
    assert "hello" in out.getvalue()
    assert not out.getvalue().startswith("{")
