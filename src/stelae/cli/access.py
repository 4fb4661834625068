"""`access export`: who was shown which ids, from the access log of a server on this data folder (O27)."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stelae.cli import inputs, output
from stelae.cli.place import Place, placed

if TYPE_CHECKING:
    from stelae.server.access_log import Reading

access = typer.Typer(help="Who was shown which memories.", no_args_is_help=True)


@placed
def export(
    place: Place,
    file: Annotated[
        Path | None, typer.Argument(help="A new file; stdout when left out.", show_default=False)
    ] = None,
    *,
    since: Annotated[str | None, typer.Option(help="Only readings from then on.")] = None,
    until: Annotated[
        str | None, typer.Option(help="Only readings before; a date: to its end.")
    ] = None,
    key: Annotated[
        str | None, typer.Option(metavar="ID", help="Only what this key was shown.")
    ] = None,
) -> None:
    """Write the tenant's readings as JSON lines, oldest first: time, key, scopes, route and ids, never a text."""
    from stelae.assembly import SystemClock
    from stelae.private_files import private_file
    from stelae.server.access_log import AccessLog

    settings = place.load().settings
    log = AccessLog(settings.data, SystemClock(), days=settings.server.access_log_days)
    found = log.readings(
        settings.tenant,
        since=inputs.parse_time(since, settings.zone),
        until=inputs.parse_time(until, settings.zone, end=True),
    )
    chosen = (one for one in found if key in {None, one.key_id})
    if file is not None:
        with private_file(file) as out:
            count = sum(bool(out.write(line.encode() + b"\n")) for line in _lines(chosen))
        if place.json:
            output.write_json({"file": str(file), "readings": count})
        else:
            output.console().print(f"Wrote {count} readings to {file}.", soft_wrap=True)
    elif place.json:
        output.write_json({"readings": list(chosen)})
    else:
        for line in _lines(chosen):
            output.write_text(line)


def _lines(found: "Iterator[Reading]") -> Iterator[str]:
    return (one.model_dump_json() for one in found)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    access.command()(export)
    app.add_typer(access, name="access")
