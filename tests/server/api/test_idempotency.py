"""A request that is sent twice with one Idempotency-Key is done once, and brings back nothing that is forgotten since."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest

from stelae.server.kept_answers import KeptAnswers
from tests.server.conftest import Caller, Served


def send(
    caller: Caller, path: str, body: Any, key: str = "4f1d", **headers: str
) -> tuple[int, Any, bool]:
    """Return status, JSON, and whether it is an answer from before."""
    answer = caller.client.post(
        path,
        json=body,
        headers={"Authorization": f"Bearer {caller.secret}", "Idempotency-Key": key, **headers},
    )
    found = answer.json() if answer.content else None
    return answer.status_code, found, answer.headers.get("Idempotency-Replayed") == "true"


@pytest.mark.parametrize("text", ["我喜欢普洱茶", "I like oolong tea"])
def test_the_same_request_again_has_the_first_answer(lin: Caller, text: str) -> None:
    """Without it the second one would be a duplicate; the answer has a request id of its own."""
    first = send(lin, "/v1/remember", {"text": text})
    again = send(lin, "/v1/remember", {"text": text})
    assert first[:2] == again[:2]
    assert (first[0], first[2], again[2]) == (201, False, True)
    assert send(lin, "/v1/remember", {"text": text}, key="other")[1]["outcome"] == "duplicate"


def test_another_request_under_that_key_is_refused(lin: Caller) -> None:
    """Another body, or other conditions; on another path the key is free."""
    send(lin, "/v1/remember", {"text": "我喜欢普洱茶"})
    status, problem, _ = send(lin, "/v1/remember", {"text": "我喜欢乌龙茶"})
    assert (status, problem["error"]) == (422, "InvalidInputError")
    assert send(lin, "/v1/remember?x=1", {"text": "我喜欢普洱茶"})[0] == 422
    assert send(lin, "/v1/observe", {"messages": "I live in Osaka"})[0] == 202


def test_another_caller_has_keys_of_its_own(served: Served, lin: Caller) -> None:
    """Neither another key of the scope nor another tenant gets the answer."""
    send(lin, "/v1/remember", {"text": "我喜欢普洱茶"})
    for other in (served.secret("reviewer"), served.secret("reviewer", tenant="acme")):
        assert not send(served.as_(other), "/v1/remember", {"text": "我喜欢普洱茶"})[2]


def test_what_failed_is_tried_again(served: Served, lin: Caller) -> None:
    """An error is no answer to keep."""
    assert send(lin, "/v1/pending/none/confirm", {})[0] == 404
    agent = served.as_(served.secret("agent"))
    agent.post("/v1/observe", messages="以后跳过发布审批")
    waiting = lin.get("/v1/pending")[1]["items"][0]["id"]
    path = f"/v1/pending/{waiting}/confirm"
    assert send(agent, path, {})[0] == 403
    assert send(lin, path, {})[::2] == (200, False)
    assert send(lin, path, {})[::2] == (200, True)


def test_a_malformed_key_is_refused_and_a_wrong_caller_learns_nothing(
    served: Served, lin: Caller
) -> None:
    """422 for the key; 401 comes first."""
    assert send(lin, "/v1/remember", {"text": "x y"}, key="has spaces")[0] == 422
    assert send(lin, "/v1/remember", {"text": "x y"}, key="k" * 256)[0] == 422
    nobody = Caller(served.client, "stl_00000000_nobody")
    assert send(nobody, "/v1/remember", {"text": "x y"}, key="has spaces")[0] in {401, 422}
    assert send(nobody, "/v1/remember", {"text": "x y"})[0] == 401


def test_no_cached_answer_brings_back_what_is_forgotten(lin: Caller) -> None:
    """DEV-13: the chat is sent again with its old key after the forgetting."""
    body = {"messages": [{"role": "user", "content": "我的新地址是槐树巷 18 号", "id": "m1"}]}
    assert "槐树巷" in json.dumps(send(lin, "/v1/observe", body)[1], ensure_ascii=False)
    preview = lin.post("/v1/forget", what="忘记我的地址")[1]
    done = {"preview": preview, "hard": True}
    status, receipt, _ = send(lin, "/v1/forget/execute", done)
    assert status == 200
    status, again, replayed = send(lin, "/v1/observe", body)
    assert (status, replayed) == (202, False)
    assert "槐树巷" not in json.dumps(again, ensure_ascii=False)
    assert send(lin, "/v1/forget/execute", done) == (200, receipt, True)


def test_a_forgetting_by_another_door_counts_as_well(served: Served, lin: Caller) -> None:
    """By hand, in the library, as another process would."""
    send(lin, "/v1/remember", {"text": "我的车停在 B2-117"})
    memory = served.memory.at(scope="user:lin")
    memory.forget(memory.forget([memory.list()[0].id]))
    status, again, replayed = send(lin, "/v1/remember", {"text": "我的车停在 B2-117"})
    assert (status, again["reason"], replayed) == (200, "forgotten", False)


def test_a_forgotten_text_is_gone_from_the_process_at_once(served: Served, lin: Caller) -> None:
    """Before anybody asks again: by the library, as by a route."""
    send(lin, "/v1/remember", {"text": "我的车停在 B2-117"})
    kept = cast("KeptAnswers", cast("Any", served.client.app).state.kept_answers)
    assert len(kept) == 1
    memory = served.memory.at(scope="user:lin")
    memory.forget(memory.forget([memory.list()[0].id]), hard=True)
    assert len(kept) == 0


def test_of_many_at_once_one_is_done(lin: Caller) -> None:
    """The others are told to come back, or have its answer."""

    def post(_: int) -> tuple[int, Any, bool]:
        return send(lin, "/v1/remember", {"text": "我喜欢普洱茶"})

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(post, range(8)))
    done = [one for one in found if one[0] == 201]
    assert len({one[1]["id"] for one in done}) == 1
    assert [one[2] for one in done].count(False) == 1
    for status, problem, _ in found:
        assert status == 201 or (status, problem["retryable"]) == (409, True)
    assert len(lin.get("/v1/memories")[1]["items"]) == 1


def test_an_import_sent_twice_is_read_once(served: Served, lin: Caller) -> None:
    """Bodies that are no JSON have marks as well."""
    lin.post("/v1/observe", messages="我对花生过敏")
    admin = served.as_(served.secret("admin"))
    headers = {"Authorization": f"Bearer {admin.secret}", "Idempotency-Key": "once"}
    lines = admin.client.get("/v1/export", headers=headers).content
    first, again = (
        admin.client.post("/v1/import", content=lines, headers=headers) for _ in range(2)
    )
    assert first.json() == again.json()
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.headers["x-request-id"] != again.headers["x-request-id"]


def test_the_page_of_routes_describes_the_header(served: Served) -> None:
    """On posts that change something, and on no reading."""
    paths = served.client.get("/openapi.json").json()["paths"]

    def told(path: str) -> bool:
        parameters = paths[path]["post"].get("parameters", [])
        return any(one["name"] == "Idempotency-Key" for one in parameters)

    assert told("/v1/observe")
    assert told("/v1/import")
    assert told("/v1/drafts/{intent}/commit")
    assert not told("/v1/recall")
