"""An evaluation as one HTML page: style, tables and plots inside, no script, nothing fetched. Light and dark."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import assert_never

from stelae.evaluation.counting import ExtractionReport, Figures, Share, VariantReport
from stelae.evaluation.extraction import SampleRun
from stelae.evaluation.plots import Bar, Cell, bars, heat_map, histogram
from stelae.evaluation.recalling import Asked, Mean, RecallFigures, RecallReport

MAP_ROWS = 26
"""Rows of one piece of a heat map."""
_EXTRACT_LEGEND = (
    ("fine", "as expected"), ("missed", "m: missed"), ("wrong", "w: wrong write"), ("both", "b: both"),
)  # fmt: skip
_RECALL_LEGEND = (
    ("fine", "1: first"), ("late", "2 to 10: later"), ("missed", "h: hidden by the floor"),
    ("wrong", "x: not found, or shown where nothing is relevant"),
)  # fmt: skip


def page_of(report: ExtractionReport | RecallReport) -> str:
    """Return the page of a report."""
    match report.kind:
        case "extract":
            return _page("Extraction", _facts(report), _extraction(report))
        case "recall":
            return _page("Recall", _facts(report), _recall(report))
        case _:
            assert_never(report.kind)


def _page(title: str, facts: str, sections: Iterable[str]) -> str:
    style = (files("stelae.evaluation") / "page.css").read_text(encoding="utf-8")
    inside = "\n".join(sections)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>Stelae evaluation: {title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{title}</h1>\n<p class="facts">{facts}</p>\n{inside}\n</main>\n</body>\n</html>\n'
    )


def _facts(report: ExtractionReport | RecallReport) -> str:
    return escape(
        f"Stelae {report.version}. Samples: {report.samples}, sha256 {report.sha256[:16]}."
        f" Runs: {report.runs}. Intervals are 95%."
    )


def _section(title: str, note: str, body: str) -> str:
    return f'<section>\n<h2>{title}</h2>\n<p class="note">{note}</p>\n{body}\n</section>'


def _pair(*sections: str) -> str:
    return f'<div class="pair">\n{"".join(sections)}\n</div>'


def _extraction(report: ExtractionReport) -> Iterable[str]:
    yield _pair(
        _section(
            "Wrong writes",
            "Of the memories written: not expected, forbidden, of the wrong kind, in another language, not grounded in what"
            " was said, or with a secret in it.",
            bars([_bar(v, v.figures.wrong) for v in report.variants], style="wrong", name="Wrong"),
        ),
        _section(
            "Missed",
            "Of the expected memories: neither written nor put before a person.",
            bars(
                [_bar(v, v.figures.missed) for v in report.variants], style="missed", name="Missed"
            ),
        ),
    )
    yield _section(
        "Figures",
        "Counts are of one run, the mean over runs.",
        _variants(report.variants),
    )
    yield _section(
        "Faults",
        "What was wrong with the wrong writes of one run; one can have several faults.",
        _faults(report.variants),
    )
    yield _section("Languages", "The same by language.", _languages(report.variants))
    yield _section(
        "Sample by run",
        "Hover over a cell for its counts; each column is one run.",
        _legend(_EXTRACT_LEGEND) + _extraction_map(report.rows),
    )
    notes = [
        f"{row.variant}, run {row.run}, {row.sample}: {n}" for row in report.rows for n in row.notes
    ]
    if notes:
        yield _section("What went wrong", "Texts of the samples.", _notes(notes))


def _bar(variant: VariantReport, of: Share) -> Bar:
    return Bar(variant.label, of.mean, of.low, of.high, f"{of.count:.4g} of {of.of:.4g}")


def _variants(variants: Sequence[VariantReport]) -> str:
    head = ["", "runs", "written", "waiting", "wrong", "missed", "samples with a wrong write"]
    head += ["unread", "s/sample", "tokens in / out"]
    body = [
        [
            escape(one.label),
            str(one.runs),
            f"{one.figures.accepted:.4g}",
            f"{one.figures.pending:.4g}",
            *_two(one.figures),
            _share(one.figures.wrong_samples),
            f"{one.unread:.4g}",
            f"{one.seconds_median:.2f}",
            f"{one.prompt_tokens:.0f} / {one.completion_tokens:.0f}",
        ]
        for one in variants
    ]
    return _table(head, body)


def _faults(variants: Sequence[VariantReport]) -> str:
    head = ["", *(name.replace("_", " ") for name in variants[0].faults)]
    body = [[escape(v.label), *(f"{count:.4g}" for count in v.faults.values())] for v in variants]
    return _table(head, body)


def _languages(variants: Sequence[VariantReport]) -> str:
    head = ["", "language", "samples", "written", "wrong", "missed"]
    body = [
        [escape(one.label), lang, str(figures.samples), f"{figures.accepted:.4g}", *_two(figures)]
        for one in variants
        for lang, figures in one.by_language.items()
    ]
    return _table(head, body)


def _two(figures: Figures) -> list[str]:
    return [_share(figures.wrong), _share(figures.missed)]


def _extraction_map(rows: Sequence[SampleRun]) -> str:
    columns = list(dict.fromkeys((row.variant, row.run) for row in rows))
    samples: dict[str, dict[tuple[str, int], SampleRun]] = defaultdict(dict)
    for row in rows:
        samples[row.sample][row.variant, row.run] = row
    ordered = sorted(samples.values(), key=lambda found: _place(next(iter(found.values()))))
    drawn = [
        (f"{_name(found)}", [_extracted(found.get(column)) for column in columns])
        for found in ordered
    ]
    return _maps(drawn, [variant for variant, _ in columns], "Samples by run")


def _maps(rows: Sequence[tuple[str, Sequence[Cell]]], columns: Sequence[str], name: str) -> str:
    """Draw a long heat map in pieces that stand side by side where there is room."""
    pieces = [rows[start : start + MAP_ROWS] for start in range(0, len(rows), MAP_ROWS)]
    drawn = "".join(heat_map(piece, columns, name=name) for piece in pieces)
    return f'<div class="maps">\n{drawn}\n</div>'


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


def _recall(report: RecallReport) -> Iterable[str]:
    figures = report.figures
    yield _pair(_found(figures), _floor(figures))
    parts = {"all": figures, **report.by_language, **report.by_kind}
    yield _section("Figures", "By language and by kind of question.", _recalled(parts))
    yield _section(
        "Time",
        f"One recall, the question's embedding included: median {report.ms_median:.1f} ms, p95 {report.ms_p95:.1f} ms.",
        histogram([row.ms for row in report.questions], unit="ms", name="Time of a recall"),
    )
    yield _section(
        "Question by run",
        "Rank of the first expected hit without a floor; hover over a cell for more.",
        _legend(_RECALL_LEGEND) + _recall_map(report.questions),
    )
    notes = [f"run {row.run}, {row.sample}: {row.text}" for row in report.questions if row.text]
    if notes:
        yield _section("What went wrong", "Questions of the samples.", _notes(notes))


def _found(figures: RecallFigures) -> str:
    named = {**figures.recall, "MRR": figures.mrr, "shown at the floor": figures.found}
    return _section(
        "Found",
        "R@k and MRR rank without a floor; the last bar is what an agent is shown of the expected ones.",
        bars(
            [Bar(name, m.mean, m.low, m.high) for name, m in named.items()],
            style="plain",
            name="Found",
        ),
    )


def _floor(figures: RecallFigures) -> str:
    shares = [_shared("nothing, rightly", figures.empty), _shared("answer lost", figures.lost)]
    return _section(
        "Nothing relevant",
        "Questions without an answer that got nothing (more is better), and questions with one that got nothing (less is).",
        bars(shares, style="missed", name="Nothing relevant"),
    )


def _shared(name: str, of: Share) -> Bar:
    return Bar(name, of.mean, of.low, of.high, f"{of.count:.4g} of {of.of:.4g}")


def _recalled(parts: dict[str, RecallFigures]) -> str:
    head = [
        "",
        "questions",
        *next(iter(parts.values())).recall,
        "MRR",
        "shown",
        "lost",
        "nothing right",
    ]
    body: list[list[str]] = []
    for name, one in parts.items():
        count = str(one.answerable + one.unanswerable)
        means = [*one.recall.values(), one.mrr, one.found]
        shown = [_mean(m) for m in means] if one.answerable else [""] * len(means)
        lost = _share(one.lost) if one.answerable else ""
        body.append(
            [escape(name), count, *shown, lost, _share(one.empty) if one.unanswerable else ""]
        )
    return _table(head, body)


def _recall_map(rows: Sequence[Asked]) -> str:
    runs = sorted({row.run for row in rows})
    questions: dict[tuple[str, int], dict[int, Asked]] = defaultdict(dict)
    for row in rows:
        questions[row.sample, row.question][row.run] = row
    drawn: list[tuple[str, list[Cell]]] = []
    for (sample, number), found in questions.items():
        label = f"{sample} {number} {next(iter(found.values())).kind}"
        drawn.append((label, [_asked(found[run]) for run in runs if run in found]))
    return _maps(drawn, [f"run {run}" for run in runs], "Questions by run")


def _asked(row: Asked) -> Cell:
    ranks = ", ".join(map(str, row.ranks)) or "none"
    title = f"{row.sample} {row.question}: ranks {ranks}, {row.returned} shown, {row.ms:.1f} ms"
    if not row.expected:
        return Cell("wrong", "x", title) if row.returned else Cell("fine", "", title)
    if not row.ranks:
        return Cell("wrong", "x", title)
    if row.found < row.expected:
        return Cell("missed", "h", title)
    return Cell(
        "fine" if row.ranks[0] == 1 else "late",
        str(row.ranks[0] if row.ranks[0] > 1 else ""),
        title,
    )


def _legend(entries: Iterable[tuple[str, str]]) -> str:
    inside = "".join(
        f'<span><i class="{style}"></i>{escape(name)}</span>' for style, name in entries
    )
    return f'<p class="legend">{inside}</p>\n'


def _table(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """Lay out cells, which are HTML already."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    rows = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def _notes(notes: Sequence[str]) -> str:
    return (
        '<ul class="notes">\n' + "\n".join(f"<li>{escape(note)}</li>" for note in notes) + "\n</ul>"
    )


def _share(one: Share) -> str:
    return f"{one.mean:.1%} <small>[{one.low:.1%}, {one.high:.1%}]</small>"


def _mean(one: Mean) -> str:
    return f"{one.mean:.2f} <small>[{one.low:.2f}, {one.high:.2f}]</small>"
