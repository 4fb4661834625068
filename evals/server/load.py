"""Many mixed requests against a real server: errors, memory, latency. `python -m evals.server.load`.

    python -m evals.server.load [--requests 50000] [--seed 7] [--embedder fast] [--json FILE]

Three tenants, two keys each (an agent's and a reviewer's), eight connections that ask one after the other: each works in a
scope of its own and, together with the others of its tenant, in a team's. Messages and questions are in Chinese and English.
What is asked for is drawn by a seeded generator, so two runs send the same requests, as far as answers are the same.

An error is every answer that the step did not expect, and every connection that breaks. 429 is no error: the client waits as
long as it is told and asks again; they are counted. Memory is the server's resident size, read after a tenth of the requests
(5,000 of 50,000) and at the end. Ends with 1 when there was an error or memory grew by 10% or more (issue 6).
"""

import argparse
import http.client
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from evals.server.running import Running, key, running, tail
from evals.server.words import note, question, statement, wish

TENANTS: Final = ("acme", "tongji", "lab")
CONNECTIONS: Final = 8
GROWTH: Final = 0.10
"""What memory may not grow by (issue 6)."""
TENTHS: Final = 10
KEPT_IDS: Final = 50
TIMEOUT_S: Final = 120
Json = dict[str, Any]


@dataclass
class Tally:
    """What happened, of all connections together."""

    latencies_ms: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter[str])
    errors: list[str] = field(default_factory=list[str])
    told_to_wait: int = 0
    done: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Connection:
    """One client: its line, its keys, its place, and what it knows of by now."""

    def __init__(
        self, number: int, server: Running, keys: Mapping[str, tuple[str, str]], tally: Tally
    ) -> None:
        """Choose tenant, scope and random numbers by the connection's number."""
        self._netloc = urlsplit(server.url).netloc
        self._line = http.client.HTTPConnection(self._netloc, timeout=TIMEOUT_S)
        tenant = TENANTS[number % len(TENANTS)]
        self.agent, self.reviewer = keys[tenant]
        self.own, self.team = f"user:{number}", f"team:{tenant}"
        self._tally = tally
        self.ids: list[str] = []
        self.said = number * 1_000_000
        self.asked = 0

    def ask(
        self,
        route: str,
        path: str,
        body: Json | None = None,
        *,
        by: str | None = None,
        expect: tuple[int, ...] = (200,),
    ) -> Json:
        """Ask until the server has time; return the answer, empty where it was an error.

        Args:
            route: method and path template, for the tables.
            path: as it is sent.
            body: JSON, or nothing.
            by: whose key; None: the agent's.
            expect: statuses that are no error.
        """
        sent = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        headers = {"Authorization": f"Bearer {by or self.agent}"}
        if sent is not None:
            headers["Content-Type"] = "application/json"
        method = route.partition(" ")[0]
        while True:
            begun = time.perf_counter()
            try:
                self._line.request(method, path, sent, headers)
                answer = self._line.getresponse()
                raw = answer.read()
            except (http.client.HTTPException, OSError) as error:
                self._line.close()
                self._note(route, begun, "broken", f"{route}: {type(error).__name__}")
                return {}
            if answer.status == 429:
                with self._tally.lock:
                    self._tally.told_to_wait += 1
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            fault = ""
            if answer.status not in expect:
                fault = f"{route}: {answer.status} {raw.decode()[:300]}\n    sent: {path} {body}"
            self._note(route, begun, str(answer.status), fault)
            return json.loads(raw) if raw and not fault else {}

    def _note(self, route: str, begun: float, status: str, fault: str) -> None:
        taken = (time.perf_counter() - begun) * 1_000
        self.asked += 1
        with self._tally.lock:
            self._tally.latencies_ms[route].append(taken)
            self._tally.statuses[f"{route} {status}"] += 1
            self._tally.done += 1
            if fault:
                self._tally.errors.append(fault)

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def next_number(self) -> int:
        """Return a number that no connection has used for a text."""
        self.said += 1
        return self.said

    def keep(self, found: str | None) -> None:
        """Remember an id for later, a bounded number of them."""
        if found:
            self.ids.append(found)
            del self.ids[:-KEPT_IDS]


