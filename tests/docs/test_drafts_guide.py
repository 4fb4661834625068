"""The guide on drafts and documents does what it says."""

from pathlib import Path

import pytest

from stelae.cli.main import run
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("drafts")


def test_the_conversation_of_the_guide_ends_with_a_stored_guide(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A preview, a refusal in the same turn, and the person's yes."""
    GUIDE.execute(GUIDE.blocks("python")[0])
    printed = capsys.readouterr().out
    assert "【草稿】take_snapshot_when_db_stale" in printed
    assert "never committed in the turn that proposed it" in printed
    assert printed.splitlines()[-1] == "True"
    assert Path("data/netops/guides/take_snapshot_when_db_stale.guide.yaml").exists()


def test_every_command_of_the_guide_works_in_its_order() -> None:
    """With the drafts and files that it speaks of."""
    (code,) = GUIDE.blocks("python", marked=True)
    GUIDE.execute(code)
    Path("manual.md").write_text("# 说明书\n\n滤网每三个月清洗一次。\n", encoding="utf-8")
    Path("network.mmd").write_text("graph TD\n  a --> b\n", encoding="utf-8")
    assert len(GUIDE.commands) == 6
    GUIDE.run_commands()
    assert run(["drafts", "show"]) == 3


def test_every_word_that_confirms_is_named() -> None:
    """And no other one is promised."""
    from stelae.ingestion.confirmation import CONFIRM_WORDS

    text = GUIDE.text.lower()
    assert [word for word in CONFIRM_WORDS if word not in text] == []
