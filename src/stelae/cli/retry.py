"""`retry`: lets a language model read again what it could not read, or lists what waits."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import output
from stelae.cli.observe import by_whom, count, exit_by, finish, show_outcomes
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.schemas.extraction import ModelUsage, RetryResult, Unread

_WENT = {"failed": "reading again FAILED", "partial": "read again in part"}
REASONS = {
    "truncated": "its answer was cut off",
    "not_json": "its answer was no JSON",
    "invalid_schema": "its answer did not have the form",
    "empty": "its answer was empty",
    "too_large": "the message did not fit",
    "refused": "it refused to answer",
    "echo": "it repeated its instructions",
    "ModelTimeoutError": "it took too long",
    "ModelUnavailableError": "it was away",
    "StoreBusyError": "the store was busy",
    "lease_expired": "the process that read it ended",
    "interrupted": "its process ended",
    "forgotten": "what it was about was forgotten",
}
"""What people are told of each reason."""


@placed
def retry(
    place: Place,
    *,
    only_list: Annotated[
        bool, typer.Option("--list", help="Only list what waits; nobody is asked.")
    ] = False,
) -> None:
    """Let the language model read again what it could not read to the end. The rules have read it already."""
    settings = place.load().settings
    with place.find(settings) as memory:
        if only_list:
            _list(place, memory.unread(), settings.zone)
            return
        with output.progress("reading again"):
            result = memory.retry()
        finish(memory)
    if place.json:
        output.write_json(result)
    else:
        _show(result, settings.zone)
    exit_by(result.extraction)


def _show(result: "RetryResult", zone: str) -> None:
    out = output.console()
    if result.read == 0:
        out.print("Nothing waits to be read.")
        return
    show_outcomes(out, result.outcomes)
    how = _WENT.get(result.extraction.status, "read again")
    out.print(f"{count(result.read, 'message')}: {how}. {by_whom(result.extraction)}")
    if result.waiting:
        out.print(waiting_table(result.waiting, zone))


def _list(place: Place, waiting: Sequence["Unread"], zone: str) -> None:
    if place.json:
        output.write_json({"unread": waiting})
    elif waiting:
        output.console().print(waiting_table(waiting, zone))
    else:
        output.console().print("Nothing waits to be read.")


def waiting_table(waiting: Sequence["Unread"], zone: str) -> "Table":
    """Show what waits, and why."""
    from rich.table import Table

    shown = Table("message", "why", "since", box=None, pad_edge=False, header_style="dim")
    for one in waiting:
        why = REASONS.get(one.reason, one.reason)
        shown.add_row(output.short_id(one.observation_id), why, output.when(one.since, zone))
    return shown


def usage_table(usage: Sequence["ModelUsage"]) -> "Table":
    """Show what each model has cost."""
    from rich.table import Table

    names = ("calls", "prompt tokens", "answer tokens", "seconds", "found again", "unusable")
    shown = Table("model", *names, box=None, pad_edge=False, header_style="dim")
    for one in usage:
        shown.add_row(
            output.visible(one.model),
            *(f"{n:,}" for n in (one.calls, one.prompt_tokens, one.completion_tokens)),
            f"{one.seconds:,.1f}",
            *(f"{n:,}" for n in (one.cache_hits, one.unusable)),
        )
    return shown


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command()(retry)
