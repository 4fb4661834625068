"""Stored guides become files that say the same, and nothing of anybody's is overwritten."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.errors import InvalidInputError
from stelae.ingestion.guide_files import guide_text
from stelae.memory import Memory
from stelae.schemas.guides import GuideFile
from stelae.testing import FixedClock
from tests.ingestion.guide_folders import GUIDES, SNAPSHOT, folder_of

NETOPS = "netops/guides/take_snapshot_when_db_stale.guide.yaml"
CORE = "core/guides/report_in_chinese.guide.yaml"


def guides(memory: Memory) -> set[tuple[str, GuideFile]]:
    """Return scope and content of every guide."""
    return {(one.scope, one.guide) for one in memory.guides(everything=True)}


def test_an_export_says_what_the_files_said(memory: Memory, tmp_path: Path) -> None:
    """Where it belongs, with everything that is not plain, and nothing twice."""
    agents = folder_of(tmp_path / "agents")
    memory.import_guides(agents)
    out = tmp_path / "out"
    assert memory.export_guides(out, everything=True).written == (NETOPS, CORE)
    assert (out / NETOPS).read_text(encoding="utf-8").splitlines()[:6] == [
        "schema_version: 1",
        "category: usage_guide",
        "intent: take_snapshot_when_db_stale",
        "agent: netops",
        "keywords: [snapshot, 快照, stale]",
        "source_tier: team",
    ]
    again = memory.export_guides(out, everything=True)
    assert (again.written, again.unchanged) == ((), (NETOPS, CORE))
    assert memory.lint_guides(out) == ()


def test_only_what_the_handle_reads_is_exported(memory: Memory, tmp_path: Path) -> None:
    """Other scopes are for who runs the folder to ask for."""
    memory.import_guides(folder_of(tmp_path / "agents"))
    shop = memory.at(scope="agent:shop", reads=["global"])
    assert shop.export_guides(tmp_path / "out").written == (CORE,)


def test_nothing_is_overwritten(memory: Memory, tmp_path: Path) -> None:
    """Neither a file that says something else, nor one that cannot be read, nor a tombstone file."""
    memory.import_guides(folder_of(tmp_path / "agents"))
    other = SNAPSHOT.replace("30", "15")
    out = folder_of(tmp_path / "out", {NETOPS: other, f"{CORE}.removed": ""})
    report = memory.export_guides(out, everything=True)
    assert (report.written, report.held) == ((), (NETOPS, CORE))
    assert (out / NETOPS).read_text(encoding="utf-8") == other
    (out / NETOPS).write_bytes(b"\xff")
    assert memory.export_guides(out, everything=True).held == (NETOPS, CORE)
    with pytest.raises(InvalidInputError, match="no folder"):
        memory.export_guides(out / NETOPS)


def test_guides_of_one_intent_get_names_of_their_own(memory: Memory, tmp_path: Path) -> None:
    """And a guide of a scope without a folder says its scope."""
    for scope, agent in (
        ("global", "a"),
        ("global", "b"),
        ("user:lin", "a"),
        ("agent:core", "core"),
    ):
        memory.at(scope=scope).remember(
            f"Greet {scope} {agent}. 打招呼。",
            category="usage_guide",
            attributes={"intent": "greet", "agent": agent, "keywords": ["hello", "你好"]},
            authority="user_edit",
        )
    out = tmp_path / "out"
    written = memory.export_guides(out, everything=True).written
    assert len(written) == 4
    assert all(name.startswith("core/guides/greet.") for name in written)
    with Memory.open(tmp_path / "second", scope="user:lin", embedder="none") as second:
        second.import_guides(out)
        assert guides(second) == guides(memory)


def test_what_no_file_can_say_is_named(memory: Memory, tmp_path: Path) -> None:
    """A guide of one project, or one whose fields a file would not take."""
    odd = memory.remember(
        "Say hello.",
        category="usage_guide",
        attributes={"intent": "Say Hello"},
        authority="user_edit",
    )
    project = memory.at(project="shop").remember(
        "Greet. 打招呼。",
        category="usage_guide",
        attributes={"intent": "greet", "keywords": ["你好"]},
        authority="user_edit",
    )
    report = memory.at(project="shop").export_guides(tmp_path / "out")
    assert set(report.unfit) == {odd.id, project.id}
    assert report.written == ()


def test_an_export_is_named_in_later_receipts(memory: Memory, tmp_path: Path) -> None:
    """It is a copy that forgetting cannot reach."""
    memory.import_guides(folder_of(tmp_path / "agents"))
    memory.export_guides(tmp_path / "out", everything=True)
    netops = memory.at(scope="agent:netops")
    receipt = netops.forget(netops.forget(netops.list()[0].id))
    assert any("out" in copy for copy in receipt.out_of_reach)


def _in_memory() -> Memory:
    return Memory.open(store="memory", scope="user:lin", embedder="none", clock=FixedClock())


@settings(max_examples=25, deadline=None)
@given(st.lists(GUIDES, min_size=1, max_size=4))
def test_importing_an_export_gives_the_same_guides(some: list[GuideFile]) -> None:
    """import(export(x)) == x, in any script, whatever the gate has let in of it."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        files = {f"core/guides/f{n}.guide.yaml": guide_text(g) for n, g in enumerate(some)}
        with (
            _in_memory() as first,
            _in_memory() as second,
        ):
            first.import_guides(folder_of(root / "in", files), highest="vendor")
            exported = first.export_guides(root / "out", everything=True)
            assert (exported.held, exported.unfit) == ((), ())
            report = second.import_guides(root / "out", highest="vendor")
            assert report.sound
            assert guides(second) == guides(first)
            assert second.import_guides(root / "out", highest="vendor").count("unchanged") == len(
                exported.written
            )
