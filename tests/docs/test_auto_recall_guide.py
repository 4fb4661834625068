"""The guide on auto-recall does what it says, and its table is the code's."""

import pytest

from stelae.schemas.auto_recall import TIERS
from stelae.text.markers import OPEN
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("auto-recall")


def test_the_block_of_the_guide_stands_beside_the_question(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The pinned allergy, the cluster that was asked for, and the story of it."""
    (code,) = GUIDE.blocks("python")
    GUIDE.execute(code)
    printed = capsys.readouterr().out
    assert printed.startswith(OPEN)
    assert "我对花生过敏" in printed
    assert "The staging cluster is in Osaka" in printed
    assert printed.rstrip().endswith("('shown', 'fact')]")


def test_the_table_of_tiers_is_the_codes() -> None:
    """A number that is changed is changed in both."""
    for name, row in TIERS.items():
        line = f"| `{name}` | {row.top_k} | {row.budget:,} | {row.headroom:.0%} |"
        assert line in GUIDE.text
