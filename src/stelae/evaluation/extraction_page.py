"""The page of an extraction report."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape

from stelae.evaluation.counting import ExtractionReport, Figures, Share, VariantReport
from stelae.evaluation.extraction import SampleRun
from stelae.evaluation.page_parts import legend, listed, maps, pair, section, shown_share, table
from stelae.evaluation.plots import Bar, Cell, bars

_LEGEND = (
    ("fine", "as expected"), ("missed", "m: missed"), ("wrong", "w: wrong write"), ("both", "b: both"),
)  # fmt: skip


def extraction_sections(report: ExtractionReport) -> Iterable[str]:
    """Yield the panels, the main figures first."""
    yield pair(
        section(
            "Wrong writes",
            "Of the memories written; the table of faults says why.",
            bars([_bar(v, v.figures.wrong) for v in report.variants], style="wrong", name="Wrong"),
        ),
        section(
            "Missed",
            "Of the expected memories: neither written nor put before a person.",
            bars(
                [_bar(v, v.figures.missed) for v in report.variants], style="missed", name="Missed"
            ),
        ),
    )
    yield section(
        "Figures",
        "Counts are of one run, the mean over runs.",
        _variants(report.variants),
    )
    yield section(
        "Faults",
        "What was wrong with the wrong writes of one run; one can have several faults.",
        _faults(report.variants),
    )
    yield section("Languages", "The same by language.", _languages(report.variants))
    yield section(
        "Sample by run",
        "Hover over a cell for its counts; each column is one run.",
        legend(_LEGEND) + _extraction_map(report.rows),
    )
    notes = [
        f"{row.variant}, run {row.run}, {row.sample}: {n}" for row in report.rows for n in row.notes
    ]
    if notes:
        yield section("What went wrong", "Texts of the samples.", listed(notes))


def _bar(variant: VariantReport, of: Share) -> Bar:
    return Bar(variant.label, of.mean, of.low, of.high, f"{of.count:.4g} of {of.of:.4g}")


def _variants(variants: Sequence[VariantReport]) -> str:
    head = ["", "runs", "written", "waiting", "wrong", "missed", "wrong samples"]
    head += ["unread", "s/sample", "tokens in / out"]
    body = [
        [
            escape(one.label),
            str(one.runs),
            f"{one.figures.accepted:.4g}",
            f"{one.figures.pending:.4g}",
            *_two(one.figures),
            shown_share(one.figures.wrong_samples),
            f"{one.unread:.4g}",
            f"{one.seconds_median:.2f}",
            f"{one.prompt_tokens:.0f} / {one.completion_tokens:.0f}",
        ]
        for one in variants
    ]
    return table(head, body)


def _faults(variants: Sequence[VariantReport]) -> str:
    head = ["", *(name.replace("_", " ") for name in variants[0].faults)]
    body = [[escape(v.label), *(f"{count:.4g}" for count in v.faults.values())] for v in variants]
    return table(head, body)


def _languages(variants: Sequence[VariantReport]) -> str:
    head = ["", "language", "samples", "written", "wrong", "missed"]
    body = [
        [escape(one.label), lang, str(figures.samples), f"{figures.accepted:.4g}", *_two(figures)]
        for one in variants
        for lang, figures in one.by_language.items()
    ]
    return table(head, body)


def _two(figures: Figures) -> list[str]:
    return [shown_share(figures.wrong), shown_share(figures.missed)]


def _extraction_map(rows: Sequence[SampleRun]) -> str:
    columns = list(dict.fromkeys((row.variant, row.run) for row in rows))
    samples: dict[str, dict[tuple[str, int], SampleRun]] = defaultdict(dict)
    for row in rows:
        samples[row.sample][row.variant, row.run] = row
    ordered = sorted(samples.values(), key=lambda found: _place(next(iter(found.values()))))
    drawn = [
        (_name(found), [_extracted(found.get(column)) for column in columns]) for found in ordered
    ]
    return maps(drawn, [variant for variant, _ in columns], "Samples by run")


def _place(row: SampleRun) -> tuple[str, str, str]:
    return row.kind, row.lang, row.sample


def _name(found: dict[tuple[str, int], SampleRun]) -> str:
    row = next(iter(found.values()))
    return f"{row.kind} {row.sample}"


def _extracted(row: SampleRun | None) -> Cell:
    if row is None:
        return Cell("none", "", "not run")
    title = f"{row.sample}, {row.variant}, run {row.run}: {row.written} written, {row.wrong} wrong, {row.missed} missed"
    if row.wrong and row.missed:
        return Cell("both", "b", title)
    if row.wrong:
        return Cell("wrong", "w", title)
    return Cell("missed", "m", title) if row.missed else Cell("fine", "", title)
