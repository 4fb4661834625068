"""`export`, `import` and `backup create | verify | restore`: taking it along, and keeping a copy."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from stelae.cli import output
from stelae.cli.audit import STORE, Everything
from stelae.cli.place import Place, placed
from stelae.errors import InvalidInputError

if TYPE_CHECKING:
    from stelae.schemas.keeping import BackupReport, ExportReport, ImportReport
    from stelae.schemas.training import LeftOut, TrainingReport

STDOUT = "-"
backup = typer.Typer(help="Verified copies of the data folder.", no_args_is_help=True)
NOUNS = {
    "observation": ("message", "messages"),
    "memory": ("memory", "memories"),
    "pending": ("pending item", "pending items"),
    "receipt": ("receipt", "receipts"),
    "tombstone": ("tombstone", "tombstones"),
}
TRUST = {
    "signed": "Signed with a known key: ids, times, versions and authority stay as they were.",
    "unsigned": "This file is unsigned, so it counts as a document: the gate decided on every memory.",
    "foreign": "Unsigned for this folder: the key is unknown, so it counts as a document. With --key FILE (audit.key of"
    " the folder that it comes from) it would be restored as it was.",
    "edited": "Unsigned: the file is not what was signed, so it counts as a document.",
    "other_scope": "Signed, but for another scope of this folder, so it counts as a document here.",
}

_LEFT_OUT: "dict[LeftOut, str]" = {
    "sensitive": "sensitive; --sensitive takes them in",
    "no_source": "of messages that are no longer kept",
    "not_proposed": "that nothing had proposed: entered by hand",
    "undone": "taken back later",
    "partly_reviewed": "of messages not all of which was reviewed",
    "not_askable": "of categories that a model is not asked for",
}


@placed
def export(
    place: Place,
    file: Annotated[str, typer.Argument(help="A new file; - is stdout.")],
    *,
    everything: Everything = False,
    training: Annotated[
        bool,
        typer.Option("--training", help="Only what you have reviewed, for fine-tuning a model."),
    ] = False,
    form: Annotated[
        Literal["pairs", "chat"],
        typer.Option(help="With --training: a line a decision, or a line a message as a chat."),
    ] = "pairs",
    sensitive: Annotated[
        bool, typer.Option("--sensitive", help="With --training: also what is sensitive.")
    ] = False,
) -> None:
    """Write all that is known of this scope as signed JSON lines. What is forgotten is not in it.

    With --training: what was said and what you confirmed, edited or rejected of it, and nothing else.
    """
    import sys

    if file == STDOUT and place.json:
        raise InvalidInputError("With --json the export needs a file; stdout holds the report.")
    if not training and (sensitive or form != "pairs"):
        raise InvalidInputError(
            "--sensitive and --form go with --training; without it an export holds everything, what is sensitive too."
        )
    if training:
        if everything:
            raise InvalidInputError("--training writes one scope; leave --everything out.")
        with place.find() as memory:
            target = sys.stdout.buffer if file == STDOUT else file
            learned = memory.export_training(target, form=form, sensitive=sensitive)
        if place.json:
            output.write_json(learned)
        elif file != STDOUT:
            _show_training(learned, file)
        return
    with place.find() as memory, output.progress("lines") as advance:
        target = sys.stdout.buffer if file == STDOUT else file
        report = memory.export(target, everything=everything, on_progress=advance)
    if place.json:
        output.write_json(report)
    elif file != STDOUT:
        _show_export(report, file)


@placed
def import_(
    place: Place,
    file: Annotated[Path, typer.Argument(help="What `stelae export` wrote.")],
    *,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="audit.key of the folder that made the export."),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--everything", help="Write each line to the scope it names, not to yours."),
    ] = False,
) -> None:
    """Read an export into this scope. What was forgotten here stays forgotten; what nobody signed goes before the gate."""
    with place.open() as memory, output.progress("lines") as advance:
        report = memory.import_(file, key=key, everything=everything, on_progress=advance)
        memory.flush()
    if place.json:
        output.write_json(report)
    else:
        _show_import(report)


@placed
def create(
    place: Place, folder: Annotated[Path, typer.Argument(help="A new or an empty folder.")]
) -> None:
    """Copy database, key and settings while others go on writing, then verify the copy."""
    with place.find() as memory, output.progress("pages") as advance:
        report = memory.backup(folder, on_progress=advance)
    _finish_backup(place, report)


@placed
def verify(
    place: Place, folder: Annotated[Path, typer.Argument(help="What `backup create` made.")]
) -> None:
    """Read a backup again: every byte, the database, the audit. Ends with 4 when it cannot be relied on."""
    from stelae.memory import verify_backup

    with output.progress("verifying"):
        report = verify_backup(folder)
    _finish_backup(place, report)


@placed
def restore(
    place: Place, folder: Annotated[Path, typer.Argument(help="What `backup create` made.")]
) -> None:
    """Make the data folder of a backup, verified before and after. The data folder must be new or empty."""
    from stelae.memory import restore_backup

    with output.progress("restoring"):
        report = restore_backup(folder, place.load().settings.data)
    _finish_backup(place, report)


def _show_export(report: "ExportReport", file: str) -> None:
    out = output.console()
    counts = ", ".join(
        f"{count} {NOUNS[kind][count != 1]}" for kind, count in report.counts.items()
    )
    told = f"Wrote {report.lines + 1} lines to {file}: {counts or 'nothing is here yet'}."
    out.print(told, soft_wrap=True)
    out.print("It holds everything in plain text. Keep it where only you can read it.", style="dim")


def _show_training(report: "TrainingReport", file: str) -> None:
    out = output.console()
    counts = ", ".join(f"{count} {decision}" for decision, count in report.counts.items())
    told = f"Wrote {report.lines} lines to {file}: {counts or 'nothing was reviewed yet'}."
    out.print(told, soft_wrap=True)
    for reason, count in report.left_out.items():
        out.print(f"left out: {count} {_LEFT_OUT[reason]}")
    out.print(
        "It holds what was said in plain text. Keep it where only you can read it.", style="dim"
    )


def _show_import(report: "ImportReport") -> None:
    out = output.console()
    out.print(TRUST[report.trust], soft_wrap=True)
    for one in report.counts:
        out.print(f"{NOUNS[one.kind][1]}: {one.count} {one.outcome}: {one.reason}")
    for line in report.advice:
        out.print(line, style="yellow", soft_wrap=True)
    if report.count("memory", "pending"):
        out.print("Waiting for you: stelae review", style="yellow")


def _finish_backup(place: Place, report: "BackupReport") -> None:
    if place.json:
        output.write_json(report)
    else:
        _show_backup(report)
    if not report.sound:
        raise typer.Exit(STORE)


def _show_backup(report: "BackupReport") -> None:
    out = output.console()
    rows = [(f"{name} rows", str(count)) for name, count in report.counts.items()]
    head = "" if report.head is None else f"row {report.head.number}, {report.head.at.isoformat()}"
    out.print(output.labelled([("folder", report.folder), *rows, ("audit head", head)]))
    for problem in report.problems:
        out.print(problem, style="red", soft_wrap=True)
    if report.sound:
        out.print("The copy is sound.", style="green")


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(export)
    app.command("import")(import_)
    backup.command()(create)
    backup.command()(verify)
    backup.command()(restore)
    app.add_typer(backup, name="backup")
