"""The guide on models does what it says."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from stelae.cli.main import run
from stelae.cli.retry import REASONS
from stelae.config import ModelSettings
from stelae.providers.models.modes import MODES
from stelae.providers.models.patience import IDLE_S

GUIDE = (Path(__file__).parents[2] / "docs/guides/models.md").read_text(encoding="utf-8")


def test_the_guides_settings_are_settings() -> None:
    """Every provider has its example."""
    tables = re.findall(r"<!-- models-guide -->\n```toml\n(.+?)```", GUIDE, re.DOTALL)
    read = [ModelSettings.model_validate(tomllib.loads(table)["model"]) for table in tables]
    assert [one.provider for one in read] == ["ollama", "openai", "local"]


def test_the_guides_python_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And prints what stands beside it."""
    (code,) = re.findall(r"<!-- models-guide -->\n```python\n(.+?)```", GUIDE, re.DOTALL)
    seen: dict[str, Any] = {"data": tmp_path / "data"}
    exec(compile(code, "models.md", "exec"), seen)  # noqa: S102 - our own page
    assert "ok scripted" in capsys.readouterr().out


def test_the_guides_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a model it is a note, no problem."""
    monkeypatch.setenv("STELAE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("STELAE_MODEL_HOST", "http://127.0.0.1:9")
    for command in re.findall(r"^\$ stelae (.+)$", GUIDE, re.MULTILINE):
        assert run(command.split()) == 0
    assert "rules alone" in capsys.readouterr().out


def test_the_guide_names_modes_reasons_and_numbers_of_the_code() -> None:
    """In their order."""
    assert re.findall(
        r"^\| `(\w+)` \| (?:what the|the arg|described)", GUIDE, re.MULTILINE
    ) == list(MODES)
    for reason in ("empty", "refused", "echo", "not_json", "invalid_schema", "truncated"):
        assert f"| `{reason}` |" in GUIDE
        assert reason in REASONS
    assert IDLE_S == 300
    assert "five idle minutes" in GUIDE
