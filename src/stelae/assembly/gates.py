"""The gates of a data folder: measured there, else those that come with the package."""

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from stelae.errors import ConfigurationError
from stelae.ports import Embedder
from stelae.recall.gates import shipped_gate
from stelae.schemas.auto_recall import Gate

GATES_NAME = "gates.json"


def gate_for(folder: Path, embedders: Sequence[Embedder]) -> Gate | None:
    """Return the gate of the first embedder; None: there are no vectors, or nobody has measured one.

    Raises:
        ConfigurationError: the folder's file cannot be read.
    """
    if not embedders:
        return None
    name = embedders[0].fingerprint
    return _measured(folder / GATES_NAME).get(name) or shipped_gate(name)


def keep_gate(folder: Path, fingerprint: str, gate: Gate) -> Path:
    """Write an embedder's gate into the folder's file, beside those of others, and return its path."""
    path = folder / GATES_NAME
    gates = {**_measured(path), fingerprint: gate}
    draft = path.with_suffix(".new")
    text = json.dumps({name: one.model_dump() for name, one in gates.items()}, indent=2)
    draft.touch(mode=0o600)
    draft.write_text(text + "\n", encoding="utf-8")
    draft.replace(path)
    return path


def _measured(path: Path) -> dict[str, Gate]:
    if not path.is_file():
        return {}
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return {name: Gate.model_validate(one) for name, one in raw.items()}
    except (OSError, ValueError, AttributeError, ValidationError):
        raise ConfigurationError(
            f"{path} cannot be read; `stelae calibrate` writes it anew, or remove it."
        ) from None
