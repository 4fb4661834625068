"""The distance gate of reflections: hit / noise calibration for each embedder (O15, R13). Pure but for the shipped table.

Lessons are short and alike, so that the nearest one is always near. How near is near enough depends on the embedder and is
measured: from messages with the lesson that belongs to each, the highest cosine that keeps enough of the hits.
"""

import json
from collections.abc import Sequence
from importlib.resources import files

from stelae.errors import InvalidInputError
from stelae.schemas.auto_recall import Gate

KEEP = 0.8
"""Share of hits that is kept at least (O15's target)."""
MIN_PAIRS = 8
"""Below it a share of 80% says nothing. Ours."""


def gate_of(hits: Sequence[float], noise: Sequence[float]) -> Gate:
    """Return the highest gate that keeps `KEEP` of the hits.

    Args:
        hits: cosine of each message and its own lesson.
        noise: cosines of messages and lessons of others.

    Raises:
        InvalidInputError: there are too few pairs.
    """
    if len(hits) < MIN_PAIRS or not noise:
        raise InvalidInputError(f"A gate is measured on at least {MIN_PAIRS} pairs.")
    ranked = sorted(hits)
    gate = ranked[int((1 - KEEP) * len(ranked))]
    return Gate(
        at_least=round(gate, 4),
        hits_kept=sum(one >= gate for one in hits) / len(hits),
        noise_hidden=sum(one < gate for one in noise) / len(noise),
        pairs=len(hits),
    )


def shipped_gate(fingerprint: str) -> Gate | None:
    """Return the gate that comes with the package; None: this embedder has none (`evals/retrieval/fit_gates.py`)."""
    table = json.loads((files("stelae.recall") / "gates.json").read_text("utf-8"))
    return Gate.model_validate(table[fingerprint]) if fingerprint in table else None
