"""The guide on HTTP does what it says, before a real server."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from stelae import errors
from stelae.config import ServerSettings, Settings
from stelae.errors import StelaeError
from stelae.memory import Memory
from stelae.server.api.problems import status_of
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from stelae.testing import FixedClock
from tests.client.served import listening
from tests.docs.guides import Guide

GUIDE = Guide("http")
STUB = Path(__file__).parent / "ask_stub.py"
MARK = "==="
NEVER_ON_THE_WIRE = {"ServerUnavailableError"}
"""What the client says of a server that it does not reach."""


@pytest.fixture
def shell(tmp_path: Path, clock: FixedClock) -> Iterator[str]:
    """What stands before the page's commands: an address, a key, and something like curl."""
    settings = Settings(data=tmp_path / "data", server=ServerSettings(mcp=False))
    with Memory.open(settings=settings, embedder="none", extractor="rules", clock=clock) as memory:
        keyring = Keyring(tmp_path / "data", clock)
        _, key = keyring.create(
            name="notes", role="reviewer", tenant="default", scopes=("user:lin",)
        )
        with listening(create_app(memory, keyring=keyring)) as url:
            ask = f'{sys.executable} {STUB} -H "Authorization: Bearer {key}"'
            yield (
                f"STELAE={url}\n"
                f'ask() {{ {ask} -H "Content-Type: application/json" "$@"; }}\nset -euo pipefail\n'
            )


def shown(expected: Any, found: Any) -> bool:
    """Is everything that the page shows in the answer? `…` stands for anything that is there."""
    if expected == "…":
        return found is not None
    if isinstance(expected, dict):
        pairs = cast("dict[str, Any]", expected)
        return all(name in found and shown(value, found[name]) for name, value in pairs.items())
    if isinstance(expected, list):
        items = cast("list[Any]", expected)
        return len(items) == len(found) and all(map(shown, items, found))
    return expected == found


def test_every_call_of_the_guide_is_answered_as_it_shows(shell: str, tmp_path: Path) -> None:
    """In the page's order, in a real shell."""
    asked = GUIDE.blocks("console", marked=True)
    answers = [json.loads(block) for block in GUIDE.blocks("json")]
    assert len(asked) == len(answers) >= 8
    scripts = (re.sub(r"^\$ ", "", block, flags=re.MULTILINE) for block in asked)
    script = shell + f"\necho; echo {MARK}\n".join(scripts)
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, cwd=tmp_path, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    told = done.stdout.decode().split(f"\n{MARK}\n")
    for block, expected, text in zip(asked, answers, told, strict=True):
        assert shown(expected, json.loads(text)), f"{block}\n{text}"


def rows() -> dict[str, set[int]]:
    """Return every error of the page's table with its statuses."""
    found: dict[str, set[int]] = {}
    for status, names in re.findall(r"^\| (\d{3}) \| (.+?) \|", GUIDE.text, re.MULTILINE):
        for name in re.findall(r"`(\w+Error)`", names):
            found.setdefault(name, set()).add(int(status))
    return found


def test_every_error_stands_in_the_table_with_its_status() -> None:
    """And no other name."""
    kinds = {
        name: kind
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, StelaeError)
    }
    told = rows()
    assert told.keys() == kinds.keys() - NEVER_ON_THE_WIRE
    for name, statuses in told.items():
        kind = kinds[name]
        assert status_of(kind.__new__(kind)) in statuses, name
