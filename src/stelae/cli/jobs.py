"""`jobs list | show | retry`: what became of background work."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from stelae.cli import ids, output
from stelae.cli.observe import finish
from stelae.cli.place import Place, placed
from stelae.cli.retry import REASONS
from stelae.errors import InvalidInputError
from stelae.schemas.jobs import JobState

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.memory import Memory
    from stelae.schemas.jobs import JobRecord

jobs = typer.Typer(
    help="Background work: reading by a model, vectors, purges.", no_args_is_help=True
)
_PAGE = 1000
_STYLES: dict[JobState, str] = {
    "waiting": "yellow",
    "running": "cyan",
    "done": "green",
    "failed": "red",
}


@placed
def listed(
    place: Place,
    *,
    state: Annotated[
        JobState | None, typer.Option(help="Only these.", metavar="|".join(get_args(JobState)))
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=_PAGE, help="Most jobs.")] = 50,
    after: Annotated[
        str | None, typer.Option(metavar="ID", help="The page after this job.")
    ] = None,
) -> None:
    """List the jobs of this scope, newest first. What is done is told for seven days."""
    settings = place.load().settings
    with place.find(settings) as memory:
        last = None if after is None else ids.job_id(memory, after)
        found = memory.jobs(state=state, limit=limit, after=last)
    if place.json:
        output.write_json({"jobs": found})
        return
    out = output.console()
    if not found:
        out.print("No job here." if state is None else f"No job is {state} here.")
        return
    out.print(_table(found, settings.zone))
    if any(job.state == "failed" for job in found):
        out.print("Try again with: stelae jobs retry ID, or --all", style="dim")


@placed
def show(
    place: Place,
    id: Annotated[str, typer.Argument(metavar="ID", help="Of the job, or the end of it.")],  # noqa: A002
) -> None:
    """Show how a job stands."""
    settings = place.load().settings
    with place.find(settings) as memory:
        job = memory.job(ids.job_id(memory, id))
    if place.json:
        output.write_json(job)
        return
    times = {"put in": job.created_at, "due": job.due_at, "ended": job.ended_at}
    lines = [
        ("id", job.id),
        ("kind", job.kind),
        ("state", job.state),
        ("why", _why(job)),
        ("attempts", str(job.attempts)),
        *((name, output.when(at, settings.zone)) for name, at in times.items() if at is not None),
    ]
    output.console().print(output.labelled(lines))


@placed
def retry(
    place: Place,
    given: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="Of failed jobs, or their ends.")
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Every failed job of this scope.")] = False,
    wait: Annotated[bool, typer.Option(help="Wait until they have ended.")] = True,
) -> None:
    """Put failed jobs back into the queue as if they were new."""
    if bool(given) == every:
        raise InvalidInputError("Name jobs, or give --all; stelae jobs list shows the failed ones.")
    settings = place.load().settings
    with place.find(settings) as memory:
        chosen = [ids.job_id(memory, one) for one in given or ()] or _failed(memory)
        told = [memory.retry_job(id_) for id_ in chosen]
        if wait and told:
            finish(memory)
            told = [memory.job(id_) for id_ in chosen]
    if place.json:
        output.write_json({"jobs": told})
    elif told:
        output.console().print(_table(told, settings.zone))
    else:
        output.console().print("No job has failed here.")


def _failed(memory: "Memory") -> list[str]:
    found: list[str] = []
    while page := memory.jobs(state="failed", limit=_PAGE, after=found[-1] if found else None):
        found += [job.id for job in page]
    return found


def _why(job: "JobRecord") -> str:
    return "" if job.reason is None else REASONS.get(job.reason, job.reason)


def _table(found: Sequence["JobRecord"], zone: str) -> "Table":
    from rich.table import Table
    from rich.text import Text

    shown = Table(
        *("job", "kind", "state", "tries", "why", "put in", "ended"),
        box=None,
        pad_edge=False,
        header_style="dim",
    )
    for job in found:
        shown.add_row(
            output.short_id(job.id),
            job.kind,
            Text(job.state, style=_STYLES[job.state]),
            f"{job.attempts}",
            _why(job),
            output.when(job.created_at, zone),
            "" if job.ended_at is None else output.when(job.ended_at, zone),
        )
    return shown


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    jobs.command("list")(listed)
    jobs.command()(show)
    jobs.command()(retry)
    app.add_typer(jobs, name="jobs")
