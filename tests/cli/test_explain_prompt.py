"""`explain-prompt`: each layer, and why."""

from pathlib import Path
from typing import get_args

import pytest

from stelae.cli.explain_prompt import FATES
from stelae.schemas.auto_recall import Fate
from stelae.schemas.layers import LayerFate
from tests.cli.conftest import Stelae
from tests.ingestion.guide_folders import folder_of
from tests.ingestion.test_layers import FILES


@pytest.fixture
def netops(stelae: Stelae, tmp_path: Path) -> str:
    """An agent whose guides are imported."""
    agents = folder_of(tmp_path / "agents")
    stelae("guides", "import", str(agents))
    return str(folder_of(agents / "netops", FILES))


def test_it_shows_what_a_message_gets_from_each_layer(stelae: Stelae, netops: str) -> None:
    """With the keyword that hit; texts when they are asked for."""
    asked = ("explain-prompt", "快照过期了，看看拓扑", "--agent-dir", netops)
    ran = stelae(*asked)
    assert ran.code == 0
    assert "AGENT.md (notes/rules.md, notes/规则.md): shown" in ran.out
    assert "skills/topology/SKILL.md (skills/topology/core.md): shown, named: 拓扑" in ran.out
    assert "skills/reports/SKILL.md: no keyword of it is named" in ran.out
    assert "agent:netops" in ran.out
    assert "named: 快照" in ran.out
    assert "Never touch core switches" not in ran.out
    told = stelae(*asked, "--text").out
    assert "Never touch core switches" in told
    assert "<stelae-memory>" in told


def test_programs_get_the_whole_of_it(stelae: Stelae, netops: str) -> None:
    """Scores, ranks, caps and texts."""
    told = stelae("explain-prompt", "快照", "--agent-dir", netops, "--tier", "small", "--json").json
    assert told["scopes"] == ["user:lin", "agent:netops", "global"]
    assert told["recalled"][0]["keyword"] == "快照"
    assert told["recalled"][0]["cap"] == 3
    assert told["always_text"].startswith("### notes/rules.md")


def test_an_agent_without_anything_gives_nothing(stelae: Stelae, tmp_path: Path) -> None:
    """And says so for each layer."""
    ran = stelae("explain-prompt", "hello there", "--agent-dir", str(tmp_path))
    assert ran.out.count("  nothing") == 3
    assert stelae("explain-prompt", "hi", "--agent-dir", str(tmp_path / "no")).code == 2


def test_without_an_agents_folder_it_shows_what_is_recalled(stelae: Stelae) -> None:
    """As the README writes it; in either language."""
    stelae("remember", "我对花生过敏")
    ran = stelae("explain-prompt", "花生酱能吃吗？")
    assert (ran.code, ran.out.count("  nothing")) == (0, 2)
    assert "pinned, in every block" in ran.out
    assert "我对花生过敏" in ran.out
    told = stelae("explain-prompt", "am I allergic to 花生?", "--json").json
    assert told["scopes"] == ["user:lin", "global"]
    assert told["agent"] == ""
    assert [one["text"] for one in told["pinned"]] == ["我对花生过敏"]


def test_every_fate_has_words() -> None:
    """Of files and of memories."""
    assert set(FATES) == {*get_args(Fate), *get_args(LayerFate)}
