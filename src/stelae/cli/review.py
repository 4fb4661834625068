"""`pending`, `confirm`, `reject`, `edit`: the person's word on what waits. `review` asks one by one: see `dialogue`."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import ids, output
from stelae.cli.inputs import parse_fields
from stelae.cli.observe import show_outcome
from stelae.cli.place import Place, placed
from stelae.errors import InvalidInputError

if TYPE_CHECKING:
    from stelae.memory import Memory
    from stelae.schemas.memory import PendingItem

Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID...", help="Ids, or their ends as tables show them."),
]
Every = Annotated[bool, typer.Option("--all", help="Everything that waits, instead of ids.")]
Category = Annotated[str | None, typer.Option(help="With --all: only this category.")]


@placed
def pending(
    place: Place,
    *,
    conflicts: Annotated[
        bool, typer.Option("--conflicts", help="Only contradictions to settle.")
    ] = False,
) -> None:
    """List what waits for you, each with the change it would make."""
    settings = place.load().settings
    with place.find(settings) as memory:
        items = [item for item in memory.pending() if not conflicts or item.reason == "conflict"]
    if place.json:
        output.write_json({"pending": items})
        return
    from stelae.cli.tables import pending_table

    out = output.console()
    if not items:
        out.print("Nothing waits for you.")
        return
    out.print(pending_table(items, settings.zone))
    out.print("Decide with: stelae review, or stelae confirm ID, stelae reject ID", style="dim")


@placed
def confirm(
    place: Place,
    item_ids: Ids = None,
    *,
    text: Annotated[
        str | None, typer.Option(help="Store this wording instead (one id only).")
    ] = None,
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="FIELD=VALUE",
            help="Fill a field first (one id only), for what is incomplete.",
        ),
    ] = None,
    every: Every = False,
    category: Category = None,
) -> None:
    """Approve what waits; it is checked again and stored."""
    if (text is not None or fields) and (every or len(item_ids or []) != 1):
        raise InvalidInputError("--text and --set go with exactly one id.")
    attributes = parse_fields(fields) if fields else None
    with place.find() as memory:
        chosen = _chosen(memory, item_ids, every, category)
        outcomes = [memory.confirm(item, text=text, attributes=attributes) for item in chosen]
    if place.json:
        output.write_json({"outcomes": outcomes})
        return
    from stelae.cli.tables import outcomes_table

    output.console().print(outcomes_table(outcomes))


@placed
def reject(
    place: Place,
    item_ids: Ids = None,
    *,
    reason: Annotated[
        str, typer.Option(help="A code for the record, such as wrong or not_mine.")
    ] = "",
    every: Every = False,
    category: Category = None,
) -> None:
    """Refuse what waits; it is not stored."""
    with place.find() as memory:
        chosen = _chosen(memory, item_ids, every, category)
        for item in chosen:
            memory.reject(item, reason=reason)
    if place.json:
        output.write_json({"rejected": chosen})
    else:
        output.console().print(f"Rejected {len(chosen)}.")


@placed
def edit(
    place: Place,
    memory_id: Annotated[str, typer.Argument(metavar="ID", help="An id, or the end of one.")],
    *,
    text: Annotated[str | None, typer.Option(help="The new wording.")] = None,
    where: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help="Set an attribute; repeatable."),
    ] = None,
    version: Annotated[
        int | None,
        typer.Option(min=1, help="Only if it is still at this version, which you have seen."),
    ] = None,
) -> None:
    """Correct a stored memory; the old version stays in its history."""
    if text is None and not where:
        raise InvalidInputError("Say what to change: --text TEXT or --set FIELD=VALUE.")
    with place.find() as memory:
        outcome = memory.edit(
            ids.memory_id(memory, memory_id),
            text=text,
            attributes=parse_fields(where) if where else None,
            expect=version,
        )
    show_outcome(place, outcome)


@placed
def review(
    place: Place,
    *,
    category: Annotated[str | None, typer.Option(help="Only this category.")] = None,
) -> None:
    """Go through what waits with the keyboard: approve, edit, reject, singly or many at once."""
    if place.json:
        raise InvalidInputError(
            "review is for people; programs use: stelae pending --json, confirm, reject."
        )
    from stelae.cli import dialogue

    with place.find() as memory:
        items = [item for item in memory.pending() if category in {None, item.record.category}]
        dialogue.go_through(memory, items)


def _chosen(
    memory: "Memory", given: Sequence[str] | None, every: bool, category: str | None
) -> list[str]:
    """Return full ids; all are looked up before anything is decided."""
    if every == bool(given) or (category and not every):
        raise InvalidInputError("Give ids, or --all with or without --category.")
    if not every:
        return [ids.pending_id(memory, item) for item in given or ()]
    fits: Callable[[PendingItem], bool] = lambda item: category in {None, item.record.category}  # noqa: E731
    return [item.id for item in memory.pending() if fits(item)]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(pending)
    app.command()(confirm)
    app.command()(reject)
    app.command()(edit)
    app.command()(review)
