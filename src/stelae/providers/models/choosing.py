"""Which model of an Ollama server is used: the one named, else `qwen3:8b` when it is there, else the first that chats.

The server is asked what it has, for at most `model.probe_ms`. When to ask, and for how long an answer holds, is `source`'s
business.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

import httpx
import ollama

from stelae.config import ModelSettings
from stelae.errors import ConfigurationError
from stelae.providers.models.ollama import OllamaModel, connect
from stelae.providers.models.places import is_local
from stelae.schemas.base import Value

DEFAULT = "qwen3:8b"
"""The reference design's model (K9)."""
_EMBEDDERS = ("embed", "bge-", "minilm", "e5-", "gte-", "rerank")
_EMBEDDER_FAMILIES = frozenset({"bert", "nomic-bert", "xlm-roberta"})


class ModelReport(Value):
    """What `doctor` shows of the language model."""

    provider: str
    host: str
    local: bool
    """Does text stay on this machine?"""
    reachable: bool
    models: tuple[str, ...] = ()
    """What the server has, embedding models included."""
    chosen: str | None = None
    timeout_s: float
    cold_start_s: float
    keep_alive: str
    context_tokens: int
    remedy: str = ""
    """What to do when there is none."""
    mode: str = ""
    """How an answer is held to its form; empty: the model was not asked."""
    trouble: str = ""
    """What went wrong when the model was asked."""


def find(settings: ModelSettings) -> OllamaModel | None:
    """Ask the Ollama server what it has and return the model to use; None: nobody answers, or nothing there will do."""
    listed = _listed(settings)
    chosen = None if listed is None else _chosen(listed, settings)
    if chosen is None:
        return None
    return OllamaModel.of(settings, chosen)


def describe(settings: ModelSettings) -> ModelReport:
    """Look now, and return what there is and what would be chosen. Only an Ollama server is asked, and only what it has.

    Raises:
        ConfigurationError: the settings name no model where they have to.
    """
    where, reachable = settings.host, True
    match settings.provider:
        case "openai":
            chosen = _named(settings)
            names = (chosen,)
        case "local":
            path = file_of(settings)
            where, chosen = str(path), path.stem
            names = (chosen,)
        case "ollama":
            listed = _listed(settings)
            names, reachable = tuple(one.name for one in listed or ()), listed is not None
            chosen = _chosen(listed, settings) if listed is not None else None
        case _:
            assert_never(settings.provider)
    return ModelReport(
        provider=settings.provider,
        host=where,
        local=settings.provider == "local" or is_local(settings.host, chosen or ""),
        reachable=reachable,
        models=names,
        chosen=chosen,
        timeout_s=settings.timeout_s,
        cold_start_s=settings.cold_start_s,
        keep_alive=settings.keep_alive,
        context_tokens=settings.context_tokens,
        remedy="" if chosen else remedy_for(settings),
    )


@dataclass(frozen=True, slots=True)
class _Pulled:
    """A model the server has."""

    name: str
    family: str

    @property
    def chats(self) -> bool:
        """Is it, by its name and family, one that chats, and on this server itself?"""
        embeds = any(word in self.name.lower() for word in _EMBEDDERS)
        return not (embeds or self.family in _EMBEDDER_FAMILIES or self.name.endswith("cloud"))


def _listed(settings: ModelSettings) -> Sequence[_Pulled] | None:
    """Ask the server what it has; None: nobody answers in time, or not in Ollama's words."""
    client = connect(settings.host, settings.probe_ms / 1000)
    try:
        found = client.list().models
    except (ConnectionError, httpx.HTTPError, ollama.ResponseError, ValueError):
        return None
    return [
        _Pulled(one.model, (one.details.family if one.details else None) or "")
        for one in found
        if one.model
    ]


def _chosen(listed: Sequence[_Pulled], settings: ModelSettings) -> str | None:
    names = {one.name for one in listed}
    if settings.name is not None:
        # A name without a tag means the tag `latest`, as for the server itself.
        wanted = settings.name if ":" in settings.name else f"{settings.name}:latest"
        return settings.name if {wanted, settings.name} & names else None
    if DEFAULT in names:
        return DEFAULT
    return next((one.name for one in listed if one.chats), None)


def remedy_for(settings: ModelSettings) -> str:
    """Say what a person can do when there is no model."""
    if settings.provider == "openai":
        return f"check that {settings.host} answers"
    return f"start Ollama (ollama serve) and run: ollama pull {settings.name or DEFAULT}"


def file_of(settings: ModelSettings) -> Path:
    """Return the model file that the settings name.

    Raises:
        ConfigurationError: they name none, or it is not there.
    """
    if settings.path is None:
        raise ConfigurationError("model.provider 'local' needs model.path, a GGUF file.")
    path = settings.path.expanduser()
    if not path.is_file():
        raise ConfigurationError(f"model.path names {str(path)!r}, which is not a file.")
    return path


def _named(settings: ModelSettings) -> str:
    if settings.name is None:
        raise ConfigurationError("model.provider 'openai' needs model.name, the model's name.")
    return settings.name
