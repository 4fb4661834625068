"""The server over stdin and stdout: one client, which has started this process (DEV-24).

Nothing but messages goes to the client. When it closes its end, what it has asked before is still answered, for a moment;
then the process ends by itself.
"""

import logging
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager, suppress
from typing import Final, Literal

import anyio
import anyio.from_thread
import anyio.to_thread
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import types
from mcp.shared.message import SessionMessage

from stelae.memory import Memory
from stelae.ports import Clock
from stelae.schemas.access import Caller
from stelae.server.mcp.channel import Channel
from stelae.server.mcp.desk import Context, Visit
from stelae.server.mcp.framing import read_message, too_long, written
from stelae.server.mcp.server import build

logger = logging.getLogger(__name__)
MOST_BYTES: Final = 8 * 2**20
"""Of one message. A memory holds 2,000 characters, a draft at most a long text."""
GRACE_S: Final = 1.5
"""How long requests of before the end are still worked on. Clients wait two seconds before they end the process."""
_OVER: Final = (
    OSError,
    RuntimeError,
    CancelledError,
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
)
"""How the reading thread learns that one of the two sides is gone; the last ones say that the server is."""
Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


def serve(
    memory: Memory,
    channel: Channel,
    *,
    role: Literal["agent", "reviewer"] = "agent",
    on_end: Callable[[], None] = lambda: None,
    clock: Clock | None = None,
) -> None:
    """Serve one client until it closes its end; blocks.

    Args:
        memory: what it may work on; whoever opened it closes it.
        channel: to the client.
        role: `reviewer` declares that the client asks a person before each call that changes what is stored.
        on_end: called when the client has gone, from another thread, too, and perhaps twice.
        clock: another source of time, for tests.
    """
    here = memory.namespace
    caller = Caller(
        tenant=here.tenant, role=role, scopes=(here.scope,), reads=here.reads, name="stdio"
    )
    visit = Visit(memory, caller, session="stdio", local=True)

    def desk(_: Context) -> Visit:
        return visit

    async def run() -> None:
        server = build(desk, clock=clock)
        async with _connected(channel, on_end) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
            on_end()

    anyio.run(run)


@asynccontextmanager
async def _connected(
    channel: Channel, on_end: Callable[[], None]
) -> AsyncGenerator[tuple[Incoming, Outgoing]]:
    """Carry messages between the channel and a pair of streams.

    Lines are read in a thread of its own, which nothing waits for: at the end it may still stand in a read.
    """
    into, incoming = anyio.create_memory_object_stream[SessionMessage | Exception]()
    outgoing, out = anyio.create_memory_object_stream[SessionMessage]()
    traffic = _Traffic(channel)
    async with anyio.from_thread.BlockingPortal() as portal, anyio.create_task_group() as tasks:

        def read() -> None:
            try:
                with suppress(*_OVER):
                    for line in channel.lines(MOST_BYTES):
                        portal.call(traffic.take, line, into)
            finally:
                on_end()
                with suppress(*_OVER):
                    portal.call(traffic.end, into)

        threading.Thread(target=read, name="stelae-mcp-stdin", daemon=True).start()
        tasks.start_soon(traffic.send_all, out, into)
        yield incoming, outgoing
        await outgoing.aclose()


class _Traffic:
    """What goes through the channel, and which requests are not answered yet."""

    def __init__(self, channel: Channel) -> None:
        self._channel, self._turn = channel, anyio.Lock()
        self._open: set[types.RequestId] = set()
        self._settled = anyio.Event()

    async def take(self, line: bytes | None, into: ObjectSendStream[SessionMessage]) -> None:
        """Pass a line on, or answer what is wrong with it."""
        found = too_long(MOST_BYTES) if line is None else read_message(line)
        if isinstance(found, types.JSONRPCError):
            await self._write(found)
        elif found is not None:
            self._note(found.message)
            await into.send(found)

    async def end(self, into: ObjectSendStream[SessionMessage]) -> None:
        """Close the way in, once everything is answered or the grace is over."""
        with anyio.move_on_after(GRACE_S):
            while self._open:
                self._settled = anyio.Event()
                await self._settled.wait()
        await into.aclose()

    async def send_all(
        self,
        out: ObjectReceiveStream[SessionMessage],
        into: ObjectSendStream[SessionMessage],
    ) -> None:
        """Write what the server says, until it has nothing more to say or nobody reads it, which ends it."""
        async with out, into:
            try:
                async for one in out:
                    await self._write(one.message)
            except OSError as error:
                logger.info("the client does not read any more: %s", error.strerror)

    async def _write(self, message: types.JSONRPCMessage) -> None:
        async with self._turn:
            await anyio.to_thread.run_sync(self._channel.write, written(message))
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError):
            self._settle(message.id)

    def _note(self, message: types.JSONRPCMessage) -> None:
        if isinstance(message, types.JSONRPCRequest):
            self._open.add(message.id)
        elif isinstance(message, types.JSONRPCNotification):
            cancelled = (message.params or {}).get("requestId")
            if message.method == "notifications/cancelled" and isinstance(cancelled, str | int):
                self._settle(cancelled)

    def _settle(self, request: types.RequestId | None) -> None:
        if request is not None:
            self._open.discard(request)
        self._settled.set()
