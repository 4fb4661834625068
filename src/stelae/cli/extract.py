"""`extract`: prints what would be proposed, and never opens the store (K19)."""

from typing import Annotated

import typer

from stelae.cli import inputs, output
from stelae.cli.place import Place, placed


@placed
def extract(
    place: Place,
    file: Annotated[str, typer.Argument(help="JSON list, JSONL or plain text; - is stdin.")],
    *,
    form: Annotated[inputs.Format, typer.Option("--format", help="How to read the file.")] = "auto",
) -> None:
    """Print candidates for a conversation. No gate, no store: a proposal is not a memory."""
    from stelae.memory import extract_candidates

    candidates = extract_candidates(inputs.read_messages(file, form), place.load().settings)
    if place.json:
        output.write_json({"candidates": candidates})
        return
    output.console().print(candidates)


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command()(extract)
