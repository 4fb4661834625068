"""Installing an agent primes its guides; another embedder is taken up by itself only while nothing else is there (O39)."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stelae.config import Settings, load
from stelae.errors import EmbedderMismatchError, InvalidInputError
from stelae.memory import Memory
from stelae.memory.installing import install_agent
from stelae.schemas.guides import Installed
from stelae.testing import FixedClock, HashEmbedder
from tests.ingestion.guide_folders import REPORT, SNAPSHOT, folder_of

PLATFORM = SNAPSHOT.replace("source_tier: team", "source_tier: platform")
OLD, NEW = HashEmbedder(32, "old"), HashEmbedder(64, "new")


@pytest.fixture
def netops(tmp_path: Path) -> Path:
    """An agent that comes with a guide of the platform and one of the vendor."""
    return folder_of(
        tmp_path / "agents/netops",
        {
            "AGENT.md": "---\nname: netops\nstatic_context: [rules.md]\n---\nYou are netops.\n",
            "rules.md": "白天不动核心交换机。\n",
            "skills/map/SKILL.md": "---\nstatic_context_mode: on_intent\nkeywords: [map, 拓扑]\n---\nA ring.\n",
            "guides/take_snapshot_when_db_stale.guide.yaml": PLATFORM,
            "guides/report_in_chinese.guide.yaml": REPORT.replace("everybody", "netops")
            + "source_tier: vendor\n",
        },
    )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A data folder of the test's own."""
    return load(data=tmp_path / "data", scope="user:lin", extractor="rules").settings


def install(folder: Path, settings: Settings, embedder: HashEmbedder = OLD) -> Installed:
    """Install with that embedder."""
    return install_agent(folder, settings=settings, embedder=embedder, clock=FixedClock())


@contextmanager
def opened(settings: Settings, embedder: HashEmbedder = OLD) -> Generator[Memory]:
    """Open what was installed."""
    with Memory.open(settings=settings, embedder=embedder, clock=FixedClock()) as memory:
        yield memory


def test_an_agent_is_checked_and_its_guides_are_primed(netops: Path, settings: Settings) -> None:
    """Of any source tier, in the agent's scope; what its prompt costs is told."""
    done = install(netops, settings)
    (agent,) = done.agents
    assert (agent.name, agent.scope) == ("netops", "agent:netops")
    assert agent.always_tokens > 0
    assert agent.on_intent == ("skills/map/SKILL.md",)
    assert done.guides.count("added") == 2
    with opened(settings) as memory:
        authorities = {r.authority for r in memory.at(scope="agent:netops").list()}
        assert authorities == {"platform", "vendor"}


def test_installing_again_changes_nothing(netops: Path, settings: Settings) -> None:
    """Alone or with all agents; no vector is made anew."""
    install(netops, settings)
    for folder in (netops, netops.parent):
        done = install(folder, settings)
        assert (done.guides.count("unchanged"), len(done.guides.outcomes), done.vectors) == (
            2,
            2,
            0,
        )


def test_with_nothing_but_platform_guides_another_embedder_is_taken_up(
    netops: Path, settings: Settings
) -> None:
    """Also when a guide had another version before."""
    install(netops, settings)
    file = netops / "guides/take_snapshot_when_db_stale.guide.yaml"
    file.write_text(PLATFORM.replace("30 minutes", "10 minutes"), encoding="utf-8")
    clock = FixedClock("2026-05-02T09:00:00+00:00")
    install_agent(netops, settings=settings, embedder=OLD, clock=clock)
    done = install(netops, settings, NEW)
    assert done.vectors >= 2
    with opened(settings, NEW) as memory:
        assert memory.embedders == (NEW.fingerprint,)
        assert memory.at(scope="agent:netops").recall("快照 snapshot", floor=None).hits


@pytest.mark.parametrize("other", ["memory", "message", "guide", "retracted"])
def test_with_anything_else_a_person_has_to_say_so(
    netops: Path, settings: Settings, other: str
) -> None:
    """A memory, a raw message, a team's guide, what was taken back: the message names the command, nothing is changed."""
    install(netops, settings)
    with opened(settings) as memory:
        if other == "message":
            memory.observe("我对花生过敏", extract=False)
        elif other == "guide":
            team = folder_of(netops.parent / "more", {"shop/guides/a.guide.yaml": _team_guide()})
            memory.import_guides(team)
        else:
            kept = memory.remember("我对花生过敏").id or ""
            if other == "retracted":
                memory.restore(kept)
        memory.flush()
    with pytest.raises(EmbedderMismatchError, match="stelae reembed"):
        install(netops, settings, NEW)
    assert install(netops, settings).guides.count("unchanged") == 2


def _team_guide() -> str:
    return SNAPSHOT.replace("agent: netops", "agent: shop").replace(
        "intent: take_snapshot_when_db_stale", "intent: a"
    )


def test_a_guide_that_is_wrong_is_told_and_the_others_are_primed(
    netops: Path, settings: Settings
) -> None:
    """As with every import."""
    (netops / "guides/wrong.guide.yaml").write_text("intent: [", encoding="utf-8")
    done = install(netops, settings)
    assert (done.guides.count("added"), done.guides.count("invalid")) == (2, 1)
    assert not done.guides.sound


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("netops", "---\nname: shop\n---\n", "call both the same"),
        ("core", "You are core.", "everybody's folder"),
        ("net ops", "You are netops.", "not usable"),
        ("netops", "---\nstatic_context: [../x]\n---\n", "outside"),
    ],
)
def test_a_folder_that_is_no_agent_is_refused_before_anything_is_written(
    tmp_path: Path, settings: Settings, name: str, text: str, said: str
) -> None:
    """The name is that of the folder, for guides go by it."""
    folder = folder_of(tmp_path / "all", {f"{name}/AGENT.md": text})
    with pytest.raises(InvalidInputError, match=said):
        install(folder, settings)
    assert not (settings.data / "stelae.db").exists()


def test_there_has_to_be_an_agent(tmp_path: Path, settings: Settings) -> None:
    """In the folder or in a folder of it."""
    with pytest.raises(InvalidInputError, match=r"no AGENT\.md"):
        install(folder_of(tmp_path / "agents"), settings)
    with pytest.raises(InvalidInputError, match="no folder"):
        install(tmp_path / "nowhere", settings)
