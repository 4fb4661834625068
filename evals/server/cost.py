"""What a recall over HTTP costs beside an empty route of the same app: `python -m evals.server.cost FOLDER`.

    python -m evals.server.cost FOLDER [--rows 100000] [--scopes 100] [--embedder auto] [--calls 200]

A store of made-up memories as in `evals/speed/store.py`, kept in FOLDER and measured again when it is there; its scopes have
Zipf sizes, the largest of 100 holds 19% of the rows. The messages are those of the dev probes of `evals/agents`, in both
languages, each new to the server; the real embedders of the store's legs make their vectors. The same is asked of the
largest scope and of the median one, with a key of each.

CPU time of the process with all its threads, the median of the requests (over the socket: their mean, as the system counts):

- straight: the app with all its layers, called as ASGI servers call it;
- socket: a server process with uvicorn, asked over one connection; the client's own time is not in it.

"Empty" is `/healthz`; "embedders" what the vectors of the same messages take by themselves, "library" what `Memory.recall`
of them takes without a server. The goal (issue 6): recall <= 3 x empty + embedders. Set OPENBLAS_NUM_THREADS=1 to compare.
"""

import argparse
import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from evals.agents.data import probes
from evals.agents.speed import WARM, Relabelled, build, embedders
from stelae import Memory
from stelae.assembly import SystemClock
from stelae.config import ServerSettings, load
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from stelae.server.layers import guarded
from stelae.server.problem_details import App
from stelae.server.recording import Recorded
from stelae.server.serving import listening
from stelae.server.serving import run as run_server

GOAL: Final = 3.0
EMPTY: Final = "/healthz"
RECALL: Final = "/v1/recall"
SERVER: Final = ServerSettings(port=0, rate_per_s=1e6, mcp=False, worker=False)


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU milliseconds of one request of each kind."""

    empty: float
    embedding: float
    recall: float

    @property
    def ratio(self) -> float:
        """How many empty requests a recall costs beside its vectors."""
        return (self.recall - self.embedding) / self.empty

    def show(self, name: str) -> None:
        """Print one line of the table."""
        verdict = "holds" if self.ratio <= GOAL else "missed"
        cells = (f"{self.empty:.2f}", f"{self.embedding:.2f}", f"{self.recall:.2f}")
        print(f"| {name} | {' | '.join(cells)} | {self.ratio:.1f} | {verdict} |", flush=True)


def opened(folder: Path, chosen: Sequence[Relabelled]) -> Memory:
    """Open the store with its legs' embedders."""
    settings = load(data=folder).settings.model_copy(update={"server": SERVER})
    return Memory.open(
        folder,
        scope="user:0",
        embedder=chosen or "none",
        extractor="rules",
        settings=settings,
    )


def whole(memory: Memory, keyring: Keyring) -> App:
    """Return the app with all its layers, as `stelae serve` serves it."""
    doors = create_app(memory, keyring=keyring)
    return Recorded(guarded(doors, SERVER, keyring), doors.state.metrics.request)


def body_of(text: str) -> bytes:
    """Return the request that a client would send."""
    return json.dumps({"query": text, "limit": 10}, ensure_ascii=False).encode()


async def asked(app: App, method: str, path: str, secret: str, body: bytes = b"") -> None:
    """Ask an app as an ASGI server does, which has to succeed."""
    headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {secret}".encode())]
    if body:
        headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 7437),
        "state": {},
    }
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)
    if statuses != [200]:
        raise SystemExit(f"A request was answered with {statuses}.")


class Straight:
    """Asks the app itself, and the library beside it."""

    def __init__(self, memory: Memory, keyring: Keyring, chosen: Sequence[Relabelled]) -> None:
        """Put the app together."""
        self._memory, self._chosen = memory, chosen
        self._app = whole(memory, keyring)

    async def measure(self, name: str, scope: str, secret: str, texts: Sequence[str]) -> None:
        """Ask everything of each message in turn, so that a busy moment is everybody's; print the medians.

        Of every second message the library is asked first: who comes first finds less in the caches.
        """
        place = self._memory.at(scope=scope)
        spent: dict[str, list[float]] = {
            part: [] for part in ("empty", "vectors", "http", "library")
        }
        for number, text in enumerate((*WARM, *texts)):
            part: dict[str, Callable[[], Awaitable[object]]] = {
                "empty": lambda: asked(self._app, "GET", EMPTY, secret),
                "vectors": lambda t=text: self._vectors(t),
                "http": lambda t=text: asked(self._app, "POST", RECALL, secret, body_of(t)),
                "library": lambda t=text: _recalled(place, t),
            }
            for what in part if number % 2 else reversed(part):
                spent[what].append(await _timed(part[what]))
        empty, vectors, http_, library = (
            statistics.median(taken[len(WARM) :]) for taken in spent.values()
        )
        Cost(empty, vectors, http_).show(f"straight, {name} (library {library:.2f})")

    async def _vectors(self, text: str) -> None:
        for one in self._chosen:
            one.query(f"{text} ")


