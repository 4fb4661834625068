"""The guide on models does what it says."""

import re
import tomllib
from pathlib import Path

import pytest

from stelae.cli.retry import REASONS
from stelae.config import ModelSettings
from stelae.providers.models.modes import MODES
from stelae.providers.models.patience import IDLE_S
from tests.docs.guides import Guide

GUIDE = Guide("models")


def test_the_guides_settings_are_settings() -> None:
    """Every provider has its example."""
    tables = GUIDE.blocks("toml", marked=True)
    read = [ModelSettings.model_validate(tomllib.loads(table)["model"]) for table in tables]
    assert [one.provider for one in read] == ["ollama", "openai", "local"]


def test_the_guides_python_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And prints what stands beside it."""
    (code,) = GUIDE.blocks("python", marked=True)
    GUIDE.execute(code, {"data": tmp_path / "data"})
    assert "ok scripted" in capsys.readouterr().out


def test_the_guides_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a model it is a note, no problem."""
    monkeypatch.setenv("STELAE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("STELAE_MODEL_HOST", "http://127.0.0.1:9")
    GUIDE.run_commands()
    assert "rules alone" in capsys.readouterr().out


def test_the_guide_names_modes_reasons_and_numbers_of_the_code() -> None:
    """In their order."""
    assert re.findall(
        r"^\| `(\w+)` \| (?:what the|the arg|described)", GUIDE.text, re.MULTILINE
    ) == list(MODES)
    for reason in ("empty", "refused", "echo", "not_json", "invalid_schema", "truncated"):
        assert f"| `{reason}` |" in GUIDE.text
        assert reason in REASONS
    assert IDLE_S == 300
    assert "five idle minutes" in GUIDE.text
