"""`agent install`."""

from pathlib import Path

import pytest

from stelae.testing import HashEmbedder
from tests.cli.conftest import Stelae
from tests.conftest import Opener
from tests.ingestion.guide_folders import SNAPSHOT, folder_of


@pytest.fixture
def netops(tmp_path: Path) -> Path:
    """An agent with one guide of the platform and a document on intent."""
    return folder_of(
        tmp_path / "netops",
        {
            "AGENT.md": "---\nname: netops\n---\nYou are netops.\n",
            "skills/map/SKILL.md": "---\nstatic_context_mode: on_intent\nkeywords: [拓扑]\n---\n环网。\n",
            "guides/take_snapshot_when_db_stale.guide.yaml": SNAPSHOT.replace("team", "platform"),
        },
    )


def test_an_agent_is_installed_and_its_scope_is_told(stelae: Stelae, netops: Path) -> None:
    """Again it changes nothing; with --json the whole report."""
    ran = stelae("agent", "install", str(netops))
    assert ran.code == 0
    assert "netops: 0 tokens in every prompt, on intent: 1" in ran.out
    assert "agent:netops" in ran.out
    again = stelae("agent", "install", str(netops), "--json").json
    assert [one["word"] for one in again["guides"]["outcomes"]] == ["unchanged"]
    assert again["agents"][0]["on_intent"] == ["skills/map/SKILL.md"]


def test_a_wrong_guide_ends_with_1_and_a_folder_without_an_agent_with_2(
    stelae: Stelae, netops: Path
) -> None:
    """What is right of it is installed."""
    (netops / "guides/bad.guide.yaml").write_text("intent: Bad\n", encoding="utf-8")
    ran = stelae("agent", "install", str(netops))
    assert ran.code == 1
    assert "guides/bad.guide.yaml:1: error: intent must be snake_case" in ran.out
    (netops / "AGENT.md").unlink()
    assert stelae("agent", "install", str(netops)).code == 2


def test_another_embedder_beside_a_persons_memories_says_what_to_do(
    stelae: Stelae, netops: Path, open_memory: Opener
) -> None:
    """Vectors of a person's words are made anew by that person."""
    open_memory(embedder=HashEmbedder()).remember("我对花生过敏")
    ran = stelae("agent", "install", str(netops), "--embedder", "fast")
    assert ran.code == 1
    assert "stelae reembed" in ran.err
