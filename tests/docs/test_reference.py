"""The reference pages say what the code does."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
import typer.main

from stelae import config
from stelae.cli import main

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    """Load docs/generate.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def command_names() -> set[str]:
    """Every command as it is typed, groups included."""

    def names(group: object, prefix: str) -> set[str]:
        found: set[str] = set()
        for name, command in getattr(group, "commands", {}).items():
            inner = names(command, f"{prefix} {name}")
            found |= inner or {f"{prefix} {name}"}
        return found

    return names(typer.main.get_command(main.app), "stelae")


@pytest.mark.parametrize("path", generator().pages(), ids=lambda path: path.name)
def test_the_reference_is_up_to_date(path: Path) -> None:
    """When this fails: python docs/generate.py."""
    assert path.read_text(encoding="utf-8") == generator().pages()[path]


def test_every_command_and_no_other_is_documented() -> None:
    """Reference and parser agree."""
    page = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## (stelae .+)$", page, re.MULTILINE)) == command_names()


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_readme_names_every_command(name: str) -> None:
    """The table of commands leaves none out."""
    readme = (ROOT / name).read_text(encoding="utf-8")
    missing = {
        c
        for c in command_names()
        if f"`{c.removeprefix('stelae ')}`" not in readme and c not in readme
    }
    assert missing == set()


def test_every_setting_is_documented_with_its_meaning() -> None:
    """No variable without a row, no row without a word on what it is for."""
    page = (ROOT / "docs/reference/settings.md").read_text(encoding="utf-8")
    rows = {
        row[0].strip("`"): row
        for row in (line.strip("| ").split(" | ") for line in page.splitlines())
        if "`" in row[0]
    }
    assert set(config.variables()) <= set(rows)
    assert [
        name for name in config.variables() if len(rows[name]) < 4 or not rows[name][3].strip(" |")
    ] == []


def test_every_exit_code_is_documented() -> None:
    """The table in the module is the one people read."""
    page = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    codes = {main.DONE, main.FAILED, main.USAGE, main.NOT_FOUND, main.STORE, main.REFUSED}
    codes |= {main.FAULT, main.INTERRUPTED, main.BROKEN_PIPE}
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)} == codes
