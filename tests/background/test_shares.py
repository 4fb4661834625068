"""Intervals of shares and of differences: known values, and what must hold of all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.background.shares import newcombe, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 20, 0.0, 0.1611), (1, 20, 0.0089, 0.2361), (10, 20, 0.2993, 0.7007), (20, 20, 0.8389, 1.0)],
)  # fmt: skip
def test_wilson_gives_the_published_values(count: int, of: int, low: float, high: float) -> None:
    """Agresti and Coull's examples of the score interval, to four places."""
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


@given(of=st.integers(1, 500), part=st.floats(0, 1))
def test_a_share_lies_in_its_interval(of: int, part: float) -> None:
    """And the interval in [0, 1]."""
    low, high = wilson(of * part, of)
    assert 0 <= low <= part + 1e-9
    assert part - 1e-9 <= high <= 1


def test_nothing_counted_says_nothing() -> None:
    """No interval of an empty set is narrow."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert newcombe(0, 0, 3, 4) == newcombe(3, 4, 0, 0) == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("one", "two", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_newcombe_gives_the_published_values(
    one: tuple[int, int], two: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe's own examples of method 10, to four places."""
    assert newcombe(*one, *two) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 200), st.integers(1, 200), st.floats(0, 1), st.floats(0, 1))
def test_a_difference_lies_in_its_interval(of: int, other_of: int, a: float, b: float) -> None:
    """And the other way round it is its mirror."""
    count, other = round(a * of), round(b * other_of)
    low, high = newcombe(count, of, other, other_of)
    difference = count / of - other / other_of
    assert -1 <= low <= difference + 1e-9
    assert difference - 1e-9 <= high <= 1
    assert newcombe(other, other_of, count, of) == pytest.approx((-high, -low))
