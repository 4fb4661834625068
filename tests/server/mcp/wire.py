"""Clients for the tests: a strict one over the pipes of a real process, and the official one in this process."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, TypeVar

import anyio
from mcp import Client, StdioServerParameters, types
from mcp.server.lowlevel import Server

from stelae.memory import Memory
from stelae.server.mcp.channel import Channel
from stelae.server.mcp.stdio import serve

T = TypeVar("T")
Json = dict[str, Any]
Era = Literal["legacy", "2026-07-28"]
ERAS: tuple[Era, ...] = ("legacy", "2026-07-28")
"""With a handshake, and without."""
PATIENCE_S = 60.0
"""For a machine that is busy; nothing is measured by it."""
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "strict", "version": "1"},
}


class Wire:
    """A client that takes nothing on the way back but messages, one a line."""

    def __init__(self, into: IO[bytes], out: IO[bytes], errors: IO[bytes] | None = None) -> None:
        """Read everything that comes out."""
        self.said: list[bytes] = []
        """Every line of stdout."""
        self.errors = b""
        self._into = into
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._kept: list[Json] = []
        self._count = 0
        self._readers = [
            threading.Thread(target=self._hear, args=(out,), daemon=True),
            *([threading.Thread(target=self._note, args=(errors,), daemon=True)] if errors else []),
        ]
        for one in self._readers:
            one.start()

    def send(self, message: Json | bytes | str) -> None:
        """Send a message, or whatever it is, as one line."""
        raw = json.dumps(message) if isinstance(message, dict) else message
        self._into.write((raw.encode() if isinstance(raw, str) else raw) + b"\n")
        self._into.flush()

    def begin(self, **capabilities: Any) -> Json:
        """Shake hands."""
        answer = self.ask("initialize", **{**HELLO, "capabilities": capabilities})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]

    def ask(self, method: str, **params: Any) -> Json:
        """Send a request and return the answer to it."""
        return self.answer_to(self.request(method, **params))

    def request(self, method: str, **params: Any) -> int:
        """Send a request and return its id."""
        self._count += 1
        self.send({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})
        return self._count

    def call(self, tool: str, **arguments: Any) -> Json:
        """Call a tool and return what the protocol says: `result` or `error`."""
        return self.ask("tools/call", name=tool, arguments=arguments)

    def answer_to(self, request: int | str | None) -> Json:
        """Wait for the answer to a request; what comes before it is kept."""
        return self.next(lambda one: one.get("id", ...) == request and "method" not in one)

    def next(self, wanted: Callable[[Json], bool]) -> Json:
        """Wait for a message of that kind."""
        for one in self._kept:
            if wanted(one):
                self._kept.remove(one)
                return one
        while True:
            line = self._lines.get(timeout=PATIENCE_S)
            assert line is not None, self.errors.decode()[-2_000:]
            message: Json = json.loads(line)
            if wanted(message):
                return message
            self._kept.append(message)

    def close(self) -> None:
        """Close the way in and hear the rest; every line that was said is a message of JSON-RPC."""
        self._into.close()
        for one in self._readers:
            one.join(PATIENCE_S)
            assert not one.is_alive(), "it does not end"
        for line in self.said:
            types.jsonrpc_message_adapter.validate_json(line)

    def _hear(self, out: IO[bytes]) -> None:
        for line in out:
            self.said.append(line)
            self._lines.put(line)
        self._lines.put(None)

    def _note(self, errors: IO[bytes]) -> None:
        for line in errors:
            self.errors += line


@dataclass(frozen=True)
class Started:
    """A server in a process of its own."""

    client: Wire
    process: "subprocess.Popen[bytes]"

    def end(self) -> int:
        """Close stdin, and return the exit code."""
        self.client.close()
        return self.process.wait(PATIENCE_S)


@contextmanager
def process(
    folder: Path,
    *options: str,
    environ: Mapping[str, str] | None = None,
    python: tuple[str, ...] = (),
) -> Generator[Started]:
    """Start `stelae mcp` on a folder as a client does."""
    command = [sys.executable, *python, "-m", "stelae.cli.main", "mcp", "--data", str(folder)]
    started = subprocess.Popen(
        [*command, "--scope", "user:lin", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=settings(environ),
    )
    assert started.stdin
    assert started.stdout
    assert started.stderr
    with started:
        try:
            yield Started(Wire(started.stdin, started.stdout, started.stderr), started)
        finally:
            started.kill()


@contextmanager
def piped(memory: Memory, **options: Any) -> Generator[Wire]:
    """Serve a memory over a pair of pipes, in a thread of this process."""
    source, into = os.pipe()
    out, sink = os.pipe()
    channel = Channel(source, sink)

    def run() -> None:
        try:
            serve(memory, channel, **options)
        finally:
            channel.close()

    server = threading.Thread(target=run, name="mcp-server")
    server.start()
    with os.fdopen(into, "wb") as ours, os.fdopen(out, "rb") as theirs:
        client = Wire(ours, theirs)
        yield client
        client.close()
    server.join(PATIENCE_S)
    assert not server.is_alive()


def settings(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a server: rules and keywords only, unless something else is asked for."""
    plain = {"STELAE_EMBEDDER_PROFILE": "none", "STELAE_EXTRACTOR": "rules"}
    return {**os.environ, **plain, **(environ or {})}


def as_command(folder: Path, *options: str, **environ: str) -> StdioServerParameters:
    """Return how the official client starts the same."""
    arguments = ["-m", "stelae.cli.main", "mcp", "--data", str(folder), "--scope", "user:lin"]
    return StdioServerParameters(
        command=sys.executable, args=[*arguments, *options], env=settings(environ)
    )


def talk(
    server: Server[Any] | StdioServerParameters | Any,
    script: Callable[[Client], Awaitable[T]],
    *,
    era: Era = "legacy",
    person: Callable[[types.ElicitRequestFormParams], types.ElicitResult] | None = None,
) -> T:
    """Let the official client do something, with a person at it who answers its questions, or without."""

    async def answered(context: Any, params: Any) -> types.ElicitResult:
        assert person is not None
        return person(params)

    async def run() -> T:
        async with Client(
            server, mode=era, elicitation_callback=None if person is None else answered
        ) as client:
            return await script(client)

    return anyio.run(run)


def text(result: types.CallToolResult) -> str:
    """Return what a model reads of a result."""
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text
