"""`serve`: the memory for programs, over HTTP."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed
from stelae.errors import InvalidInputError

if TYPE_CHECKING:
    from stelae.config import Settings


@placed
def serve(
    place: Place,
    *,
    host: Annotated[
        str | None,
        typer.Option(
            "--host", help="Where to listen; anything but this machine itself needs a key."
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="0: any that is free.")
    ] = None,
    no_worker: Annotated[
        bool, typer.Option("--no-worker", help="Leave jobs to: stelae worker.")
    ] = False,
) -> None:
    """Serve the memory over HTTP until Ctrl+C or SIGTERM. Without keys this machine alone may ask, as an agent."""
    from stelae.server.serving import serve as serve_memory

    if place.reads:
        raise InvalidInputError("--read belongs to a key: stelae keys create NAME --read SCOPE")
    given: dict[str, Any] = {"host": host, "port": port, "worker": False if no_worker else None}
    fixed = {name: value for name, value in given.items() if value is not None}
    settings = place.load(server=fixed).settings
    serve_memory(settings, on_ready=lambda address: _tell(place, settings, address))


def _tell(place: Place, settings: "Settings", address: str) -> None:
    """Say where it listens, and who may come; to programs in one line, since the command goes on."""
    import json
    import sys

    from stelae.assembly import SystemClock
    from stelae.server.keys import Keyring

    holding = len(Keyring(settings.data, SystemClock()).holding())
    if place.json:
        sys.stdout.write(json.dumps({"address": address, "keys": holding}) + "\n")
        sys.stdout.flush()
        return
    who = (
        f"{holding} keys" if holding else f"no key; everybody here is an agent of {settings.scope}"
    )
    told = f"Stelae listens on {address} ({who}). End it with Ctrl+C."
    output.notices().print(output.visible(told), soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(serve)
