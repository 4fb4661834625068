"""Does a message want what somebody remembers, or does it carry all it needs?

"帮我订个餐厅" and "when is the dentist?" want memories; "why is the sky blue?", a joke and a line to translate do not,
however near the words of some memory are. Who asks the memory (`recall`) has answered that; beside a message of a
conversation it has to be guessed, and the nearness of short texts alone tells little (docs/benchmarks.md, "Auto-recall").

Two logistic regressions, fitted by `evals/retrieval/fit_asking.py`: one on the message's USE vector, one on the features of
a memory and the logit of the first. Like the shown score they are absolute. Without USE vectors the shown score decides.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from stelae.recall.calibration import Coefficients
from stelae.schemas.query import HitTrace

if TYPE_CHECKING:
    from stelae.ports import Floats

LEG = "use"
"""The vectors that the first fit reads: the one embedder that is in both profiles."""
FEATURES = ("coverage", "on_day")
"""Beside the cosines, which go by their legs' names, and the message's own logit, which is `asks`; as in
`calibration.features_of`."""
SURE = 0.75
"""Shown score that counts whatever the message is. Of the self-contained messages that the fit knows few reach it
(`evals/retrieval/fit_asking.py` prints the share)."""


def asks(vector: "Floats") -> float:
    """Return the logit that a message wants memories.

    Args:
        vector: its USE vector, `(d,)` float32.
    """
    intercept, weights = _message()
    return float(intercept + weights @ vector)


def relevance(
    hits: Sequence[HitTrace], legs: Sequence[str], wanted: float | None
) -> Mapping[str, float]:
    """Return the probability by id that a memory belongs beside the message.

    It is no less than the shown score where the message wants memories, since that knows more of long conversations, and
    where it is all but sure: "where is staging" may be a place for all the vector knows.

    Args:
        hits: candidates with what the legs gave them.
        legs: the vector legs that took part.
        wanted: the message's logit; None: unknown, and the shown scores stand.
    """
    by = _sets().get("+".join(sorted(legs)))
    if by is None or wanted is None:
        return {hit.id: hit.score for hit in hits}
    base = by.intercept + by.weights["asks"] * wanted
    logits = {
        hit.id: base + sum(by.weights.get(one.leg, 0.0) * one.value for one in hit.legs)
        for hit in hits
    }
    least = {hit.id: hit.score if wanted > 0 or hit.score >= SURE else 0.0 for hit in hits}
    return {
        one: max(least[one], 1.0 / (1.0 + float(np.exp(-logit)))) for one, logit in logits.items()
    }


@cache
def _message() -> "tuple[float, np.ndarray[Any, np.dtype[np.float64]]]":
    fitted = _table()["message"]
    return fitted["intercept"], np.array(fitted["weights"], np.float64)


@cache
def _sets() -> Mapping[str, Coefficients]:
    return {legs: Coefficients(**values) for legs, values in _table()["sets"].items()}


def _table() -> dict[str, Any]:
    return json.loads((files("stelae.recall") / "asking.json").read_text("utf-8"))
