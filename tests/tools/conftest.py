"""What tests of tools share."""

from collections.abc import Callable
from typing import Any

import pytest

from stelae.memory import Memory
from stelae.tools import Result, Turn, tools_for

Call = Callable[..., Result]


@pytest.fixture
def call(memory: Memory) -> Call:
    """Call a tool over user:lin's memory within a turn of these words; without words within none."""

    def one(name: str, said: Any = None, over: Memory | None = None, **arguments: Any) -> Result:
        turn = None if said is None else Turn(said)
        found = {t.name: t for t in tools_for(over or memory, turn=turn)}
        return found[name].call(arguments)

    return one
