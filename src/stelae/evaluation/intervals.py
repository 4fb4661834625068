"""Intervals for what was counted: Wilson for a share, a bootstrap over samples for a difference. No numpy, no clock."""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

Z = 1.959964
"""The normal quantile of a 95% interval."""
DRAWS = 2_000
SEED = 7
T = TypeVar("T")


def wilson(count: float, of: float) -> tuple[float, float]:
    """Return the 95% interval of a share (Wilson 1927); (0, 1) when nothing was counted.

    Args:
        count: how many; the mean over runs may be a fraction.
        of: out of how many. Repeats of a run are no further samples: give the number of one run.
    """
    if of <= 0:
        return 0.0, 1.0
    share, square = count / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    inner = share * (1 - share) / of + square / (4 * of * of)
    half = Z * math.sqrt(max(inner, 0.0)) / (1 + square / of)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return (0.0 if count == 0 else low), (1.0 if count == of else high)


def bootstrap(
    rows: Sequence[T], value: Callable[[Sequence[T]], float], *, draws: int = DRAWS
) -> tuple[float, float]:
    """Return the 95% percentile interval of a figure over samples drawn with replacement; the draw is always the same.

    Args:
        rows: one a sample, with whatever was counted in all of its runs.
        value: the figure of some rows.
        draws: how many times.
    """
    if not rows:
        return 0.0, 0.0
    draw = random.Random(SEED)  # noqa: S311 - no secret; the seed makes a report repeatable
    found = sorted(value(draw.choices(rows, k=len(rows))) for _ in range(draws))
    return found[int(0.025 * (draws - 1))], found[math.ceil(0.975 * (draws - 1))]
