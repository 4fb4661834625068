"""Jobs over HTTP: the states of one's own scope, and failed ones put in again by a reviewer."""

import pytest

from stelae.errors import ModelUnavailableError
from stelae.testing import FixedClock, ScriptedModel
from tests.server.conftest import Caller, Served, Server

SAID = ["我养了一只叫阿福的乌龟", "I keep a tortoise called Alfie"]


@pytest.fixture
def apart(serve: Server) -> Served:
    """A server whose model is away, and where nobody works on jobs unless told to."""
    away = ModelUnavailableError("away")
    return serve(extractor="llm", model=ScriptedModel([away]), worker=False)


@pytest.fixture
def lin(apart: Served) -> Caller:
    """A reviewer of user:lin."""
    return apart.as_(apart.secret("reviewer"))


@pytest.mark.parametrize("said", SAID)
def test_observe_names_jobs_whose_state_can_be_asked(lin: Caller, said: str) -> None:
    """DEV-02: none of what it is about is told."""
    status, seen = lin.post("/v1/observe", messages=said)
    assert status == 202
    (job,) = seen["jobs"]
    status, told = lin.get(f"/v1/jobs/{job}")
    assert (status, told["kind"], told["state"]) == (200, "extract", "waiting")
    assert lin.get("/v1/jobs")[1]["items"] == [told]
    assert said not in str(told)


def test_a_failed_job_is_put_in_again(apart: Served, lin: Caller, clock: FixedClock) -> None:
    """By a reviewer; an agent may look."""
    (job,) = lin.post("/v1/observe", messages=SAID[1])[1]["jobs"]
    for _ in range(3):
        apart.memory.flush(timeout_s=0)
        clock.advance(hours=1)
    _, page = lin.get("/v1/jobs?state=failed")
    assert [one["reason"] for one in page["items"]] == ["ModelUnavailableError"]
    agent = apart.as_(apart.secret("agent"))
    assert agent.get(f"/v1/jobs/{job}")[1]["state"] == "failed"
    assert agent.post(f"/v1/jobs/{job}/retry")[0] == 403
    status, told = lin.post(f"/v1/jobs/{job}/retry")
    assert (status, told["state"]) == (200, "waiting")


def test_jobs_are_listed_page_by_page(lin: Caller) -> None:
    """Newest first, each once."""
    left = [lin.post("/v1/observe", messages=f"第 {n} 天下雨")[1]["jobs"][0] for n in range(5)]
    seen: list[str] = []
    cursor = ""
    while True:
        _, page = lin.get(f"/v1/jobs?limit=2{cursor}")
        seen += [one["id"] for one in page["items"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == left[::-1]


def test_foreign_jobs_are_not_found(apart: Served, lin: Caller) -> None:
    """Neither another scope's nor another tenant's; an unknown state is refused."""
    (job,) = lin.post("/v1/observe", messages=SAID[0])[1]["jobs"]
    for secret in (
        apart.secret("admin", "user:mo"),
        apart.secret("admin", "user:lin", tenant="acme"),
    ):
        other = apart.as_(secret)
        assert other.get(f"/v1/jobs/{job}")[0] == 404
        assert other.post(f"/v1/jobs/{job}/retry")[0] == 404
        assert other.get("/v1/jobs")[1]["items"] == []
    assert lin.get("/v1/jobs?state=lost")[0] == 422
