"""`observe` and `remember`: what goes in."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, assert_never

import typer

from stelae.cli import inputs, output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from rich.console import Console

    from stelae.memory import Memory
    from stelae.schemas.change import Extraction, ObserveResult, Outcome

NO_MODEL = "rules only: "
"""How an extraction's detail begins that says why no language model has read."""
UNREAD = frozenset({"no_rule", "needs_context"})
"""Reasons of outcomes which a language model might have made something of."""
EXAMPLE = 'stelae remember "以后报告都用中文"'


@placed
def observe(
    place: Place,
    file: Annotated[str, typer.Argument(help="JSON list, JSONL or plain text; - is stdin.")],
    *,
    form: Annotated[inputs.Format, typer.Option("--format", help="How to read the file.")] = "auto",
    session: Annotated[str | None, typer.Option(help="Session of messages that name none.")] = None,
    extract: Annotated[
        bool, typer.Option(help="Propose memories, or keep the messages raw.")
    ] = True,
    category: Annotated[
        list[str] | None,
        typer.Option(help="Take only this category; may be repeated. Else every one."),
    ] = None,
    wait: Annotated[bool, typer.Option(help="Wait for background work (vectors, model).")] = True,
) -> None:
    """Take in a conversation: keep it as evidence, extract memories, let the gate decide."""
    messages = inputs.read_messages(file, form)
    with place.open(worker=wait) as memory:
        with output.progress(count(len(messages), "message")):
            result = memory.observe(
                messages, extract=extract, wait=wait, session=session, categories=category or None
            )
        if wait:
            finish(memory)
    _show(place, result)
    exit_by(result.extraction)


@placed
def remember(
    place: Place,
    text: Annotated[
        str | None,
        typer.Argument(
            help="One statement; - reads it from stdin. Without it the category's template words the fields."
        ),
    ] = None,
    *,
    category: Annotated[
        str | None, typer.Option(help="Category; the rules choose when left out.")
    ] = None,
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="FIELD=VALUE", help="A field of the category; repeated, a list."
        ),
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag; may be repeated.")] = None,
    wait: Annotated[bool, typer.Option(help="Wait for background work (vectors).")] = True,
) -> None:
    """Carve one statement. The gate still decides; you count as the person (user_edit)."""
    statement = inputs.read_text(text) if text == inputs.STDIN else text
    with place.open(worker=wait) as memory:
        outcome = memory.remember(
            statement,
            category=category,
            attributes=inputs.parse_fields(fields) if fields else None,
            tags=tuple(tag or ()),
            authority="user_edit",
        )
        if wait:
            finish(memory)
    show_outcome(place, outcome)
    if outcome.outcome == "rejected":
        raise typer.Exit(5)


def show_outcome(place: Place, outcome: "Outcome") -> None:
    """Print one outcome."""
    if place.json:
        output.write_json(outcome)
        return
    from stelae.cli.tables import outcomes_table

    out = output.console()
    out.print(outcomes_table([outcome]))
    if outcome.id:
        out.print(f"id {outcome.id}", style="dim")


def finish(memory: "Memory") -> None:
    """Wait for the background work, with a bar on stderr when somebody watches."""
    with output.progress("background work") as advance:
        before: list[int] = []

        def tell(left: int) -> None:
            advance(max(0, before[-1] - left) if before else 0)
            before.append(left)

        left = memory.flush(on_progress=tell)
    if left:
        output.warn(
            f"{left} background jobs still wait; the next command goes on with them. See: stelae doctor"
        )


def _show(place: Place, result: "ObserveResult") -> None:
    if place.json:
        output.write_json(result)
        return
    out = output.console()
    show_outcomes(out, result.outcomes)
    out.print(summary(result))
    pending = sum(1 for outcome in result.outcomes if outcome.outcome == "pending")
    if pending:
        out.print(f"Waiting for you: {pending}. See: stelae review", style="yellow")


def show_outcomes(out: "Console", outcomes: Sequence["Outcome"]) -> None:
    """Print a table of what was proposed, and below it what nothing was proposed from."""
    from stelae.cli.tables import outcomes_table, passed_over

    proposed = [outcome for outcome in outcomes if outcome.text]
    if proposed:
        out.print(outcomes_table(proposed))
    dropped = passed_over(outcome for outcome in outcomes if not outcome.text)
    if dropped:
        out.print("Not proposed:", style="bold")
        for line in dropped:
            out.print(f"  {line}", style="dim")


def summary(result: "ObserveResult") -> str:
    """Say in one line how it went: "nothing worth keeping" and "failed" never look alike."""
    extraction, detail = result.extraction, f" {result.extraction.detail}".rstrip()
    kept = f"{count(len(result.observations), 'message')} kept as evidence"
    match extraction.status:
        case "empty":
            return f"Nothing usable in the input: no text.{detail} Try: {EXAMPLE}"
        case "failed":
            return f"{kept}; extraction FAILED.{detail}"
        case "partial":
            return f"{kept}; extraction is incomplete.{detail}"
        case "deferred":
            return f"{kept}; extraction goes on in the background.{detail}"
        case "ok":
            proposed = sum(1 for outcome in result.outcomes if outcome.text)
            found = count(proposed, "proposal") if proposed else "nothing worth keeping"
            return f"{kept}; {found}. {by_whom(_worth_saying(result))}"
        case _:
            assert_never(extraction.status)


def _worth_saying(result: "ObserveResult") -> "Extraction":
    """Leave out how to get a language model, unless there was something that the rules could not read."""
    extraction = result.extraction
    if any(outcome.reason in UNREAD for outcome in result.outcomes):
        return extraction
    told = [one for one in extraction.detail.split("; ") if not one.startswith(NO_MODEL)]
    return extraction.model_copy(update={"detail": "; ".join(told)})


def count(number: int, noun: str) -> str:
    """Return `1 message`, `2 messages`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def by_whom(extraction: "Extraction") -> str:
    """Say who read the messages, and what the extraction has to add."""
    by = extraction.extractor + (f" ({extraction.model})" if extraction.model else "")
    return f"By {by}. {extraction.detail}".strip()


def exit_by(extraction: "Extraction") -> None:
    """End with the code that the extraction deserves: 2 without usable input, 1 when it failed."""
    if extraction.status == "empty":
        raise typer.Exit(2)
    if extraction.status == "failed":
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(observe)
    app.command()(remember)
