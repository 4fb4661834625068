"""One client at the other end of a pair of pipes. What needs a process of its own is in `tests/cases/test_dev_24.py`."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, types

from stelae.memory import Memory
from stelae.server.mcp.channel import Channel
from stelae.server.mcp.stdio import serve
from tests.conftest import Opener
from tests.server.mcp.wire import PATIENCE_S, as_command, piped, talk, text

TOOLS = [
    "recall",
    "remember",
    "why",
    "list_pending",
    "propose_memory_draft",
    "commit_to_memory",
    "forget_preview",
    "forget",
]


def test_the_official_client_remembers_recalls_and_forgets(tmp_path: Path) -> None:
    """Over a real process, on an empty folder, with a person who agrees to what is to be forgotten."""

    def agree(_: types.ElicitRequestFormParams) -> types.ElicitResult:
        return types.ElicitResult(action="accept", content={"confirm": True})

    async def script(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
        for said, asked, word in (
            ("我家猫叫芝麻", "猫叫什么", "芝麻"),
            ("The staging cluster is in Osaka", "where is staging", "Osaka"),
        ):
            kept = await client.call_tool("remember", {"text": said})
            assert kept.structured_content["outcome"] == "pending"
            found = await client.call_tool("recall", {"query": asked})
            assert word in text(found)
            preview = await client.call_tool("forget_preview", {"topic": word})
            ids = [item["id"] for item in preview.structured_content["preview"]]
            done = await client.call_tool("forget", {"ids": ids})
            assert not done.is_error, text(done)
            again = await client.call_tool("recall", {"query": asked, "weak": True})
            assert word not in json.dumps(again.structured_content, ensure_ascii=False)

    talk(as_command(tmp_path / "data"), script, person=agree)


def test_what_was_asked_before_the_end_is_answered(memory: Memory) -> None:
    """A client that writes its requests and closes its end at once still reads the answers."""
    with piped(memory) as client:
        client.begin()
        asked = [
            client.request("tools/call", name="remember", arguments={"text": f"第 {n} 号事实"})
            for n in range(5)
        ]
        client.close()
        for one in asked:
            assert "result" in client.answer_to(one)
    assert len(memory.pending()) == 5


def test_a_question_that_nobody_answers_does_not_hold_the_end(memory: Memory) -> None:
    """The client goes while its person is asked: nothing is forgotten, and the server ends."""
    memory.remember("我对花生过敏")
    with piped(memory) as client:
        client.begin(elicitation={})
        preview = client.call("forget_preview", topic="花生")["result"]["structuredContent"]
        ids = [item["id"] for item in preview["preview"]]
        client.request("tools/call", name="forget", arguments={"ids": ids})
        client.next(lambda one: one.get("method") == "elicitation/create")
    assert len(memory.list()) == 1


@pytest.mark.parametrize("role", ["agent", "reviewer"])
def test_only_a_reviewers_host_forgets_without_a_question(memory: Memory, role: Any) -> None:
    """With a client that cannot ask: an agent's call forgets nothing and names the command, a reviewer's does it."""
    memory.remember("我对花生过敏")
    with piped(memory, role=role) as client:
        client.begin()
        preview = client.call("forget_preview", topic="花生")["result"]["structuredContent"]
        ids = [item["id"] for item in preview["preview"]]
        done = client.call("forget", ids=ids)["result"]
    assert done["isError"] == (role == "agent")
    if role == "agent":
        told = done["content"][0]["text"]
        assert f"stelae forget {' '.join(ids)} --yes --scope user:lin --data" in told
    assert len(memory.list()) == (1 if role == "agent" else 0)


def test_a_ping_is_answered_while_a_call_takes_its_time(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls work in threads: neither a ping nor another call waits for a slow one."""
    go = threading.Event()
    why = Memory.why

    def slow(self: Memory, id: str) -> Any:  # noqa: A002 - as in `Memory`
        assert go.wait(PATIENCE_S)
        return why(self, id)

    monkeypatch.setattr(Memory, "why", slow)
    kept = memory.remember("我对花生过敏").id
    with piped(memory) as client:
        client.begin()
        slow_one = client.request("tools/call", name="why", arguments={"id": kept})
        assert client.ask("ping")["result"] == {}
        assert "花生" in client.call("recall", query="花生")["result"]["content"][0]["text"]
        go.set()
        assert client.answer_to(slow_one)["result"]["structuredContent"]["memory"]["id"] == kept


def test_a_cancelled_call_leaves_a_whole_write_or_none(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never answered; the store is sound, and the next call works."""
    begun, go = threading.Event(), threading.Event()
    remember = Memory.remember

    def slow(self: Memory, *arguments: Any, **options: Any) -> Any:
        begun.set()
        assert go.wait(PATIENCE_S)
        return remember(self, *arguments, **options)

    monkeypatch.setattr(Memory, "remember", slow)
    with piped(memory) as client:
        client.begin()
        cancelled = client.request(
            "tools/call", name="remember", arguments={"text": "我对花生过敏"}
        )
        assert begun.wait(PATIENCE_S)
        client.send(
            {
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": cancelled},
            }
        )
        go.set()
        assert "error" not in client.call("remember", text="The staging cluster is in Osaka")
        client.close()
        answered = [json.loads(line).get("id") for line in client.said]
    assert cancelled not in answered
    assert memory.check() == ()
    assert len(memory.pending()) == 2


def test_a_client_that_stops_reading_ends_the_server(memory: Memory) -> None:
    """Its end of stdout is closed: nothing more can be said, and the server goes without an error."""
    source, into = os.pipe()
    out, sink = os.pipe()
    os.close(out)
    failed: list[BaseException] = []

    def run() -> None:
        try:
            serve(memory, Channel(source, sink))
        except BaseException as error:  # noqa: BLE001 - it is looked at below
            failed.append(error)

    server = threading.Thread(target=run)
    server.start()
    os.write(into, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    server.join(PATIENCE_S)
    assert not server.is_alive()
    assert failed == []
    for one in (source, into, sink):
        os.close(one)


def test_a_message_over_the_limit_is_refused_and_the_next_one_read(memory: Memory) -> None:
    """Eight megabytes of one line are read past."""
    with piped(memory) as client:
        client.begin()
        client.send(b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"' + b"a" * 9_000_000)
        assert client.answer_to(None)["error"]["code"] == types.INVALID_REQUEST
        assert client.ask("ping")["result"] == {}


def test_other_scopes_are_read_as_far_as_the_handle_may(open_memory: Opener) -> None:
    """A scope beside it is read, a foreign one refused by name."""
    open_memory("team:ops").remember("The staging cluster is in Osaka", authority="user_edit")
    memory = open_memory(reads=("team:ops",))
    with piped(memory) as client:
        client.begin()
        found = client.call("recall", query="where is staging", scopes=["team:ops"])["result"]
        assert "Osaka" in found["content"][0]["text"]
        refused = client.call("recall", query="where is staging", scopes=["user:mo"])["result"]
    assert refused["isError"]
    assert refused["_meta"]["stelae/error"] == "ScopeError"
