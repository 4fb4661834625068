"""Does the HTTP service do what its OpenAPI document says, whatever is sent? `python -m evals.server.contract`.

    python -m evals.server.contract [--examples 100] [--seed 7] [--odd 0] [--brief]

A real server over a small filled store, asked as an admin:

- schemathesis over every operation: no status of 500 or above, every status documented, bodies of the declared type and
  schema, errors as problem documents, wrong requests refused, nothing without a key, `Allow` as documented. `--brief` leaves
  out its coverage and stateful phases.
- odd values in every place of every request (`odd.py`), the same checks of status and form; `--odd N` takes N of them.

Ends with 1 when something does not hold. Requests that a schema allows and the server refuses are no fault: a schema does
not say which times, scopes and ids there are.
"""

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from evals.server.odd import MARK, Operations, Request
from evals.server.problem_check import FIELDS
from evals.server.running import UNHURRIED, Running, key, running, tail
from evals.server.words import statement, wish
from stelae import Memory

SCOPE: Final = "user:lin"
SETTINGS: Final = {
    **UNHURRIED,
    "STELAE_SCOPE": SCOPE,
    "STELAE_EXTRACTOR": "rules",
    "STELAE_EMBEDDER_PROFILE": "none",
    "STELAE_ZONE": "Asia/Shanghai",
}
CHECKS: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
    "errors_are_problems",
)
HOOKS: Final = Path(__file__).with_name("problem_check.py")
NAMING: Final = frozenset(
    {
        *("NotFoundError", "MemoryNotFoundError", "DraftNotFoundError", "JobNotFoundError"),
        *("ScopeError", "UnknownCategoryError"),
    }
)
"""Errors that name the id, scope or category they are about, cut; none of them is ever about a text."""
LONGEST_PROBLEM: Final = 4_000


def fill(folder: Path) -> dict[str, list[str]]:
    """Fill a small store in both languages; return ids of what is there, by the parameter that takes them."""
    with Memory.open(folder, scope=SCOPE, embedder="none", extractor="rules") as memory:
        for n in range(24):
            memory.observe(statement(n))
            memory.remember(statement(100 + n))
            memory.observe(wish(n))
        traces = [memory.recall(statement(n)).trace_id for n in range(6)]
        intents = [
            memory.propose_draft(
                f"step_{n}",
                f"先看第{n}页。Look at page {n}.",
                keywords=("页", "page"),
                agent="netops",
            ).draft.intent
            for n in range(4)
        ]
        memory.flush()
        held = [one.id for one in memory.list()]
        waiting = [one.id for one in memory.pending()]
        return {
            "id": [*held, *waiting],
            "trace_id": traces,
            "intent": intents,
            "key": [one.key for one in memory.concepts()],
            "name": [one.name for one in memory.categories()],
        }


def run_schemathesis(
    server: Running, secret: str, ids: dict[str, list[str]], args: argparse.Namespace
) -> int:
    """Run it in a process and folder of its own; return its exit code."""
    phases = "examples,fuzzing" if args.brief else "examples,coverage,fuzzing,stateful"
    with tempfile.TemporaryDirectory() as place:
        config = Path(place) / "schemathesis.toml"
        config.write_text(_config(ids), encoding="utf-8")
        command = [
            *(str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config)),
            *("run", f"{server.url}/openapi.json", "--header", f"Authorization: Bearer {secret}"),
            *("--phases", phases, "--checks", ",".join(CHECKS), "--continue-on-failure"),
            *("--max-examples", str(args.examples), "--seed", str(args.seed)),
            *("--wait-for-schema", "60", "--request-timeout", "60"),
            *("--generation-database", "none", "--no-shrink", "--warnings", "off", "--no-color"),
        ]
        kept = dict(os.environ)
        kept.pop("PYTHONWARNDEFAULTENCODING", None)  # it opens files without naming an encoding
        return subprocess.run(command, cwd=place, env=kept, check=False).returncode


def _config(ids: dict[str, list[str]]) -> str:
    """Return its configuration: half of the ids in paths exist. JSON's strings and lists are TOML's."""
    lists = [f"[dictionaries.{name}]\nvalues = {json.dumps(found)}" for name, found in ids.items()]
    bound = [f'"path.{name}" = {{ dictionary = "{name}", probability = 0.5 }}' for name in ids]
    return "\n".join((f"hooks = {json.dumps(str(HOOKS))}", "[parameters]", *bound, *lists))


