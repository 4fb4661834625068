"""The guide on capture does what it says."""

from pathlib import Path
from typing import get_args

import pytest

from stelae.background.tool_verbs import WRITES
from stelae.schemas.agent_runs import Skip
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("capture")


def test_the_guides_python_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """An event, a pattern, a failure, nothing twice, a run."""
    (code,), (shown,) = GUIDE.blocks("python"), GUIDE.blocks("text")
    GUIDE.execute(code)
    assert capsys.readouterr().out == shown


def test_the_guides_commands_run_on_the_event_that_it_shows() -> None:
    """As a file of one line."""
    (event,) = GUIDE.blocks("json")
    Path("calls.jsonl").write_text(event, encoding="utf-8")
    GUIDE.run_commands()


def test_every_verb_and_every_reason_is_named() -> None:
    """None is left out."""
    assert [verb for verb in WRITES if verb not in GUIDE.text] == []
    assert [reason for reason in get_args(Skip) if f"| `{reason}` |" not in GUIDE.text] == []
