"""`audit verify | head | export`: who did what to what, and that nobody has changed the record of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from stelae.schemas.keeping import AuditReport

STORE = 4
audit = typer.Typer(help="The record of every change.", no_args_is_help=True)
Everything = Annotated[
    bool,
    typer.Option("--everything", help="All scopes of the folder, which its operator may ask for."),
]


@placed
def verify(
    place: Place,
    *,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="LINE", help="What `audit head` printed earlier: nothing was cut off since."
        ),
    ] = None,
) -> None:
    """Verify the whole folder: the chain of rows, and the text of every stored version. Ends with 4 when it is broken."""
    with place.find() as memory, output.progress("rows") as advance:
        report = memory.audit_verify(head=head, on_progress=advance)
    if place.json:
        output.write_json(report)
    else:
        _show(report)
    if not report.sound:
        raise typer.Exit(STORE)


@placed
def head(place: Place) -> None:
    """Print the newest row's number, time and MAC in one line. Kept elsewhere, it proves that nothing was cut off later."""
    with place.find() as memory:
        found = memory.audit_head()
    if place.json:
        output.write_json({"head": found})
    elif found is None:
        output.notices().print("Nothing has happened here yet.")
    else:
        output.write_text(found.line)


@placed
def export(
    place: Place,
    file: Annotated[
        Path | None, typer.Argument(help="A new file; stdout when left out.", show_default=False)
    ] = None,
    *,
    everything: Everything = False,
) -> None:
    """Write the rows as JSON lines: ids, actions, actors, reasons and MACs, never content."""
    import io
    import json
    import sys

    with place.find() as memory:
        if file is not None:
            rows = memory.audit_export(file, everything=everything)
        elif place.json:
            held = io.BytesIO()
            memory.audit_export(held, everything=everything)
            output.write_json({"rows": [json.loads(line) for line in held.getvalue().splitlines()]})
            return
        else:
            memory.audit_export(sys.stdout.buffer, everything=everything)
            return
    if place.json:
        output.write_json({"file": str(file), "rows": rows})
    else:
        output.console().print(f"Wrote {rows} rows to {file}.", soft_wrap=True)


def _show(report: "AuditReport") -> None:
    out = output.console()
    out.print(
        output.labelled(
            [
                ("rows", str(report.rows)),
                ("versions", f"{report.vouched} have the text that the audit saw"),
                ("beside", f"{report.beside} messages, questions and receipts are as they were"),
                ("forgotten", str(report.forgotten or "")),
                ("unvouched", str(report.unvouched or "")),
                ("head", f"row {report.head.number}" if report.head else ""),
                ("given head", f"row {report.head_found}" if report.head_found else ""),
            ]
        )
    )
    for problem in report.problems:
        out.print(problem, style="red", soft_wrap=True)
    if report.sound:
        out.print("The audit is sound.", style="green")


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    audit.command()(verify)
    audit.command()(head)
    audit.command()(export)
    app.add_typer(audit, name="audit")
