"""Every refusal is a problem that a program can act on, and repeats nothing of what was sent."""

import json
from typing import Any

import pytest

from tests.server.conftest import Caller, Served

CANARY = "tulip-47110815-郁金香"


def raw(served: Served, body: bytes, kind: str = "application/json") -> Any:
    """Post raw bytes to recall."""
    return served.client.post(
        "/v1/recall",
        content=body,
        headers={"Content-Type": kind, "Authorization": f"Bearer {served.secret()}"},
    )


def test_a_problem_has_a_name_a_status_and_the_requests_id(lin: Caller) -> None:
    """RFC 9457, with what a client needs to decide on."""
    answer = lin.client.get(
        "/v1/memories/nothing",
        headers={"Authorization": f"Bearer {lin.secret}", "X-Request-Id": "call-7"},
    )
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-request-id"] == "call-7"
    problem = answer.json()
    assert problem["type"] == "urn:stelae:error:MemoryNotFoundError"
    assert problem["status"] == answer.status_code == 404
    assert problem["instance"] == "urn:stelae:request:call-7"
    assert problem["retryable"] is False


@pytest.mark.parametrize("sent", ["", "a b", "x" * 129, "<script>", "行"])
def test_a_request_id_that_cannot_stand_in_a_log_is_replaced(served: Served, sent: str) -> None:
    """It is an id of ours then."""
    headers = [(b"x-request-id", sent.encode())]
    answer = served.client.get("/v1/nowhere", headers=headers)  # pyright: ignore[reportArgumentType]
    assert answer.headers["x-request-id"] not in {sent, ""}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[]", 422),
        (b"null", 422),
        (b"", 422),
        (json.dumps({"query": {"a": CANARY}}).encode(), 422),
        (json.dumps({"query": "x", "limit": CANARY}).encode(), 422),
        (json.dumps({"query": "x", CANARY: 1}).encode(), 422),
        (json.dumps({"query": "x", "category": "fact", "where": {CANARY: 1}}).encode(), 422),
        (json.dumps({"query": "x", "category": "no-such"}).encode(), 422),
        (json.dumps({"query": "x", "since": CANARY}).encode(), 422),
        (json.dumps({"query": "  "}).encode(), 422),
        (json.dumps({"query": "x", "scope": "everybody"}).encode(), 422),
        (b'{"query": "\\ud800"}', 400),
        (b'{"query": "x", "floor": NaN}', 400),
    ],
)
def test_a_wrong_body_is_refused_without_being_repeated(
    served: Served, body: bytes, status: int
) -> None:
    """The field is named, its value is not."""
    answer = raw(served, body)
    assert answer.status_code == status
    assert answer.json()["error"].endswith("Error")


def test_values_of_a_wrong_request_are_not_in_the_answer(lin: Caller) -> None:
    """A mistyped secret would be in every proxy's log."""
    for body in (
        {"query": {"a": CANARY}},
        {"query": "x", "limit": CANARY},
        {"query": "x", "since": CANARY},
        {"query": "x", "include": CANARY},
    ):
        status, problem = lin.ask("POST", "/v1/recall", body)
        assert status == 422
        assert CANARY not in json.dumps(problem, ensure_ascii=False)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", f"/v1/memories/{CANARY}", None),
        ("PATCH", f"/v1/memories/{CANARY}", {"text": "x"}),
        ("DELETE", f"/v1/memories/{CANARY}", None),
        ("POST", f"/v1/memories/{CANARY}/restore", {}),
        ("POST", f"/v1/pending/{CANARY}/confirm", {}),
        ("POST", f"/v1/pending/{CANARY}/reject", {}),
        ("POST", "/v1/forget", {"what": [CANARY]}),
        ("GET", f"/v1/jobs/{CANARY}", None),
        ("POST", f"/v1/jobs/{CANARY}/retry", {}),
        ("GET", f"/v1/drafts/{CANARY}", None),
        ("POST", f"/v1/drafts/{CANARY}/commit", {}),
        ("DELETE", f"/v1/drafts/{CANARY}", None),
        ("POST", "/v1/drafts", {"intent": CANARY, "body": "x", "keywords": ["x"]}),
        ("GET", f"/v1/recalls/{CANARY}", None),
        ("GET", f"/v1/categories/{CANARY}", None),
        ("GET", f"/v1/concepts/{CANARY}/related", None),
        ("GET", f"/v1/profile?of={CANARY}", None),
        ("GET", f"/v1/memories?scope={CANARY}", None),
        ("GET", f"/v1/memories?scope=user:{CANARY}", None),
        ("GET", f"/v1/memories?cursor={CANARY}", None),
        ("GET", f"/v1/memories?category={CANARY}", None),
        ("GET", f"/v1/memories?project={CANARY}/{CANARY}", None),
        ("POST", "/v1/recall", {"query": "x", "category": CANARY}),
        ("POST", "/v1/recall", {"query": "x", "category": f"it's {CANARY}"}),
        ("POST", "/v1/recall", {"query": "x", "category": "fact", "where": {CANARY: 1}}),
        ("POST", "/v1/recall", {"query": "x", "category": "fact", "where": {CANARY: {"gt": 1}}}),
        ("POST", "/v1/recall", {"query": "x", "where": {"price": {CANARY: 1}}}),
        ("POST", "/v1/recall", {"query": "x", "session": f"{CANARY}\n"}),
        ("POST", "/v1/remember", {"category": CANARY, "attributes": {}}),
        ("POST", "/v1/remember", {"category": "task", "attributes": {CANARY: CANARY}}),
        ("POST", "/v1/observe", {"messages": [{"role": CANARY, "content": "x"}]}),
    ],
)
def test_no_address_repeats_what_was_sent(
    lin: Caller, method: str, path: str, body: dict[str, Any] | None
) -> None:
    """Nor does any class of error, in English or Chinese."""
    status, problem = lin.ask(method, path, body)
    if status >= 400:
        told = json.dumps(problem, ensure_ascii=False)
        assert not [part for part in ("tulip", "47110815", "郁金香") if part in told], told


