"""Writes the reference pages from the code: `python docs/generate.py`. A test fails when they are not up to date."""

import re
import runpy
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from stelae import config
from stelae.cli import main
from stelae.config import Settings
from stelae.schemas.base import Value

REFERENCE = Path(__file__).parent / "reference"
_http = runpy.run_path(str(Path(__file__).with_name("routes.py")))
NOTE = "<!-- Written by docs/generate.py; do not edit. -->"


def cli_page() -> str:
    """Return the page of commands: synopsis, help and options of each, as the parser itself knows them."""
    root = typer.main.get_command(main.app)
    lines = ["# Commands", "", NOTE, "", _sentence(root), ""]
    lines += ["## Exit codes", "", *_exit_codes(), ""]
    commands = list(_commands(root, "stelae"))
    shared = _shared([command for _, command in commands])
    lines += ["## Options of every command", "", *_options(commands[0][1], only=shared), ""]
    for path, command in commands:
        lines += [f"## {path}", "", _sentence(command), "", f"`{_usage(path, command)}`", ""]
        own = _options(command, without=shared)
        lines += [*own, ""] if own else []
    return "\n".join(lines)


def settings_page() -> str:
    """Return the page of settings: variable, key in `stelae.toml`, default, meaning."""
    lines = [
        "# Settings",
        "",
        NOTE,
        "",
        "Strongest first: options and arguments, `STELAE_*` variables, `stelae.toml` in the data folder (or the file",
        "that `STELAE_CONFIG` names), defaults. `stelae config show` prints what holds and where it came from. `.env`",
        "files are never read by themselves.",
        "",
        "| variable | in `stelae.toml` | default | meaning |",
        "|---|---|---|---|",
        "| `STELAE_CONFIG` | - | `stelae.toml` in the data folder | another settings file |",
    ]
    for variable, name in config.variables().items():
        if name:
            field = _field(name)
            meaning = " ".join((field.description or "").split()).replace("|", "\\|")
            lines.append(f"| `{variable}` | `{name}` | {_default(name, field)} | {meaning} |")
    return "\n".join([*lines, ""])


def pages() -> dict[Path, str]:
    """Return every page by path."""
    return {
        REFERENCE / "cli.md": cli_page(),
        REFERENCE / "settings.md": settings_page(),
        REFERENCE / "http.md": _http["page"](NOTE),
    }


def _commands(group: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def _shared(commands: list[Any]) -> set[str]:
    """Options that every command but the special ones has: those of `Place`."""
    return set.intersection(
        *({p.name for p in c.params if p.param_type_name == "option"} for c in commands)
    )


def _options(
    command: Any, *, only: set[str] | None = None, without: set[str] | None = None
) -> list[str]:
    rows: list[str] = []
    for param in command.params:
        if param.name in (without or set()) or (only is not None and param.name not in only):
            continue
        if param.param_type_name == "argument":
            rows.append(f"| `{param.metavar or param.name.upper()}` | {_text(param.help)} |")
        else:
            names = ", ".join(f"`{name}`" for name in (*param.opts, *param.secondary_opts))
            default = param.default
            shown = f" Default: `{default}`." if default not in (None, False, True, ()) else ""
            rows.append(f"| {names} | {_text(param.help)}{shown} |")
    return ["| option | meaning |", "|---|---|", *rows] if rows else []


def _usage(path: str, command: Any) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    names = [
        (p.metavar or p.name.upper()) if p.required else f"[{p.metavar or p.name.upper()}]"
        for p in arguments
    ]
    return " ".join([path, *names, "[OPTIONS]"])


def _exit_codes() -> list[str]:
    """Take the table out of the module that defines the codes, where it is kept true."""
    rows = re.findall(r"^(\d+) {2,}(.+)$", main.__doc__ or "", re.MULTILINE)
    return [
        "| code | meaning |",
        "|---|---|",
        *(f"| {code} | {_text(meaning)} |" for code, meaning in rows),
    ]


def _sentence(command: Any) -> str:
    return textwrap.fill(_text(command.help), 120)


def _text(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


def _field(name: str) -> Any:
    model: type[Any] = Settings
    *rooms, last = name.split(".")
    for room in rooms:
        annotation = model.model_fields[room].annotation
        assert isinstance(annotation, type) and issubclass(annotation, Value)  # noqa: PT018, S101 - settings are rooms
        model = annotation
    return model.model_fields[last]


def _default(name: str, field: Any) -> str:
    """Show the default; what depends on the machine is said in words."""
    words = {
        "data": "your platform's user data folder",
        "scope": "`user:` and your login name",
        "zone": "the system's zone",
    }
    if name in words:
        return words[name]
    return (
        "-"
        if field.default is None
        else f"`{str(field.default).lower() if isinstance(field.default, bool) else field.default}`"
    )


if __name__ == "__main__":
    for page, content in pages().items():
        page.parent.mkdir(exist_ok=True)
        page.write_text(content, encoding="utf-8")
