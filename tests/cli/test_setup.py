"""`init` and `config show`."""

import stat
from pathlib import Path

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae


def test_init_makes_a_private_folder_with_commented_files(stelae: Stelae, data: Path) -> None:
    """Settings, policy and first steps, readable by their owner only."""
    ran = stelae("init", "--json")
    assert ran.code == main.DONE
    assert ran.json["written"] == ["stelae.toml", "policy.yaml", "README.md"]
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert {stat.S_IMODE((data / name).stat().st_mode) for name in ran.json["written"]} == {0o600}
    assert {check["status"] for check in ran.json["checks"]} <= {"ok", "note"}


def test_init_overwrites_nothing(stelae: Stelae, data: Path) -> None:
    """A file that somebody edited stays."""
    stelae("init")
    (data / "policy.yaml").write_text("preset: strict\n", encoding="utf-8")
    again = stelae("init", "--no-check")
    assert "nothing changed" in again.out
    assert (data / "policy.yaml").read_text(encoding="utf-8") == "preset: strict\n"


def test_reembed_makes_every_vector_anew_and_drops_those_of_others(stelae: Stelae) -> None:
    """Here to `none`: no vectors at all, keywords stay; texts and ids are untouched (DEV-22.3)."""
    stelae("remember", "我家猫叫芝麻")
    before = stelae("list", "--json").json
    ran = stelae("reembed", "--embedder", "none", "--json")
    assert (ran.code, ran.json) == (main.DONE, {"vectors": 0})
    assert stelae("list", "--json").json == before
    assert stelae("reembed", "--embedder", "magic").code == main.FAILED


def test_config_show_says_where_each_value_came_from(stelae: Stelae, data: Path) -> None:
    """Option, variable, file, default."""
    stelae("init", "--no-check")
    (data / "stelae.toml").write_text(
        '[model]\ntimeout_s = 5\nhost = "http://x"\n', encoding="utf-8"
    )
    settings = stelae("config", "show", "--scope", "user:mei", "--json").json["settings"]
    assert settings["scope"] == {
        "value": "user:mei",
        "source": "argument",
        "variable": "STELAE_SCOPE",
    }
    assert settings["extractor"]["source"] == "STELAE_EXTRACTOR"
    assert settings["model.timeout_s"]["value"] == 5
    assert settings["model.timeout_s"]["source"].endswith("stelae.toml")
    assert settings["tenant"]["source"] == "default"
    assert "STELAE_MODEL_HOST" in stelae("config", "show").out


def test_config_show_never_prints_a_key(stelae: Stelae, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets are stars in both forms."""
    monkeypatch.setenv("STELAE_MODEL_API_KEY", "sk-" + "z9" * 12)
    assert "z9z9" not in stelae("config", "show").out + stelae("config", "show", "--json").out


def test_config_show_lists_the_variables_when_one_is_wrong(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one moment when a person needs the list."""
    monkeypatch.setenv("STELAE_SCOPES", "x")
    ran = stelae("config", "show")
    assert ran.code == main.FAILED
    assert "STELAE_SCOPE," in ran.err


def test_a_settings_file_with_a_mistake_is_named(stelae: Stelae, data: Path) -> None:
    """Broken TOML is a sentence, not a traceback."""
    data.mkdir()
    (data / "stelae.toml").write_text("scope = \n", encoding="utf-8")
    ran = stelae("list")
    assert ran.code == main.FAILED
    assert "stelae.toml" in ran.err
