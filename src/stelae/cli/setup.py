"""`init`, `doctor`, `config show`: a place for the memory, and whether all is well with it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from stelae.cli import output, upkeep
from stelae.cli.place import Place, placed

config = typer.Typer(help="Settings.", no_args_is_help=True)


@placed
def init(
    place: Place,
    *,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Run doctor afterwards.")
    ] = True,
) -> None:
    """Make the data folder with a commented policy and settings, then check it. Nothing is overwritten."""
    from stelae.cli import doctor as checks
    from stelae.cli import templates

    folder = place.load().settings.data
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = [name for name, text in templates.files().items() if _write_new(folder / name, text)]
    report = checks.examine(place) if check else None
    if place.json:
        output.write_json({"folder": str(folder), "written": written, "checks": report or []})
        return
    out = output.console()
    out.print(f"The memory lives in {folder}")
    out.print(
        f"Written: {', '.join(written)}"
        if written
        else "Everything was there already; nothing changed."
    )
    if report is not None:
        out.print(checks.table(report))
    out.print('Next: stelae remember "…", stelae observe FILE, stelae recall "…"', style="dim")


@placed
def doctor(
    place: Place,
    *,
    repair: Annotated[
        bool, typer.Option("--repair", help="Repair what can be repaired, then look again.")
    ] = False,
) -> None:
    """Check settings, folder, store, embedders and language model; say what to do about each problem."""
    from stelae.cli import doctor as checks

    repaired = checks.put_right(place) if repair else None
    report = checks.examine(place)
    if place.json:
        told = {} if repaired is None else {"repairs": repaired.lines}
        output.write_json({"checks": report, **told})
    else:
        out = output.console()
        for line in [] if repaired is None else upkeep.repair_lines(repaired):
            out.print(output.visible(line), soft_wrap=True)
        out.print(checks.table(report))
    if any(check.status == "problem" for check in report) or not (
        repaired is None or repaired.sound
    ):
        raise typer.Exit(1)


@placed
def reembed(
    place: Place,
    *,
    embedder: Annotated[
        str | None,
        typer.Option(
            metavar="PROFILE", help="full, fast, none, …; the settings' own when left out."
        ),
    ] = None,
) -> None:
    """Make all vectors anew with another embedder. Offline, resumable; texts, ids and times stay."""
    from stelae import assembly

    settings = place.load().settings
    with output.progress("embedding") as advance:
        made = assembly.reembed(
            settings,
            embedder=embedder or settings.embedder.profile,
            on_progress=lambda _leg, done: advance(done),
        )
    if place.json:
        output.write_json({"vectors": made})
    else:
        output.console().print(f"Made {made} vectors.")


@placed
def config_show(place: Place) -> None:
    """Show every setting, its value and where the value came from."""
    from stelae.config import variables
    from stelae.errors import ConfigurationError

    by_setting = {name: variable for variable, name in variables().items() if name}
    try:
        loaded = place.load()
    except ConfigurationError:
        if not place.json:
            output.notices().print(
                "Variables that there are: " + ", ".join(variables()), soft_wrap=True
            )
        raise
    values = _flat(loaded.settings.model_dump(mode="json"))
    rows = {
        name: {
            "value": value,
            "source": loaded.sources.get(name, "default"),
            "variable": by_setting[name],
        }
        for name, value in values.items()
    }
    if place.json:
        output.write_json({"settings": rows})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("setting", "value", "from", "variable"):
        table.add_column(name, overflow="fold")
    for name, row in rows.items():
        style = None if row["source"] == "default" else "bold"
        table.add_row(
            name,
            output.visible("-" if row["value"] is None else str(row["value"])),
            str(row["source"]),
            str(row["variable"]),
            style=style,
        )
    output.console().print(table)


def _flat(tree: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Lay nested settings out as `room.name`."""
    flat: dict[str, Any] = {}
    for name, value in tree.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")  # pyright: ignore[reportUnknownArgumentType]
        else:
            flat[prefix + name] = value
    return flat


def _write_new(path: Path, text: str) -> bool:
    """Write a file that is not there yet, readable by its owner only."""
    if path.exists():
        return False
    path.touch(mode=0o600)
    path.write_text(text, encoding="utf-8")
    return True


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command()(init)
    app.command()(doctor)
    app.command()(reembed)
    config.command("show")(config_show)
    app.add_typer(config, name="config")
