"""Captured calls and runs over HTTP: in the scope of the agent whose key it is, and in no other."""

from tests.server.conftest import Caller, Served

CALL = {
    "name": "update_service",
    "arguments": {"host": "edge-7", "service": "dns"},
    "result": "updated dns on edge-7 after the certificate was replaced",
    "status": "succeeded",
}


def netops(served: Served, role: str = "agent") -> Caller:
    """A caller with the agent's own key."""
    return served.as_(served.secret(role, "agent:netops"))  # pyright: ignore[reportArgumentType]


def test_what_calls_have_done_is_kept_once(served: Served) -> None:
    """The same calls again change nothing; the memory lies in the agent's scope."""
    agent = netops(served)
    status, first = agent.post("/v1/capture", calls=[CALL], run="r1")
    assert (status, first["captured"]) == (200, 1)
    assert agent.post("/v1/capture", calls=CALL, run="r1")[1]["captured"] == 0
    (kept,) = agent.get("/v1/memories?category=operational_event")[1]["items"]
    assert (kept["scope"], kept["authority"]) == ("agent:netops", "tool")


def test_runs_are_noted_and_listed_by_how_they_ended(served: Served) -> None:
    """Chinese and English errors alike; a wrong status is refused."""
    agent = netops(served)
    for number, error in enumerate(("证书过期", "certificate expired")):
        status, outcome = agent.post(
            "/v1/runs", id=f"r{number}", status="failed", error=error, tools=["update_service"]
        )
        assert (status, outcome["category"]) == (201, "audit")
    agent.post("/v1/runs", id="r2", status="succeeded")
    _, page = agent.get("/v1/runs?status=failed")
    assert {one["error"] for one in page["items"]} == {"证书过期", "certificate expired"}
    assert agent.post("/v1/runs", id="r3", status="done")[0] == 422


def test_a_persons_key_has_no_runs_and_names_no_agent(lin: Caller) -> None:
    """A body that names another agent is refused, so no key writes to a scope it does not hold."""
    assert lin.post("/v1/runs", id="r1", status="failed")[0] == 422
    status, problem = lin.post("/v1/capture", calls=[CALL], agent="netops")
    assert (status, problem["errors"][0]["field"]) == (422, "agent")
    assert lin.post("/v1/capture", calls=[CALL], scope="agent:netops")[0] == 403


def test_too_many_calls_at_once_are_refused(served: Served) -> None:
    """As many as messages of an observation."""
    most = served.memory.settings.server.max_batch
    assert netops(served).post("/v1/capture", calls=[CALL] * (most + 1))[0] == 413
