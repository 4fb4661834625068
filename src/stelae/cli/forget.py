"""`forget`: shown first, done with `--yes`, undone by the receipt (see `history.restore`)."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stelae.cli import ids, inputs, output
from stelae.cli.conditions import FORMS, parse_conditions
from stelae.cli.place import Place, placed
from stelae.errors import MemoryNotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from stelae.memory import Memory
    from stelae.schemas.forgetting import ForgetPreview, Receipt

NOTHING_FOUND = 3
_ID_ENDING = re.compile(r"…?[0-9a-f][0-9a-f-]{7,35}")
"""From eight characters on, as tables show them: a year or a house number is a word, not an id."""
What = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WHAT...",
        help="A sentence (“my phone number”, “我的地址”), or ids, or their ends as tables show them.",
    ),
]


@placed
def forget(
    place: Place,
    what: What = None,
    *,
    category: Annotated[str | None, typer.Option(help="Only memories of this category.")] = None,
    session: Annotated[str | None, typer.Option(help="Only what belongs to this session.")] = None,
    since: Annotated[str | None, typer.Option(help="Only what was said at or after.")] = None,
    until: Annotated[str | None, typer.Option(help="Only what was said at or before.")] = None,
    where: Annotated[
        list[str] | None,
        typer.Option("--where", metavar="CONDITION", help=f"{FORMS}; repeatable."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Everything of this scope.")] = False,
    hard: Annotated[
        bool, typer.Option("--hard", help="With --yes: destroy the text now; no way back.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it; without it, only show.")] = False,
) -> None:
    """Forget: shows what would go and why; with --yes it goes, from every index, and a receipt is printed."""
    settings = place.load().settings
    given: dict[str, Any] = {
        "category": category,
        "session": session,
        "since": inputs.parse_time(since, settings.zone),
        "until": inputs.parse_time(until, settings.zone, end=True),
        "where": parse_conditions(where, typed=category is not None) if where else None,
    }
    with place.find(settings) as memory:
        shown = memory.forget(_meant(memory, what), everything=every, **given)
        receipt = memory.forget(shown, hard=hard) if yes and shown else None
    if place.json:
        document = shown.model_dump(mode="json")
        if receipt is not None:
            document["receipt"] = receipt.model_dump(mode="json")
        output.write_json(document)
    else:
        _tell(shown, receipt, settings.zone, hard=hard)
    if yes and receipt is None:
        raise typer.Exit(NOTHING_FOUND)


def _meant(memory: "Memory", what: "Sequence[str] | None") -> "str | Sequence[str]":
    """Return full ids when all words are endings of ids here, else the sentence."""
    words = list(what or ())
    if not words:
        return ()
    if not all(_ID_ENDING.fullmatch(word.strip().lower()) for word in words):
        return " ".join(words)
    found = [_id(memory, word) for word in words]
    known = [one for one in found if one is not None]
    if not known:
        return " ".join(words)
    if len(known) < len(words):
        raise MemoryNotFoundError(words[found.index(None)])
    return known


def _id(memory: "Memory", word: str) -> str | None:
    for look_up in (ids.memory_id, ids.pending_id):
        try:
            return look_up(memory, word)
        except MemoryNotFoundError:
            continue
    return None


def _tell(shown: "ForgetPreview", receipt: "Receipt | None", zone: str, *, hard: bool) -> None:
    out = output.console()
    if not shown:
        out.print(shown.message)
        return
    out.print(_preview_table(shown))
    if receipt is None:
        back = "there is no way back" if hard else "stelae restore brings it back for a while"
        out.print(f"{shown.message} The same command with --yes does it; {back}.", style="dim")
        return
    out.print(f"Forgotten: {receipt.counted}.")
    also = ", ".join(
        f"{name.replace('_', ' ')}: {count}" for name, count in receipt.cascaded.items()
    )
    told = [
        ("receipt", receipt.id),
        ("with it", also),
        ("verified", "yes" if receipt.verified else "no"),
        ("says the same and stays", str(receipt.said_elsewhere or "")),
        ("still to purge", _when_purged(receipt, zone)),
        ("out of reach", ", ".join(receipt.out_of_reach)),
    ]
    out.print(output.labelled(told))
    if not receipt.hard:
        out.print(f"Bring it back: stelae restore {receipt.id}", style="dim")


def _preview_table(shown: "ForgetPreview") -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD, expand=True, pad_edge=False, header_style="bold", show_edge=False
    )
    table.add_column("would go", ratio=3, overflow="fold")
    table.add_column("why", ratio=2, overflow="fold")
    table.add_column("what", overflow="fold")
    table.add_column("id", style="dim", no_wrap=True)
    for item in (*shown.preview, *shown.beside):
        text, why = Text(output.visible(item.text)), Text(output.visible(item.why))
        table.add_row(text, why, item.category or item.type, output.short_id(item.id))
    return table


def _when_purged(receipt: "Receipt", zone: str) -> str:
    if not receipt.pending_purge:
        return ""
    if receipt.purge_after is None or receipt.purge_after <= receipt.at:
        return "a reader held the files; it is tried again"
    return output.when(receipt.purge_after, zone)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(forget)
