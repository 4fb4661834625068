"""A server listens where it may, answers, and ends without cutting anything off."""

import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from stelae.assembly import SystemClock
from stelae.config import ServerSettings
from stelae.errors import ConfigurationError
from stelae.memory import Memory
from stelae.server.keys import Keyring
from stelae.server.serving import address_of, check_binding, listening
from stelae.testing import FixedClock

END_S = 15
SLOW_APP = """
import asyncio, sys
from stelae.config import ServerSettings
from stelae.server.serving import listening, run

async def app(scope, receive, send):
    if scope["type"] == "http":
        print("begun", flush=True)
        await asyncio.sleep(1)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": "做完了".encode()})

def ready(address):
    print(address, flush=True)

with listening(ServerSettings(port=0)) as at:
    run(app, at, on_ready=ready)
print("closed")
"""


@contextmanager
def process(*words: str, **environment: str) -> Generator["subprocess.Popen[str]"]:
    """Run Python with these words; it is gone afterwards."""
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    with subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, text=True, encoding="utf-8", env=env
    ) as started:
        try:
            yield started
        finally:
            started.kill()


def line(started: "subprocess.Popen[str]") -> str:
    """Return the next line that a process prints."""
    assert started.stdout is not None
    return started.stdout.readline().strip()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`stelae serve` in a process of its own, and its address."""
    settings = {
        "STELAE_DATA": str(tmp_path / "data"),
        "STELAE_SCOPE": "user:lin",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
    }
    words = ("-m", "stelae.cli.main", "serve", "--port", "0", "--json")
    with process(*words, **settings) as started:
        told = json.loads(line(started))
        assert told["keys"] == 0
        yield started, told["address"]


def test_it_serves_a_memory_until_it_is_told_to_end(
    served: tuple["subprocess.Popen[str]", str], tmp_path: Path
) -> None:
    """On loopback without a key, as an agent; a key of another process closes the door at once, and a revocation, too."""
    started, address = served
    assert address.startswith("http://127.0.0.1:")
    with httpx.Client(base_url=address, timeout=60) as client:
        made = client.post("/v1/remember", json={"text": "以后报告都用中文"})
        assert made.is_success, made.text
        listed = client.get("/v1/memories")
        assert (listed.status_code, listed.headers["cache-control"]) == (200, "no-store")
        assert "server" not in listed.headers
        assert client.get("/v1/memories", headers={"Host": "evil.example"}).status_code == 403
        ring = Keyring(tmp_path / "data", SystemClock())
        key, secret = ring.create("mo", role="agent", tenant="default", scopes=("user:mo",))
        assert client.get("/v1/memories").status_code == 401
        shown = {"Authorization": f"Bearer {secret}"}
        mine = client.get("/v1/memories", headers=shown)
        assert (mine.status_code, mine.json()["items"]) == (200, [])
        other = client.get("/v1/memories", params={"scope": "user:lin"}, headers=shown)
        assert other.status_code == 403
        ring.revoke(key.id)
        assert client.get("/v1/memories", headers=shown).status_code == 401
        # The connection stays open meanwhile: an idle one holds nothing up.
        started.send_signal(signal.SIGTERM)
        assert started.wait(END_S) == 0
    assert line(started) == ""


@pytest.mark.parametrize("words", [(), ("--no-worker",)])
def test_it_works_on_jobs_that_others_leave_unless_a_worker_does(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """In its own process, within seconds; or not at all, so that `stelae worker` does."""
    place = {"STELAE_DATA": str(tmp_path / "data"), "STELAE_EMBEDDER_PROFILE": "fast"}
    with Memory.open(tmp_path / "data", embedder="fast", extractor="rules", worker=False) as memory:
        command = ("-m", "stelae.cli.main", "serve", "--port", "0", "--json", *words)
        with process(*command, **place) as started:
            assert json.loads(line(started))["address"]
            (job,) = memory.observe("我养了一只叫阿福的乌龟").jobs
            until = time.monotonic() + (2 if words else 60)
            while memory.job(job).state != "done" and time.monotonic() < until:
                time.sleep(0.05)
            assert memory.job(job).state == ("waiting" if words else "done")
            started.send_signal(signal.SIGTERM)
            assert started.wait(END_S) == 0


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_request_that_is_worked_on_is_finished(end: signal.Signals) -> None:
    """Then the process goes on behind the server, and ends by itself."""
    with process("-c", SLOW_APP) as started:
        address = line(started)
        with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line(started) == "begun"
            started.send_signal(end)
            client.settimeout(END_S)
            answer = b"".join(iter(lambda: client.recv(4096), b""))
        assert answer.startswith(b"HTTP/1.1 200")
        assert "做完了" in answer.decode()
        assert started.wait(END_S) == 0
        assert line(started) == "closed"


def test_elsewhere_it_does_not_listen_without_a_key(tmp_path: Path, clock: FixedClock) -> None:
    """It names the command that makes one (DEV-14.4); on loopback it needs none, behind a proxy's name it does."""
    ring = Keyring(tmp_path, clock)
    check_binding(ServerSettings(), ring)
    elsewhere = (ServerSettings(host="::"), ServerSettings(allowed_hosts=("m.example",)))
    for settings in elsewhere:
        with pytest.raises(ConfigurationError, match="stelae keys create"):
            check_binding(settings, ring)
    ring.create("mo", role="agent", tenant="default", scopes=("user:mo",))
    for settings in elsewhere:
        check_binding(settings, ring)


def test_an_address_that_is_taken_or_that_there_is_not_is_told() -> None:
    """By its name, with what helps."""
    with listening(ServerSettings(port=0)) as at:
        taken = ServerSettings(port=at.getsockname()[1])
        with pytest.raises(ConfigurationError, match=f"{taken.port}.*--port"), listening(taken):
            pytest.fail("it is taken")
    nowhere = ServerSettings(host="no.such.host.invalid", port=0)
    with pytest.raises(ConfigurationError, match="invalid"), listening(nowhere):
        pytest.fail("it is nowhere")


def test_an_address_is_shown_as_people_type_it() -> None:
    """With the port that was free, and brackets around IPv6."""
    with listening(ServerSettings(port=0)) as at:
        assert address_of(at) == f"http://127.0.0.1:{at.getsockname()[1]}"
    if socket.has_ipv6:
        with listening(ServerSettings(host="::1", port=0)) as at:
            assert address_of(at) == f"http://[::1]:{at.getsockname()[1]}"


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a traceback."""
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "stelae.server.serving")
    with pytest.raises(ConfigurationError, match=r"stelae\[server\]"):
        importlib.import_module("stelae.server.serving")


def test_an_answer_waits_for_no_word_of_the_client() -> None:
    """Connections send at once what is written: 40 ms less on every answer but the first of a connection."""
    with listening(ServerSettings(port=0)) as at, socket.create_connection(at.getsockname()):
        connection, _ = at.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
