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


# The standard library's list of zones opens its file without naming an encoding.
@pytest.mark.filterwarnings("ignore:'encoding' argument not specified:EncodingWarning")
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("EMBEDDER_PROFILE", "ful", "embedder.profile must be one of auto, full, fast, none, ollama,"
         " openai, sentence-transformers; did you mean 'full'?"),
        ("EXTRACTOR", "规则", "extractor must be one of auto, rules, llm."),
        ("MODEL_TIMEOUT_S", "soon", "model.timeout_s must be a number."),
        ("STORE_READERS", "99", "store.readers must be at most 64."),
        ("ENABLED", "maybe", "enabled must be true or false."),
        ("ZONE", "Asia/Shangai", "zone: no IANA zone such as Asia/Shanghai; did you mean 'Asia/Shanghai'?"),
        ("ZONE", "北京", "zone: no IANA zone such as Asia/Shanghai."),
        ("ZONE", "../../etc/passwd", "zone: no IANA zone such as Asia/Shanghai."),
    ],
)  # fmt: skip
def test_a_wrong_value_says_where_it_was_set_and_what_is_allowed(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    """Words for the person who set it, with a guess where a name is near."""
    with pytest.raises(ConfigurationError) as caught:
        load(data=tmp_path, environ={f"STELAE_{name}": value})
    assert str(caught.value) == f"STELAE_{name}: {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[embedder]\nprofil = "full"',
            "embedder.profil is not known here; did you mean 'profile'?",
        ),
        ('[embeder]\nprofile = "full"', "embeder is not known here; did you mean 'embedder'?"),
        ('embedder = "full"', "embedder must hold fields of its own."),
        ("[model]\nretries = 9", "model.retries must be at most 5."),
        ("categories = [3]", "categories.0 must be text."),
    ],
)
def test_a_wrong_line_of_the_file_is_said_with_the_file(
    tmp_path: Path, text: str, said: str
) -> None:
    """The same words, after the path."""
    path = tmp_path / "stelae.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        load(data=tmp_path, environ={})
    assert str(caught.value) == f"{path}: {said}"


def test_an_argument_is_a_setting_without_a_place(tmp_path: Path) -> None:
    """There is no variable and no file to name."""
    with pytest.raises(
        ConfigurationError, match=r"^Setting extractor must be one of auto, rules, llm\.$"
    ):
        load(data=tmp_path, environ={}, extractor="none")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("EMBEDDER", "STELAE_EMBEDDER_PROFILE"),
        ("MODEL", "STELAE_MODEL_NAME"),
        ("SCOPES", "'STELAE_SCOPE'"),
        ("EMBEDDER_PROFIL", "'STELAE_EMBEDDER_PROFILE'"),
    ],
)
def test_an_unknown_variable_is_guessed_at(tmp_path: Path, name: str, meant: str) -> None:
    """Also the name of a group, which is no variable itself."""
    with pytest.raises(ConfigurationError, match=f"did you mean .*{meant}"):
        load(data=tmp_path, environ={f"STELAE_{name}": "x"})


def test_several_names_of_a_variable_are_separated_by_commas(tmp_path: Path) -> None:
    """Every setting that is a list can be set by its variable."""
    settings = load(
        data=tmp_path,
        environ={
            "STELAE_CATEGORIES": "interest, mastery",
            "STELAE_SERVER_ALLOWED_HOSTS": "a.example,记忆.example",
        },
    ).settings
    assert settings.categories == ("interest", "mastery")
    assert settings.server.allowed_hosts == ("a.example", "记忆.example")


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("preset: mild", "preset must be one of strict, balanced."),
        ("rows: {event: {confirm: alwys}}", "rows.event.confirm must be one of never, unless_plain, always;"
         " did you mean 'always'?"),
        ("rows: {event: {confrm: never}}", "rows.event.confrm is not known here; did you mean 'confirm'?"),
        ("rows: {event: 三}", "rows.event must hold fields of its own."),
        ("pending_days: 0", "pending_days must be more than 0."),
        ("- 1", "the policy must hold fields of its own."),
    ],
)  # fmt: skip
def test_a_wrong_policy_says_which_field_and_what_is_allowed(
    tmp_path: Path, text: str, said: str
) -> None:
    """The words of the settings, after the path."""
    path = tmp_path / "policy.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        load_policy(load(data=tmp_path, environ={}).settings)
    assert str(caught.value) == f"{path}: {said}"
