"""The guide on session states and the curator does what it says."""

import re
from typing import get_args

import pytest

from stelae.background.curator_prompt import MAX_REPLY, MAX_WORDS
from stelae.schemas.curation import CurationRefusal, CurationSkip, Operation
from stelae.session.state import TTL
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("session-state")


def test_the_guides_python_runs_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """What it prints is what the page says."""
    task, patch, curating = GUIDE.blocks("python")
    GUIDE.execute(task)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "500.0 红色 ['真皮']"
    assert printed[1] == "<stelae-task>"
    assert printed[2] == "- 不能有：真皮（“这次不要真皮”）"
    assert printed[-2:] == ["None ()", "0"]
    GUIDE.execute(patch)
    assert capsys.readouterr().out.splitlines() == ["c1 True", "1", "0 True"]
    GUIDE.execute(curating)
    assert capsys.readouterr().out.splitlines() == ["no_model rules only", "['我对花生过敏']"]


def test_the_tables_name_every_code() -> None:
    """No code without its meaning, none that there is not."""
    named = set(re.findall(r"^\| `([a-z_]+)` \|", GUIDE.text, re.MULTILINE))
    codes = {*get_args(Operation), *get_args(CurationRefusal), *get_args(CurationSkip)}
    assert named == codes


def test_the_guide_has_the_numbers_of_the_code() -> None:
    """What is cut, and when it goes."""
    assert f"words ({MAX_WORDS:,} characters), the reply ({MAX_REPLY:,})" in GUIDE.text
    assert f"{TTL.total_seconds() / 3600:g} hours after the last turn" in GUIDE.text
