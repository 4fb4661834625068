"""Runs of an agent for the tests of learning: registrations that worked, runs that failed."""

import json
from collections.abc import Sequence
from typing import Any

from stelae.memory import Memory
from stelae.testing import FixedClock

DEVICES = ("core-sw-01", "core-sw-02", "core-fw-01", "core-sw-03", "core-rt-01", "core-rt-02")
ZH_DEVICES = (
    "核心-交换机-01",
    "核心-交换机-02",
    "核心-防火墙-01",
    "核心-路由器-01",
    "核心-路由器-02",
)


def register(
    memory: Memory,
    clock: FixedClock,
    names: Sequence[str] = DEVICES,
    *,
    tool: str = "register_device",
    result: Any = None,
    **arguments: Any,
) -> None:
    """Capture one registration an hour."""
    for number, name in enumerate(names):
        given = {"name": name, "region": "cn-east", "port": 8086 + number, **arguments}
        done = {"status": "created", "id": f"d-{number}"} if result is None else result
        captured = memory.capture([{"name": tool, "arguments": given, "result": done}])
        assert captured.captured == 1, captured
        clock.advance(hours=1)


def fail(
    memory: Memory, *errors: str, tool: str | None = "register_device", first: int = 0
) -> None:
    """Keep failed runs `f0`, `f1` and so on."""
    for number, error in enumerate(errors, first):
        tools = [tool] if tool else []
        memory.run(f"f{number}", status="failed", error=error, tools=tools)


def points(*said: tuple[str, Sequence[int]]) -> str:
    """Return what a model answers: points with the numbers of samples."""
    found = [{"text": text, "samples": list(samples)} for text, samples in said]
    return json.dumps({"points": found}, ensure_ascii=False)


def lessons(*said: tuple[int, str]) -> str:
    """Return what a model answers: lessons with the number of their failure."""
    return json.dumps(
        {"lessons": [{"failure": number, "text": text} for number, text in said]},
        ensure_ascii=False,
    )
