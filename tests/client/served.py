"""A real server on a real socket, and a stand-in for whatever else may answer in its place."""

import asyncio
import socket
import threading
from collections.abc import Callable, Generator, Sequence
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
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever)
        thread.start()

        def in_loop(step: Callable[[], Any]) -> Any:
            return asyncio.run_coroutine_threadsafe(step(), loop).result(timeout=10)

        server = in_loop(lambda: asyncio.start_server(_answering(stand_in), sock=at))
        try:
            yield stand_in
        finally:

            async def stop() -> None:
                server.close()
                for task in asyncio.all_tasks() - {asyncio.current_task()}:
                    task.cancel()
                await asyncio.sleep(0)

            in_loop(stop)
            loop.call_soon_threadsafe(loop.stop)
            thread.join(timeout=10)
            loop.close()


def _answering(
    stand_in: StandIn,
) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]:
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
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Heard(head[0], headers, body)


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
