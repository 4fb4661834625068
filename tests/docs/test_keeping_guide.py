"""The guide on keeping does what it says."""

import pytest

from stelae.cli.main import run
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("keeping")


@pytest.fixture
def data() -> str:
    """Return the folder that the commands begin with."""
    return "old"


def test_every_command_of_the_guide_works_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """With the head that was printed in place of the one that is shown."""
    assert run(["remember", "以后报告都用中文"]) == 0
    assert run(["audit", "head"]) == 0
    head = capsys.readouterr().out.splitlines()[-1]
    assert len(GUIDE.commands) >= 11
    for command in GUIDE.commands:
        arguments = [head if "<MAC>" in word else word for word in command]
        assert run(arguments) == 0, command


def test_the_guides_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Export, and import with the key."""
    (code,) = GUIDE.blocks("python")
    GUIDE.execute(code)
    counts, report = capsys.readouterr().out.splitlines()
    assert counts == "{'observation': 1, 'memory': 1}"
    assert report == "signed 1"
