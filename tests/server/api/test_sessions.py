"""Session states over HTTP: read, changed by words or a patch, ended; never a memory."""

from tests.server.conftest import Caller, Served


def test_a_turn_is_taken_in_by_words_and_by_a_patch(agent: Caller, lin: Caller) -> None:
    """Rules read the budget; a patch sets what a form has read."""
    status, state = agent.ask(
        "PATCH", "/v1/sessions/s1", {"message": "想买一个背包，预算 300 元以内"}
    )
    assert (status, state["budget"]["most"]) == (200, 300.0)
    status, state = agent.ask("PATCH", "/v1/sessions/s1", {"patch": {"slots": {"color": "black"}}})
    assert (status, state["slots"]) == (200, {"color": "black"})
    assert lin.get("/v1/sessions/s1")[1] == state
    assert lin.get("/v1/memories")[1]["items"] == []
    assert agent.ask("DELETE", "/v1/sessions/s1") == (204, None)
    assert agent.get("/v1/sessions/s1")[1]["slots"] == {}


def test_neither_words_nor_patch_is_refused(agent: Caller) -> None:
    """And a patch of no usable shape names its field."""
    assert agent.ask("PATCH", "/v1/sessions/s1", {})[0] == 422
    status, problem = agent.ask("PATCH", "/v1/sessions/s1", {"patch": {"colour": "red"}})
    assert (status, problem["errors"][0]["field"]) == (422, "patch.colour")


def test_another_scopes_session_is_another_one(served: Served, agent: Caller) -> None:
    """Sessions of one name in two scopes or tenants do not meet."""
    agent.ask("PATCH", "/v1/sessions/s1", {"patch": {"slots": {"size": "L"}}})
    for place in (("user:mo", "default"), ("user:lin", "acme")):
        other = served.as_(served.secret("agent", place[0], tenant=place[1]))
        assert other.get("/v1/sessions/s1")[1]["slots"] == {}


def test_a_session_may_be_called_by_any_name(agent: Caller) -> None:
    """A channel's name with slashes, and one in Chinese."""
    for name in ("slack/C01/1700", "%E4%BC%9A%E8%AF%9D%20%2F%201"):
        path = f"/v1/sessions/{name}"
        assert agent.ask("PATCH", path, {"patch": {"slots": {"size": "L"}}})[0] == 200
        assert agent.get(path)[1]["slots"] == {"size": "L"}
