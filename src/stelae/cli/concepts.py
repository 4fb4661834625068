"""`concepts list|seeds|related|alias|merge|undo`: the keys that memories have, and a person's names for them."""

from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from stelae.schemas.concepts import Concept, ConceptName

Key = Annotated[str, typer.Argument(metavar="KEY", help="A concept's key, or another name of it.")]
Limit = Annotated[int, typer.Option(min=1, max=100, help="Most concepts.")]

commands = typer.Typer(
    name="concepts",
    help="The keys that memories have: what there is to know about, and nothing else.",
    no_args_is_help=True,
)


@placed
def list_(
    place: Place,
    *,
    category: Annotated[str | None, typer.Option(help="Only this category.")] = None,
) -> None:
    """List the concepts of the scope, with their other names."""
    with place.find() as memory:
        names = {name.id: name for name in memory.concept_names()}
        found = [c for c in memory.concepts() if category in {None, c.category}]
    if place.json:
        output.write_json({"concepts": found, "names": list(names.values())})
        return
    out = output.console()
    if not found:
        out.print("No concepts here yet: they come with memories that have a key.")
        return
    out.print(_table(found))
    for name in names.values():
        out.print(_told(name), style="dim")


@placed
def seeds(
    place: Place,
    text: Annotated[str, typer.Argument(help="A question or a statement.")],
    *,
    limit: Limit = 5,
) -> None:
    """Show which concepts a text leads to, best first."""
    with place.find() as memory:
        found = memory.concept_seeds(text, limit=limit)
        fits = memory.assimilate(text)
    if place.json:
        output.write_json({"seeds": found, "fits": fits})
        return
    _scored(((one.key, one.score) for one in found), "It leads to no concept.")
    if found:
        told = f"It fits {fits.key}." if fits.key else f"It fits none of them ({fits.why})."
        output.console().print(output.visible(told), style="dim", markup=False)


@placed
def related(place: Place, key: Key, *, limit: Limit = 35) -> None:
    """Show which concepts were spoken of together with one."""
    with place.find() as memory:
        found = memory.related_concepts(key, limit=limit)
    if place.json:
        output.write_json({"related": [{"key": k, "weight": w} for k, w in found.items()]})
    else:
        _scored(found.items(), "Nothing was said together with it.")


@placed
def alias(
    place: Place,
    key: Key,
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word that is to lead to it.")],
) -> None:
    """Give a concept another word."""
    with place.find() as memory:
        _given(place, memory.alias_concept(key, word))


@placed
def merge(
    place: Place,
    key: Key,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The concept it is to lead to.")],
) -> None:
    """Treat one concept as another one from now on; no memory is changed."""
    with place.find() as memory:
        _given(place, memory.merge_concepts(key, into))


@placed
def undo(
    place: Place,
    name_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="Of an alias or merge; else the newest.")
    ] = None,
) -> None:
    """Take back an alias or a merge."""
    with place.find() as memory:
        name = memory.undo_concept(_full_id(memory.concept_names(), name_id))
    if place.json:
        output.write_json({"undone": name})
    else:
        output.console().print(f"Taken back: {_told(name)}", markup=False)


def register(app: typer.Typer) -> None:
    """Add this group."""
    commands.command("list")(list_)
    for command in (seeds, related, alias, merge, undo):
        commands.command()(command)
    app.add_typer(commands)


def _full_id(names: "Iterable[ConceptName]", given: str | None) -> str | None:
    """Return the id that ends so; what fits none or several stays as it is, and is not found."""
    fits = [name.id for name in names if given and name.id.endswith(given)]
    return fits[0] if len(fits) == 1 else given


def _given(place: Place, name: "ConceptName") -> None:
    if place.json:
        output.write_json(name)
    else:
        output.console().print(_told(name), markup=False)


def _told(name: "ConceptName") -> str:
    return output.visible(f"{name.name} → {name.key}  ({name.kind} {output.short_id(name.id)})")


def _table(concepts: "Iterable[Concept]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("concept", overflow="fold")
    table.add_column("also", overflow="fold", style="dim")
    table.add_column("memories", justify="right")
    table.add_column("messages", justify="right")
    for one in concepts:
        also = Text(output.visible(", ".join((*one.aliases, *one.merged))))
        table.add_row(Text(output.visible(one.key)), also, str(one.memories), str(one.sources))
    return table


def _scored(found: "Iterable[tuple[str, float]]", nothing: str) -> None:
    lines = [f"{score:.2f}  {output.visible(key)}" for key, score in found]
    output.console().print("\n".join(lines) or nothing, markup=False)
