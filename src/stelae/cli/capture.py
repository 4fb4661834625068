"""`capture`: what an agent's tool calls have done goes in."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import inputs, output
from stelae.cli.observe import count, finish
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from stelae.schemas.agent_runs import CaptureResult

WHY = {
    "own_tool": "tools of Stelae itself",
    "failed": "failed",
    "no_result": "without a result",
    "error_result": "with a result that looks like an error",
    "introspective": "that ask a database about itself",
    "empty_result": "that found nothing",
    "not_the_best": "beside a query of the same question that says more",
    "not_a_write": "that change nothing",
    "too_short": "that say next to nothing",
    "disabled": "while Stelae is switched off",
}
"""Of calls that nothing was made of."""


@placed
def capture(
    place: Place,
    file: Annotated[
        str,
        typer.Argument(help="Tool calls or whole messages, a JSON list or JSONL; - is stdin."),
    ],
    *,
    agent: Annotated[
        str | None, typer.Option(metavar="NAME", help="The agent; else that of the scope.")
    ] = None,
    run: Annotated[str | None, typer.Option(help="Id of the run.")] = None,
    session: Annotated[str | None, typer.Option(help="Session they belong to.")] = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Also keep who ran what, of every call.")
    ] = False,
    verb: Annotated[
        list[str] | None,
        typer.Option(help="A further verb of tools that change something; may be repeated."),
    ] = None,
    wait: Annotated[bool, typer.Option(help="Wait for background work (vectors).")] = True,
) -> None:
    """Keep what an agent's tool calls have changed; the gate decides. The same file again changes nothing."""
    calls = inputs.read_messages(file)
    with place.open(worker=wait) as memory:
        result = memory.capture(
            calls, agent=agent, run=run, session=session, audit=audit, verbs=verb or ()
        )
        if wait:
            finish(memory)
    if place.json:
        output.write_json(result)
    else:
        _show(result)
    if not result.calls:
        raise typer.Exit(2)


def _show(result: "CaptureResult") -> None:
    from stelae.cli.tables import MEANINGS

    out = output.console()
    if not result.calls:
        out.print("No tool calls in the input.")
        return
    kept = ", ".join(f"{number} {name}" for name, number in sorted(result.kept.items()))
    out.print(f"{count(result.calls, 'call')}: {kept or 'nothing new'}.")
    _reasons("known already", result.duplicates)
    _reasons("waiting for a person", result.pending)
    for reason, number in _most_first(result.skipped.items()):
        _reasons(f"skipped, {WHY[reason]}", number)
    for reason, number in _most_first(result.refused.items()):
        _reasons(f"refused: {MEANINGS[reason]}", number)


def _reasons(what: str, number: int) -> None:
    if number:
        output.console().print(f"  {number} {what}", style="dim")


def _most_first(counts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(counts, key=lambda pair: (-pair[1], pair[0]))


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command()(capture)
