"""`recall` and `context`: what comes out again."""

import inspect
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from stelae.cli import conditions, inputs, output
from stelae.cli.options import taking
from stelae.cli.place import Place, merged
from stelae.errors import InvalidInputError

if TYPE_CHECKING:
    from stelae.schemas.query import RecallResult

_PANEL = "Filters"
Include = Literal["memories", "observations", "all"]
Strategy = Literal["filter", "weighted", "intersection", "union"]
Rewrite = Literal["rules", "model", "none"]


@dataclass(frozen=True, slots=True)
class Fields:
    """What narrows memories, as given on the command line."""

    where: tuple[str, ...]
    same: dict[str, str | None]
    """Filters that go on as they are: category and session."""
    starts: dict[str, str | None]
    """Times where a date alone means the beginning of the day."""
    ends: dict[str, str | None]
    """Times where a date alone means the end of the day."""

    def __bool__(self) -> bool:
        """Was any of them given?"""
        given = (*self.same.values(), *self.starts.values(), *self.ends.values())
        return bool(self.where) or any(value is not None for value in given)

    @property
    def say_what(self) -> bool:
        """Do they say what is wanted, also without a question?"""
        return bool(self.where) or self.same["category"] is not None

    def arguments(self, zone: str) -> dict[str, Any]:
        """Return the keyword arguments of `Memory.aggregate`.

        Raises:
            InvalidInputError: a time or a condition is malformed.
        """
        typed = self.same["category"] is not None
        return {
            "where": conditions.parse_conditions(self.where, typed=typed) or None,
            **self.same,
            **{name: inputs.parse_time(value, zone) for name, value in self.starts.items()},
            **{name: inputs.parse_time(value, zone, end=True) for name, value in self.ends.items()},
        }


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a question, as given on the command line."""

    include: Include
    floor: str
    strategy: Strategy
    rewrite: Rewrite
    fields: Fields

    def arguments(self, zone: str) -> dict[str, Any]:
        """Return the keyword arguments of `Memory.recall` and `Memory.context`.

        Raises:
            InvalidInputError: a time, a condition or the floor is malformed.
        """
        return {
            "include": self.include,
            "floor": inputs.parse_floor(self.floor),
            "strategy": self.strategy,
            "rewrite": self.rewrite,
            **self.fields.arguments(zone),
        }


def fields(
    category: Annotated[
        str | None, typer.Option(help="Only this category.", rich_help_panel=_PANEL)
    ] = None,
    session: Annotated[
        str | None, typer.Option(help="Only this session.", rich_help_panel=_PANEL)
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help=f"{conditions.FORMS}; repeatable.",
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
) -> Fields:
    """Gather the filters; nothing is read or checked yet, since that takes the person's zone."""
    return Fields(
        where=tuple(where or ()),
        same={"category": category, "session": session},
        starts={"since": since},
        ends={"until": until, "as_of": as_of, "known_at": known_at},
    )


def searching(
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
    strategy: Annotated[
        Strategy,
        typer.Option(
            help="filter: search what fits; weighted: lift it; intersection: what both find; union: what either finds.",
            rich_help_panel=_PANEL,
        ),
    ] = "filter",
    rewrite: Annotated[
        Rewrite,
        typer.Option(
            help="Who reads fields off the question: rules, the language model, or nobody.",
            rich_help_panel=_PANEL,
        ),
    ] = "rules",
) -> tuple[Include, str, Strategy, Rewrite]:
    """Gather how to search."""
    return include, floor, strategy, rewrite


def filters(**given: Any) -> Filters:
    """Gather everything that narrows a question."""
    how = searching(**{name: given.pop(name) for name in _SEARCHING})
    return Filters(*how, fields(**given))


_SEARCHING = inspect.signature(searching, eval_str=True).parameters
_FIELDS = inspect.signature(fields, eval_str=True).parameters
filters.__signature__ = inspect.Signature(  # pyright: ignore[reportFunctionMemberAccess]
    [
        p.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for p in (*_SEARCHING.values(), *_FIELDS.values())
    ]
)
asked = taking(merged, filters)
Query = Annotated[str, typer.Argument(help="A question or keywords, Chinese or English.")]
ExitCode = Annotated[bool, typer.Option("--exit-code", help="Exit 3 when nothing is relevant.")]


@asked
def recall(
    place: Place,
    narrowed: Filters,
    query: Annotated[
        str | None,
        typer.Argument(
            help="A question or keywords, Chinese or English; not needed with --category or --where."
        ),
    ] = None,
    *,
    query_json: Annotated[
        str | None,
        typer.Option(
            metavar="JSON|-",
            help='A structured query instead: {"query_type": …, "filter": {…}}; - reads it from stdin.',
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Most hits.")] = 10,
    exit_code: ExitCode = False,
) -> None:
    """Ask the memory. Scores are probabilities; nothing relevant is a valid answer."""
    settings = place.load().settings
    structured = _structured(query, query_json, narrowed)
    with place.find(settings) as memory:
        if structured is not None:
            result = memory.query({"limit": limit, **structured})
        else:
            result = memory.recall(query or "", limit=limit, **narrowed.arguments(settings.zone))
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
    with place.find(settings) as memory:
        block = memory.context(query, budget=budget, **narrowed.arguments(settings.zone))
    if place.json:
        output.write_json(block)
    elif block:
        output.write_text(block.text)
    else:
        output.notices().print("Nothing relevant.", style="dim")
    if exit_code and not block:
        raise typer.Exit(3)


def _structured(
    query: str | None, query_json: str | None, narrowed: Filters
) -> dict[str, Any] | None:
    """Return the structured query, or None for a question in words.

    Raises:
        BadParameter: neither was given, nor a category or condition.
        InvalidInputError: both were given, filters beside it, or it is no JSON object.
    """
    if query_json is None:
        if query is None and not narrowed.fields.say_what:
            raise typer.BadParameter(
                "say what to look for, or give --category, --where or --query-json.",
                param_hint="QUERY",
            )
        return None
    if query is not None or narrowed.fields:
        raise InvalidInputError("--query-json holds the question and all its filters.")
    text = inputs.read_text("-") if query_json == "-" else query_json
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise InvalidInputError('--query-json is a JSON object, {"query_type": …, "filter": {…}}.')
    return cast("dict[str, Any]", found)


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
