"""The guide on preferences does what it says."""

import pytest

from stelae.schemas.categories.registry import BUILT_IN
from stelae.tools import tools_for
from tests.conftest import Opener
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("preferences")


def test_the_guides_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """A turn, a bundle before and after a person's word, and activities."""
    turn, acting, activities = GUIDE.blocks("python")
    GUIDE.execute(turn)
    assert capsys.readouterr().out.splitlines() == [
        "True shoes",
        "['真皮的我受不了', '流苏看着也心烦']",
        "('流苏', '真皮', 'leather', '皮革', '皮质', '牛皮')",
        "()",
    ]
    GUIDE.execute(acting)
    lists, leaning, left_out = capsys.readouterr().out.splitlines()
    assert "('black',)" in lists
    assert "('Nylon runner', -1.0)" in leaning
    assert "('Retro vegan leather shoe', 0.5)" in leaning
    assert "('Leather boot', -1.0)" in leaning
    assert "('Nylon runner', ('尼龙',))" in left_out
    assert left_out.count("()") == 3
    GUIDE.execute(activities)
    assert (
        capsys.readouterr().out == "[('purchase', 'Canvas shoe, size 42'), ('search', '帆布鞋')]\n"
    )


def test_every_tool_is_in_the_guide(open_memory: Opener) -> None:
    """And the category is what the decision says."""
    names = {one.name for one in tools_for(open_memory())}
    assert {n for n in names if f"`{n}(" not in GUIDE.text} == set()
    row = BUILT_IN.get("activity").policy
    assert (row.ttl_days, row.weight, row.confirm) == (30, 0.5, "never")
