"""A real server for measurements: `stelae serve` in a process of its own, on any free port, with keys made here."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from stelae.assembly import SystemClock
from stelae.schemas.access import Role
from stelae.server.keys import Keyring

START_S = 60
STOP_S = 30
LOG = "server.log"
UNHURRIED = {"STELAE_SERVER_RATE_PER_S": "100000"}
"""For measurements of other things than limits."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    url: str
    pid: int
    log: Path
    """What it wrote to stderr."""

    def rss_mb(self) -> float:
        """Return the memory that its process holds."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise SystemExit("The server's process is gone.")


def key(folder: Path, role: Role, *scopes: str, tenant: str = "default") -> str:
    """Make a key in a data folder and return its secret."""
    ring = Keyring(folder, SystemClock())
    return ring.create(f"{role}-{tenant}", role=role, tenant=tenant, scopes=scopes)[1]


@contextmanager
def running(folder: Path, settings: Mapping[str, str]) -> Generator[Running]:
    """Serve a data folder until the block ends, which has to be in order: SIGTERM, exit code 0.

    Args:
        folder: the data folder; `LOG` is written beside it.
        settings: variables, as `STELAE_SERVER_…`; no other settings of this environment hold.

    Raises:
        SystemExit: it did not start or did not end in order; its log says why.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STELAE_")}
    kept.pop("PYTHONWARNDEFAULTENCODING", None)
    command = [sys.executable, "-m", "stelae.cli.main", "serve"]
    log = folder.parent / LOG
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [*command, "--data", str(folder), "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**kept, **settings},
        )
    try:
        yield Running(url=_address(process, log), pid=process.pid, log=log)
        process.send_signal(signal.SIGTERM)
        if process.wait(STOP_S) != 0:
            raise SystemExit(f"The server ended with {process.returncode}: {tail(log)}")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def tail(log: Path) -> str:
    """Return the end of a server's log."""
    return log.read_text(encoding="utf-8", errors="replace")[-2_000:]


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    said = process.stdout.readline() if process.stdout else b""
    if b'"address"' not in said:
        process.wait(START_S)
        rest = process.stdout.read().decode() if process.stdout else ""
        raise SystemExit(f"The server did not start: {rest} {tail(log)}")
    return json.loads(said)["address"]