def observe(one: Connection, draw: random.Random) -> None:
    """Say something, now and then something that a person has to confirm, in a place of one's own or the team's."""
    n = one.next_number()
    text = wish(n) if draw.random() < 0.1 else statement(n)
    scope = one.own if draw.random() < 0.7 else one.team
    body = {"messages": [{"role": "user", "content": text, "id": f"m{n}"}], "scope": scope}
    one.ask("POST /v1/observe", "/v1/observe", body, expect=(202,))


def remember(one: Connection, draw: random.Random) -> None:
    """State something as a person; know its id if nothing that is said later takes its place."""
    n = one.next_number()
    lasting = draw.random() < 0.5
    text = note(n) if lasting else statement(n)
    body = {"text": text, "tags": [draw.choice(("家", "work"))], "scope": one.own}
    made = one.ask(
        "POST /v1/remember", "/v1/remember", body, by=one.reviewer, expect=(200, 201, 202)
    )
    if lasting and made.get("outcome") == "accepted":
        one.keep(made.get("id"))


def recall(one: Connection, draw: random.Random) -> None:
    """Ask something that somebody may have said."""
    body = {"query": question(_said(one, draw)), "limit": 5, **_place(one, draw)}
    one.ask("POST /v1/recall", "/v1/recall", body)


def context(one: Connection, draw: random.Random) -> None:
    """Ask for a block for a prompt."""
    body = {"query": question(_said(one, draw)), "budget": 400, **_place(one, draw)}
    one.ask("POST /v1/context", "/v1/context", body)


def read(one: Connection, draw: random.Random) -> None:
    """Read one memory, its history or why it is there."""
    if one.ids:
        part = draw.choice(("", "/history", "/why"))
        path = f"/v1/memories/{draw.choice(one.ids)}{part}?scope={one.own}"
        one.ask(f"GET /v1/memories/{{id}}{part}", path)


def page(one: Connection, draw: random.Random) -> None:
    """Read one page of memories, and the one behind it."""
    path = f"/v1/memories?scope={one.own}&limit={draw.choice((5, 20, 50))}"
    found = one.ask("GET /v1/memories", path)
    if found.get("next"):
        one.ask("GET /v1/memories", f"{path}&cursor={found['next']}")


def edit(one: Connection, draw: random.Random) -> None:
    """Word a memory anew."""
    if one.ids:
        chosen = draw.choice(one.ids)
        body = {"text": note(one.next_number()), "scope": one.own}
        route = "PATCH /v1/memories/{id}"
        one.ask(route, f"/v1/memories/{chosen}", body, by=one.reviewer)


def forget(one: Connection, draw: random.Random) -> None:
    """Look at what a forgetting would take, then carry it out."""
    if not one.ids:
        return
    chosen = one.ids.pop(draw.randrange(len(one.ids)))
    preview = one.ask("POST /v1/forget", "/v1/forget", {"what": [chosen], "scope": one.own})
    if preview:
        body = {"preview": preview, "hard": draw.random() < 0.3, "scope": one.own}
        one.ask("POST /v1/forget/execute", "/v1/forget/execute", body, by=one.reviewer)


def decide(one: Connection, draw: random.Random) -> None:
    """Look at what waits, and let one of it become a memory, or not."""
    found = one.ask("GET /v1/pending", f"/v1/pending?scope={one.own}&limit=10")
    if found.get("items"):
        chosen, yes = found["items"][0]["id"], draw.random() < 0.7
        verb, expect = ("confirm", (200,)) if yes else ("reject", (204,))
        one.ask(
            f"POST /v1/pending/{{id}}/{verb}",
            f"/v1/pending/{chosen}/{verb}",
            {"scope": one.own},
            by=one.reviewer,
            expect=expect,
        )


def jobs(one: Connection, draw: random.Random) -> None:
    """Ask what is still being worked on."""
    one.ask("GET /v1/jobs", f"/v1/jobs?scope={draw.choice((one.own, one.team))}")


Step = Callable[[Connection, random.Random], None]
MIX: Final[Mapping[Step, int]] = {
    observe: 25,
    remember: 15,
    recall: 24,
    context: 10,
    read: 8,
    page: 4,
    edit: 4,
    forget: 3,
    decide: 4,
    jobs: 3,
}
"""How often each step is drawn, of 100; some are two requests."""


def _said(one: Connection, draw: random.Random) -> int:
    first = one.said - one.said % 1_000_000
    return draw.randint(first, max(first, one.said))


