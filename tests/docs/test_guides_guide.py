"""The guide on guides and layers does what it says."""

from pathlib import Path

import pytest

from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("guides")


@pytest.fixture
def agents(place: None, tmp_path: Path) -> Path:
    """The files that the page shows, where it says."""
    (guide,) = GUIDE.blocks("yaml")
    agent, skill = GUIDE.blocks("markdown")
    path = guide.partition("\n")[0].removeprefix("# ")
    files = {
        path: guide,
        "agents/netops/AGENT.md": agent,
        "agents/netops/rules.md": "Never touch core switches by day.\n",
        "agents/netops/skills/map/SKILL.md": skill,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "agents"


def test_every_command_of_the_guide_works_in_its_order(
    agents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lint, import, list, install, explain, export."""
    GUIDE.run_commands()
    out = capsys.readouterr().out
    assert "Nothing to put right." in out
    assert "named: 拓扑" in out
    assert "named: 快照" in out
    assert list(Path("copy").rglob("*.guide.yaml"))


def test_the_guides_python_runs(agents: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Layers for the prompt, and the guide that the message asks for."""
    GUIDE.run_commands()
    capsys.readouterr()
    (code,) = GUIDE.blocks("python")
    GUIDE.execute(code)
    printed = capsys.readouterr().out
    assert printed.startswith("1\n### rules.md")
    assert "八台接入" in printed
    assert printed.endswith("['快照']\n")
