"""`recall` and `context`: what comes out again."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from stelae.cli import inputs, output
from stelae.cli.options import taking
from stelae.cli.place import Place, merged

if TYPE_CHECKING:
    from stelae.schemas.query import RecallResult

_PANEL = "Filters"
Include = Literal["memories", "observations", "all"]


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a question, as given on the command line."""

    include: Include
    floor: str
    where: tuple[str, ...]
    same: dict[str, str | None]
    """Filters that go on as they are: category and session."""
    starts: dict[str, str | None]
    """Times where a date alone means the beginning of the day."""
    ends: dict[str, str | None]
    """Times where a date alone means the end of the day."""

    def arguments(self, zone: str) -> dict[str, Any]:
        """Return the keyword arguments of `Memory.recall` and `Memory.context`.

        Raises:
            InvalidInputError: a time, a filter or the floor is malformed.
        """
        return {
            "include": self.include,
            "floor": inputs.parse_floor(self.floor),
            "where": inputs.parse_where(self.where) or None,
            **self.same,
            **{name: inputs.parse_time(value, zone) for name, value in self.starts.items()},
            **{name: inputs.parse_time(value, zone, end=True) for name, value in self.ends.items()},
        }


def filters(
    include: Annotated[
        Include, typer.Option(help="Memories, raw messages or both.", rich_help_panel=_PANEL)
    ] = "all",
    floor: Annotated[
        str,
        typer.Option(
            metavar="auto|none|0..1",
            help="Least score; none shows weak hits.",
            rich_help_panel=_PANEL,
        ),
    ] = "auto",
    category: Annotated[
        str | None, typer.Option(help="Only this category.", rich_help_panel=_PANEL)
    ] = None,
    session: Annotated[
        str | None, typer.Option(help="Only this session.", rich_help_panel=_PANEL)
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD=VALUE",
            help="Only where an attribute is so; repeatable.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    since: Annotated[
        str | None, typer.Option(help="Said or happened at or after.", rich_help_panel=_PANEL)
    ] = None,
    until: Annotated[
        str | None, typer.Option(help="Said or happened at or before.", rich_help_panel=_PANEL)
    ] = None,
    as_of: Annotated[
        str | None, typer.Option(help="What was true in the world then.", rich_help_panel=_PANEL)
    ] = None,
    known_at: Annotated[
        str | None, typer.Option(help="What the store knew then.", rich_help_panel=_PANEL)
    ] = None,
) -> Filters:
    """Gather the filters; nothing is read or checked yet, since that takes the person's zone."""
    return Filters(
        include=include,
        floor=floor,
        where=tuple(where or ()),
        same={"category": category, "session": session},
        starts={"since": since},
        ends={"until": until, "as_of": as_of, "known_at": known_at},
    )


asked = taking(merged, filters)
Query = Annotated[str, typer.Argument(help="A question or keywords, Chinese or English.")]
ExitCode = Annotated[bool, typer.Option("--exit-code", help="Exit 3 when nothing is relevant.")]


@asked
def recall(
    place: Place,
    narrowed: Filters,
    query: Query,
    *,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Most hits.")] = 10,
    exit_code: ExitCode = False,
) -> None:
    """Ask the memory. Scores are probabilities; nothing relevant is a valid answer."""
    settings = place.load().settings
    with place.open(settings) as memory:
        result = memory.recall(query, limit=limit, **narrowed.arguments(settings.zone))
    if place.json:
        output.write_json(result)
    else:
        show_hits(result, settings.zone)
    if exit_code and not result.hits:
        raise typer.Exit(3)


@asked
def context(
    place: Place,
    narrowed: Filters,
    query: Query,
    *,
    budget: Annotated[int, typer.Option(min=1, help="Most tokens of the block.")] = 800,
    exit_code: ExitCode = False,
) -> None:
    """Print the block a model would be given for this question; nothing when nothing is relevant."""
    settings = place.load().settings
    with place.open(settings) as memory:
        block = memory.context(query, budget=budget, **narrowed.arguments(settings.zone))
    if place.json:
        output.write_json(block)
    elif block:
        output.write_text(block.text)
    else:
        output.notices().print("Nothing relevant.", style="dim")
    if exit_code and not block:
        raise typer.Exit(3)


def show_hits(result: "RecallResult", zone: str) -> None:
    """Print hits, or say that nothing is relevant and how to look closer."""
    from stelae.cli.tables import hits_table

    out = output.console()
    if result.hits:
        out.print(hits_table(result.hits, zone))
    else:
        out.print("Nothing relevant.")
    if result.hidden:
        out.print(f"{result.hidden} weak hits hidden; see them with --floor none.", style="dim")
    if result.partial:
        output.warn(f"not searched: {', '.join(result.partial)}")
    if result.trace_id:
        out.print(f"Why these: stelae why-recalled {result.trace_id}", style="dim")


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(recall)
    app.command()(context)
