"""A command and a webhook are told; whatever goes wrong there is a code here."""

import json
import os
import socket
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from stelae.config import environment_of_others
from stelae.providers import tellers
from stelae.providers.tellers import by_command, by_webhook
from stelae.schemas.piling import Pile

PILE = Pile(
    tenant="default",
    scope="user:林",
    pending=21,
    oldest=datetime(2026, 5, 1, 9, tzinfo=UTC),
    reasons={"needs_confirmation": 20, "conflict": 1},
)
PLAIN = PILE.model_dump(mode="json")


def python(code: str) -> list[str]:
    """Return a command that runs that code."""
    return [sys.executable, "-c", code]


def test_a_command_reads_json_from_stdin_and_sees_no_setting_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys of models and the like stay here; the rest of the environment is there."""
    monkeypatch.setenv("STELAE_MODEL_API_KEY", "not-for-others")
    monkeypatch.setenv("HOOK_CHANNEL", "审核")
    target = tmp_path / "told.json"
    code = (
        "import json,os,sys; from pathlib import Path;"
        f"Path({str(target)!r}).write_text(json.dumps([json.load(sys.stdin), dict(os.environ)]))"
    )
    assert by_command(python(code), environment_of_others())(PILE) is None
    told, environment = json.loads(target.read_text(encoding="utf-8"))
    assert told == PLAIN
    assert environment["HOOK_CHANNEL"] == "审核"
    assert not [name for name in environment if name.startswith("STELAE_")]


def test_a_command_is_run_without_a_shell(tmp_path: Path) -> None:
    """Its words are words."""
    target = tmp_path / "made"
    assert by_command(["echo", f"; touch {target}"], dict(os.environ))(PILE) is None
    assert not target.exists()


def test_what_a_command_prints_stays_out_of_ours(capfd: pytest.CaptureFixture[str]) -> None:
    """Stdout is for one JSON document."""
    noisy = "import sys; print('noise'); print('more', file=sys.stderr); sys.exit(7)"
    assert by_command(python(noisy), dict(os.environ))(PILE) == "exit_7"
    assert capfd.readouterr() == ("", "")


def test_a_command_that_is_not_there_or_does_not_end_is_a_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody waits longer than the time-out, and nothing is left running."""
    assert by_command(["no-such-command"], dict(os.environ))(PILE) == "FileNotFoundError"
    monkeypatch.setattr(tellers, "COMMAND_S", 0.5)
    assert by_command(python("import time; time.sleep(60)"), dict(os.environ))(PILE) == "timeout"


def test_a_webhook_gets_the_json() -> None:
    """As `application/json`."""
    with served(lambda _: 204) as (url, got):
        assert by_webhook(url)(PILE) is None
    assert [(json.loads(body), kind) for body, kind in got] == [(PLAIN, "application/json")]


@pytest.mark.parametrize("status", [302, 404, 500])
def test_anything_but_success_is_a_failure(status: int) -> None:
    """A redirect, too: what is told is told to the address that was named."""
    with served(lambda _: status) as (url, got):
        assert by_webhook(url)(PILE) == f"status_{status}"
    assert len(got) == 1


def test_a_webhook_that_is_away_or_no_address_is_a_code() -> None:
    """By the name of the trouble; an address may hold a secret and is in no code."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert by_webhook(f"http://127.0.0.1:{port}/secret")(PILE) == "ConnectError"
    assert by_webhook("http://[::secret")(PILE) == "InvalidURL"


def test_a_webhook_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the time-out."""
    monkeypatch.setattr(tellers, "WEBHOOK_S", 0.2)
    over = threading.Event()

    def slow(_body: bytes) -> int:
        over.wait(10)
        return 200

    with served(slow) as (url, _):
        assert by_webhook(url)(PILE) == "ReadTimeout"
        over.set()


@contextmanager
def served(
    answer: Callable[[bytes], int],
) -> Generator[tuple[str, list[tuple[bytes, str]]]]:
    """Serve an address that takes posts; yields it and what it got."""
    got: list[tuple[bytes, str]] = []

    class Routes(BaseHTTPRequestHandler):
        """One route."""

        def do_POST(self) -> None:
            """Take it."""
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append((body, self.headers["Content-Type"]))
            self.send_response(answer(body))
            self.send_header("Location", self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Routes)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/hook", got
    finally:
        server.shutdown()
        server.server_close()
