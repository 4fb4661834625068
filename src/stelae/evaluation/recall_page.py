"""The page of a recall report."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape

from stelae.evaluation.counting import Share
from stelae.evaluation.page_parts import legend, listed, maps, pair, section, shown_share, table
from stelae.evaluation.plots import Bar, Cell, bars, histogram
from stelae.evaluation.recalling import Asked, Mean, RecallFigures, RecallReport

_LEGEND = (
    ("fine", "1: first"), ("late", "2 to 10: later"), ("missed", "h: hidden by the floor"),
    ("wrong", "x: not found, or shown where nothing is relevant"),
)  # fmt: skip


def recall_sections(report: RecallReport) -> Iterable[str]:
    """Yield the panels, the main figures first."""
    figures = report.figures
    yield pair(_found(figures), _floor(figures))
    parts = {"all": figures, **report.by_language, **report.by_kind}
    yield section("Figures", "By language and by kind of question.", _recalled(parts))
    yield section(
        "Time",
        f"One recall, the question's embedding included: median {report.ms_median:.1f} ms, p95 {report.ms_p95:.1f} ms.",
        histogram([row.ms for row in report.questions], unit="ms", name="Time of a recall"),
    )
    yield section(
        "Question by run",
        "Rank of the first expected hit without a floor; hover over a cell for more.",
        legend(_LEGEND) + _recall_map(report.questions),
    )
    notes = [f"run {row.run}, {row.sample}: {row.text}" for row in report.questions if row.text]
    if notes:
        yield section("What went wrong", "Questions of the samples.", listed(notes))


def _found(figures: RecallFigures) -> str:
    named = {**figures.recall, "MRR": figures.mrr, "shown at the floor": figures.found}
    return section(
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
    return section(
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
        lost = shown_share(one.lost) if one.answerable else ""
        body.append(
            [escape(name), count, *shown, lost, shown_share(one.empty) if one.unanswerable else ""]
        )
    return table(head, body)


def _recall_map(rows: Sequence[Asked]) -> str:
    runs = sorted({row.run for row in rows})
    questions: dict[tuple[str, int], dict[int, Asked]] = defaultdict(dict)
    for row in rows:
        questions[row.sample, row.question][row.run] = row
    drawn: list[tuple[str, list[Cell]]] = []
    for (sample, number), found in questions.items():
        label = f"{sample} {number} {next(iter(found.values())).kind}"
        drawn.append((label, [_asked(found[run]) for run in runs if run in found]))
    return maps(drawn, [f"run {run}" for run in runs], "Questions by run")


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


def _mean(one: Mean) -> str:
    return f"{one.mean:.2f} <small>[{one.low:.2f}, {one.high:.2f}]</small>"
