"""The guide on the client does what it says, before a real server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from stelae.cli.main import run
from stelae.config import ServerSettings, Settings
from stelae.memory import Memory
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from stelae.testing import FixedClock
from tests.client.served import listening
from tests.docs.guides import Guide

GUIDE = Guide("client")


@pytest.fixture
def names(
    tmp_path: Path, clock: FixedClock, capsys: pytest.CaptureFixture[str]
) -> Iterator[dict[str, object]]:
    """What the page calls `url` and `key`: the key is what its own command makes."""
    settings = Settings(data=tmp_path / "data", server=ServerSettings(mcp=False))
    with Memory.open(settings=settings, embedder="none", extractor="rules", clock=clock) as memory:
        create = next(words for words in GUIDE.commands if words[0] == "keys")
        capsys.readouterr()
        assert run([*create, "--data", str(tmp_path / "data"), "--json"]) == 0
        key = json.loads(capsys.readouterr().out)["secret"]
        keyring = Keyring(tmp_path / "data", clock)
        with listening(create_app(memory, keyring=keyring)) as url:
            yield {"url": url, "key": key, "__name__": "guide"}


def test_the_guides_python_runs(
    names: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    """From top to bottom, and each block prints what the page promises."""
    blocks = GUIDE.blocks("python", marked=True)
    assert len(blocks) == len(GUIDE.blocks("python"))
    printed: list[list[str]] = []
    for code in blocks:
        GUIDE.execute(code, names)
        printed.append(capsys.readouterr().out.splitlines())
    main, awaited, placed, answered, refused = printed
    assert main[0] == "以后报告都用中文"
    assert any("make ship" in line for line in main)
    assert awaited == ["['以后报告都用中文', 'Deploys go through make ship']"]
    assert placed == ["menu None"]
    assert "阿福" in "".join(answered)
    assert answered[-1].endswith("True")
    assert refused == ["412 False True"]
