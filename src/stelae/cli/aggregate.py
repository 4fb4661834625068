"""`aggregate`: several memories as one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from stelae.cli import output
from stelae.cli.options import taking
from stelae.cli.place import Place, merged
from stelae.cli.recall import ExitCode, Fields, fields

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.schemas.aggregate import Aggregate, Group


@taking(merged, fields)
def aggregate(
    place: Place,
    narrowed: Fields,
    question: Annotated[
        str, typer.Argument(help="A question such as: how many meetings this week, 我平时喝什么")
    ] = "",
    *,
    kind: Annotated[
        Literal["list", "count", "group"] | None,
        typer.Option(help="What to make; by default what the question says."),
    ] = None,
    by: Annotated[str | None, typer.Option(metavar="day|FIELD", help="What to group by.")] = None,
    exit_code: ExitCode = False,
) -> None:
    """Say several memories as one: a list, a count, groups, with the ids they rest on. No model is asked."""
    settings = place.load().settings
    with place.find(settings) as memory:
        found = memory.aggregate(question, kind=kind, by=by, **narrowed.arguments(settings.zone))
    if place.json:
        output.write_json(found)
    else:
        _show(found)
    if exit_code and not found:
        raise typer.Exit(3)


def _show(found: "Aggregate") -> None:
    """Print the sentence, and the groups with their ids below."""
    out = output.console()
    out.print(output.visible(found.text), markup=False, highlight=False)
    if found.groups:
        out.print(_table(found.groups))
    if found.partial:
        output.warn(f"not counted in full: {', '.join(found.partial)}")


def _table(groups: "Sequence[Group]") -> "Table":
    from rich.text import Text

    from stelae.cli.tables import plain_table

    table = plain_table()
    table.add_column("what", ratio=1, overflow="fold")
    table.add_column("memories", justify="right")
    table.add_column("ids", style="dim", overflow="fold")
    for group in groups:
        ids = " ".join(map(output.short_id, group.ids))
        table.add_row(Text(output.visible(group.value)), str(group.count), ids)
    return table


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command()(aggregate)
