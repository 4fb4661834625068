"""Mixed requests of three tenants against a real server, by a short run of `python -m evals.server.load`."""

from pathlib import Path
from typing import Any

import pytest

from evals.server.load import CONNECTIONS, STILL, Connection, Tally, drive, run
from evals.server.running import Running


def test_mixed_requests_over_several_connections_all_succeed() -> None:
    """Writing, reading, deciding and forgetting in both languages: no error, and every answer is counted."""
    told = run(500, seed=7, embedder="none", quiet=True)
    assert told["first_errors"] == []
    assert told["requests"] >= 500 // CONNECTIONS * CONNECTIONS
    assert sum(told["statuses"].values()) == told["requests"]
    assert {"POST /v1/forget/execute", "POST /v1/pending/{id}/confirm"} <= told["routes"].keys()
    assert len(told["kept"]) == len(told["rss_mb"]) == len(told["mapped_files_mb"])
    assert told["kept"][-1]["rows"] > 100
    assert told["kept"][-1]["vectors_mb"] == 0
    assert 0 < told["mapped_files_mb"][-1] < told["rss_mb"][-1]


def test_when_the_data_are_to_stay_nothing_is_kept_after_the_first_tenth(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So that what memory grows by from then on is growth by time."""
    asked: list[str] = []

    def ask(one: Connection, route: str, *_: Any, **__: Any) -> dict[str, Any]:
        one.asked += 1
        asked.append(route)
        return {}

    monkeypatch.setattr(Connection, "ask", ask)
    nowhere = Running(url="http://127.0.0.1:9", pid=0, log=tmp_path)
    drive(0, Connection(0, nowhere, {"acme": ("a", "r")}, Tally()), 1_000, 7, still=True)
    keeping = {"POST /v1/observe", "POST /v1/remember", "GET /v1/pending"}
    assert keeping <= set(asked[:100])
    assert not keeping & set(asked[110:])
    assert {one.__name__ for one in STILL} == {"recall", "context", "read", "page", "jobs"}
