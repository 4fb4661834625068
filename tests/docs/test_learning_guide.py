"""The guide on learning from runs does what it says."""

import pytest

from stelae.cli.main import run
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("learning-from-runs")


def test_the_guides_python_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """Know-how, a lesson, a strategy."""
    code, shown = GUIDE.blocks("python"), GUIDE.blocks("text")
    assert len(code) == len(shown) == 2
    names: dict[str, object] = {}
    for block, printed in zip(code, shown, strict=True):
        names = GUIDE.execute(block, names)
        assert capsys.readouterr().out == printed


def test_every_command_of_the_guide_works() -> None:
    """On the folder that the code leaves; a review with nothing to decide is no error."""
    names: dict[str, object] = {}
    for block in GUIDE.blocks("python"):
        names = GUIDE.execute(block, names)
    for words in GUIDE.commands:
        assert run(words) == 0, words


def test_every_verdict_is_explained() -> None:
    """None is left out."""
    from typing import get_args

    from stelae.schemas.learning import Verdict

    assert [word for word in get_args(Verdict) if f"`{word}`" not in GUIDE.text] == []
