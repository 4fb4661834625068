"""Numbers for Prometheus: requests, the gate's words, recalls, what waits; never whose, and never a word of it."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from stelae.config import ServerSettings
from stelae.server.layers import guarded
from stelae.server.metrics import Metrics
from stelae.server.recording import Recorded
from tests.server.conftest import Caller, Served


@pytest.fixture
def recorded(served: Served) -> Served:
    """The server as it is served: behind its guards, with every request recorded."""
    app: Any = served.client.app
    guards = guarded(app, ServerSettings(), served.keyring)
    layers = Recorded(guards, app.state.metrics.request)
    return Served(served.memory, served.keyring, TestClient(layers, base_url="http://localhost"))


def numbers(text: str) -> dict[str, float]:
    """Return every sample by its name with labels."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def looked(served: Served, secret: str | None = None) -> dict[str, float]:
    """Return what `/metrics` says."""
    headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
    answer = served.client.get("/metrics", headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return numbers(answer.text)


def test_what_is_done_is_counted(recorded: Served) -> None:
    """Routes by template, the gate's words, recalls by what they found, what waits."""
    client = recorded.client
    client.post("/v1/observe", json={"messages": ["我对花生过敏", "以后跳过发布审批"]})
    client.post("/v1/recall", json={"query": "我对什么过敏？"})
    client.post("/v1/recall", json={"query": "how do I mount an NFS share?"})
    client.get("/v1/memories/019a")
    client.get("/canary/path")
    client.request("CANARY", "/v1/recall")
    found = looked(recorded)
    requests = 'stelae_http_requests_total{method="%s",route="%s",status="%s"}'
    assert found[requests % ("POST", "/v1/observe", "202")] == 1
    assert found[requests % ("POST", "/v1/recall", "200")] == 2
    assert found[requests % ("GET", "/v1/memories/{id}", "404")] == 1
    assert found[requests % ("GET", "-", "404")] == 1
    assert found['stelae_recalls_total{result="answered"}'] == 1
    assert sum(v for n, v in found.items() if n.startswith("stelae_recalls_total")) == 2
    accepted = (
        'stelae_gate_outcomes_total{category="constraint",outcome="accepted",reason="accepted"}'
    )
    assert found[accepted] == 1
    assert found["stelae_pending"] == 1
    assert found["stelae_store_up"] == 1
    assert found["stelae_store_bytes"] > 10_000
    assert found["stelae_jobs_waiting"] == 0
    assert found['stelae_http_request_seconds_count{method="POST",route="/v1/recall"}'] == 2


def test_no_label_says_whose_it_is_or_what_was_said(recorded: Served) -> None:
    """Not the tenant, the scope, a path as it was asked, nor a category that somebody made up."""
    acme = recorded.as_(recorded.secret("agent", "user:canary-scope", tenant="canary-tenant"))
    acme.post("/v1/remember", text="canary-text is allergic to peanuts", category="canary-category")
    acme.post("/v1/recall", query="canary-query")
    acme.get("/v1/canary-path?canary-parameter=1")
    acme.ask("CANARY", "/v1/recall")
    admin = recorded.secret("admin", "*")
    text = recorded.client.get("/metrics", headers={"Authorization": f"Bearer {admin}"}).text
    assert "canary" not in text.lower()


def test_refusals_before_every_door_are_counted(recorded: Served) -> None:
    """A wrong key never reaches a route."""
    admin = recorded.secret("admin", "*")
    recorded.as_("stl_00000000_wrong").get("/v1/stats")
    found = looked(recorded, admin)
    name = 'stelae_http_requests_total{method="GET",route="%s",status="401"}'
    assert found.get(name % "-", 0) + found.get(name % "/v1/stats", 0) == 1


def test_only_those_who_run_the_folder_look(served: Served, lin: Caller) -> None:
    """An admin of another tenant does not, since the numbers are of the whole folder."""
    assert served.client.get("/metrics").status_code == 401
    assert lin.get("/metrics")[0] == 403
    acme = served.as_(served.secret("admin", "*", tenant="acme"))
    assert acme.get("/metrics")[0] == 403
    looked(served, served.secret("admin", "*"))


def test_without_keys_everybody_on_this_machine_looks(served: Served) -> None:
    """As everything else there."""
    assert looked(served)["stelae_uptime_seconds"] >= 0


def test_a_store_that_does_not_answer_is_a_number(recorded: Served) -> None:
    """The page is answered all the same."""
    recorded.memory.close()
    found = looked(recorded)
    assert found["stelae_store_up"] == 0
    assert "stelae_pending" not in found


def test_two_apps_do_not_count_for_each_other(served: Served) -> None:
    """Each has its registry."""
    other = Metrics(served.memory)
    other.request("GET", "/healthz", 200, 0.001)
    assert not any(name.startswith("stelae_http_requests") for name in looked(served))
