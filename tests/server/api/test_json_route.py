"""Bodies are JSON that every program can read, or they are refused as none."""

import pytest

from tests.server.conftest import Caller

HALF = b'{"query": "\\ud800\xe8\x8a\xb1\xe7\x94\x9f"}'
BODIES = {
    "half a character": HALF,
    "the other half": b'{"query": "peanuts \\udfff"}',
    "NaN": b'{"query": "x", "where": {"score": NaN}}',
    "infinity": b'{"query": "x", "where": {"score": -Infinity}}',
    "nesting without end": b'{"query": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "another encoding": '{"query": "花生"}'.encode("gb18030"),
    "two of them": b'{"query": "x"}{}',
    "cut off": b'{"query": "x"',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_what_is_no_json_is_refused_as_a_whole(lin: Caller, body: bytes) -> None:
    """400 and a problem document, whatever Python's own reader would have made of it."""
    headers = {"Authorization": f"Bearer {lin.secret}", "Content-Type": "application/json"}
    answer = lin.client.post("/v1/recall", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"] == "InvalidInputError"
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_same_holds_where_a_request_has_a_key_of_its_own(lin: Caller) -> None:
    """Idempotency reads the bytes first; they are read once more as JSON."""
    one, other = _keyed(lin, "k1"), _keyed(lin, "k2")
    said = '{"text": "我住在大阪"}'.encode()
    assert lin.client.post("/v1/remember", content=said, headers=one).status_code == 201
    again = lin.client.post("/v1/remember", content=said, headers=one)
    assert again.headers["Idempotency-Replayed"] == "true"
    bad = HALF.replace(b"query", b"text")
    assert lin.client.post("/v1/remember", content=bad, headers=other).status_code == 400


def _keyed(caller: Caller, key: str) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {caller.secret}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }


def test_an_empty_id_is_none(lin: Caller) -> None:
    """Two messages with it are two messages, in both languages."""
    for text in ("我对花生过敏", "I live in Osaka"):
        status, seen = lin.post("/v1/observe", messages=[{"content": text, "id": ""}])
        assert (status, seen["observations"][0]["external_id"]) == (202, None)
        assert seen["outcomes"][0]["outcome"] == "accepted"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "json", None])
def test_a_body_that_does_not_say_that_it_is_json_is_not_read(
    lin: Caller, kind: str | None
) -> None:
    """415, with the way out; the same where a request can be sent twice."""
    headers = {"Authorization": f"Bearer {lin.secret}", "Idempotency-Key": "k1"}
    headers |= {} if kind is None else {"Content-Type": kind}
    for path in ("/v1/recall", "/v1/remember"):
        body = '{"query": "花生", "text": "我对花生过敏"}'.encode()
        answer = lin.client.post(path, content=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (415, "InvalidInputError")
        assert "application/json" in answer.json()["detail"]
    assert lin.get("/v1/memories")[1]["items"] == []


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"]
)
def test_json_has_several_names(lin: Caller, kind: str) -> None:
    """With parameters, in capitals, of a kind of its own."""
    headers = {"Authorization": f"Bearer {lin.secret}", "Content-Type": kind}
    answer = lin.client.post("/v1/recall", content='{"query": "花生"}'.encode(), headers=headers)
    assert answer.status_code == 200
