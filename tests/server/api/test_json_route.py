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
