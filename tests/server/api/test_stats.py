"""Counts over HTTP."""

from tests.server.conftest import Caller, Served


def test_counts_are_of_the_readable_scopes(served: Served, lin: Caller) -> None:
    """What another scope holds is not in them."""
    lin.post("/v1/observe", messages=["我对花生过敏", "I live in Osaka"])
    mo = served.as_(served.secret("agent", "user:mo"))
    status, counts = lin.get("/v1/stats")
    assert (status, counts["memories"], counts["observations"]) == (200, 2, 2)
    assert mo.get("/v1/stats")[1]["memories"] == 0
    assert lin.get("/v1/usage") == (200, {"items": [], "next": None})
