"""`mcp`: serves this memory to a coding agent over stdin and stdout."""

from importlib.util import find_spec
from typing import Annotated, Final, Literal

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed
from stelae.errors import ConfigurationError

LAST_S: Final = 5.0
"""Seconds after the client has gone in which the process has ended, whatever it is at. What is not committed by then was
never told to be; a job that was begun comes back."""


@placed
def mcp(
    place: Place,
    *,
    role: Annotated[
        Literal["agent", "reviewer"],
        typer.Option(
            help="reviewer: the client asks you before each call that changes what is stored, so that forget and"
            " commit_to_memory do it; agent: you are asked through the client, or nothing is done."
        ),
    ] = "agent",
) -> None:
    """Serve this memory over MCP on stdin and stdout. A client starts it: Claude Code, Cursor, Codex, VS Code."""
    from stelae.server.mcp.channel import Channel

    channel = Channel.claim()  # before anything that could print is imported
    if find_spec("mcp") is None:
        raise ConfigurationError("MCP needs the extra: pip install 'stelae[mcp]'.")
    if channel.interactive:
        output.warn("this speaks MCP with a program; configure your client to start it.")
    from stelae.server.mcp.stdio import serve

    with place.open() as memory:
        serve(memory, channel, role=role, on_end=_end_soon)


def _end_soon() -> None:
    """End the process for certain, soon: not even a model that hangs keeps it."""
    import os
    import threading

    timer = threading.Timer(LAST_S, os._exit, args=(0,))
    timer.daemon = True
    timer.start()


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(mcp)
