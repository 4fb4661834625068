"""How an evaluation looks in a terminal. Values in, Rich renderables out; no store, no model."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from stelae.cli.output import visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from stelae.evaluation.counting import (
        Difference,
        ExtractionReport,
        Figures,
        Share,
        VariantReport,
    )
    from stelae.evaluation.recalling import Mean, RecallFigures, RecallReport


def tables_of(report: "ExtractionReport | RecallReport") -> Iterator["RenderableType"]:
    """Yield what is printed of a report, in order."""
    match report.kind:
        case "extract":
            yield from _extraction(report)
        case "recall":
            yield from _recall(report)
        case _:
            assert_never(report.kind)


def _extraction(report: "ExtractionReport") -> Iterator["RenderableType"]:
    yield _line(
        f"{report.samples}, sha256 {report.sha256[:12]}, {report.variants[0].figures.samples} samples,"
        f" {report.runs} runs; 95% intervals in brackets"
    )
    yield _overview(report)
    yield _parts(report)
    for row in report.rows:
        for note in row.notes:
            yield _line(f"{row.variant}, run {row.run}, {row.sample}: {visible(note)}")


def _overview(report: "ExtractionReport") -> "Table":
    shown = _table(
        "", "written", "wrong writes", "missed", "against the rules", "unread", "s/sample"
    )
    for one in report.variants:
        figures = one.figures
        shown.add_row(
            one.label,
            f"{figures.accepted:.4g}",
            _share(figures.wrong),
            _share(figures.missed),
            _against(one),
            f"{one.unread:.4g}",
            f"{one.seconds_median:.2f}",
        )
    return shown


def _parts(report: "ExtractionReport") -> "Table":
    """What was wrong with wrong writes, and each language by itself."""
    shown = _table(
        "",
        "kind",
        "language",
        "ungrounded",
        "leaked",
        "unasked",
        "zh wrong/missed",
        "en wrong/missed",
    )
    for one in report.variants:
        faults = one.faults
        counts = ("wrong_kind", "wrong_language", "ungrounded", "leaked", "not_confirmed")
        shown.add_row(
            one.label,
            *(f"{faults[name]:.4g}" for name in counts),
            *(_both(one.by_language.get(lang)) for lang in ("zh", "en")),
        )
    return shown


def _recall(report: "RecallReport") -> Iterator["RenderableType"]:
    embedders = ", ".join(name.partition("/")[0] for name in report.embedders) or "keywords only"
    yield _line(
        f"{report.samples}, sha256 {report.sha256[:12]}, {report.memories} memories,"
        f" {report.observations} observations, {report.runs} runs, {embedders}; 95% intervals in brackets"
    )
    shown = _table("", "questions", "R@1", "R@5", "R@10", "MRR", "shown", "lost", "nothing right")
    parts = {"all": report.figures, **report.by_language, **report.by_kind}
    for name, figures in parts.items():
        shown.add_row(name, *_recalled(figures))
    yield shown
    yield _line(
        f"a recall takes {report.ms_median:.1f} ms (median), {report.ms_p95:.1f} ms (p95)."
        " R@k and MRR rank without a floor; shown is R@10 of what the floor lets through."
    )
    for row in report.questions:
        if row.text:
            ranks = ", ".join(map(str, row.ranks)) or "not among the first ten"
            why = "something was shown" if not row.expected else f"rank {ranks}"
            yield _line(f"run {row.run}, {row.sample}: {visible(row.text)} ({why})")


def _recalled(figures: "RecallFigures") -> list[str]:
    count = str(figures.answerable + figures.unanswerable)
    if not figures.answerable:
        return [count, "", "", "", "", "", "", _share(figures.empty)]
    nothing = _share(figures.empty) if figures.unanswerable else ""
    means = [figures.recall["R@1"], figures.recall["R@5"], figures.recall["R@10"], figures.mrr]
    return [count, *map(_mean, means), _mean(figures.found), _share(figures.lost), nothing]


def _mean(one: "Mean") -> str:
    return f"{one.mean:.2f} [{one.low:.2f}, {one.high:.2f}]"


def _share(one: "Share") -> str:
    spread = f" {one.min:.0%}-{one.max:.0%}" if one.min != one.max else ""
    return f"{one.count:.4g}/{one.of:.4g} = {one.mean:.1%}{spread} [{one.low:.1%}, {one.high:.1%}]"


def _against(one: "VariantReport") -> str:
    return "\n".join(f"{name} {_difference(found)}" for name, found in one.against_rules.items())


def _difference(one: "Difference") -> str:
    return f"{100 * one.mean:+.1f} [{100 * one.low:+.1f}, {100 * one.high:+.1f}]"


def _both(figures: "Figures | None") -> str:
    return f"{figures.wrong.mean:.1%} / {figures.missed.mean:.1%}" if figures else ""


def _table(*columns: str) -> "Table":
    from rich import box
    from rich.table import Table

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for number, name in enumerate(columns):
        shown.add_column(name, overflow="fold", justify="left" if number == 0 else "right")
    return shown


def _line(text: str) -> "RenderableType":
    from rich.text import Text

    return Text(text, style="dim")
