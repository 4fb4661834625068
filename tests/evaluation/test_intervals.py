"""The bootstrap of a figure."""

from stelae.evaluation.intervals import bootstrap


def test_the_bootstrap_is_repeatable_and_brackets_the_mean() -> None:
    """A report of the same rows is the same report."""
    rows = [0.0] * 30 + [1.0] * 10
    low, high = bootstrap(rows, lambda drawn: sum(drawn) / len(drawn))
    assert (low, high) == bootstrap(rows, lambda drawn: sum(drawn) / len(drawn))
    assert low < 0.25 < high
    assert 0.1 < high - low < 0.4
    assert bootstrap(list[float](), len) == (0.0, 0.0)
