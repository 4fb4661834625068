"""The score people see: a probability in [0, 1] that a hit answers the question.

Logistic regression on absolute features of one row, never on anything relative to the other rows, so that a score means the
same in every store and for every question. It need not fall from hit to hit: the order is `ranking`'s.

The coefficients are data (`calibration.json`), one set for each combination of vector legs, fitted by
`evals/retrieval/calibrate.py`. Vectors of an embedder without a set of its own are read with the weight of `use`; that is a
guess, and documented as one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from stelae.ports import Catalog
from stelae.recall.layout import Array, Ints, Layout
from stelae.recall.search import Keyword
from stelae.recall.understanding import Question
from stelae.text.cues import PREFERENCE

AUTO_FLOOR = 0.3
"""Below it nothing answers the question (`floor="auto"`), whatever the legs: the intercepts are fitted to it. What it costs
and saves is in docs/benchmarks.md, "Nothing relevant"."""
ANSWER_COVERS = 0.8
"""What the assistant's half of an exchange covers of a question counts a little less than what the user said."""
_GUESS = "use"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """One fitted set."""

    intercept: float
    weights: Mapping[str, float]
    """By feature; vector legs by their names."""


def features_of(
    question: Question,
    catalog: Catalog,
    layout: Layout,
    keyword: Keyword,
    cosines: Mapping[str, Array],
    days: Array,
    rows: Ints,
) -> dict[str, Array]:
    """Return the absolute features of some units.

    Args:
        question: What is asked.
        catalog: Rows of one scope.
        layout: Its units.
        keyword: The keyword leg.
        cosines: Centred cosine by leg, parallel to the catalogue.
        days: Fit to the named days, parallel to the catalogue.
        rows: Positions of the units.

    Returns:
        Parallel to `rows`: `coverage` (share of the question's words, in [0, 1]), `by_named` (said by somebody whom the
        question names), `on_day` (fit to a named day), `wish` (a preference, and advice is wanted), and each leg's cosine.
    """
    answer = layout.answer[rows]
    beside = np.where(answer >= 0, keyword.own[answer], 0.0)
    coverage = np.maximum(keyword.joint[rows], ANSWER_COVERS * beside)
    named = [catalog.speakers.index(n) for n in question.names if n in catalog.speakers]
    likes = (catalog.cues[rows] & PREFERENCE) > 0
    return {
        "coverage": np.minimum(coverage, 1.0),
        "by_named": np.isin(catalog.speaker[rows], named).astype(np.float64)
        if named
        else np.zeros(len(rows)),
        "on_day": days[rows],
        "wish": (question.asks_advice & likes).astype(np.float64),
        **{leg: values[rows] for leg, values in cosines.items()},
    }


def probability(features: Mapping[str, Array], legs: Sequence[str]) -> Array:
    """Return the probability for rows that are given by their features.

    Args:
        features: From `features_of`; a cosine is NaN where a row has no vector, and then its words alone count.
        legs: The vector legs that took part.

    Returns:
        Values in [0, 1], parallel to the features.
    """
    whole = _logistic(coefficients_for(legs), features)
    bare = np.isnan(whole)
    if not bare.any():
        return whole
    return np.where(bare, _logistic(coefficients_for(()), features), whole)


def coefficients_for(legs: Sequence[str]) -> Coefficients:
    """Return the set for these vector legs, in any order; for unknown ones that of `use`, applied to the first."""
    table = _table()
    found = table.get("+".join(sorted(legs)))
    if found is not None:
        return found
    guess = table[_GUESS]
    weights = {leg: w for leg, w in guess.weights.items() if leg != _GUESS}
    return Coefficients(guess.intercept, {**weights, legs[0]: guess.weights[_GUESS]})


def _logistic(by: Coefficients, features: Mapping[str, Array]) -> Array:
    logit = by.intercept + sum(weight * features[name] for name, weight in by.weights.items())
    return np.asarray(1.0 / (1.0 + np.exp(-logit)), np.float64)


@cache
def _table() -> Mapping[str, Coefficients]:
    raw = json.loads((files("stelae.recall") / "calibration.json").read_text("utf-8"))
    return {legs: Coefficients(**values) for legs, values in raw["sets"].items()}
