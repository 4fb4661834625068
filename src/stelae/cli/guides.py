"""`guides import | lint | list | export | watch`: guides for agents, kept as files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed
from stelae.errors import InvalidInputError, StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from stelae.ingestion.guide_watching import FolderWatch
    from stelae.memory import Memory
    from stelae.schemas.guides import GuideFinding, GuideOutcome, GuideReport

FAILED = 1
guides = typer.Typer(help="Guides for agents, kept as files.", no_args_is_help=True)
Folder = Annotated[
    Path,
    typer.Argument(
        metavar="DIR", help="With core/guides/ and <agent>/guides/, or the folder of one agent."
    ),
]
Highest = Annotated[
    Literal["vendor", "platform", "team", "user"],
    typer.Option("--highest", help="The highest source tier that a file may claim."),
]
WORDS = {
    "added": "new",
    "changed": "another version",
    "pending": "waits for you: stelae review",
    "rejected": "refused by the gate",
    "invalid": "wrong; see below",
    "blocked": "kept out by a tombstone file",
    "removed": "taken out by a tombstone file",
    "pruned": "taken out: its file is gone",
}
"""What people are told of each fate but `unchanged`."""
_STYLES = {"added": "green", "changed": "green", "rejected": "red", "invalid": "red"}


@placed
def import_(place: Place, folder: Folder, *, highest: Highest = "team") -> None:
    """Bring memory in step with a folder's files. Ends with 1 when a file is wrong or refused; the others are imported."""
    with place.open() as memory:
        report = memory.import_guides(folder, highest=highest)
        memory.flush()
    if place.json:
        output.write_json(report)
    else:
        show_report(report)
    if not report.sound:
        raise typer.Exit(FAILED)


@placed
def lint(place: Place, folder: Folder, *, highest: Highest = "team") -> None:
    """Check the files: what is wrong, in which line, and what to do. Ends with 1 when something has to be put right."""
    from stelae.memory.guiding import lint_guides

    findings = lint_guides(folder, highest=highest)
    if place.json:
        output.write_json({"findings": findings})
    else:
        _show_findings(findings)
        if not findings:
            output.console().print("Nothing to put right.", style="green")
    if any(one.level == "error" for one in findings):
        raise typer.Exit(FAILED)


@placed
def listed(place: Place) -> None:
    """List the guides of this folder, in every scope."""
    with place.open() as memory:
        found = memory.guides(everything=True)
    if place.json:
        output.write_json({"guides": found})
        return
    from rich.table import Table

    table = Table("scope", "intent", "tier", "keywords", "id", box=None, pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    for one in found:
        guide = one.guide
        cells = (one.scope, guide.intent, guide.source_tier, ", ".join(guide.keywords))
        table.add_row(*map(output.visible, (*cells, output.short_id(one.id))))
    output.console().print(table if found else "There are no guides yet: stelae guides import DIR")


@placed
def export(
    place: Place, folder: Annotated[Path, typer.Argument(metavar="DIR", help="May be new.")]
) -> None:
    """Write the guides of this folder as files that `guides import` reads back. Nothing is overwritten."""
    with place.open() as memory:
        report = memory.export_guides(folder, everything=True)
    if place.json:
        output.write_json(report)
        return
    out = output.console()
    for name in report.written:
        out.print(output.visible(name))
    told = f"Wrote {len(report.written)}; {len(report.unchanged)} said the same already."
    out.print(told, style="dim")
    for name in report.held:
        output.warn(f"{name} is there and says something else, or is kept out; it was not touched.")
    for id_ in report.unfit:
        output.warn(f"No file can say the guide {output.short_id(id_)}: {id_}.")


@placed
def watch(
    place: Place,
    folder: Folder,
    *,
    highest: Highest = "team",
    every: Annotated[
        float, typer.Option("--every", metavar="SECONDS", min=0.05, help="How often to look.")
    ] = 2.0,
) -> None:
    """Import the folder now and whenever its files have changed, until Ctrl-C."""
    from threading import Event

    from stelae.ingestion.guide_watching import FolderWatch

    if place.json:
        raise InvalidInputError("watch tells as it goes; with --json use `guides import`.")
    watched, pause = FolderWatch(folder), Event()
    with place.open() as memory:
        output.notices().print(f"Watching {output.visible(str(folder))}. Ctrl-C ends it.")
        try:
            while not pause.wait(every):
                if watched.due():
                    _import(memory, folder, highest, watched)
        except KeyboardInterrupt:
            output.notices().print("Stopped. What was imported stays.")


def _import(memory: "Memory", folder: Path, highest: Highest, watched: "FolderWatch") -> None:
    try:
        report = memory.import_guides(folder, highest=highest)
    except (InvalidInputError, OSError, StoreError) as error:
        output.warn(f"{error} It is tried again.")
        return
    watched.done()
    show_report(report)


def show_report(report: "GuideReport") -> None:
    """Print what became of the files, those that say what they said before as a number, and what is wrong."""
    out = output.console()
    if report.disabled:
        out.print("Nothing was imported: STELAE_ENABLED=0.", style="yellow")
        return
    told = [one for one in report.outcomes if one.word != "unchanged"]
    if told:
        out.print(_outcomes_table(told))
    _show_findings(report.findings)
    same = report.count("unchanged")
    out.print(f"{same} unchanged, {len(told)} other.", style="dim")


def _outcomes_table(outcomes: "Sequence[GuideOutcome]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table("guide", "scope", "", box=None, pad_edge=False)
    table.columns[0].overflow = "fold"
    for one in outcomes:
        why = "; ".join(filter(None, (one.reason, one.detail)))
        fate = f"{WORDS[one.word]} ({why})" if why else WORDS[one.word]
        cells = (one.intent or one.file, one.scope or "-")
        fated = Text(output.visible(fate), style=_STYLES.get(one.word, "yellow"))
        table.add_row(*map(output.visible, cells), fated)
    return table


def _show_findings(findings: "Sequence[GuideFinding]") -> None:
    from rich.text import Text

    for one in findings:
        line = Text(output.visible(f"{one.where}: "))
        line.append(f"{one.level}: ", style="red" if one.level == "error" else "yellow")
        line.append(output.visible(one.message))
        line.append(f"  ({one.code})", style="dim")
        output.console().print(line, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    guides.command("import")(import_)
    guides.command()(lint)
    guides.command("list")(listed)
    guides.command()(export)
    guides.command()(watch)
    app.add_typer(guides, name="guides")