def test_what_is_known_is_still_named(lin: Caller) -> None:
    """Which field is wrong, and what may stand there."""
    _, problem = lin.post("/v1/recall", query="x", category="no-such")
    assert "preference" in problem["detail"]
    assert [one["field"] for one in problem["errors"]] == ["category"]
    _, problem = lin.post("/v1/recall", query="x", category="task", where={"nope": 1})
    assert "there are: " in problem["detail"]
    assert [one["field"] for one in problem["errors"]] == ["where"]


def test_an_address_that_is_not_there_and_a_method_that_is_not_known_are_problems_too(
    lin: Caller,
) -> None:
    """The framework's own errors have the same form."""
    status, problem = lin.get("/v1/nowhere")
    assert (status, problem["status"]) == (404, 404)
    status, problem = lin.ask("PUT", "/v1/recall", {})
    assert (status, problem["status"]) == (405, 405)


def test_a_key_is_asked_for_as_soon_as_there_is_one(served: Served) -> None:
    """Before that a caller on this machine is an agent; afterwards nobody is anybody without a key."""
    assert served.client.post("/v1/recall", json={"query": "x"}).status_code == 200
    assert served.client.get("/v1/forgettings").status_code == 403
    served.secret()
    answer = served.client.post("/v1/recall", json={"query": "x"})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert served.as_("stl_abcdefgh_" + "x" * 43).post("/v1/recall", query="x")[0] == 401


def test_a_key_of_several_scopes_has_to_say_which(served: Served) -> None:
    """The owner of a memory is never guessed (E14), and never taken on the caller's word (DEV-14)."""
    many = served.as_(served.secret("agent", "user:*", reads=("global",)))
    assert many.post("/v1/remember", text="我喜欢茶")[0] == 422
    assert many.post("/v1/remember", text="我喜欢茶", scope="user:mo")[0] in {201, 202}
    assert many.post("/v1/remember", text="我喜欢茶", scope="global")[0] == 403
    assert many.post("/v1/recall", query="茶", scope="user:mo", reads=["global"])[0] == 200
    assert many.post("/v1/recall", query="茶", scope="user:mo", reads=["team:a"])[0] == 403


def test_what_nobody_foresaw_is_told_without_its_text(
    served: Served, lin: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A 500 with the request's id; neither the answer nor the log has the words of the error."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(CANARY)

    monkeypatch.setattr(type(served.memory), "recall", broken)
    answer = lin.client.post(
        "/v1/recall",
        json={"query": "x"},
        headers={"Authorization": f"Bearer {lin.secret}", "X-Request-Id": "call-8"},
    )
    assert answer.status_code == 500
    assert answer.headers.get_list("x-request-id") == ["call-8"]
    assert CANARY not in answer.text + caplog.text
    assert "RuntimeError" in caplog.text
