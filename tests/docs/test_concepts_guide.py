"""The guide on concepts does what it says."""

import re
import shlex
from pathlib import Path

import pytest

from stelae.cli.main import run

GUIDE = (Path(__file__).parents[2] / "docs/guides/concepts.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, keywords and rules only."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "STELAE_DATA": "told",
        "STELAE_SCOPE": "user:lin",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
    }.items():
        monkeypatch.setenv(name, value)


def test_every_command_of_the_guide_works_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """The seeds lead where the page says."""
    commands = re.findall(r"^\$ stelae (.+)$", GUIDE, re.MULTILINE)
    assert len(commands) >= 8
    told: dict[str, str] = {}
    for command in commands:
        assert run(shlex.split(command)) == 0, (command, capsys.readouterr())
        told[command] = capsys.readouterr().out
    seeds = [out for command, out in told.items() if command.startswith("concepts seeds")]
    assert len(seeds) == 2
    assert all("preference/global/report-language" in out for out in seeds)


def test_the_guides_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """A merge and its undoing; a model that chooses."""
    merging, choosing = re.findall(r"```python\n(.+?)```", GUIDE, re.DOTALL)
    exec(compile(merging, "concepts.md", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == "[('preference/global/thing/塑料', 2)]\n2\n"
    exec(compile(choosing, "concepts.md", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == "fact/user/home\n"
