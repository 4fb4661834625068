"""`learn patterns|reflect|strategies|lift`: what an agent's own runs teach, and whether it helped."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.schemas.learning import LearnedGroup, Lift
    from stelae.schemas.memory import MemoryRecord

Agent = Annotated[
    str | None, typer.Option(metavar="NAME", help="The agent; else that of the scope.")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be learned; nothing is written.")
]
Days = Annotated[float, typer.Option(min=0.01, help="Days back.")]

commands = typer.Typer(
    name="learn",
    help="What an agent's own runs teach: know-how, lessons, strategies, and whether they helped.",
    no_args_is_help=True,
)


@placed
def patterns(
    place: Place,
    *,
    agent: Agent = None,
    tool: Annotated[str | None, typer.Option(help="Only this tool.")] = None,
    min_samples: Annotated[int, typer.Option(min=2, help="Fewer calls are passed over.")] = 5,
    days: Days = 30.0,
    again: Annotated[
        bool, typer.Option("--again", help="Also tools without new calls since the last time.")
    ] = False,
    dry_run: DryRun = False,
) -> None:
    """Distil calls that worked into know-how, which then waits for you."""
    with place.open() as memory:
        report = memory.extract_patterns(
            agent=agent,
            tool=tool,
            min_samples=min_samples,
            window_days=days,
            again=again,
            dry_run=dry_run,
        )
    if place.json:
        output.write_json(report)
        return
    _groups(report.groups, "No captured calls here: name the agent with --agent.", report.detail)
    if report.patterns_pending:
        where = f" --scope agent:{agent}" if agent else ""
        output.console().print(f"Decide with: stelae review{where}", style="dim")


@placed
def reflect(
    place: Place,
    *,
    agent: Agent = None,
    hours: Annotated[float, typer.Option(min=0.01, help="Hours back.")] = 168.0,
    runs: Annotated[int, typer.Option(min=1, max=1000, help="Most failed runs.")] = 50,
    dry_run: DryRun = False,
) -> None:
    """Keep a lesson of each kind of failure; it expires."""
    with place.open() as memory:
        report = memory.reflect(agent=agent, window_hours=hours, most_runs=runs, dry_run=dry_run)
    if place.json:
        output.write_json(report)
    else:
        _groups(report.groups, "No failed runs here: name the agent with --agent.", report.detail)


@placed
def strategies(
    place: Place, request: Annotated[str, typer.Argument(help="What an agent is asked.")]
) -> None:
    """Show the proven strategies that a request would be given."""
    with place.open() as memory:
        found = memory.strategies(request)
    if place.json:
        output.write_json({"strategies": found})
    elif found:
        output.console().print(_strategy_table(found))
    else:
        output.console().print("No proven strategy is for this request.")


@placed
def lift(place: Place, *, agent: Agent = None, days: Days = 30.0) -> None:
    """Compare runs that were shown what was learned with runs that were not."""
    with place.open() as memory:
        report = memory.lift(agent=agent, window_days=days)
    if place.json:
        output.write_json(report)
        return
    out = output.console()
    if report.items:
        out.print(_lift_table(report.items))
    else:
        out.print("No run here says that it was shown something learned.")
    told = f"{report.runs} runs; {report.unlinked} more do not say what they were shown."
    out.print(f"{told} Runs were watched, nobody drew lots.", style="dim")


def register(app: typer.Typer) -> None:
    """Add this group."""
    for command in (patterns, reflect, strategies, lift):
        commands.command()(command)
    app.add_typer(commands)


def _groups(groups: "Sequence[LearnedGroup]", nothing: str, detail: str) -> None:
    out = output.console()
    if not groups:
        out.print(nothing)
        return
    for one in groups:
        refused = sum(one.refused.values())
        told = ", ".join(
            filter(None, (one.by, f"{refused} points dropped" if refused else "", one.detail))
        )
        head = f"{one.name}: {one.status.replace('_', ' ')}, {one.samples} samples"
        out.print(output.visible(f"{head} ({told})" if told else head))
        for point in one.points:
            out.print(output.visible(f"  - {point}"))
    if detail:
        out.print(output.visible(detail), style="dim")


def _strategy_table(found: "Iterable[MemoryRecord]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for name in ("id", "strategy", "health"):
        table.add_column(name, overflow="fold", justify="right" if name == "health" else "left")
    for one in found:
        health = str(one.attributes.get("health", ""))
        table.add_row(output.short_id(one.id), Text(output.visible(one.text)), health)
    return table


def _lift_table(items: "Iterable[Lift]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for name in ("id", "learned", "with", "without", "difference", "verdict"):
        table.add_column(name, overflow="fold")
    for one in items:
        first = one.text.splitlines()[0]
        difference = "-"
        if one.difference is not None:
            difference = f"{one.difference:+.0%} [{one.low:+.0%}, {one.high:+.0%}]"
        table.add_row(
            output.short_id(one.id),
            Text(output.visible(first)),
            f"{one.shown.succeeded}/{one.shown.runs}",
            f"{one.without.succeeded}/{one.without.runs}",
            difference,
            one.verdict.replace("_", " "),
        )
    return table
