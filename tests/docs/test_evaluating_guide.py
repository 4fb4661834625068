"""The samples shown in the guide are samples, and the rules read them as it says."""

from pathlib import Path

from stelae.config import load
from stelae.evaluation.extraction import RULES, Variant, measure
from stelae.evaluation.recalling import ask_all
from stelae.evaluation.samples import extraction_samples, recall_samples
from tests.docs.guides import Guide

GUIDE = Guide("evaluating")


def blocks(tmp_path: Path) -> list[Path]:
    """Each JSON block of the guide as a file."""
    found = GUIDE.blocks("json")
    paths = [tmp_path / f"{number}.jsonl" for number in range(len(found))]
    for path, text in zip(paths, found, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_the_shown_samples_run(tmp_path: Path) -> None:
    """What people copy works."""
    extraction, recall = blocks(tmp_path)
    settings = load(data=tmp_path / "data", embedder={"profile": "none"}).settings
    samples = extraction_samples(extraction).samples
    rows = list(measure(samples, [Variant(RULES, "rules")], settings, runs=1))
    assert [row.lang for row in rows] == ["en", "en", "en", "zh"]
    assert sum(row.wrong for row in rows) == 0
    asked = list(ask_all(recall_samples(recall).samples, settings, runs=1))
    assert [row.ranks for row in asked if row.expected] == [(1,), (1,)]


def test_every_field_of_a_sample_is_described() -> None:
    """A new field has its row."""
    from stelae.evaluation.samples import Expected, ExtractionSample, Question, RecallSample

    models = (Expected, ExtractionSample, Question, RecallSample)
    names = {name for model in models for name in model.model_fields}
    assert {
        name for name in names if f"`{name}`" not in GUIDE.text and f'"{name}"' not in GUIDE.text
    } == set()


def test_the_guide_counts_the_bundled_samples_rightly() -> None:
    """Seventy-six conversations and seventy-two questions."""
    assert f"{len(extraction_samples().samples)} conversations" in GUIDE.text
    assert f"{sum(len(s.questions) for s in recall_samples().samples)} questions" in GUIDE.text
