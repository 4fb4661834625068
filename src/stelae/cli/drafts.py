"""`drafts list | show | commit | discard` and `documents import`: a person's own hand on what is to be taught or read."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed
from stelae.errors import ConfigurationError, InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.table import Table

    from stelae.memory import Memory
    from stelae.schemas.drafts import Committed, Draft, ImportedDocument

FAILED = 1
drafts = typer.Typer(
    help="What a conversation wants to teach an agent, until you say yes.", no_args_is_help=True
)
documents = typer.Typer(help="Files that are to be read.", no_args_is_help=True)
Named = Annotated[str, typer.Argument(metavar="INTENT", help="Name of the draft.")]


@placed
def listed(place: Place) -> None:
    """List the drafts that wait in this scope, newest first; each expires after 24 hours."""
    settings = place.load().settings
    with place.open(settings) as memory:
        found = memory.drafts()
    if place.json:
        output.write_json({"drafts": found})
        return
    out = output.console()
    if not found:
        out.print("No draft waits here.")
        return
    out.print(_drafts_table(found, settings.zone))
    out.print("Decide with: stelae drafts show INTENT, then commit or discard", style="dim")


@placed
def show(
    place: Place,
    intent: Annotated[
        str | None, typer.Argument(metavar="INTENT", help="Name of the draft; else the latest.")
    ] = None,
) -> None:
    """Show a draft as the person in the conversation was shown it."""
    with place.open() as memory:
        found = memory.draft(intent)
    if place.json:
        output.write_json(found)
    else:
        output.console().print(output.visible(found.preview), soft_wrap=True)


@placed
def commit(
    place: Place,
    intent: Named,
    *,
    into: Annotated[
        str | None,
        typer.Option("--into", metavar="SCOPE", help="Another scope than the draft's: global, …"),
    ] = None,
) -> None:
    """Store a draft as yourself; it goes through the gate, and a guide gets its file."""
    with place.open() as memory:
        done = memory.commit_draft(intent, scope=into)
        memory.flush()
    if place.json:
        output.write_json(done)
    else:
        _show_committed(done)


@placed
def discard(place: Place, intent: Named) -> None:
    """Delete a draft; nothing of it was ever stored."""
    with place.open() as memory:
        gone = memory.discard_draft(intent)
    if place.json:
        output.write_json(gone)
    else:
        output.console().print(f"Discarded {output.visible(gone.intent)}.")


@placed
def import_(
    place: Place,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="Markdown, text, HTML, PDF, Word, Mermaid, DOT or SVG."
        ),
    ],
) -> None:
    """Read files in as documents, which never instruct. Ends with 1 when one of several cannot be read."""
    done: list[ImportedDocument] = []
    failed: dict[str, str] = {}
    with place.open() as memory:
        for file in files:
            try:
                done.append(_imported(memory, file))
            except (InvalidInputError, ConfigurationError) as error:
                if len(files) == 1:
                    raise
                failed[str(file)] = str(error)
        memory.flush()
    if place.json:
        output.write_json({"documents": done, "failed": failed})
    else:
        _show_imported(done, failed)
    if failed:
        raise typer.Exit(FAILED)


def _imported(memory: "Memory", file: Path) -> "ImportedDocument":
    with output.progress(output.visible(file.name)) as advance:
        return memory.import_document(file, on_progress=advance)


def _drafts_table(found: "Sequence[Draft]", zone: str) -> "Table":
    from rich.table import Table

    table = Table("intent", "category", "scope", "until", "begins", box=None, pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    for one in found:
        begins = " ".join(one.body.split())[:60]
        cells = (one.intent, one.category, one.scope, output.when(one.expires_at, zone), begins)
        table.add_row(*map(output.visible, cells))
    return table


def _show_committed(done: "Committed") -> None:
    from stelae.cli.tables import outcomes_table

    out = output.console()
    body, *rest = done.outcomes
    out.print(outcomes_table([body]))
    refused = sum(one.outcome == "rejected" for one in rest)
    passages = "" if not rest else f"{len(rest) - refused} passages kept, {refused} left out"
    told = [
        ("scope", done.scope),
        ("passages", passages),
        ("retired", str(done.retired) if done.retired else ""),
        ("guide file", done.guide_file or ""),
        ("archived as", done.archived_as),
    ]
    out.print(output.labelled(told))
    if done.note:
        output.warn(done.note)


def _show_imported(done: "Sequence[ImportedDocument]", failed: "Mapping[str, str]") -> None:
    from stelae.cli.tables import MEANINGS

    out = output.console()
    for one in done:
        counts = ", ".join(f"{count} {word}" for word, count in one.counts.items())
        retired = f"; {one.retired} of an earlier version retired" if one.retired else ""
        told = (
            f"{one.title} ({one.form}, {one.document}): {one.passages} passages: {counts}{retired}"
        )
        out.print(output.visible(told), soft_wrap=True)
        for part in one.refused:
            why = MEANINGS.get(part.reason, part.reason)
            line = f"  passage {part.part} ({part.title}) left out: {part.reason}: {why}"
            out.print(output.visible(line), style="yellow", soft_wrap=True)
        if one.redacted:
            output.warn(f"Secrets were removed: {', '.join(one.redacted)}.")
    for file, problem in failed.items():
        output.warn(f"{file}: {problem}")


def register(app: typer.Typer) -> None:
    """Add these groups' commands."""
    drafts.command("list")(listed)
    drafts.command()(show)
    drafts.command()(commit)
    drafts.command()(discard)
    documents.command("import")(import_)
    app.add_typer(drafts, name="drafts")
    app.add_typer(documents, name="documents")
