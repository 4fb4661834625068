"""`extract`: prints what would be proposed, and never opens the store (K19)."""

from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import inputs, output
from stelae.cli.observe import by_whom, exit_by
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from stelae.remember.preview import Preview


@placed
def extract(
    place: Place,
    file: Annotated[str, typer.Argument(help="JSON list, JSONL or plain text; - is stdin.")],
    *,
    form: Annotated[inputs.Format, typer.Option("--format", help="How to read the file.")] = "auto",
) -> None:
    """Print what would be proposed for a conversation. No gate, no store: a proposal is not a memory."""
    from stelae.memory import extract_candidates

    found = extract_candidates(inputs.read_messages(file, form), place.load().settings)
    if place.json:
        output.write_json(found)
    else:
        _show(found)
    exit_by(found.extraction)


def _show(found: "Preview") -> None:
    from stelae.cli.tables import candidates_table, passed_over

    out = output.console()
    if found.candidates:
        out.print(candidates_table(found.candidates))
    else:
        out.print("No candidates.")
    if found.passed_over:
        out.print("Not proposed:", style="bold")
        for line in passed_over(found.passed_over):
            out.print(f"  {line}", style="dim")
    out.print(by_whom(found.extraction), style="dim")


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command()(extract)
