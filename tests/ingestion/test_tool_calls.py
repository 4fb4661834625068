"""Tool calls read out of the messages of frameworks, by their shape."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    messages_to_dict,
)
from openai.types.chat import ChatCompletionMessage
from openai.types.responses import ResponseFunctionToolCall

from stelae.errors import InvalidInputError
from stelae.ingestion.tool_calls import tool_calls
from stelae.schemas.agent_runs import ToolCall

ASKED = "把 InfluxDB 注册到 netops"
ARGUMENTS = {"host": "10.1.2.3", "port": 8086}
EXPECTED = ToolCall(
    name="register_influxdb",
    arguments=ARGUMENTS,
    result="registered: id=42",
    id="c1",
    question=ASKED,
)
OPENAI_CALL: dict[str, Any] = {
    "id": "c1",
    "type": "function",
    "function": {"name": "register_influxdb", "arguments": json.dumps(ARGUMENTS)},
}
CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "You run the network."},
    {"role": "user", "content": [{"type": "text", "text": ASKED}]},
    {"role": "assistant", "content": None, "tool_calls": [OPENAI_CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "registered: id=42"},
    {"role": "assistant", "content": "已注册。"},
]
RESPONSES: list[dict[str, Any]] = [
    {"role": "user", "content": ASKED},
    {"type": "reasoning", "summary": []},
    {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "c1",
        "name": "register_influxdb",
        "arguments": json.dumps(ARGUMENTS),
    },
    {"type": "function_call_output", "call_id": "c1", "output": "registered: id=42"},
]
LANGCHAIN: list[BaseMessage] = [
    SystemMessage("You run the network."),
    HumanMessage(ASKED),
    AIMessage("", tool_calls=[{"name": "register_influxdb", "args": ARGUMENTS, "id": "c1"}]),
    ToolMessage("registered: id=42", tool_call_id="c1", name="register_influxdb"),
    AIMessage("已注册。"),
]


@pytest.mark.parametrize("messages", [CHAT, RESPONSES], ids=["chat", "responses"])
def test_openais_messages_give_their_calls(messages: list[dict[str, Any]]) -> None:
    """Call and result come together by the id; the question is the person's last message."""
    assert tool_calls(messages) == (EXPECTED,)


def test_openais_objects_give_the_same() -> None:
    """A client's answer is appended as it came."""
    message = ChatCompletionMessage.model_validate(
        {"role": "assistant", "tool_calls": [OPENAI_CALL]}
    )
    item = ResponseFunctionToolCall.model_validate(RESPONSES[2])
    assert tool_calls([*CHAT[:2], message, CHAT[3]]) == (EXPECTED,)
    assert tool_calls([RESPONSES[0], item, RESPONSES[3]]) == (EXPECTED,)


def test_langchains_messages_give_the_same_with_their_status() -> None:
    """As objects, as `messages_to_dict`, and as dumps of the models."""
    expected = EXPECTED.model_copy(update={"status": "succeeded"})
    assert tool_calls(LANGCHAIN) == (expected,)
    assert tool_calls(messages_to_dict(LANGCHAIN)) == (expected,)
    assert tool_calls([m.model_dump() for m in LANGCHAIN]) == (expected,)
    failed = ToolMessage("设备离线", tool_call_id="c1", status="error")
    assert tool_calls([*LANGCHAIN[:3], failed])[0].status == "failed"


def test_plain_events_need_a_tool_and_what_came_of_it() -> None:
    """The shape for programs of no framework; a mapping, a `ToolCall` or a list of them."""
    event = {
        "tool": "register_influxdb",
        "arguments": ARGUMENTS,
        "result": "registered: id=42",
        "status": "ok",
        "id": 7,
        "time": "2026-05-01T09:00:00+08:00",
        "question": ASKED,
    }
    (call,) = tool_calls(event)
    assert (call.id, call.status, call.question) == ("7", "succeeded", ASKED)
    assert call.time == datetime(2026, 5, 1, 1, tzinfo=UTC)
    assert tool_calls([call, event]) == (call, call)
    (local,) = tool_calls({**event, "time": "2026-05-01T09:00:00"}, zone="Asia/Shanghai")
    assert local.time == call.time


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"status": "success"}, "succeeded"),
        ({"status": True}, "succeeded"),
        ({"status": "timeout"}, "failed"),
        ({"error": "设备离线"}, "failed"),
        ({"is_error": True, "result": "x"}, "failed"),
        ({"result": "x"}, None),
    ],
)
def test_a_status_is_read_in_many_words(fields: dict[str, Any], status: str | None) -> None:
    """What is not known for a success is a failure; nothing said is nothing known."""
    (call,) = tool_calls({"name": "push_config", **fields})
    assert call.status == status


def test_calls_in_parallel_and_without_ids_find_their_results() -> None:
    """By id where there is one, else in order and by name."""
    pair: list[dict[str, Any]] = [
        {
            "role": "assistant",
            "tool_calls": [{"name": n, "args": {}, "id": i} for n, i in (("a", "1"), ("b", "2"))],
        },
        {"role": "tool", "tool_call_id": "2", "content": "two"},
        {"role": "tool", "tool_call_id": "1", "content": "one"},
    ]
    assert [c.result for c in tool_calls(pair)] == ["one", "two"]
    old: list[dict[str, Any]] = [
        {"role": "assistant", "function_call": {"name": "a", "arguments": "{}"}},
        {"role": "function", "name": "a", "content": "done"},
        {"role": "tool", "tool_call_id": "nobody's", "content": "lost"},
    ]
    assert [c.result for c in tool_calls(old)] == ["done"]
    assert tool_calls(pair[:1])[1].result is None


def test_arguments_that_are_no_object_are_kept_as_input() -> None:
    """A model's broken JSON is what it called with."""
    broken = {"name": "a", "arguments": '{"x": ', "result": 1}
    assert tool_calls(broken)[0].arguments == {"input": '{"x": '}
    strange: dict[str, Any] = {
        "name": "a",
        "arguments": {"when": datetime(2026, 5, 1, tzinfo=UTC)},
        "result": 1,
    }
    assert tool_calls(strange)[0].arguments == {"when": "2026-05-01 00:00:00+00:00"}
    parts = [{"type": "text", "text": "一"}, {"type": "text", "text": "二"}]
    assert tool_calls({"name": "a", "result": parts})[0].result == "一\n二"


@pytest.mark.parametrize(
    "item",
    [
        "text",
        7,
        None,
        {},
        {"tool": ""},
        {"tool": "a"},
        {"result": "x"},
        {"tool": "a", "result": 1, "time": "soon"},
    ],
    ids=str,
)
def test_what_is_neither_call_nor_message_is_named_by_its_number(item: object) -> None:
    """And never quoted."""
    with pytest.raises(
        InvalidInputError, match=r"^Item 2 cannot be read as a tool call or a message\.$"
    ):
        tool_calls([CHAT[0], item])


@example({"role": None, "type": None, "name": "\x1b", "arguments": []})
@given(
    st.dictionaries(
        st.sampled_from(
            [
                "role",
                "type",
                "name",
                "tool",
                "arguments",
                "result",
                "tool_calls",
                "content",
                "status",
            ]
        ),
        st.recursive(
            st.none() | st.booleans() | st.text(max_size=5),
            lambda x: st.lists(x) | st.dictionaries(st.text(), x),
        ),
    )
)
def test_any_mapping_is_read_or_refused(item: dict[str, Any]) -> None:
    """No other error leaves the reader."""
    with suppress(InvalidInputError):
        tool_calls([item])
