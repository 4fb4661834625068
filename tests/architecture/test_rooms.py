"""docs/architecture.md speaks of the rooms that there are."""

import re
from pathlib import Path

from stelae.remember import rules

ROOT = Path(__file__).parents[2]


def rooms() -> set[str]:
    """Top-level modules and packages of the library."""
    found = {path.name for path in (ROOT / "src/stelae").glob("*.py")} - {"__init__.py"}
    return found | {f"{path.parent.name}/" for path in (ROOT / "src/stelae").glob("*/__init__.py")}


def test_every_room_has_its_line_and_no_line_is_without_a_room() -> None:
    """A new room says what it owns."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z_./]+)` \|", page, re.MULTILINE)) == rooms()


def test_the_import_contract_has_every_room() -> None:
    """`.importlinter` knows where each stands."""
    contract = (ROOT / ".importlinter").read_text(encoding="utf-8")
    assert [
        room for room in rooms() if room.removesuffix("/").removesuffix(".py") not in contract
    ] == []


def test_the_map_of_the_rules_names_every_room_once() -> None:
    """Sixty modules are found by what they are about."""
    told = re.findall(r"^- `([a-z_]+)`", rules.__doc__ or "", re.MULTILINE)
    here = ROOT / "src/stelae/remember/rules"
    assert sorted(told) == sorted(path.parent.name for path in here.glob("*/__init__.py"))
    assert [path.name for path in here.glob("*.py")] == ["__init__.py"]
