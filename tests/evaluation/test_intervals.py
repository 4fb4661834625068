"""Intervals: known values, and what must hold of all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.evaluation.intervals import bootstrap, wilson


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


def test_the_bootstrap_is_repeatable_and_brackets_the_mean() -> None:
    """A report of the same rows is the same report."""
    rows = [0.0] * 30 + [1.0] * 10
    low, high = bootstrap(rows, lambda drawn: sum(drawn) / len(drawn))
    assert (low, high) == bootstrap(rows, lambda drawn: sum(drawn) / len(drawn))
    assert low < 0.25 < high
    assert 0.1 < high - low < 0.4
    assert bootstrap(list[float](), len) == (0.0, 0.0)
