"""What a message would get from each layer, and why."""

from pathlib import Path

import pytest

from stelae.errors import InvalidInputError
from stelae.ingestion.layers import read_layers
from stelae.memory import Memory
from tests.ingestion.guide_folders import folder_of
from tests.ingestion.test_layers import FILES


@pytest.fixture
def netops(memory: Memory, tmp_path: Path) -> Memory:
    """The handle of an agent whose guides are imported, beside a person's own memories."""
    memory.import_guides(folder_of(tmp_path / "agents"))
    folder_of(tmp_path / "agents/netops", FILES)
    memory.remember("我对花生过敏")
    memory.observe("数据库昨天重启过。", extract=False)
    return memory.at(reads=["agent:netops", "global"])


def test_each_layer_says_what_it_gives_and_why(netops: Memory, tmp_path: Path) -> None:
    """Files that are always there, files on intent, and every candidate of the recalled block."""
    told = netops.explain_prompt("快照过期了，看看拓扑", tmp_path / "agents/netops")
    assert (told.agent, told.scopes) == ("netops", ("user:lin", "agent:netops", "global"))
    assert [one.document for one in told.always] == ["AGENT.md"]
    fates = {one.document: (one.fate, one.keywords) for one in told.on_intent}
    assert fates == {
        "skills/topology/SKILL.md": ("shown", ("拓扑",)),
        "skills/reports/SKILL.md": ("off_intent", ()),
    }
    guide = next(one for one in told.recalled if one.category == "usage_guide")
    assert (guide.fate, guide.keyword, guide.cap) == ("shown", "快照", 3)
    assert guide.scope == "agent:netops"
    assert guide.text[:40] in told.block
    assert told.tokens > 0


def test_it_says_what_auto_recall_puts_in(netops: Memory, tmp_path: Path) -> None:
    """The same block, for the same size of model."""
    layers = read_layers(tmp_path / "agents/netops")
    for tier in ("small", "large"):
        told = netops.explain_prompt("数据库快照过期了怎么办", layers, tier=tier)
        assert told.block == netops.auto_context("数据库快照过期了怎么办", tier=tier).text
        assert told.always_text == layers.always


def test_raw_messages_are_candidates_too(netops: Memory, tmp_path: Path) -> None:
    """They have no category and no cap."""
    told = netops.explain_prompt("数据库昨天怎么了？", tmp_path / "agents/netops")
    said = [one for one in told.recalled if one.category is None]
    assert [one.text for one in said] == ["数据库昨天重启过。"]
    assert said[0].cap is None


def test_looking_is_no_use(netops: Memory, tmp_path: Path) -> None:
    """What was only explained has no access counted, so that it stands no higher afterwards."""
    told = netops.explain_prompt("数据库快照过期了怎么办", tmp_path / "agents/netops")
    shown = [one.id for one in told.recalled if one.category and one.fate == "shown"]
    netops.flush()
    assert shown
    assert {netops.get(id_).access_count for id_ in shown} == {0}


def test_a_folder_that_cannot_be_used_is_refused(netops: Memory, tmp_path: Path) -> None:
    """With what is wrong."""
    (tmp_path / "agents/netops/AGENT.md").write_text("---\na: [", encoding="utf-8")
    with pytest.raises(InvalidInputError, match="nothing ends"):
        netops.explain_prompt("hello", tmp_path / "agents/netops")
