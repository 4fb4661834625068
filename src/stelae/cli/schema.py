"""`schema lint | list | show | migrate`: memory types, those that come along and those of a user's own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stelae.cli import output
from stelae.cli.place import Place, placed
from stelae.errors import ConfigurationError, InvalidInputError, UnknownCategoryError

if TYPE_CHECKING:
    from rich.table import Table

    from stelae.assembly.categories import Sourced
    from stelae.config import Settings
    from stelae.schemas.categories.linting import Finding

FAILED = 1
schema = typer.Typer(help="Memory types: check, list and show them.", no_args_is_help=True)


@placed
def lint(
    place: Place,
    files: Annotated[list[Path] | None, typer.Argument(help="Category files.")] = None,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="All of your own: the folder's files and what is named.")
    ] = False,
) -> None:
    """Check memory types of your own before a model fills them. Ends with 1 when something has to be put right."""
    if bool(files) == every:
        raise InvalidInputError("Name category files, or --all for those of this folder.")
    findings = _all_findings(place.load().settings) if every else _file_findings(files or [])
    if place.json:
        output.write_json({"findings": findings})
    else:
        _show_findings(findings)
    if any(one.level == "error" for one in findings):
        raise typer.Exit(FAILED)


@placed
def listed(place: Place) -> None:
    """List the memory types of this folder, and those that ship and are off."""
    from stelae.assembly.categories import every_category

    found = every_category(place.load().settings)
    if place.json:
        output.write_json({"categories": [_line(one) for one in found]})
    else:
        output.console().print(_categories_table(found))


@placed
def show(place: Place, name: Annotated[str, typer.Argument(help="Of the memory type.")]) -> None:
    """Show a memory type with its fields; with --json as a file of your own would say it."""
    from stelae.assembly.categories import every_category
    from stelae.schemas.categories.forms import document_of

    found = every_category(place.load().settings)
    one = next((one for one in found if one.category.name == name), None)
    if one is None:
        raise UnknownCategoryError(name, tuple(one.category.name for one in found))
    if place.json:
        output.write_json(document_of(one.category))
    else:
        _show_category(one)


@placed
def migrate(place: Place) -> None:
    """Bring the memories of changed types to their present form, as their `migrate` says. Opening does that, too."""
    from stelae.assembly import build

    parts = build(place.load().settings)
    parts.close()
    if place.json:
        output.write_json({"migrated": parts.migrated})
        return
    for name, count in parts.migrated.items():
        output.console().print(f"{output.visible(name)}: {count:,} memories have a new version")
    if not parts.migrated:
        output.console().print("Every memory is in the present form of its type.", style="green")


def _file_findings(files: list[Path]) -> "list[Finding]":
    from stelae.assembly.categories import read_category
    from stelae.schemas.categories.linting import Finding, lint

    findings: list[Finding] = []
    for path in files:
        try:
            findings += lint(read_category(path))
        except ConfigurationError as error:
            findings.append(
                Finding(level="error", code="invalid", category=path.name, message=str(error))
            )
    return findings


def _all_findings(settings: "Settings") -> "list[Finding]":
    from stelae.assembly.categories import category_files, every_category, registry_of
    from stelae.schemas.categories.linting import Finding, lint

    try:
        own = [one for one in every_category(settings) if one.on and one.source != "built-in"]
        registry_of(settings)  # two of one name, which each by itself is sound
    except ConfigurationError as error:
        broken = _file_findings(list(category_files(settings)))
        named = Finding(level="error", code="invalid", category="", message=str(error))
        return broken if any(one.code == "invalid" for one in broken) else [*broken, named]
    return [finding for one in own for finding in lint(one.category)]


def _show_findings(findings: "list[Finding]") -> None:
    from rich.text import Text

    out = output.console()
    for one in findings:
        where = ".".join(filter(None, (one.category, one.field)))
        line = Text(f"{one.level}  ", style="red" if one.level == "error" else "yellow")
        line.append(output.visible(f"{where}: {one.message}"), style="default")
        line.append(f"  ({one.code})", style="dim")
        out.print(line, soft_wrap=True)
    if not findings:
        out.print("Nothing to put right.", style="green")


def _line(one: "Sourced") -> dict[str, Any]:
    category = one.category
    return {
        "name": category.name,
        "kind": category.kind,
        "summary": category.summary,
        "source": one.source,
        "on": one.on,
        "key": list(category.model.__key__),
        "fields": list(category.model.model_fields),
    }


def _categories_table(found: "tuple[Sourced, ...]") -> "Table":
    from rich.table import Table

    table = Table("name", "kind", "key", "what it is", "from", box=None, pad_edge=False)
    for one in found:
        source = one.source if one.on else f"{one.source}, off"
        cells = (
            one.category.name,
            one.category.kind,
            ", ".join(one.category.model.__key__),
            one.category.summary,
            source,
        )
        table.add_row(*map(output.visible, cells), style=None if one.on else "dim")
    return table


def _show_category(one: "Sourced") -> None:
    from rich.table import Table
    from rich.text import Text

    from stelae.schemas.categories.fields import described
    from stelae.schemas.categories.forms import document_of

    category, document = one.category, document_of(one.category)
    pairs = [("name", category.name), ("kind", category.kind), ("what it is", category.summary)]
    pairs += [("from", one.source if one.on else f"{one.source}, off")]
    pairs += [(f"template {n}", text) for n, text in document.get("template", {}).items()]
    out = output.console()
    out.print(output.labelled(pairs))
    table = Table("field", "type", "", "merge", "what it is", box=None, pad_edge=False)
    for spec in described(category.model):
        marks = ["key"] if spec.key else []
        marks += ["required"] if spec.required else []
        about = [spec.description] if spec.description else []
        about += [f"{value}: {meaning}" for value, meaning in spec.choices if meaning]
        kind = spec.words if not spec.choices else ("list of choices" if spec.many else "choice")
        cells = (spec.name, kind, ", ".join(marks), spec.operator or "", "\n".join(about))
        table.add_row(*(Text(output.visible(cell)) for cell in cells))
    out.print(table)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    schema.command()(lint)
    schema.command("list")(listed)
    schema.command()(show)
    schema.command()(migrate)
    app.add_typer(schema, name="schema")
