"""Figures over runs: shares, intervals, languages, and the comparison with the rules."""

import pytest

from stelae.evaluation.counting import figures, newcombe, share, variant_reports
from stelae.evaluation.extraction import SampleRun
from stelae.evaluation.judging import FAULTS


def row(
    name: str, *, run: int = 1, variant: str = "rules", wrong: int = 0, missed: int = 0
) -> SampleRun:
    """One sample with one memory written and one expected; its language is its first letters."""
    return SampleRun(
        variant=variant, gate=True, run=run, sample=name, lang=name[:2], kind="fact", status="ok",
        accepted=1, pending=0, written=1, wrong=wrong, expected=1, missed=missed,
        faults={fault: wrong if fault == "unexpected" else 0 for fault in FAULTS},
    )  # fmt: skip


def test_a_share_has_the_spread_of_runs_and_the_interval_of_one_run() -> None:
    """Ten repeats of ten samples are not a hundred samples."""
    once, often = share([(1, 10)]), share([(0, 10), (2, 10)] * 5)
    assert (often.mean, often.min, often.max) == pytest.approx((0.1, 0.0, 0.2))
    assert (often.low, often.high) == pytest.approx((once.low, once.high))


def test_nothing_written_is_no_wrong_write() -> None:
    """And its interval says that nothing is known."""
    nothing = share([(0, 0)])
    assert (nothing.mean, nothing.low, nothing.high) == (0.0, 0.0, 1.0)


def test_languages_stand_apart_with_their_difference() -> None:
    """Chinese and English within so many points is a figure of its own."""
    rows = [row(f"zh{i}", missed=i < 2) for i in range(10)] + [row(f"en{i}") for i in range(10)]
    (report,) = variant_reports(rows, "rules")
    assert report.by_language["zh"].missed.mean == pytest.approx(0.2)
    gap = report.language_gap["missed"]
    assert gap.mean == pytest.approx(0.2)
    assert gap.low < 0.2 < gap.high
    assert report.language_gap["wrong"].mean == 0


def test_a_single_language_has_no_difference() -> None:
    """Nothing is made up."""
    (report,) = variant_reports([row("zh1"), row("zh2")], "rules")
    assert report.language_gap == {}


def test_another_variant_is_compared_with_the_rules_on_the_same_samples() -> None:
    """Paired over samples, each with all of its runs."""
    rules = [row(f"zh{i}", missed=i < 6) for i in range(20)]
    model = [
        row(f"zh{i}", run=run, variant="small", missed=i < 2, wrong=i == 19)
        for run in (1, 2)
        for i in range(20)
    ]
    base, report = variant_reports([*rules, *model], "rules")
    assert base.against_rules == {}
    missed, wrong = report.against_rules["missed"], report.against_rules["wrong"]
    assert missed.mean == pytest.approx(-0.2)
    assert missed.low < -0.2 < missed.high <= 0
    assert wrong.mean == pytest.approx(0.05)
    assert report.faults["unexpected"] == 1


def test_newcombes_interval_is_the_published_one() -> None:
    """His example: 56 of 70 against 48 of 80, 0.2 [0.0524, 0.3339] (1998, table II, method 10)."""
    found = newcombe(share([(56, 70)]), share([(48, 80)]))
    assert (found.mean, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_figures_count_samples_once_whatever_the_runs() -> None:
    """Counts are of one run."""
    found = figures([row("zh1", run=1, wrong=1), row("zh1", run=2)])
    assert (found.samples, found.accepted, found.wrong.count) == (1, 1, 0.5)
    assert found.wrong_samples.mean == 0.5
