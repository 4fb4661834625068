"""Recall measured through the product, in both languages."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stelae.config import Settings
from stelae.errors import InvalidInputError
from stelae.evaluation.recalling import RecallReport, ask_all, recall_report
from stelae.evaluation.samples import RecallSample, SampleSet, recall_samples

TEA = {
    "id": "lin",
    "memories": [
        {"id": "tea", "text": "我爱喝炭焙铁观音", "category": "preference"},
        {"id": "job", "text": "我在佛山做釉料工程师", "category": "fact"},
    ],
    "observations": [
        {
            "id": "m1",
            "content": "The kiln cracked again today.",
            "time": "2026-04-02T10:00:00+08:00",
        }
    ],
    "questions": [
        {"text": "我爱喝什么铁观音？", "expect": "tea", "kind": "direct"},
        {"text": "佛山釉料工程师", "expect": ["job", "tea"], "filters": {"category": "fact"}},
        {"text": "What happened to the kiln?", "expect": "m1", "kind": "raw"},
        {"text": "Who invented the saxophone?", "kind": "nothing"},
    ],
}


def measured(
    found: SampleSet[RecallSample], settings: Settings, *, show: bool = False
) -> RecallReport:
    """Two runs and their report."""
    embedders: list[str] = []
    rows = list(ask_all(found.samples, settings, runs=2, show=show, on_embedders=embedders.extend))
    return recall_report(
        rows, version="0", name=found.name, sha256=found.sha256, samples=found.samples, embedders=embedders
    )  # fmt: skip


def test_ranks_nothing_and_loss_are_counted(
    settings: Settings, write_lines: Callable[..., Path]
) -> None:
    """Memories and raw messages are found under the sample's own ids."""
    report = measured(recall_samples(write_lines(TEA)), settings)
    assert (report.runs, report.memories, report.observations) == (2, 2, 1)
    assert (report.figures.answerable, report.figures.unanswerable) == (3, 1)
    first, filtered, raw, nothing = (q for q in report.questions if q.run == 1)
    assert first.ranks == (1,)
    assert filtered.recall(10) == 0.5, "the filter leaves the other one out"
    assert raw.ranks == (1,)
    assert nothing.returned == 0
    assert report.figures.empty.mean == 1
    assert report.figures.recall["R@10"].mean == pytest.approx((1 + 0.5 + 1) / 3)
    assert set(report.by_kind) == {"direct", "question", "raw", "nothing"}
    assert report.by_kind["nothing"].mrr.mean == 0


def test_questions_that_went_wrong_are_shown_only_when_asked_for(
    settings: Settings, write_lines: Callable[..., Path]
) -> None:
    """A set of one's own may be blind, too."""
    found = recall_samples(write_lines(TEA))
    assert not any(q.text for q in measured(found, settings).questions)
    shown = {q.text for q in measured(found, settings, show=True).questions if q.text}
    assert "佛山釉料工程师" in shown
    assert "Who invented the saxophone?" not in shown


def test_the_bundled_questions_are_found_in_both_languages(settings: Settings) -> None:
    """Keywords alone find what is asked for in its own words."""
    report = measured(recall_samples(), settings)
    assert set(report.by_language) == {"zh", "en"}
    assert report.by_kind["direct"].mrr.mean > 0.5
    assert report.figures.empty.mean >= 0.75
    assert report.embedders == ()


def test_a_row_the_product_refuses_is_an_error_and_no_lost_question(
    settings: Settings, write_lines: Callable[..., Path]
) -> None:
    """A broken set does not look like bad recall."""
    broken = {**TEA, "memories": [{"id": "tea", "text": ""}, {"id": "job", "text": "x"}]}
    with pytest.raises(InvalidInputError):
        measured(recall_samples(write_lines(broken)), settings)
