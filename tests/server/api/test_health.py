"""Probes: no key, no content, and an honest 503."""

from tests.server.conftest import Served


def test_a_living_server_says_so_without_a_key(served: Served) -> None:
    """Also where keys are needed for everything else."""
    served.secret("agent")
    assert served.client.get("/healthz").json() == {"status": "alive"}
    ready = served.client.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, {"status": "ready", "embedders": []})
    assert served.client.get("/v1/stats").status_code == 401


def test_a_store_that_does_not_answer_is_not_ready(served: Served) -> None:
    """503 with a problem to try again on; alive all the same."""
    served.memory.close()
    answer = served.client.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["retry-after"]
    assert answer.json()["retryable"] is True
    assert served.client.get("/healthz").status_code == 200
