"""`mcp`: what it takes, and what it says when it cannot serve. What it does is in `tests/server/mcp`."""

import os
from pathlib import Path

import pytest

from stelae.cli import mcp
from stelae.cli.main import run
from stelae.server.mcp.channel import Channel


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A client that sends one ping and goes; what it is answered stands in this file."""
    source, into = os.pipe()
    os.write(into, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    os.close(into)
    answers = tmp_path / "answers"
    sink = os.open(answers, os.O_CREAT | os.O_WRONLY)
    monkeypatch.setattr(Channel, "claim", lambda: Channel(source, sink))
    monkeypatch.setattr(mcp, "_end_soon", lambda: None)
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "none")
    return answers


@pytest.mark.parametrize("role", ["agent", "reviewer"])
def test_it_serves_until_its_client_goes(
    sent: Path, capsys: pytest.CaptureFixture[str], role: str
) -> None:
    """Exit code 0, and nothing on the stdout of before."""
    assert run(["mcp", "--scope", "user:lin", "--role", role]) == 0
    assert sent.read_bytes() == b'{"jsonrpc":"2.0","id":1,"result":{}}\n'
    assert capsys.readouterr().out == ""


def test_without_the_extra_it_says_what_to_install(
    sent: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stderr, where a client shows it."""

    def nowhere(_: str) -> None: ...

    monkeypatch.setattr(mcp, "find_spec", nowhere)
    assert run(["mcp"]) == 1
    assert "pip install 'stelae[mcp]'" in capsys.readouterr().err
    assert sent.read_bytes() == b""


def test_an_admin_is_no_role_of_a_local_client(
    sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of a client's rights lies beyond a person's."""
    assert run(["mcp", "--role", "admin"]) == 2
    assert "reviewer" in capsys.readouterr().err


def test_a_person_at_the_keyboard_is_told_what_it_is(
    sent: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a program, and says so."""
    monkeypatch.setattr(Channel, "interactive", property(lambda _: True))
    assert run(["mcp"]) == 0
    assert "configure your client" in capsys.readouterr().err
