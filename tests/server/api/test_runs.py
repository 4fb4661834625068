"""Captured calls and runs over HTTP: in the scope of the agent whose key it is, and in no other."""

from typing import Any

import pytest

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


SETTLED = [
    {
        "id": "c1",
        "name": "approve_change",
        "arguments": {"change": "refund above 5000 EUR"},
        "result": {"status": "approved by Lin"},
        "status": "ok",
    },
    {
        "id": "c1",
        "name": "批准变更",
        "arguments": {"change": "五千元以上退款"},
        "result": {"状态": "林已批准"},
        "status": "ok",
    },
]
BOTH = pytest.mark.parametrize("call", SETTLED, ids=["en", "zh"])


@BOTH
def test_what_an_agents_key_says_was_settled_waits_for_a_person(
    served: Served, call: dict[str, Any]
) -> None:
    """Nobody has seen the call succeed; until somebody confirms it, no recall and no prompt shows it."""
    agent, about = netops(served), call["arguments"]["change"]
    first = agent.post("/v1/capture", calls=[call])[1]
    assert (first["captured"], first["pending"], first["kept"]) == (0, 1, {})
    for _ in range(3):
        again = agent.post("/v1/capture", calls=[call])[1]
        assert (again["captured"], again["duplicates"]) == (0, 1)
    assert agent.get("/v1/memories?category=decision")[1]["items"] == []
    assert agent.post("/v1/recall", query=about, floor="none")[1]["hits"] == []
    assert about not in agent.post("/v1/context", query=about, floor="none")[1]["text"]
    (item,) = agent.get("/v1/pending")[1]["items"]
    assert item["record"]["authority"] == "agent"
    assert served.memory.at(scope="agent:netops").stats()["observations"] == 1
    status, _ = netops(served, "reviewer").post(f"/v1/pending/{item['id']}/confirm")
    assert status == 200
    (kept,) = agent.get("/v1/memories?category=decision")[1]["items"]
    assert about in kept["text"]
    assert agent.post("/v1/capture", calls=[call])[1]["duplicates"] == 1


@BOTH
def test_what_a_person_has_declined_no_capture_brings_up_again(
    served: Served, call: dict[str, Any]
) -> None:
    """Whole conversations are captured after every turn."""
    agent = netops(served)
    agent.post("/v1/capture", calls=[call])
    (item,) = agent.get("/v1/pending")[1]["items"]
    netops(served, "reviewer").post(f"/v1/pending/{item['id']}/reject")
    assert agent.post("/v1/capture", calls=[call])[1]["refused"] == {"declined": 1}
    assert agent.get("/v1/pending")[1]["items"] == []


@BOTH
@pytest.mark.parametrize("role", ["reviewer", "admin"])
def test_a_persons_key_speaks_for_a_person_and_not_for_the_platform(
    served: Served, call: dict[str, Any], role: str
) -> None:
    """Never above `user_edit`: decisions, rows of calls and runs."""
    person = netops(served, role)
    person.post("/v1/capture", calls=[call, CALL], audit=True)
    person.post("/v1/runs", id="r1", status="succeeded")
    told = person.get("/v1/memories")[1]["items"]
    assert {(one["category"], one["authority"]) for one in told} == {
        ("decision", "user_edit"),
        ("operational_event", "tool"),
        ("audit", "user_edit"),
    }


def test_rows_that_an_agent_claims_are_told_from_those_that_were_seen(served: Served) -> None:
    """By their authority; events are a tool's word whoever hands them in."""
    agent = netops(served)
    agent.post("/v1/capture", calls=[CALL], audit=True)
    agent.post("/v1/runs", id="一号", status="failed", error="证书过期")
    told = agent.get("/v1/memories")[1]["items"]
    assert sorted((one["category"], one["authority"]) for one in told) == [
        ("audit", "agent"),
        ("audit", "agent"),
        ("operational_event", "tool"),
    ]
    assert [one["authority"] for one in agent.get("/v1/runs")[1]["items"]] == ["agent"]


def test_no_body_names_its_own_authority(served: Served) -> None:
    """It is the key's."""
    agent = netops(served)
    assert agent.post("/v1/capture", calls=[CALL], highest="platform")[0] == 422
    assert agent.post("/v1/runs", id="r1", status="failed", highest="platform")[0] == 422


def test_runs_come_page_by_page_until_the_last(served: Served) -> None:
    """Each once; null says that it was the last page."""
    agent = netops(served)
    for number in range(4):
        agent.post("/v1/runs", id=f"运行-{number}", status="failed")
    seen: list[str] = []
    where = "/v1/runs?limit=3"
    while where:
        page = agent.get(where)[1]
        seen += [one["id"] for one in page["items"]]
        where = page["next"] and f"/v1/runs?limit=3&cursor={page['next']}"
    assert seen == ["运行-3", "运行-2", "运行-1", "运行-0"]
    assert agent.get("/v1/runs?cursor=_w")[0] == 422
