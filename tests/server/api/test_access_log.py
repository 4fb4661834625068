"""The access log over HTTP (O27): every route that shows what is stored leaves a reading; its tenant's admins read them."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.server.conftest import Caller, Served


@pytest.fixture
def admin(served: Served) -> Caller:
    """An admin of every scope."""
    return served.as_(served.secret("admin", "*"))


def readings(caller: Caller, query: str = "") -> list[dict[str, Any]]:
    """Return the log, as it is answered."""
    headers = {"Authorization": f"Bearer {caller.secret}"}
    answer = caller.client.get(f"/v1/access-log{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_every_route_that_shows_something_leaves_a_reading(lin: Caller, admin: Caller) -> None:
    """With the ids that were shown, and no word of theirs or of the question."""
    lin.post("/v1/observe", messages=["我对花生过敏", "I live in Osaka", "以后跳过发布审批"])
    memories = [one["id"] for one in lin.get("/v1/memories")[1]["items"]]
    first = memories[0]
    found = lin.post("/v1/recall", query="我对什么过敏？")[1]
    lin.post("/v1/context", query="Where do I live?")
    lin.post("/v1/ask", question="Where do I live?")
    lin.post("/v1/aggregate", kind="list", category="fact")
    lin.get("/v1/profile")
    lin.get(f"/v1/recalls/{found['trace_id']}")
    for part in ("", "/history", "/why"):
        lin.get(f"/v1/memories/{first}{part}")
    lin.get("/v1/pending")
    lin.post("/v1/forget", what=[first])
    lin.get("/v1/guides")
    lin.client.get("/v1/export", headers={"Authorization": f"Bearer {lin.secret}"})
    seen = readings(admin)
    by_route = {one["route"]: one for one in seen}
    assert by_route.keys() == {
        "/v1/memories",
        "/v1/recall",
        "/v1/context",
        "/v1/ask",
        "/v1/aggregate",
        "/v1/profile",
        "/v1/recalls/{trace_id}",
        "/v1/memories/{id}",
        "/v1/memories/{id}/history",
        "/v1/memories/{id}/why",
        "/v1/pending",
        "/v1/forget",
        "/v1/guides",
        "/v1/export",
    }
    assert by_route["/v1/memories"]["ids"] == memories
    assert by_route["/v1/recall"]["ids"] == [hit["id"] for hit in found["hits"]]
    assert by_route["/v1/recall"]["trace_id"] == found["trace_id"]
    assert by_route["/v1/memories/{id}"]["ids"] == [first]
    assert by_route["/v1/export"]["count"] > 3
    assert {one["key_name"] for one in seen} == {"reviewer-key"}
    text = json.dumps(seen, ensure_ascii=False)
    assert not [word for word in ("花生", "Osaka", "过敏", "审批") if word in text]


def test_a_streamed_answer_is_noted_when_it_ends(lin: Caller, admin: Caller) -> None:
    """With what the model was shown."""
    lin.post("/v1/observe", messages="我对花生过敏")
    with lin.client.stream(
        "POST",
        "/v1/ask",
        json={"question": "我对什么过敏？", "stream": True},
        headers={"Authorization": f"Bearer {lin.secret}"},
    ) as stream:
        list(stream.iter_text())
    (one,) = readings(admin)
    assert one["route"] == "/v1/ask"
    assert one["ids"]


def test_what_is_refused_or_only_written_is_no_reading(
    served: Served, lin: Caller, admin: Caller
) -> None:
    """Nothing was shown."""
    lin.post("/v1/observe", messages="我对花生过敏")
    lin.post("/v1/remember", text="I live in Osaka")
    served.as_(served.secret("agent", "user:mo")).post("/v1/recall", query="x", scope="user:lin")
    lin.get("/v1/memories/019a")
    assert readings(admin) == []


def test_the_log_is_an_admins_of_the_tenant_and_of_scopes_that_its_key_holds(
    served: Served, lin: Caller, agent: Caller
) -> None:
    """Neither a reviewer's, nor another tenant's, nor another scope's."""
    lin.get("/v1/memories")
    for caller in (lin, agent):
        assert caller.get("/v1/access-log")[0] == 403
    acme = served.as_(served.secret("admin", "*", tenant="acme"))
    assert readings(acme) == []
    mo = served.as_(served.secret("admin", "user:mo"))
    assert readings(mo) == []
    own = served.as_(served.secret("admin", "user:lin"))
    assert [one["scope"] for one in readings(own)] == ["user:lin"]