class OddRequests:
    """Sends the odd requests one after the other and counts what does not hold."""

    def __init__(self, server: Running, secret: str, operations: Operations) -> None:
        """Take whom to ask, and what it has promised."""
        self._at = urlsplit(server.url)
        self._secret, self._operations = secret, operations
        self._line = self._connect()
        self.statuses = Counter[int]()
        self.faults: dict[tuple[str, str], Request] = {}
        """The first request of each fault."""

    def send(self, request: Request) -> None:
        """Send one and look at its answer."""
        headers = {"Authorization": f"Bearer {self._secret}", **request.headers}
        try:
            self._line.request(request.method, request.path, request.body, headers)
            answer = self._line.getresponse()
            body = answer.read()
        except (http.client.HTTPException, OSError) as error:
            self._line.close()
            self._note(request, f"no answer ({type(error).__name__})")
            return
        self.statuses[answer.status] += 1
        kind = (answer.headers.get("content-type") or "").partition(";")[0]
        for fault in self._looked_at(request, answer.status, kind, body):
            self._note(request, fault)

    def _looked_at(self, request: Request, status: int, kind: str, body: bytes) -> list[str]:
        documented = self._operations.documented(request.operation).get(str(status))
        faults = [f"status {status}"] if status >= 500 else []
        if documented is None:
            # What no route has seen, since its path is another one's or no method of it fits.
            return [*faults, *([] if status in {404, 405} else [f"{status} is not documented"])]
        if body and kind not in documented.get("content", {}):
            faults.append(f"{status} came as {kind}")
        if status >= 400:
            told: dict[str, Any] = json.loads(body)
            if told.keys() - {"errors"} != FIELDS:
                faults.append(f"{status} is no problem document")
            if MARK in body.decode() and told.get("error") not in NAMING:
                faults.append(f"{told.get('error')} repeats what was sent")
            if len(body) > LONGEST_PROBLEM:
                faults.append(f"{told.get('error')} is told in {len(body):,} bytes")
        return faults

    def _note(self, request: Request, fault: str) -> None:
        self.faults.setdefault((request.operation, fault), request)

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self._at.hostname or "", self._at.port, timeout=60)


def run_odd(server: Running, secret: str, ids: Sequence[str], args: argparse.Namespace) -> int:
    """Send odd requests, all or a sample; return how many faults there are."""
    line = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    line.request("GET", "/openapi.json")
    operations = Operations(json.loads(line.getresponse().read()), ids)
    line.close()
    every = list(operations.requests())
    chosen = every
    if args.odd:
        chosen = random.Random(args.seed).sample(every, min(args.odd, len(every)))
    asked = OddRequests(server, secret, operations)
    for number, request in enumerate(chosen, 1):
        asked.send(request)
        if number % 500 == 0:
            print(f"  {number:,} of {len(chosen):,}", file=sys.stderr, flush=True)
    told = ", ".join(f"{status}: {n:,}" for status, n in sorted(asked.statuses.items()))
    print(f"odd values: {len(chosen):,} of {len(every):,} requests; {told}")
    for (operation, fault), request in asked.faults.items():
        print(f"  {operation}: {fault}\n    {request.path[:200]} {(request.body or b'')[:300]!r}")
    return len(asked.faults)


def main() -> None:
    """Read the arguments, serve, ask, and end with what holds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=int, default=100, help="for each operation and phase")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--odd", type=int, default=0, help="so many odd requests; 0: all")
    parser.add_argument("--brief", action="store_true", help="examples and fuzzing alone")
    parser.add_argument("--only", choices=("schemathesis", "odd"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "data"
        ids = fill(folder)
        secret = key(folder, "admin", SCOPE)
        with running(folder, SETTINGS) as server:
            failed = args.only != "odd" and run_schemathesis(server, secret, ids, args) != 0
            odd = 0 if args.only == "schemathesis" else run_odd(server, secret, ids["id"], args)
        if failed or odd:
            print(tail(server.log))
            raise SystemExit(1)


if __name__ == "__main__":
    main()
