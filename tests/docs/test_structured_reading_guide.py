"""The guide on structured reading does what it says."""

from typing import Any

import pytest

from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("structured-reading")


def test_every_block_of_the_guide_runs_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Python first, in one process; then the commands on the folder that it leaves."""
    blocks = GUIDE.blocks("python")
    names: dict[str, Any] = {}
    for block in blocks:
        GUIDE.execute(block, names)
    names["memory"].close()
    assert len(blocks) == 7
    GUIDE.run_commands()
    printed = capsys.readouterr().out
    assert "dislike" in printed
    assert "I like green tea" in printed
