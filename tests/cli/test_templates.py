"""The files that `init` writes change nothing until somebody edits them, and then do what they say."""

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

from stelae import config
from stelae.cli import templates
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.policy import Policy


def test_the_settings_file_changes_nothing(tmp_path: Path) -> None:
    """Every value is a comment."""
    (tmp_path / config.CONFIG_NAME).write_text(templates.settings_file(), encoding="utf-8")
    assert config.load(data=tmp_path).settings == config.load(data=tmp_path).settings
    assert tomllib.loads(templates.settings_file()) == {
        "store": {},
        "embedder": {},
        "model": {},
        "recall": {},
        "server": {},
    }


def test_an_uncommented_setting_is_a_valid_setting(tmp_path: Path) -> None:
    """Each commented line, taken in, loads; those without a default are empty texts to fill in."""
    lines = templates.settings_file().splitlines()
    taken = [re.sub(r'^# ([a-z_]+ = (?!""$))', r"\1", line) for line in lines]
    found = tomllib.loads("\n".join(taken))
    (tmp_path / config.CONFIG_NAME).write_text("\n".join(taken), encoding="utf-8")
    loaded = config.load(data=tmp_path)
    assert loaded.settings.model.host == found["model"]["host"]
    assert {"store", "embedder", "model", "scope", "zone"} <= set(found)


def test_the_policy_file_changes_nothing(tmp_path: Path) -> None:
    """The policy with the file is the policy without it."""
    settings = config.load(data=tmp_path).settings
    before = config.load_policy(settings)
    (tmp_path / config.POLICY_NAME).write_text(templates.policy_file(), encoding="utf-8")
    assert config.load_policy(settings) == before


def test_the_rows_shown_as_comments_are_the_defaults() -> None:
    """Uncommented, every category's row is what holds anyway."""
    text = templates.policy_file()
    rows = text[text.index("# rows:") :]
    uncommented = "\n".join(line.removeprefix("# ").removeprefix("#") for line in rows.splitlines())
    found: dict[str, Any] = yaml.safe_load(uncommented)
    policy = Policy.model_validate(found)
    assert {name: policy.rows[name] for name in BUILT_IN.names} == {
        c.name: c.policy for c in BUILT_IN
    }


def test_every_value_has_a_word_on_what_it_is() -> None:
    """No line of the files stands there unexplained."""
    assert "None" not in templates.policy_file()
    assert "None" not in templates.settings_file()
