"""Settings: where values come from, and that a wrong one says so."""

from pathlib import Path

import pytest

from stelae.config import load, load_policy, login_name, variables
from stelae.errors import ConfigurationError
from stelae.schemas.scope import check_scope


def test_arguments_beat_variables_beat_the_file_beat_defaults(tmp_path: Path) -> None:
    """The order is documented, and every value knows its source."""
    (tmp_path / "stelae.toml").write_text(
        'extractor = "rules"\nzone = "Asia/Shanghai"\n[model]\ntimeout_s = 9\nkeep_alive = "1m"\n',
        encoding="utf-8",
    )
    loaded = load(
        data=tmp_path,
        environ={"STELAE_MODEL_TIMEOUT_S": "7", "STELAE_ZONE": "Europe/Berlin"},
        zone="UTC",
    )
    settings, sources = loaded.settings, loaded.sources
    assert (settings.zone, settings.model.timeout_s, settings.model.keep_alive) == (
        "UTC",
        7.0,
        "1m",
    )
    assert sources["zone"] == "argument"
    assert sources["model.timeout_s"] == "STELAE_MODEL_TIMEOUT_S"
    assert sources["model.keep_alive"] == str(tmp_path / "stelae.toml")
    assert sources["model.probe_ms"] == "default"


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"STELAE_MODEL_TIMEOUT_S": "soon"}, "model.timeout_s"),
        ({"STELAE_EXTRACTOR": "magic"}, "extractor"),
        ({"STELAE_COLOUR": "red"}, "STELAE_COLOUR"),
        ({"STELAE_CONFIG": "/no/such/file.toml"}, "STELAE_CONFIG"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, environ: dict[str, str], named: str) -> None:
    """A typo is an error, not silence."""
    with pytest.raises(ConfigurationError, match=named.replace(".", r"\.")):
        load(data=tmp_path, environ=environ)


@pytest.mark.parametrize("text", ["zone = ", "\udcff", "unknown_thing = 1"])
def test_a_broken_file_is_a_configuration_error(tmp_path: Path, text: str) -> None:
    """Broken TOML, broken UTF-8 and unknown names alike."""
    (tmp_path / "stelae.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigurationError):
        load(data=tmp_path, environ={})


def test_secrets_do_not_print(tmp_path: Path) -> None:
    """An API key is a type that does not show itself."""
    key = "sk-" + "a1B2" * 8
    settings = load(data=tmp_path, environ={"STELAE_MODEL_API_KEY": key}).settings
    assert settings.model.api_key is not None
    assert settings.model.api_key.get_secret_value() == key
    assert key not in repr(settings)
    assert key not in settings.model_dump_json()


def test_the_default_scope_is_usable() -> None:
    """Whatever the login name is, it makes a scope."""
    assert check_scope(f"user:{login_name()}")


def test_every_setting_has_a_variable() -> None:
    """One table: the variables are made from the settings themselves."""
    names = variables()
    assert names["STELAE_DATA"] == "data"
    assert names["STELAE_MODEL_CONTEXT_TOKENS"] == "model.context_tokens"


def test_the_policy_file_changes_one_row_and_leaves_the_rest(tmp_path: Path) -> None:
    """The policy is data."""
    (tmp_path / "policy.yaml").write_text(
        "preset: strict\nrows:\n  event:\n    confirm: always\n    ttl_days: 7\n", encoding="utf-8"
    )
    policy = load_policy(load(data=tmp_path, environ={}).settings)
    assert policy.preset == "strict"
    assert policy.rows["event"].ttl_days == 7
    assert "web" in policy.rows["event"].writers
    loosened = load(data=tmp_path, environ={"STELAE_PRESET": "balanced"}).settings
    assert load_policy(loosened).preset == "balanced"


@pytest.mark.parametrize(
    "text",
    [
        "rows: [",
        "preset: mild",
        "rows: {event: {confirm: perhaps}}",
        "colour: red",
        "- 1",
        "rows: {evnt: {}}",
    ],
)
def test_a_broken_policy_is_a_configuration_error(tmp_path: Path, text: str) -> None:
    """The gate never runs on a policy it could not read."""
    (tmp_path / "policy.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"policy\.yaml"):
        load_policy(load(data=tmp_path, environ={}).settings)