def _place(one: Connection, draw: random.Random) -> Json:
    return {"scope": one.own, "reads": [one.team] if draw.random() < 0.5 else []}


def drive(number: int, one: Connection, most: int, seed: int) -> None:
    """Draw and take steps until this connection has asked so often."""
    draw = random.Random(f"{seed}/{number}")
    steps, weights = list(MIX), list(MIX.values())
    while one.asked < most:
        draw.choices(steps, weights)[0](one, draw)


def run(requests: int, *, seed: int, embedder: str, quiet: bool = False) -> Json:
    """Serve a new folder, send the requests, and return what came of it."""
    settings = {
        "STELAE_EXTRACTOR": "rules",
        "STELAE_EMBEDDER_PROFILE": embedder,
        "STELAE_ZONE": "Asia/Shanghai",
    }
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "data"
        keys = {
            tenant: (
                key(folder, "agent", "user:*", "team:*", tenant=tenant),
                key(folder, "reviewer", "user:*", "team:*", tenant=tenant),
            )
            for tenant in TENANTS
        }
        tally = Tally()
        with running(folder, settings) as server:
            connections = [Connection(n, server, keys, tally) for n in range(CONNECTIONS)]
            threads = [
                threading.Thread(
                    target=drive, args=(n, one, requests // CONNECTIONS, seed), daemon=True
                )
                for n, one in enumerate(connections)
            ]
            begun = time.perf_counter()
            for thread in threads:
                thread.start()
            tenths = _watch(server, threads, tally, requests, quiet=quiet)
            seconds = time.perf_counter() - begun
            tenths.append(server.rss_mb())
            for one in connections:
                one.close()
        logged = tail(server.log)
    return _report(tally, seconds, tenths, logged)


def _watch(
    server: Running, threads: list[threading.Thread], tally: Tally, requests: int, *, quiet: bool
) -> list[float]:
    """Show how far it is until the threads are done; return the server's memory after each tenth but the last."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tenths: list[float] = []
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as bar:
        task = bar.add_task("", total=requests)
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.1)
            bar.update(task, completed=min(tally.done, requests))
            if len(tenths) < TENTHS - 1 and tally.done * TENTHS >= requests * (len(tenths) + 1):
                tenths.append(server.rss_mb())
    return tenths


def _report(tally: Tally, seconds: float, tenths: list[float], logged: str) -> Json:
    routes = {
        route: {
            "requests": len(taken),
            **{f"p{p}_ms": round(_percentile(taken, p), 1) for p in (50, 95, 99)},
        }
        for route, taken in sorted(tally.latencies_ms.items())
    }
    return {
        "requests": tally.done,
        "seconds": round(seconds, 1),
        "errors": len(tally.errors),
        "first_errors": tally.errors[:20],
        "told_to_wait": tally.told_to_wait,
        "rss_mb": [round(one, 1) for one in tenths],
        "growth": round(tenths[-1] / tenths[0] - 1, 4),
        "routes": routes,
        "statuses": dict(sorted(tally.statuses.items())),
        "log": logged,
    }


def _percentile(taken: list[float], percent: int) -> float:
    ordered = sorted(taken)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def show(told: Json) -> None:
    """Print the tables."""
    print("| route | requests | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|---|")
    for route, row in told["routes"].items():
        times = " | ".join(str(row[f"p{p}_ms"]) for p in (50, 95, 99))
        print(f"| {route} | {row['requests']:,} | {times} |")
    memory = " ".join(f"{one:.0f}" for one in told["rss_mb"])
    print(
        f"\n{told['requests']:,} requests in {told['seconds']:,.0f} s, {told['errors']} errors,"
        f" {told['told_to_wait']} told to wait\nmemory after each tenth, MB: {memory} ({told['growth']:+.1%})"
    )
    for fault in told["first_errors"]:
        print(f"  {fault}")


def main() -> None:
    """Read the arguments, run, and end with what holds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--embedder", default="fast", help="auto, full, fast or none")
    parser.add_argument("--json", type=Path, help="write everything here, too")
    args = parser.parse_args()
    told = run(args.requests, seed=args.seed, embedder=args.embedder)
    if args.json:
        args.json.write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8")
    show(told)
    if told["errors"] or told["growth"] >= GROWTH:
        print(told["log"], file=sys.stderr)
        raise SystemExit(1)


if __name__ == "__main__":
    main()
