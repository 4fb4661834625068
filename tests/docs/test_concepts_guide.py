"""The guide on concepts does what it says."""

import pytest

from stelae.cli.main import run
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("concepts")


@pytest.fixture
def data() -> str:
    """Return the folder that the commands begin with."""
    return "told"


def test_every_command_of_the_guide_works_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """The seeds lead where the page says."""
    assert len(GUIDE.commands) >= 8
    seeds: list[str] = []
    for command in GUIDE.commands:
        assert run(command) == 0, command
        out = capsys.readouterr().out
        if command[:2] == ["concepts", "seeds"]:
            seeds.append(out)
    assert len(seeds) == 2
    assert all("preference/global/report-language" in out for out in seeds)


def test_the_guides_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """A merge and its undoing; a model that chooses."""
    merging, choosing = GUIDE.blocks("python")
    GUIDE.execute(merging)
    assert capsys.readouterr().out == "[('preference/global/thing/塑料', 2)]\n2\n"
    GUIDE.execute(choosing)
    assert capsys.readouterr().out == "fact/user/home\n"
