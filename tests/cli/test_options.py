"""Options written once for several commands."""

import inspect
from typing import Annotated

import typer
from typer.testing import CliRunner

from stelae.cli.options import taking


def spot(
    x: Annotated[int, typer.Option()] = 0, y: Annotated[int, typer.Option()] = 0
) -> tuple[int, int]:
    """Make one value of two options."""
    return x, y


def test_a_command_gets_the_value_and_its_own_options() -> None:
    """The bundle's options are parsed as if they stood in the signature."""
    app = typer.Typer()

    @app.command()
    @taking(spot)
    def draw(where: tuple[int, int], name: str, loud: bool = False) -> None:
        """Draw."""
        typer.echo(f"{name} at {where}, loud={loud}")

    shown = CliRunner().invoke(app, ["a stele", "--y", "3", "--loud"])
    assert shown.output == "a stele at (0, 3), loud=True\n"


def test_several_bundles_come_in_order() -> None:
    """The first bundle is the first argument."""

    def tone(soft: Annotated[bool, typer.Option("--soft")] = False) -> str:
        return "soft" if soft else "plain"

    @taking(tone, spot)
    def say(how: str, where: tuple[int, int]) -> None:
        typer.echo(f"{how} {where}")

    assert list(inspect.signature(say).parameters) == ["x", "y", "soft"]
    app = typer.Typer()
    app.command()(say)
    assert CliRunner().invoke(app, ["--soft", "--x", "1"]).output == "soft (1, 0)\n"
