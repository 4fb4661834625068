"""`eval`: measures extraction and recall on fixed samples, against any configured model (K21).

Nothing is written but the report and the replies somebody asked to keep: every sample runs in a store of its own, in memory.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed
from stelae.errors import ModelUnavailableError

if TYPE_CHECKING:
    from stelae.config import Settings
    from stelae.evaluation.counting import ExtractionReport
    from stelae.evaluation.extraction import Variant
    from stelae.evaluation.recalling import RecallReport

Reader: TypeAlias = Literal["auto", "rules", "llm"]
_SAMPLES = "JSONL samples of your own (see docs/guides/evaluating.md); left out: those that come with Stelae."

Samples = Annotated[Path | None, typer.Argument(help=_SAMPLES)]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Also write a report with plots.")
]
Show = Annotated[
    bool,
    typer.Option("--show", help="Show the texts of what went wrong; a blind set no longer is."),
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", min=1, help="Draw so many samples, evenly by language and kind."),
]


@placed
def extract(
    place: Place,
    samples: Samples = None,
    *,
    runs: Annotated[int, typer.Option(min=1, help="How often a model reads every sample.")] = 5,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            metavar="NAME",
            help="A model, as NAME or PROVIDER:NAME; may be repeated. Left out: that of the settings.",
        ),
    ] = None,
    extractor: Annotated[
        Reader | None,
        typer.Option(
            help="Who reads beside the rules row: nobody, the model, or rules and model. Left out: the model if one answers."
        ),
    ] = None,
    no_gate: Annotated[
        bool,
        typer.Option("--no-gate", help="Also count the same proposals as if all had been written."),
    ] = False,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep",
            metavar="FILE",
            help="Keep the replies here and use those it holds: a stopped run goes on.",
        ),
    ] = None,
    limit: Limit = None,
    html: Html = None,
    show: Show = False,
) -> None:
    """Count wrong writes, misses and their kinds on fixed samples; the rules stand beside every model."""
    from stelae.evaluation.counting import ExtractionReport, variant_reports
    from stelae.evaluation.extraction import RULES, SampleRun, Variant, measure
    from stelae.evaluation.replies import KeptReplies
    from stelae.evaluation.samples import extraction_samples

    chosen = extraction_samples(samples).first(limit)
    settings = place.load().settings
    variants = [Variant(RULES, "rules"), *_beside_rules(extractor, model, settings)]
    replies = KeptReplies(keep)
    steps = len(chosen.samples) * (1 + runs * (len(variants) - 1)) * (2 if no_gate else 1)
    rows: list[SampleRun] = []
    with output.progress("samples", total=steps) as advance:
        for row in measure(
            chosen.samples, variants, settings, runs=runs, ungated=no_gate, kept=replies, show=show
        ):
            rows.append(row)
            advance(1)
    report = ExtractionReport(
        version=_version(),
        samples=chosen.name,
        sha256=chosen.sha256,
        runs=runs if len(variants) > 1 else 1,
        variants=variant_reports(rows, RULES),
        rows=tuple(rows),
    )
    _give(place, report, html)
    silent = [v.label for v in report.variants if v.unread >= v.figures.samples]
    if silent:
        output.warn(
            f"{', '.join(silent)} read nothing: these figures are of no answer. See: stelae doctor"
        )
        raise typer.Exit(1)


@placed
def recall(
    place: Place,
    samples: Samples = None,
    *,
    runs: Annotated[int, typer.Option(min=1, help="How often every question is asked.")] = 3,
    limit: Limit = None,
    html: Html = None,
    show: Show = False,
) -> None:
    """Count how well questions find their memories, and how often nothing is said when nothing is relevant."""
    from stelae.evaluation.recalling import Asked, ask_all, recall_report
    from stelae.evaluation.samples import recall_samples

    chosen = recall_samples(samples).first(limit)
    settings = place.load().settings
    rows: list[Asked] = []
    embedders: list[str] = []
    total = runs * sum(len(sample.questions) for sample in chosen.samples)
    with output.progress("questions", total=total) as advance:
        for row in ask_all(
            chosen.samples, settings, runs=runs, show=show, on_embedders=embedders.extend
        ):
            rows.append(row)
            advance(1)
    report = recall_report(
        rows,
        version=_version(),
        name=chosen.name,
        sha256=chosen.sha256,
        samples=chosen.samples,
        embedders=embedders,
    )
    _give(place, report, html)


def _beside_rules(
    extractor: Reader | None, models: "list[str] | None", settings: "Settings"
) -> "list[Variant]":
    """Return whom else to measure. The rules stand alone where nobody asked for a model and none answers, which is said.

    Raises:
        ConfigurationError: a model cannot be used.
        ModelUnavailableError: one that was asked for does not answer.
    """
    from stelae.evaluation.extraction import variant_of

    if extractor == "rules":
        return []
    try:
        return [variant_of(name, settings, extractor or "llm") for name in (models or [None])]
    except ModelUnavailableError as error:
        if models or extractor is not None:
            raise
        output.warn(f"measured the extractor rules alone: {error}")
        return []


def _give(place: Place, report: "ExtractionReport | RecallReport", html: Path | None) -> None:
    """Print a report, and write it as a page where one is asked for."""
    from stelae.cli import evaluation_tables as tables
    from stelae.evaluation.page import page_of

    if html is not None:
        html.write_text(page_of(report), encoding="utf-8")
    if place.json:
        output.write_json(report)
        return
    out = output.console()
    for shown in tables.tables_of(report):
        out.print(shown)
    if html is not None:
        out.print(f"Written: {html}", style="dim", soft_wrap=True)


def _version() -> str:
    from importlib.metadata import version

    return version("stelae")


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    group = typer.Typer(
        help="Measure extraction and recall on fixed samples, bundled or yours.",
        no_args_is_help=True,
    )
    group.command()(extract)
    group.command()(recall)
    app.add_typer(group, name="eval")
