"""Intervals of figures over samples, by a bootstrap; those of plain shares are in `background.shares`."""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

DRAWS = 2_000
SEED = 7
T = TypeVar("T")


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
