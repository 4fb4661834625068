"""Between lines and messages."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import types
from mcp.shared.message import SessionMessage

from stelae.server.mcp.framing import read_message, too_long, written

PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
LIKE_MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", 2]) | JSON,
        "id": JSON,
        "method": st.text() | JSON,
        "params": JSON,
        "result": JSON,
        "error": JSON,
    },
)


@given(
    st.binary(max_size=200)
    | JSON.map(lambda one: json.dumps(one).encode())
    | LIKE_MESSAGES.map(lambda one: json.dumps(one).encode())
)
def test_every_line_is_a_message_or_is_answered_with_one_valid_error(line: bytes) -> None:
    """Nothing else comes out, whatever goes in; an answer is one line that its reader can parse."""
    found = read_message(line)
    if isinstance(found, types.JSONRPCError):
        answer = written(found)
        assert b"\n" not in answer
        assert types.jsonrpc_message_adapter.validate_json(answer) == found
        assert found.error.code in {types.PARSE_ERROR, types.INVALID_REQUEST}
    else:
        assert found is None or isinstance(found, SessionMessage)


@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        ("{", types.PARSE_ERROR, None),
        ("\xff", types.PARSE_ERROR, None),
        ("NaN", types.INVALID_REQUEST, None),
        ("[]", types.INVALID_REQUEST, None),
        ("[" * 100_000, types.PARSE_ERROR, None),
        ('{"jsonrpc":"2.0"}', types.INVALID_REQUEST, None),
        ('{"jsonrpc":"2.0","id":7,"method":8}', types.INVALID_REQUEST, 7),
        ('{"jsonrpc":"2.0","id":"七","method":"x","params":[1]}', types.INVALID_REQUEST, "七"),
        ('{"jsonrpc":"1.0","id":7,"method":"ping"}', types.INVALID_REQUEST, 7),
        ('{"jsonrpc":"2.0","id":true,"method":8}', types.INVALID_REQUEST, None),
        ('{"jsonrpc":"2.0","id":1.5,"method":8}', types.INVALID_REQUEST, None),
    ],
    ids=lambda one: str(one)[:40],
)
def test_what_is_wrong_is_said_to_whom_it_concerns(line: str, code: int, request_id: Any) -> None:
    """With the id of the request, where it has one."""
    found = read_message(line.encode("latin-1" if line == "\xff" else "utf-8"))
    assert isinstance(found, types.JSONRPCError)
    assert (found.error.code, found.id) == (code, request_id)


@pytest.mark.parametrize("line", ['{"jsonrpc":"2.0","id":1,"result":5}', '{"id":1,"error":"x"}'])
def test_a_broken_answer_is_not_answered(line: str) -> None:
    """Nobody waits for that."""
    assert read_message(line.encode()) is None


def test_the_limit_is_named() -> None:
    """In bytes."""
    assert "1,000 bytes" in too_long(1_000).error.message


def test_a_written_message_is_one_line_of_its_own_words() -> None:
    """Chinese stays readable, an unknown id is null."""
    assert written(too_long(1)).startswith(b'{"jsonrpc":"2.0","id":null,')
    answer = types.JSONRPCResponse(jsonrpc="2.0", id=1, result={"text": "芝麻\n"})
    assert written(answer).decode() == '{"jsonrpc":"2.0","id":1,"result":{"text":"芝麻\\n"}}'
