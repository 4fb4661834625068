"""A real server on a real socket, and a stand-in for whatever else may answer in its place."""

import asyncio
import re
import socket
import threading
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn

Body = bytes | str


@contextmanager
def listening(app: Any) -> Generator[str]:
    """Serve an app in a thread of its own, and give its address."""
    with socket.create_server(("127.0.0.1", 0)) as at:
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", ws="none")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [at]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{at.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(timeout=20)


@dataclass(frozen=True, slots=True)
class Said:
    """What the stand-in answers to one request."""

    status: int = 200
    body: Body = b"{}"
    headers: dict[str, str] = field(default_factory=dict[str, str])
    hang_up_after: int | None = None
    """Close the connection after so many bytes of the body; -1: before the status line."""
    delay_s: float = 0.0


@dataclass
class Heard:
    """One request as the stand-in got it."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class StandIn:
    """Answers requests one after the other as it was told, the last answer for ever; keeps what it heard."""

    url: str
    answers: Sequence[Said]
    heard: list[Heard] = field(default_factory=list[Heard])

    def next_answer(self) -> Said:
        """Return what the newest request gets."""
        return self.answers[min(len(self.heard), len(self.answers)) - 1]


@contextmanager
def standing_in(*answers: Said) -> Generator[StandIn]:
    """Listen on a socket and answer as told, by hand: half answers and broken ones, too."""
    with socket.create_server(("127.0.0.1", 0)) as at:
        stand_in = StandIn(f"http://127.0.0.1:{at.getsockname()[1]}", answers)
        with _serving(at, _answering(stand_in)):
            yield stand_in


@contextmanager
def losing_answers(url: str, *, first: int) -> Generator[str]:
    """Stand before a server and pass everything on, but cut the connection in place of its first answers."""
    host, port = url.removeprefix("http://").split(":")
    left = first

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal left
        behind, ahead = await asyncio.open_connection(host, int(port))
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                ahead.write(head + await reader.readexactly(_length(head)))
                answer = await behind.readuntil(b"\r\n\r\n")
                answer += await behind.readexactly(_length(answer))
                if left > 0:
                    left -= 1
                    return
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            ahead.close()
            writer.close()

    with socket.create_server(("127.0.0.1", 0)) as at, _serving(at, pass_on):
        yield f"http://127.0.0.1:{at.getsockname()[1]}"


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


@contextmanager
def _serving(at: socket.socket, serve: Serve) -> Generator[None]:
    """Serve connections in a loop in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def stop(server: asyncio.Server) -> None:
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)

    def in_loop(step: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(step, loop).result(timeout=10)

    server = in_loop(asyncio.start_server(serve, sock=at))
    try:
        yield
    finally:
        in_loop(stop(server))
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=10)
        loop.close()


def _answering(stand_in: StandIn) -> Serve:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            stand_in.heard.append(await _request(reader))
            said = stand_in.next_answer()
            await asyncio.sleep(said.delay_s)
            writer.write(_bytes_of(said))
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    return answer


async def _request(reader: asyncio.StreamReader) -> Heard:
    head = await reader.readuntil(b"\r\n\r\n")
    line, *lines = head.decode("latin-1").splitlines()
    headers = dict(one.split(": ", 1) for one in lines if one)
    body = await reader.readexactly(_length(head))
    return Heard(line, {name.lower(): value for name, value in headers.items()}, body)


def _length(head: bytes) -> int:
    found = re.search(rb"(?i)content-length: (\d+)", head)
    return int(found[1]) if found else 0


def _bytes_of(said: Said) -> bytes:
    if said.hang_up_after == -1:
        return b""
    body = said.body.encode() if isinstance(said.body, str) else said.body
    headers = {
        "Content-Length": str(len(body)),
        "Content-Type": "application/json",
        "Connection": "close",
        **said.headers,
    }
    lines = [f"HTTP/1.1 {said.status} Said", *(f"{n}: {v}" for n, v in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + body[: said.hang_up_after]
