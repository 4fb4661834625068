"""The score people see: a probability in [0, 1] that a hit answers the question.

Logistic regression on absolute features of one row (share of the question covered, centred cosine of each vector leg, a
named day that fits), never on anything relative to the other rows, so that a score means the same in every store and for
every question. It need not fall from hit to hit: the order is `ranking`'s.

The coefficients are data (`calibration.json`), one set for each combination of legs, fitted by
`evals/retrieval/calibrate.py`. Vectors of an embedder without a set of its own are read with those of `use`; that is a
guess, and documented as one.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from stelae.recall.layout import Array

KEYWORD_ONLY = ""
_GUESS = "use"
AUTO_FLOOR = 0.3
"""Below it nothing answers the question (`floor="auto"`), whatever the legs: the intercepts are fitted to it. At this floor
about 3% of answerable questions on dialogues lose their answer (docs/benchmarks.md, "Nothing relevant")."""


@dataclass(frozen=True, slots=True)
class Coefficients:
    """One fitted set."""

    intercept: float
    coverage: float
    date: float
    wish: float
    cosines: Mapping[str, float]


def coefficients_for(legs: tuple[str, ...]) -> Coefficients:
    """Return the set for these vector legs, in any order.

    Args:
        legs: Names of the legs that took part.

    Returns:
        Their own set; for unknown embedders that of `use`, with its weight for the first of them.
    """
    table = _table()
    found = table.get("+".join(sorted(legs)))
    if found is not None:
        return found
    guess = table[_GUESS]
    return Coefficients(
        guess.intercept,
        guess.coverage,
        guess.date,
        guess.wish,
        {legs[0]: guess.cosines[_GUESS]},
    )


def probability(
    coverage: Array, date: Array, wish: Array, cosines: Mapping[str, Array], legs: tuple[str, ...]
) -> Array:
    """Return the probability for rows that are given by their features.

    Args:
        coverage: Share of the question that the row covers, at least 0.
        date: Fit to a day the question names, in [0, 1].
        wish: 1 where the question asks for advice and the row holds a preference.
        cosines: Centred cosine by leg; NaN where a row has no vector, and then its words alone count.
        legs: Names of the legs that took part.

    Returns:
        Values in [0, 1], parallel to the features.
    """
    words = _logistic(coefficients_for((KEYWORD_ONLY,)), coverage, date, wish, {})
    if not legs:
        return words
    whole = _logistic(coefficients_for(legs), coverage, date, wish, cosines)
    return np.where(np.isnan(whole), words, whole)


def _logistic(
    by: Coefficients, coverage: Array, date: Array, wish: Array, cosines: Mapping[str, Array]
) -> Array:
    logit = by.intercept + by.coverage * np.minimum(coverage, 1.0) + by.date * date + by.wish * wish
    for leg, weight in by.cosines.items():
        logit = logit + weight * cosines[leg]
    return 1.0 / (1.0 + np.exp(-logit))


@cache
def _table() -> Mapping[str, Coefficients]:
    raw = json.loads((files("stelae.recall") / "calibration.json").read_text("utf-8"))
    return {legs: Coefficients(**values) for legs, values in raw["sets"].items()}
