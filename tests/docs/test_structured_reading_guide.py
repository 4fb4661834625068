"""The guide on structured reading does what it says."""

import re
import shlex
from pathlib import Path

import pytest

from stelae.cli.main import run

GUIDE = (Path(__file__).parents[2] / "docs/guides/structured-reading.md").read_text(
    encoding="utf-8"
)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, keywords and rules only."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "STELAE_DATA": "data",
        "STELAE_SCOPE": "user:lin",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
    }.items():
        monkeypatch.setenv(name, value)


def test_every_block_of_the_guide_runs_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Python first, in one process; then the commands on the folder that it leaves."""
    blocks = re.findall(r"^```python\n(.+?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "structured-reading.md", "exec"), names)  # noqa: S102 - our own guide
    names["memory"].close()  # type: ignore[attr-defined] # pyright: ignore[reportAttributeAccessIssue]
    assert len(blocks) == 7
    commands = re.findall(r"^\$ stelae (.+)$", GUIDE, re.MULTILINE)
    for command in commands:
        assert run(shlex.split(command)) == 0, (command, capsys.readouterr())
    printed = capsys.readouterr().out
    assert "dislike" in printed
    assert "I like green tea" in printed
