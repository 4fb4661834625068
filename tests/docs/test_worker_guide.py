"""The guide on jobs and the worker does what it says."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from stelae.cli.main import run
from stelae.config import ServerSettings
from stelae.schemas.piling import Pile
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("worker")
STAYS = ["worker"]
"""The command that ends only when it is told to (`tests/cli/test_worker.py`)."""


@pytest.fixture(autouse=True)
def vectors(place: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an embedder, so that there is something to do."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "fast")


def test_every_command_of_the_guide_works_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """With the id of a job in place of the one that is shown."""
    Path("said.txt").write_text("I keep a tortoise called Alfie", encoding="utf-8")
    assert run(["observe", "said.txt", "--no-wait", "--json"]) == 0
    (id_,) = json.loads(capsys.readouterr().out)["jobs"]
    assert STAYS in GUIDE.commands
    for command in GUIDE.commands:
        words = [id_ if re.fullmatch(r"[0-9a-f]{8}", word) else word for word in command]
        assert words == STAYS or run(words) == 0, words


def test_the_guides_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The vectors are done, and nothing has failed."""
    (code,) = GUIDE.blocks("python")
    GUIDE.execute(code)
    assert capsys.readouterr().out.splitlines() == ["embed done None", "0"]


def test_the_hook_is_told_what_the_guide_shows() -> None:
    """And is set as it shows."""
    (shown,) = GUIDE.blocks("json")
    assert Pile.model_validate_json(shown).model_dump(mode="json") == json.loads(shown)
    (settings,) = GUIDE.blocks("toml")
    assert ServerSettings.model_validate(tomllib.loads(settings)["server"]).pending_alert == 20
