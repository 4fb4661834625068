"""Intervals for shares: Wilson for one, Newcombe for the difference of two. Pure; no numpy, no clock."""

import math
from typing import Final

Z: Final = 1.959964
"""The normal quantile of a 95% interval."""


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


def newcombe(count: int, of: int, other: int, other_of: int) -> tuple[float, float]:
    """Return the 95% interval of the first share less the second (Newcombe 1998, method 10); (-1, 1) when one is empty.

    Args:
        count: how many on the first side.
        of: out of how many.
        other: how many on the second side.
        other_of: out of how many.
    """
    if of <= 0 or other_of <= 0:
        return -1.0, 1.0
    one, two = count / of, other / other_of
    (low_1, high_1), (low_2, high_2) = wilson(count, of), wilson(other, other_of)
    difference = one - two
    low = difference - math.hypot(one - low_1, high_2 - two)
    high = difference + math.hypot(high_1 - one, two - low_2)
    return max(-1.0, low), min(1.0, high)
