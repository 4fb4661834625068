"""`ask`: a question answered from memory, with what it rests on below."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.place import Place
from stelae.cli.recall import ExitCode, Filters, asked

if TYPE_CHECKING:
    from stelae.recall.answer import AnswerStream
    from stelae.schemas.answer import Answer

FAILED, NOTHING = 1, 3


@asked
def ask(
    place: Place,
    narrowed: Filters,
    question: Annotated[str, typer.Argument(help="A question, Chinese or English.")],
    *,
    top_k: Annotated[int, typer.Option(min=1, max=20, help="Most hits to answer from.")] = 3,
    budget: Annotated[
        int, typer.Option(min=1, help="Most tokens of memories shown to the model.")
    ] = 800,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Ask the model also when no memory is relevant.")
    ] = False,
    stream: Annotated[
        bool, typer.Option(help="Show the answer as it comes; on a terminal only.")
    ] = True,
    exit_code: ExitCode = False,
) -> None:
    """Answer from memory with the configured language model, citing what it rests on.

    Without a model, and when it fails, what was found is listed; a failure ends with 1. Nothing relevant costs no call.
    Nothing of an answer is stored as a memory.
    """
    settings = place.load().settings
    arguments = narrowed.arguments(settings.zone)
    arguments |= {"top_k": top_k, "budget": budget, "anyway": anyway}
    live = stream and not place.json and output.console().is_terminal
    with place.find(settings) as memory:
        spoken = _spoken(memory.ask_stream(question, **arguments)) if live else None
        answer = spoken or memory.ask(question, **arguments)
    if place.json:
        output.write_json(answer)
    else:
        _show(answer, settings.zone, told=live)
    if answer.status == "failed":
        raise typer.Exit(FAILED)
    if exit_code and answer.status == "nothing_relevant":
        raise typer.Exit(NOTHING)


def _spoken(stream: "AnswerStream") -> "Answer":
    """Show the pieces as they come."""
    import sys

    for piece in stream:
        sys.stdout.write(output.visible(piece))
        sys.stdout.flush()
    sys.stdout.write("\n")
    return stream.answer


def _show(answer: "Answer", zone: str, *, told: bool) -> None:
    """Show the answer, unless that was done, and what it rests on; what to know about it goes to stderr."""
    from stelae.cli.tables import cited_table, hits_table

    out = output.console()
    if answer.status in {"no_model", "failed"}:
        if not told:
            out.print(output.visible(answer.text.partition("\n")[0]), soft_wrap=True)
        if answer.hits:
            out.print(hits_table(answer.hits, zone))
    else:
        if not told:
            out.print(output.visible(answer.text), soft_wrap=True)
        if answer.citations:
            out.print(cited_table(answer.citations))
    for note in _notes(answer):
        output.warn(note)
    if answer.trace_id and answer.hits:
        out.print(f"Why these: stelae why-recalled {answer.trace_id}", style="dim")


def _notes(answer: "Answer") -> Iterator[str]:
    if answer.detail:
        yield answer.detail
    if answer.partial:
        yield f"not searched: {', '.join(answer.partial)}"
    if answer.uncited:
        yield "the answer names no memory, so it may not rest on any"
    if answer.invented:
        yield f"{answer.invented} numbers of memories that were not shown were taken out of the answer"
    if answer.truncated:
        yield "the answer broke off"
    if answer.withheld:
        yield (
            f"{answer.withheld} memories stay on this machine (model.remote_personal, model.remote_sensitive)"
        )
    if answer.suspicious:
        yield f"{answer.suspicious} hits that read like orders were not shown to the model"


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(ask)