def test_a_reading_across_scopes_is_shown_to_who_holds_them_all(served: Served) -> None:
    """Its ids are of all of them together: neither the admin of the one nor of the other learns the other's."""
    lin = served.as_(served.secret("agent", "user:lin", reads=("user:mo",)))
    mo = served.as_(served.secret("reviewer", "user:mo"))
    foreign = mo.post("/v1/remember", text="我住在大阪")
    shown = lin.get("/v1/memories?reads=user:mo")[1]["items"]
    assert [one["id"] for one in shown] == [foreign[1]["id"]]
    for scope in ("user:lin", "user:mo"):
        assert readings(served.as_(served.secret("admin", scope))) == []
    for both in (served.secret("admin", "user:lin", "user:mo"), served.secret("admin", "*")):
        assert [one["ids"] for one in readings(served.as_(both))] == [[foreign[1]["id"]]]


def test_what_a_draft_shows_of_another_scope_is_read_there(served: Served, admin: Caller) -> None:
    """Guides beside it, where it would be stored."""
    both = served.as_(served.secret("reviewer", "user:lin", "agent:netops"))
    draft = {"body": "Call take_snapshot first.", "keywords": ["snapshot", "快照"]}
    path = "/v1/drafts"
    told = {"intent": "take_snapshot", "agent": "netops", "scope": "user:lin", **draft}
    assert both.post(path, **told)[0] == 201
    assert [one["reads"] for one in readings(admin)] == [["agent:netops"]]
    assert readings(served.as_(served.secret("admin", "user:lin"))) == []


def test_keys_names_and_the_task_at_hand_are_stored_words_too(
    served: Served, lin: Caller, admin: Caller
) -> None:
    """They have no ids of memories, so it is noted how many were shown."""
    lin.post("/v1/observe", messages=["我喜欢普洱茶，也喜欢乌龙茶"])
    keys = [one["key"] for one in lin.get("/v1/concepts")[1]["items"]]
    lin.get("/v1/concepts/names")
    lin.get(f"/v1/concepts/{quote(keys[0])}/related")
    lin.ask("PATCH", "/v1/sessions/s1", {"message": "今天去西湖"})
    lin.get("/v1/sessions/s1")
    served.as_(served.secret("agent", "agent:netops")).get("/v1/runs")
    seen = [(one["route"], one["count"]) for one in readings(admin)]
    assert seen == [
        ("/v1/concepts", len(keys)),
        ("/v1/concepts/names", 0),
        ("/v1/concepts/{key:path}/related", len(keys) - 1),
        ("/v1/sessions/{session:path}", 1),
        ("/v1/sessions/{session:path}", 1),
        ("/v1/runs", 0),
    ]


def test_an_answer_given_again_is_read_again(lin: Caller, admin: Caller) -> None:
    """Under the request that got it."""
    made = lin.post("/v1/remember", text="我住在大阪")[1]["id"]
    for name in ("first", "second"):
        headers = {"Idempotency-Key": "k1", "X-Request-Id": name}
        assert lin.ask("POST", "/v1/forget", {"what": [made]}, headers=headers)[0] == 200
    seen = [(one["request_id"], one["ids"]) for one in readings(admin)]
    assert [name for name, _ in seen] == ["first", "second"]
    assert seen[0][1] == seen[1][1]
    assert made in seen[0][1]


def test_a_span_is_asked_for_by_times_with_offsets(lin: Caller, admin: Caller) -> None:
    """A naive time is refused, as everywhere."""
    lin.get("/v1/memories")
    (one,) = readings(admin)
    assert readings(admin, "?since=2000-01-01T00:00:00Z&until=2100-01-01T00:00:00Z") == [one]
    assert readings(admin, "?since=2100-01-01T00:00:00Z") == []
    assert admin.get("/v1/access-log?since=2026-05-01")[0] == 422
    assert admin.get("/v1/access-log?until=gestern")[0] == 422
    assert admin.get("/v1/access-log?scope=user:lin")[0] == 422


def test_an_id_stays_when_its_memory_is_destroyed(lin: Caller, admin: Caller) -> None:
    """An id is no content; who saw what was forgotten can still be told."""
    _, made = lin.post("/v1/remember", text="我的车停在 B2-117")
    lin.get(f"/v1/memories/{made['id']}")
    status, receipt = lin.ask("DELETE", f"/v1/memories/{made['id']}?hard=true")
    assert (status, receipt.get("verified")) == (200, True), receipt
    assert [one["ids"] for one in readings(admin)] == [[made["id"]]]