async def _recalled(place: Memory, text: str) -> None:
    place.recall(text, limit=10)


async def _timed(call: Callable[[], Awaitable[object]]) -> float:
    begun = time.process_time_ns()
    await call()
    return (time.process_time_ns() - begun) / 1e6


class Served:
    """A server process over the store, asked over one connection."""

    def __init__(self, folder: Path, profile: str, secret: str) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "evals.server.cost", str(folder), "--serve"]
        self._process = subprocess.Popen(
            [*command, "--embedder", profile], stdout=subprocess.PIPE, encoding="utf-8"
        )
        address = self._process.stdout.readline() if self._process.stdout else ""
        self._line = http.client.HTTPConnection(urlsplit(address.strip()).netloc)
        self._headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: bytes | None = None) -> None:
        """Ask, which has to succeed."""
        self._line.request(method, path, body, self._headers)
        answer = self._line.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"A request was answered with {answer.status}.")

    def mean(self, calls: Sequence[Callable[[], object]]) -> float:
        """Return the server's mean CPU milliseconds of requests."""
        begun = cpu_ms(self._process.pid)
        for call in calls:
            call()
        return (cpu_ms(self._process.pid) - begun) / len(calls)

    def stop(self) -> None:
        """End it."""
        self._line.close()
        self._process.terminate()
        self._process.wait()


def measure_socket(
    folder: Path, places: dict[str, tuple[str, str]], args: argparse.Namespace
) -> None:
    """Ask a server in a process of its own, and read its CPU time off the system."""
    chosen = embedders(args.embedder)
    texts = [probe.text for probe in probes("dev")][: args.calls]
    for name, (_, secret) in places.items():
        server = Served(folder, args.embedder, secret)
        for text in WARM:
            server.ask("POST", RECALL, body_of(text))
        empty = server.mean([partial(server.ask, "GET", EMPTY)] * (5 * args.calls))
        recall = server.mean([partial(server.ask, "POST", RECALL, body_of(t)) for t in texts])
        server.stop()
        Cost(empty, _mean_embedding(chosen, texts), recall).show(f"socket, {name}")


def _mean_embedding(chosen: Sequence[Relabelled], texts: Sequence[str]) -> float:
    begun = time.process_time_ns()
    for text in texts:
        for one in chosen:
            one.query(text)
    return (time.process_time_ns() - begun) / 1e6 / len(texts)


def cpu_ms(pid: int) -> float:
    """Return what all threads of a process have used; ends of threads in between are not seen, so it keeps its threads."""
    tasks = Path(f"/proc/{pid}/task")
    spent = (
        int((one / "schedstat").read_text(encoding="ascii").split()[0]) for one in tasks.iterdir()
    )
    return sum(spent) / 1e6


def serve(folder: Path, profile: str) -> None:
    """Serve the store in this process, until SIGTERM."""
    keyring = Keyring(folder, SystemClock())
    with listening(SERVER) as at, opened(folder, embedders(profile)) as memory:
        run_server(whole(memory, keyring), at, on_ready=lambda address: print(address, flush=True))


def main() -> None:
    """Fill the store if need be, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the filled store is kept here")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--scopes", type=int, default=100)
    parser.add_argument("--embedder", default="auto", help="auto, full, fast or none")
    parser.add_argument("--calls", type=int, default=120, help="at most so many messages")
    parser.add_argument("--only", choices=("straight", "socket"))
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.folder, args.embedder)
        return
    build(args.folder, args.rows, args.scopes)
    keyring = Keyring(args.folder, SystemClock())
    places: dict[str, tuple[str, str]] = {}
    for name, number in (("largest scope", 0), ("median scope", args.scopes // 2)):
        scope = f"user:{number}"
        secret = keyring.create(
            name.replace(" ", "-"), role="agent", tenant="default", scopes=(scope,)
        )
        places[name] = (scope, secret[1])
    threads = os.environ.get("OPENBLAS_NUM_THREADS", "default")
    print(
        f"{args.rows:,} memories in {args.scopes} scopes, {args.embedder}, BLAS threads {threads}\n"
    )
    print(
        "| CPU ms a request | empty | embedders | recall | (recall - embedders) / empty | goal 3 |"
    )
    print("|---|---|---|---|---|---|")
    if args.only != "socket":
        chosen = embedders(args.embedder)
        texts = [probe.text for probe in probes("dev")][: args.calls]
        with opened(args.folder, chosen) as memory:
            app = Straight(memory, keyring, chosen)
            for name, (scope, secret) in places.items():
                asyncio.run(app.measure(name, scope, secret, texts))
    if args.only != "straight":
        measure_socket(args.folder, places, args)


if __name__ == "__main__":
    main()
