"""An error on the wire is one document, from whichever layer."""

import asyncio
import json

import pytest

from stelae.server.problem_details import (
    Receive,
    Scope,
    Send,
    problem_bytes,
    request_id,
    send_problem,
)
from tests.server.asgi import ask, scope_of


def test_a_problem_has_the_fields_that_are_promised() -> None:
    """RFC 9457's, the error's name, and whether trying again makes sense."""
    made = problem_bytes(
        status=422,
        error="FilterError",
        detail="名字不对",
        request_id="7f0c0b7a-5f5e-4d3c-9b1a-2f6f0d0e1a2b",
        errors=[{"field": "where", "problem": "is no field"}],
    )
    assert json.loads(made) == {
        "type": "urn:stelae:error:FilterError",
        "title": "Unprocessable Entity",
        "status": 422,
        "detail": "名字不对",
        "instance": "urn:uuid:7f0c0b7a-5f5e-4d3c-9b1a-2f6f0d0e1a2b",
        "error": "FilterError",
        "retryable": False,
        "errors": [{"field": "where", "problem": "is no field"}],
    }


def test_a_request_keeps_its_id() -> None:
    """One made for it, where its own cannot stand in a log."""
    assert request_id(scope_of(x_request_id="run-17.a_B")) == "run-17.a_B"
    for odd in ("", "a b", "a\nb", "x" * 65, "日志".encode().decode("latin-1")):
        scope = scope_of(x_request_id=odd)
        made = request_id(scope)
        assert made != odd
        assert request_id(scope) == made == scope["state"]["request_id"]


@pytest.mark.parametrize("after", [None, 7])
def test_a_layer_answers_with_a_problem(after: int | None) -> None:
    """With the request's id as header and in the document, and when to come back."""

    async def layer(scope: Scope, _receive: Receive, send: Send) -> None:
        await send_problem(
            scope, send, status=429, error="OverloadedError", detail="…", retry_after_s=after
        )

    answer = asyncio.run(ask(layer, scope_of(x_request_id="r-1")))
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-request-id"] == "r-1"
    assert answer.headers.get("retry-after") == (None if after is None else "7")
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.json["instance"] == "urn:stelae:request:r-1"
    assert answer.json["retryable"] is (after is not None)
