"""Extraction measured through the product: rules beside a model, with and without the gate."""

import json
from pathlib import Path
from typing import Any

import pytest

from stelae.config import Settings
from stelae.errors import ModelTimeoutError, ModelUnavailableError
from stelae.evaluation.counting import variant_reports
from stelae.evaluation.extraction import RULES, SampleRun, Variant, measure, variant_of
from stelae.evaluation.replies import KeptReplies
from stelae.evaluation.samples import ExtractionSample
from stelae.testing import ScriptedModel


def sample(
    name: str, said: str, *expect: dict[str, Any], lang: str, **more: Any
) -> ExtractionSample:
    """A sample of one message."""
    row = {"id": name, "messages": said, "lang": lang, "expect": expect, **more}
    return ExtractionSample.model_validate(row)


SAMPLES = (
    sample(
        "zh1", "我对芒果过敏。", {"category": ["constraint", "fact"], "must": "芒果"}, lang="zh"
    ),
    sample("en1", "I carried the ferns out to the balcony.", lang="en"),
)


def reply(**item: Any) -> str:
    """A model's answer with one item."""
    whole = {
        "quote": "", "reason": "about_person", "should_store": True, "subject": "user", "category": "fact",
        "text": "", "object": "", "attribute": "", "polarity": "neutral", "date_words": "", "kind": "semantic",
        "sensitivity": "personal", "confidence": 0.9, "importance": 0.9,
    }  # fmt: skip
    return json.dumps({"memories": [{**whole, **item}]}, ensure_ascii=False)


INVENTED = reply(quote="a farm in Kansas", text="The user owns a farm in Kansas", category="fact")
RIGHT = reply(quote="我对芒果过敏", text="用户对芒果过敏", category="constraint", object="芒果")


def model_of(*replies: str | Exception) -> ScriptedModel:
    """A model that answers in this order; samples are read language by language, English first."""
    return ScriptedModel(list(replies))


def run(settings: Settings, *variants: Variant, runs: int = 1, **more: Any) -> list[SampleRun]:
    """All rows of the two samples."""
    return list(measure(SAMPLES, variants, settings, runs=runs, **more))


def test_the_gate_keeps_out_what_the_same_model_would_have_written(settings: Settings) -> None:
    """One reply, judged twice; the model is asked once."""
    model = model_of(INVENTED, RIGHT)
    rows = run(settings, Variant("small", "llm", model), ungated=True)
    by = {(row.sample, row.gate): row for row in rows}
    assert (by["en1", True].written, by["en1", False].wrong) == (0, 1)
    assert by["en1", False].faults["ungrounded"] == 1
    assert (by["zh1", True].accepted, by["zh1", True].wrong, by["zh1", True].missed) == (1, 0, 0)
    assert len(model.requests) == 2


def test_what_the_model_does_not_recommend_is_no_write_without_a_gate_either(
    settings: Settings,
) -> None:
    """It is its own first gate."""
    model = model_of(reply(text="The user carried ferns", should_store=False), "no JSON at all")
    rows = run(settings, Variant("small", "llm", model), ungated=True)
    assert [row.written for row in rows if not row.gate] == [0, 0]


def test_runs_are_asked_one_by_one_and_rules_once(settings: Settings) -> None:
    """Rules give the same each time; a model need not."""
    model = model_of(*[INVENTED] * 4, *[RIGHT] * 4)
    rows = run(settings, Variant(RULES, "rules"), Variant("small", "llm", model), runs=3)
    assert [row.run for row in rows if row.variant == RULES] == [1, 1]
    assert sorted(row.run for row in rows if row.variant == "small") == [1, 1, 2, 2, 3, 3]
    assert len(model.requests) == 6


def test_a_stopped_evaluation_goes_on_from_kept_replies(settings: Settings, tmp_path: Path) -> None:
    """And gives the same rows, but for the time it took."""
    path = tmp_path / "replies.jsonl"
    first = run(settings, Variant("s", "llm", model_of(INVENTED, RIGHT)), kept=KeptReplies(path))
    silent = ScriptedModel([ModelUnavailableError("away")])
    again = run(settings, Variant("s", "llm", silent), kept=KeptReplies(path))
    assert [r.model_copy(update={"seconds": 0}) for r in first] == [
        r.model_copy(update={"seconds": 0}) for r in again
    ]


def test_a_model_that_fails_is_unread_and_not_silently_empty(settings: Settings) -> None:
    """What was not read cannot be told from nothing found by its counts alone."""
    model = model_of(ModelTimeoutError("late"))
    rows = run(settings, Variant("small", "llm", model))
    (report,) = variant_reports(rows, RULES)
    assert {row.status for row in rows} == {"failed"}
    assert (report.unread, report.figures.missed.mean) == (2.0, 1.0)


def test_rules_and_model_together_miss_no_more_than_the_rules(settings: Settings) -> None:
    """`auto` adds; what both propose is written once."""
    model = model_of(INVENTED, RIGHT)
    rows = run(settings, Variant(RULES, "rules"), Variant("both", "auto", model))
    rules, both = variant_reports(rows, RULES)
    assert both.figures.accepted == rules.figures.accepted == 1
    assert both.figures.missed.count <= rules.figures.missed.count


def test_texts_are_in_the_rows_only_when_asked_for(settings: Settings) -> None:
    """A blind set stays blind."""
    model = model_of(INVENTED, INVENTED)
    blind = run(settings, Variant("small", "llm", model), ungated=True)
    shown = run(settings, Variant("small", "llm", model), ungated=True, show=True)
    assert not any(row.notes for row in blind)
    notes = [note for row in shown for note in row.notes]
    assert any("Kansas" in note for note in notes)
    assert "missed: 芒果" in notes


@pytest.mark.parametrize(
    ("name", "provider", "chosen"),
    [("qwen3:8b", "ollama", "qwen3:8b"), ("openai:gpt-x", "openai", "gpt-x")],
)
def test_a_models_name_may_carry_its_provider(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, name: str, provider: str, chosen: str
) -> None:
    """An Ollama tag keeps its colon."""
    seen: list[Settings] = []

    def source(given: Settings, *_: object) -> Any:
        seen.append(given)
        return lambda: ScriptedModel(["{}"])

    monkeypatch.setattr("stelae.evaluation.extraction.model_source", source)
    variant = variant_of(name, settings, "llm")
    assert (seen[0].model.provider, seen[0].model.name) == (provider, chosen)
    assert variant.label == name


def test_a_file_is_a_model_under_its_own_name(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody keeps it is in no report."""
    seen: list[Settings] = []

    def source(given: Settings, *_: object) -> Any:
        seen.append(given)
        return lambda: ScriptedModel(["{}"])

    monkeypatch.setattr("stelae.evaluation.extraction.model_source", source)
    assert variant_of("local:/home/lin/models/small.gguf", settings, "llm").label == "small.gguf"
    assert str(seen[0].model.path) == "/home/lin/models/small.gguf"


def test_a_model_that_is_not_there_is_said_before_anything_runs(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not after an hour of rules."""

    def nobody(*_: object) -> Any:
        return lambda: None

    monkeypatch.setattr("stelae.evaluation.extraction.model_source", nobody)
    with pytest.raises(ModelUnavailableError):
        variant_of("qwen3:8b", settings, "llm")
