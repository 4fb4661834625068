"""`calibrate`: how near a reflection must be, measured for the embedder in use."""

from typing import Annotated, Any

import typer

from stelae.cli import inputs, output
from stelae.cli.place import Place, placed
from stelae.errors import InvalidInputError


@placed
def calibrate(
    place: Place,
    file: Annotated[
        str,
        typer.Argument(
            help='Pairs {"message": …, "lesson": …}, 8 at least, a JSON list or JSONL; - is stdin.'
        ),
    ],
) -> None:
    """Measure how near a reflection must be to stand beside a message; for an embedder of your own."""
    pairs = [_pair(row, number) for number, row in enumerate(inputs.read_messages(file), 1)]
    with place.find() as memory:
        gate = memory.calibrate(pairs)
    if place.json:
        output.write_json(gate)
        return
    output.console().print(
        f"From a cosine of {gate.at_least:.3f} on a reflection stands beside a message: {gate.hits_kept:.0%} of those that"
        f" belong there, {1 - gate.noise_hidden:.0%} of the others ({gate.pairs} pairs). It holds from the next opening on."
    )


def _pair(row: dict[str, Any], number: int) -> tuple[str, str]:
    message, lesson = row.get("message"), row.get("lesson")
    if not (isinstance(message, str) and isinstance(lesson, str)):
        raise InvalidInputError(f'Pair {number} lacks the texts "message" and "lesson".')
    return message, lesson


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(calibrate)
