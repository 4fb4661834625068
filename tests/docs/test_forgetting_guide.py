"""The guide on forgetting does what it says."""

import re
from pathlib import Path

import pytest

from stelae.cli.main import run
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("forgetting")


def test_every_command_of_the_guide_works_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """What is forgotten with --yes is really gone, what is only shown stays."""
    for said in ("我的电话号码是13912345678", "我住在槐树巷 18 号", "I love jazz"):
        assert run(["remember", said]) == 0
    GUIDE.run_commands()
    capsys.readouterr()
    assert run(["list"]) == 0
    left = capsys.readouterr().out
    assert "jazz" in left
    assert "1391234" not in left
    assert "槐树巷" not in left


def test_the_guides_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Preview, receipt, and back again."""
    (code,) = GUIDE.blocks("python")
    GUIDE.execute(code)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "memory My phone number is 415-555-0132 | phone of user: fact/user/phone"
    assert printed[-2] == "True 1 1"
    assert printed[-1] == "My phone number is 415-555-0132"


def test_every_reason_of_the_table_is_one_that_is_given() -> None:
    """The words of the table stand in the code that says them."""
    room = Path(__file__).parents[2] / "src/stelae/forgetting"
    code = "".join(path.read_text(encoding="utf-8") for path in room.glob("*.py"))
    reasons = re.findall(
        r"`([^`]+)`", " ".join(re.findall(r"^\| (`.+?) \|", GUIDE.text, re.MULTILINE))
    )
    assert len(reasons) == 13
    for reason in reasons:
        fixed = max(re.split(r"“…”,?|…|\.71|phone of user: fact/user/phone", reason), key=len)
        assert fixed.strip() in code
