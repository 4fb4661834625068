"""The guide on keeping does what it says."""

import re
import shlex
from pathlib import Path

import pytest

from stelae.cli.main import run

GUIDE = (Path(__file__).parents[2] / "docs/guides/keeping.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, keywords and rules only."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "STELAE_DATA": "old",
        "STELAE_SCOPE": "user:lin",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
    }.items():
        monkeypatch.setenv(name, value)


def test_every_command_of_the_guide_works_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """With the head that was printed in place of the one that is shown."""
    assert run(["remember", "以后报告都用中文"]) == 0
    assert run(["audit", "head"]) == 0
    head = capsys.readouterr().out.splitlines()[-1]
    commands = re.findall(r"^\$ stelae (.+)$", GUIDE, re.MULTILINE)
    assert len(commands) >= 11
    for command in commands:
        arguments = [head if "<MAC>" in word else word for word in shlex.split(command)]
        assert run(arguments) == 0, (command, capsys.readouterr())


def test_the_guides_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Export, and import with the key."""
    (code,) = re.findall(r"```python\n(.+?)```", GUIDE, re.DOTALL)
    exec(compile(code, "keeping.md", "exec"), {})  # noqa: S102 - our own page
    counts, report = capsys.readouterr().out.splitlines()
    assert counts == "{'observation': 1, 'memory': 1}"
    assert report == "signed 1"
