"""Mixed requests of three tenants against a real server, by a short run of `python -m evals.server.load`."""

from evals.server.load import CONNECTIONS, run


def test_mixed_requests_over_several_connections_all_succeed() -> None:
    """Writing, reading, deciding and forgetting in both languages: no error, and every answer is counted."""
    told = run(500, seed=7, embedder="none", quiet=True)
    assert told["first_errors"] == []
    assert told["requests"] >= 500 // CONNECTIONS * CONNECTIONS
    assert sum(told["statuses"].values()) == told["requests"]
    assert {"POST /v1/forget/execute", "POST /v1/pending/{id}/confirm"} <= told["routes"].keys()
