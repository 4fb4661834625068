"""The gates of a data folder: measured there, else those that come with the package."""

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from stelae.assembly.embedders import known_fingerprint
from stelae.errors import ConfigurationError
from stelae.ports import Embedder
from stelae.private_files import replace_private
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
    name = known_fingerprint(embedders[0])
    measured = _measured(folder / GATES_NAME)
    return None if name is None else measured.get(name) or shipped_gate(name)


def keep_gate(folder: Path, fingerprint: str, gate: Gate) -> Path:
    """Write an embedder's gate into the folder's file, beside those of others, and return its path.

    Raises:
        ConfigurationError: the folder's file cannot be read.
        OSError: it cannot be written; the file before it stays.
    """
    path = folder / GATES_NAME
    gates = {**_measured(path), fingerprint: gate}
    text = json.dumps({name: one.model_dump() for name, one in gates.items()}, indent=2)
    replace_private(path, text + "\n")
    return path


def _measured(path: Path) -> dict[str, Gate]:
    if not path.is_file():
        return {}
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return {name: Gate.model_validate(one) for name, one in raw.items()}
    except (OSError, ValueError, AttributeError, ValidationError):
        raise ConfigurationError(
            f"{path} cannot be read. Remove it; `stelae calibrate` writes it anew."
        ) from None
