"""Capture through the library's door: whose scope, which project, and the loop that must not grow (DEV-04)."""

from collections.abc import Callable
from typing import Any

import pytest

from stelae.errors import InvalidInputError, ScopeError
from stelae.memory import Memory
from stelae.testing import HashEmbedder

Opener = Callable[..., Memory]
CALL: dict[str, Any] = {
    "tool": "register_influxdb",
    "arguments": {"host": "10.1.2.3"},
    "result": "registered: id=42",
}


def test_what_is_captured_lies_in_the_agents_own_scope_with_the_project(
    open_memory: Opener,
) -> None:
    """Whoever's handle it is; the person's memories are left alone (O42)."""
    memory = open_memory("user:lin", project="lab")
    memory.capture(CALL, agent="netops", session="s1")
    memory.run("r1", agent="netops", status="succeeded")
    assert memory.list() == ()
    here = memory.at(scope="agent:netops")
    assert {(m.category, m.scope, m.project) for m in here.list()} == {
        ("operational_event", "agent:netops", "lab"),
        ("audit", "agent:netops", "lab"),
    }
    assert here.list(category="operational_event")[0].session == "s1"
    assert here.capture(CALL).duplicates == 1
    assert here.runs() == memory.runs(agent="netops")


def test_without_an_agent_nobody_knows_whose_calls_they_are(memory: Memory) -> None:
    """A person's scope is no agent's; a bad name is no scope."""
    for call in (
        lambda: memory.capture(CALL),
        lambda: memory.run("r", status="failed"),
        memory.runs,
    ):
        with pytest.raises(InvalidInputError, match="agent="):
            call()
    with pytest.raises(ScopeError):
        memory.capture(CALL, agent="net ops")
    with pytest.raises(InvalidInputError, match="run"):
        memory.capture(CALL, agent="a", run="")


def test_switched_off_it_keeps_nothing(
    open_memory: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """STELAE_ENABLED=0."""
    monkeypatch.setenv("STELAE_ENABLED", "0")
    memory = open_memory("agent:netops")
    assert memory.capture([CALL, CALL]).skipped == {"disabled": 2}
    assert memory.capture([]).skipped == {}
    assert memory.run("r", status="failed").reason == "disabled"
    assert memory.list() == ()


def test_a_captured_call_is_embedded_once(open_memory: Opener) -> None:
    """One embedding and one row a call; a call known or skipped costs none."""
    embedder = HashEmbedder()
    memory = open_memory("agent:netops", embedder=[embedder])
    read: dict[str, Any] = {"tool": "get_device", "arguments": {}, "result": "up"}
    before = embedder.calls
    memory.capture([CALL, CALL, read])
    memory.capture([CALL, read])
    memory.flush()
    assert (embedder.calls - before, memory.stats()["memories"]) == (1, 1)


def said(memory: Memory) -> list[tuple[object, ...]]:
    """Return what is known and how often it was said; that it was recalled is no change of it."""
    found = memory.list(include_inactive=True)
    return [(m.id, m.version, m.text, m.evidence_count, m.reliability) for m in found]


ROUNDS = pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("我们如何注册 InfluxDB？", "上次我们用 register_influxdb 注册了 10.1.2.3。"),
        ("How do we register InfluxDB?", "As last time: register_influxdb on 10.1.2.3."),
    ],
    ids=["zh", "en"],
)


@ROUNDS
def test_dev_04_ten_rounds_of_recall_answer_capture_add_nothing(
    memory: Memory, asked: str, answer: str
) -> None:
    """What we recalled, and the call that was captured, come back in every round's messages; nothing new was said."""
    agent = memory.at(scope="agent:netops")
    agent.capture(CALL)
    before = said(agent)
    messages: list[dict[str, Any]] = []
    for number in range(10):
        block = agent.context(asked, floor="none").text
        assert "10.1.2.3" in block
        recalled = {"id": f"k{number}", "name": "recall_memory", "args": {"query": asked}}
        noted = {"id": f"n{number}", "name": "register_influxdb", "args": CALL["arguments"]}
        messages += [
            {"role": "user", "content": f"{block}\n{asked}"},
            {"role": "assistant", "content": "", "tool_calls": [recalled, noted]},
            {"role": "tool", "tool_call_id": f"k{number}", "content": block},
            {"role": "tool", "tool_call_id": f"n{number}", "content": f"{block}\n{CALL['result']}"},
            {"role": "assistant", "content": answer},
        ]
        result = agent.capture(messages, run=f"r{number}")
        assert (result.captured, result.duplicates, result.skipped) == (
            0,
            number + 1,
            {"own_tool": number + 1},
        )
        agent.observe(messages[-5:])
    assert said(agent) == before
