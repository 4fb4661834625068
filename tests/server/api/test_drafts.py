"""Drafts over HTTP: an agent's key proposes, a reviewer's commits exactly what was shown, within the scopes of each."""

from typing import Any

import pytest

from tests.server.conftest import Caller, Served

BODY = "数据过期时先调用 take_snapshot，再回答。"


@pytest.fixture
def netops(served: Served) -> Caller:
    """The agent's own key."""
    return served.as_(served.secret("agent", "agent:netops"))


@pytest.fixture
def person(served: Served) -> Caller:
    """A reviewer who looks after two agents."""
    return served.as_(served.secret("reviewer", "agent:netops", "agent:shop"))


def propose(caller: Caller, **other: Any) -> tuple[int, Any]:
    """Propose a guide for netops."""
    said = {"intent": "take_snapshot", "body": BODY, "keywords": ["快照", "snapshot"], **other}
    return caller.post("/v1/drafts", **{"scope": "agent:netops", **said})


def test_what_an_agent_proposes_a_person_commits(netops: Caller, person: Caller) -> None:
    """Nothing is stored before; afterwards it is the person's word, and the draft is gone."""
    status, proposed = propose(netops)
    assert status == 201
    assert BODY in proposed["preview"]
    where = "?scope=agent:netops"
    assert person.get(f"/v1/memories{where}")[1]["items"] == []
    (waiting,) = person.get(f"/v1/drafts{where}")[1]["items"]
    assert waiting["id"] == proposed["draft"]["id"]
    assert person.get(f"/v1/drafts/take_snapshot{where}")[1] == proposed
    status, done = person.post("/v1/drafts/take_snapshot/commit", scope="agent:netops")
    assert (status, done["outcomes"][0]["outcome"]) == (200, "accepted")
    (kept,) = person.get(f"/v1/memories{where}")[1]["items"]
    assert (kept["text"], kept["authority"]) == (BODY, "user_edit")
    assert person.get(f"/v1/drafts/take_snapshot{where}")[0] == 404


def test_the_proposing_key_neither_commits_nor_discards(netops: Caller) -> None:
    """Its role is too low, whatever it says."""
    propose(netops)
    assert netops.post("/v1/drafts/take_snapshot/commit")[0] == 403
    assert netops.ask("DELETE", "/v1/drafts/take_snapshot")[0] == 403
    assert netops.post("/v1/drafts/take_snapshot/commit", said={"text": "yes"})[0] == 422
    assert len(netops.get("/v1/drafts")[1]["items"]) == 1


def test_a_yes_is_to_the_draft_that_was_seen(netops: Caller, person: Caller) -> None:
    """If-Match: another draft under the same name meanwhile is 412, and stays."""
    _, first = propose(netops)
    _, second = propose(netops, body="Restart the core switch first.")
    path = "/v1/drafts/take_snapshot/commit"
    place = {"scope": "agent:netops"}
    seen = {"If-Match": f'"{first["draft"]["id"]}"'}
    status, problem = person.ask("POST", path, place, headers=seen)
    assert (status, problem["error"]) == (412, "VersionConflictError")
    seen = {"If-Match": f'"{second["draft"]["id"]}"'}
    assert person.ask("POST", path, place, headers=seen)[0] == 200


def test_a_draft_goes_only_where_the_key_writes(lin: Caller, served: Served) -> None:
    """Naming another agent would show what is stored there beside the draft: refused before anything is read."""
    admin = served.as_(served.secret("admin", "*"))
    propose(admin)
    admin.post("/v1/drafts/take_snapshot/commit", scope="agent:netops")
    for agent in ("netops", "agent:netops"):
        status, problem = propose(lin, scope="user:lin", agent=agent)
        assert (status, BODY in str(problem)) == (403, False)
    assert propose(lin, scope="agent:netops")[0] == 403
    assert propose(lin, scope="user:lin", agent="global")[0] == 201


def test_a_draft_for_a_scope_that_a_key_does_not_hold_is_not_seen(
    served: Served, lin: Caller
) -> None:
    """One that the library proposed from lin's scope for an agent of somebody else's."""
    served.memory.propose_draft("take_snapshot", BODY, keywords=["快照"], agent="netops")
    assert lin.get("/v1/drafts")[1]["items"] == []
    assert lin.get("/v1/drafts/take_snapshot")[0] == 404
    assert lin.post("/v1/drafts/take_snapshot/commit")[0] == 404
    reading = served.as_(served.secret("reviewer", "user:lin", reads=("agent:netops",)))
    assert reading.get("/v1/drafts/take_snapshot")[0] == 200
    assert reading.post("/v1/drafts/take_snapshot/commit")[0] == 403
    assert reading.ask("DELETE", "/v1/drafts/take_snapshot")[0] == 403


def test_a_discarded_draft_is_gone(netops: Caller, person: Caller) -> None:
    """And the answer says what it was; another tenant never saw it."""
    _, proposed = propose(netops)
    path = "/v1/drafts/take_snapshot?scope=agent:netops"
    assert person.ask("DELETE", path) == (200, proposed["draft"])
    assert person.ask("DELETE", path)[0] == 404


def test_another_tenants_draft_is_not_found(served: Served, netops: Caller) -> None:
    """The same scope in another tenant is another scope."""
    propose(netops)
    other = served.as_(served.secret("admin", "agent:netops", tenant="acme"))
    assert other.get("/v1/drafts")[1]["items"] == []
    assert other.get("/v1/drafts/take_snapshot")[0] == 404
    assert other.post("/v1/drafts/take_snapshot/commit")[0] == 404
