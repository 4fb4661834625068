"""`agent install`: an agent's folder is checked, and its guides are primed."""

from pathlib import Path
from typing import Annotated

import typer

from stelae.cli import guides, output
from stelae.cli.place import Place, placed

agent = typer.Typer(help="Agents that come as folders.", no_args_is_help=True)


@placed
def install(
    place: Place,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="With an AGENT.md, or with folders of agents that have one."
        ),
    ],
    *,
    embedder: Annotated[
        str | None,
        typer.Option(
            metavar="PROFILE", help="full, fast, none, …; the settings' own when left out."
        ),
    ] = None,
) -> None:
    """Check an agent's folder and import its guides, of any source tier. Again, it changes nothing.

    With another embedder than the store's, vectors are made anew while only vendor and platform guides are there; else see
    stelae reembed.
    """
    from stelae.memory.installing import install_agent

    done = install_agent(folder, settings=place.load().settings, embedder=embedder)
    if place.json:
        output.write_json(done)
    else:
        out = output.console()
        if done.vectors:
            out.print(f"Another embedder: {done.vectors} vectors were made anew.")
        for one in done.agents:
            layers = (
                f"{one.always_tokens:,} tokens in every prompt, on intent: {len(one.on_intent)}"
            )
            told = f"{one.name}: {layers}; let its handle read {one.scope} and global."
            out.print(output.visible(told), soft_wrap=True)
        guides.show_report(done.guides)
    if not done.guides.sound:
        raise typer.Exit(guides.FAILED)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    agent.command()(install)
    app.add_typer(agent, name="agent")
