"""`profile`: what is known about the user, and apart from it what several memories suggest."""

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from stelae.cli import inputs, output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.schemas.profile import Profile


@placed
def profile(
    place: Place,
    *,
    of: Annotated[
        str | None, typer.Option(metavar="NAME", help="Another speaker of a group.")
    ] = None,
    as_of: Annotated[str | None, typer.Option(help="What held in the world then.")] = None,
    language: Annotated[
        Literal["zh", "en"] | None,
        typer.Option(help="Of the descriptions; without it each in its memory's own."),
    ] = None,
    infer: Annotated[
        Literal["rules", "model", "none"],
        typer.Option(help="Who infers traits: rules, the language model too, or nobody."),
    ] = "rules",
    limit: Annotated[int, typer.Option(min=1, max=25, help="Most items.")] = 25,
) -> None:
    """Show what is known about the user of this scope: facts as they were said, and traits marked as inferred.

    A view of current memories: nothing of it is stored, and what is forgotten is gone from it.
    """
    settings = place.load().settings
    moment = inputs.parse_time(as_of, settings.zone, end=True)
    with place.find(settings) as memory:
        found = memory.profile(of=of, as_of=moment, language=language, infer=infer, limit=limit)
    if place.json:
        output.write_json(found)
    else:
        _show(found, settings.zone)


def _show(found: "Profile", zone: str) -> None:
    out = output.console()
    if not found.facts and not found.traits:
        out.print("Nothing is known about the user here yet.")
    if found.facts:
        out.print(_facts(found, zone))
    if found.traits:
        out.print("Inferred, never said; each from at least two messages:", style="yellow")
        out.print(_traits(found))
    for note in _notes(found):
        output.warn(note)


def _facts(found: "Profile", zone: str) -> "Table":
    from rich.text import Text

    from stelae.cli.tables import plain_table

    table = plain_table()
    for name in ("about", "fact"):
        table.add_column(name, overflow="fold", ratio=1 if name == "fact" else None)
    table.add_column("since", no_wrap=True)
    table.add_column("id", style="dim", no_wrap=True)
    for group, facts in groupby(found.facts, key=lambda fact: fact.group):
        for number, fact in enumerate(facts):
            told = Text(output.visible(fact.description))
            quote = next(iter(fact.evidence), "")
            if quote and quote != fact.description:
                told.append(f"\n“{output.visible(quote)}”", style="dim")
            since = output.when(fact.since, zone)[:10]
            table.add_row("" if number else group, told, since, output.short_id(fact.id))
    return table


def _traits(found: "Profile") -> "Table":
    from rich.text import Text

    from stelae.cli.tables import plain_table

    table = plain_table()
    table.add_column("trait", ratio=1, overflow="fold")
    table.add_column("rests on", ratio=1, overflow="fold")
    table.add_column("confidence", justify="right")
    for trait in found.traits:
        told = Text(output.visible(trait.description))
        told.append(f"\ninferred by {trait.by}: {output.visible(trait.basis)}", style="dim")
        rests = Text("\n".join(output.visible(text) for text in trait.evidence))
        table.add_row(told, rests, f"{trait.confidence:.2f}")
    return table


def _notes(found: "Profile") -> list[str]:
    notes = [found.detail] if found.detail else []
    if found.omitted:
        notes.append(f"{found.omitted} more items than a profile shows; see stelae list")
    if found.others:
        notes.append(f"{found.others} memories are of other speakers; see them with --of NAME")
    if found.refused:
        told = ", ".join(f"{count} {reason}" for reason, count in found.refused.items())
        notes.append(f"traits of the model that were not let through: {told}")
    return notes


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(profile)
