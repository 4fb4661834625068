"""A memory behind MCP in this process, and what a person at the client answers."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol, TypeVar

import pytest
from mcp import Client, types

from stelae.memory import Memory
from stelae.schemas.access import Caller
from stelae.server.mcp.desk import Visit
from stelae.server.mcp.server import build
from stelae.testing import FixedClock
from tests.server.mcp.wire import Era, talk

T = TypeVar("T")
Person = Callable[[types.ElicitRequestFormParams], types.ElicitResult]


def says(action: Literal["accept", "decline", "cancel"], **content: Any) -> Person:
    """A person who always does the same."""
    return lambda _: types.ElicitResult(action=action, content=content or None)


AGREES = says("accept", confirm=True)


class At(Protocol):
    """Lets the official client do something at a memory."""

    def __call__(
        self,
        script: Callable[[Client], Awaitable[T]],
        *,
        memory: Memory | None = None,
        person: Person | None = None,
        role: Literal["agent", "reviewer"] = "agent",
        era: Era = "legacy",
        local: bool = True,
    ) -> T:
        """Do it."""
        ...


@pytest.fixture
def at(memory: Memory, clock: FixedClock) -> At:
    """The memory of user:lin, at a client that can ask its person if there is one."""
    usual = memory

    def do(
        script: Any,
        *,
        memory: Memory | None = None,
        person: Person | None = None,
        role: Literal["agent", "reviewer"] = "agent",
        era: Era = "legacy",
        local: bool = True,
    ) -> Any:
        place = memory or usual
        caller = Caller(tenant=place.namespace.tenant, role=role, scopes=(place.namespace.scope,))
        visit = Visit(place, caller, session="one", local=local)
        return talk(build(lambda _: visit, clock=clock), script, era=era, person=person)

    return do


class Calling(Protocol):
    """Calls one tool."""

    def __call__(
        self, tool: str, *, how: dict[str, Any] | None = None, **arguments: Any
    ) -> types.CallToolResult:
        """Call it; `how` says how the client is."""
        ...


@pytest.fixture
def call(at: At) -> Calling:
    """One call of one tool, by an agent at a client that asks nobody."""

    def one(
        tool: str, *, how: dict[str, Any] | None = None, **arguments: Any
    ) -> types.CallToolResult:
        async def script(client: Client) -> types.CallToolResult:
            return await client.call_tool(tool, arguments)

        return at(script, **(how or {}))

    return one
