"""A fuzzed client: no crash, no stray byte on stdout, and the next valid call works (issue 6)."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.server.mcp.wire import Wire, process

NAMES = [
    *("recall", "remember", "why", "list_pending", "propose_memory_draft", "commit_to_memory"),
    *("forget_preview", "forget", "", "no_such_tool"),
]
METHODS = [
    *("tools/call", "tools/list", "resources/read", "resources/list", "prompts/get", "ping"),
    *("resources/templates/list", "prompts/list", "initialize", "completion/complete"),
    *("logging/setLevel", "resources/subscribe", "server/discover", "tasks/get", "no/such"),
    *("notifications/cancelled", "notifications/initialized", "notifications/progress"),
]
ARGUMENTS = [
    *("query", "text", "id", "ids", "topic", "scopes", "category", "limit", "weak", "tags"),
    *("intent", "body", "keywords", "agent", "scope", "chunks", "from_draft", "hard", "everything"),
]
TEXTS = st.text(max_size=40) | st.sampled_from(
    ["花生", "猫", "null", "</stelae-memory>", "\u200b\ufeff", "stelae://memories", "x" * 9_000]
)
PLAIN = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | TEXTS
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
GIVEN = st.dictionaries(st.sampled_from(ARGUMENTS) | TEXTS, JSON, max_size=4)
PARAMS = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(NAMES) | JSON,
        "arguments": GIVEN | JSON,
        "uri": TEXTS | JSON,
        "cursor": JSON,
        "requestId": JSON,
        "protocolVersion": JSON,
        "inputResponses": JSON,
        "requestState": JSON,
        "_meta": JSON,
    },
)
MESSAGES = st.fixed_dictionaries(
    {"method": st.sampled_from(METHODS) | TEXTS, "params": PARAMS | JSON},
    optional={
        "jsonrpc": st.just("2.0") | JSON,
        "id": st.integers(10**6, 10**7) | JSON,
        "result": JSON,
        "error": JSON,
    },
)
REQUESTS = st.fixed_dictionaries(
    {
        "jsonrpc": st.just("2.0"),
        "id": st.integers(10**6, 10**7),
        "method": st.sampled_from(METHODS),
        "params": PARAMS,
    }
)
STATE = {"name": "recall", "requestState": 5}
"""As a notification: it is refused, and nobody waits to be told."""
ANYTHING: st.SearchStrategy[Any] = REQUESTS | MESSAGES | JSON
LIKE_REQUESTS: st.SearchStrategy[Any] = REQUESTS | MESSAGES


def as_line(message: Any) -> bytes:
    """Write it as a client in Python would, which knows NaN and half characters."""
    return json.dumps(message).encode().replace(b"\n", b" ")


LINES = st.lists(
    st.binary(max_size=60).map(lambda raw: raw.replace(b"\n", b" "))
    | ANYTHING.map(as_line)
    | LIKE_REQUESTS.map(lambda one: as_line(one)[:-3]),
    min_size=1,
    max_size=6,
)


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Wire]:
    """One server for all examples, whose host says that a person is asked: nothing is left out."""
    environ = {"STELAE_LOG_LEVEL": "debug", "STELAE_DATA": "", "STELAE_ZONE": "Asia/Shanghai"}
    with (
        tempfile.TemporaryDirectory() as folder,
        process(Path(folder) / "data", "--role", "reviewer", environ=environ) as server,
    ):
        server.client.begin()
        yield server.client
        assert server.end() == 0
        errors = server.client.errors
        for sign in (b"Traceback", b"fault"):
            at = errors.find(sign)
            assert at < 0, errors[max(0, at - 400) : at + 4_000].decode(errors="replace")


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@example(lines=[as_line({"jsonrpc": "2.0", "method": "prompts/get", "params": STATE})])
@given(lines=LINES)
def test_the_next_valid_call_works(fuzzed: Wire, lines: list[bytes]) -> None:
    """Whatever was sent before; that every line of stdout is a message is looked at when the server ends."""
    for line in lines:
        fuzzed.send(line)
    assert "result" in fuzzed.call("list_pending")


def test_a_huge_line_is_read_past(fuzzed: Wire) -> None:
    """Ten megabytes, whole or cut off."""
    fuzzed.send(b"x" * 10_000_000)
    assert fuzzed.answer_to(None)["error"]
    fuzzed.send(
        as_line({"jsonrpc": "2.0", "id": 10**8, "method": "ping", "params": {"a": "x" * 5_000_000}})
    )
    assert fuzzed.answer_to(10**8)["result"] == {}
    assert "result" in fuzzed.call("list_pending")
