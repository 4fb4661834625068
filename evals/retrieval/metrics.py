"""Ranking metrics, bootstrap intervals and the area under the ROC curve."""

import math
from collections.abc import Collection, Sequence

import numpy as np

NAMES = ("R@5", "R@10", "R@20", "nDCG@10", "MRR")


def score(ranked: Sequence[str], gold: Collection[str]) -> list[float]:
    """Return the metrics of one ranking without duplicates, in the order of `NAMES`."""
    wanted = set(gold)
    hits = [unit in wanted for unit in ranked]
    first = next((i for i, hit in enumerate(hits) if hit), None)
    gain = sum(1 / math.log2(i + 2) for i, hit in enumerate(hits[:10]) if hit)
    ideal = sum(1 / math.log2(i + 2) for i in range(min(len(wanted), 10)))
    recalls = [sum(hits[:k]) / len(wanted) for k in (5, 10, 20)]
    return [*recalls, gain / ideal, 0.0 if first is None else 1 / (first + 1)]


def interval(values: "np.ndarray", draws: int = 2000) -> tuple[float, float]:
    """Return the 95% bootstrap interval of the mean."""
    draw = np.random.default_rng(7).integers(0, len(values), (draws, len(values)))
    low, high = np.percentile(values[draw].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


def area(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return the probability that a positive scores above a negative; ties count half."""
    low = np.sort(np.asarray(negative))
    high = np.asarray(positive)
    below = np.searchsorted(low, high, "left") + np.searchsorted(low, high, "right")
    return float(below.sum() / (2 * len(high) * len(low)))
