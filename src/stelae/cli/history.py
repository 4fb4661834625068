"""`history` and `restore`: what a memory has been, and making it that again; what was forgotten comes back the same way."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from stelae.cli import ids, output
from stelae.cli.observe import show_outcome
from stelae.cli.place import Place, placed
from stelae.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table
    from rich.text import Text

    from stelae.memory import Memory
    from stelae.schemas.forgetting import Receipt
    from stelae.schemas.history import FieldChange, History, HistoryStep
    from stelae.schemas.memory import MemoryRecord


@placed
def history(
    place: Place,
    memory_id: Annotated[
        str, typer.Argument(metavar="ID", help="An id, or the end of one as tables show it.")
    ],
) -> None:
    """Show what a memory has been: every version with what it changed, and the memories before and after it."""
    settings = place.load().settings
    with place.find(settings) as memory:
        found = memory.history(ids.memory_id(memory, memory_id))
    if place.json:
        output.write_json(found)
        return
    out = output.console()
    out.print(output.visible(found.memory.text), style="bold")
    out.print(_steps(found.steps, settings.zone))
    for line in _chain(found, settings.zone):
        out.print(line)
    if len(found.steps) > 1:
        back = f"stelae restore {output.short_id(found.memory.id)} --version N"
        out.print(f"Make it what it was: {back}", style="dim")


@placed
def restore(
    place: Place,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help="A memory's id, or a receipt as forget printed it; none: list what can be brought back.",
        ),
    ] = None,
    *,
    version: Annotated[
        int | None,
        typer.Option(min=1, help="Of a memory: make it what it was in this version (see history)."),
    ] = None,
) -> None:
    """Bring back what was forgotten, undo the last change of a memory, or make it what it was in a version."""
    settings = place.load().settings
    with place.find(settings) as memory:
        if what is None:
            _list(place, memory, version, settings.zone)
            return
        receipt = _receipt_id(memory, what)
        found: Any = memory.restore(receipt or ids.memory_id(memory, what), version=version)
    if receipt is None and place.json:
        output.write_json({"outcome": found})
    elif receipt is None:
        show_outcome(place, found)
    elif place.json:
        output.write_json({"receipt": found})
    else:
        output.console().print(f"Restored {found.counted}.")
        if waited := found.cascaded.get("pending", 0):
            output.warn(f"what had waited for you does not come back ({waited}); say it again.")


def _list(place: Place, memory: "Memory", version: int | None, zone: str) -> None:
    if version is not None:
        raise InvalidInputError("--version goes with the id of a memory.")
    found = [r for r in memory.forgotten() if r.pending_purge and not r.hard]
    if place.json:
        output.write_json({"receipts": found})
        return
    out = output.console()
    if not found:
        out.print("Nothing that was forgotten can be restored.")
    for one in found:
        out.print(_line(one, zone))


def _line(receipt: "Receipt", zone: str) -> str:
    until = output.when(receipt.purge_after, zone) if receipt.purge_after else "-"
    return f"{receipt.id}  {output.when(receipt.at, zone)}  {receipt.counted}, until {until}"


def _receipt_id(memory: "Memory", given: str) -> str | None:
    """Return the id of the one receipt that ends so, or None when no receipt does."""
    wanted = given.strip().lower().lstrip("…")
    if len(wanted) < output.MIN_ID:
        raise InvalidInputError(f"{given[:40]!r} is too short for an id.")
    fits = [one.id for one in memory.forgotten() if one.id.endswith(wanted)]
    if len(fits) > 1:
        raise InvalidInputError(f"{given!r} fits {len(fits)} receipts; give more of its end.")
    return fits[0] if fits else None


def _steps(steps: "Sequence[HistoryStep]", zone: str) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD, expand=True, pad_edge=False, header_style="bold", show_edge=False
    )
    table.add_column("version", justify="right")
    table.add_column("change", no_wrap=True)
    table.add_column("what changed", ratio=1, overflow="fold")
    table.add_column("by", no_wrap=True)
    table.add_column("when", no_wrap=True)
    for step in steps:
        what = _changed(step.changed) if step.changed else Text(output.visible(step.text))
        when = output.when(step.at, zone)
        table.add_row(str(step.version), step.change, what, step.actor, when)
    return table


def _changed(changes: "Sequence[FieldChange]") -> "Text":
    """Show each field that differs: the wording word by word, the others as before and after."""
    from rich.text import Text

    from stelae.cli.tables import compared

    lines: list[Text] = []
    for one in changes:
        if one.field == "text":
            lines.append(compared(str(one.before), str(one.after)))
        elif one.field == "evidence":
            lines.append(Text(f"evidence: {len(one.before or ())} → {len(one.after or ())}"))
        else:
            lines.append(Text(f"{one.field}: {_plain(one.before)} → {_plain(one.after)}"))
    return Text("\n").join(lines)


def _plain(value: Any) -> str:
    return "-" if value is None else output.visible(str(value))


def _chain(found: "History", zone: str) -> "list[Text]":
    from rich.text import Text

    def line(word: str, record: "MemoryRecord") -> Text:
        since = output.when(record.valid_from, zone)
        until = output.when(record.valid_to, zone) if record.valid_to else ""
        return Text.assemble(
            (f"{word:>11}  ", "dim"),
            output.visible(record.text),
            (f"  {since} – {until}  {output.short_id(record.id)}", "dim"),
        )

    replaced = [line("replaced", record) for record in found.earlier]
    return [*replaced, *(line("replaced by", record) for record in found.later)]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(history)
    app.command()(restore)
