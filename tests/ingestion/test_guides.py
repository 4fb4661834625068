"""A folder of guide files and what is in memory stay in step, through the gate, and nobody else's guides are touched."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stelae.errors import InvalidInputError
from stelae.ingestion.guide_watching import FolderWatch
from stelae.memory import Memory
from stelae.schemas.guides import GuideOutcome, GuideReport
from stelae.testing import FixedClock
from tests.ingestion.guide_folders import REPORT, SNAPSHOT, folder_of

NETOPS = "netops/guides/take_snapshot_when_db_stale.guide.yaml"
CORE = "core/guides/report_in_chinese.guide.yaml"


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    """A guide of netops and one for everybody."""
    return folder_of(tmp_path / "agents")


@pytest.fixture
def write(agents: Path) -> Callable[[str, str], Path]:
    """Write a file of the folder anew."""

    def one(name: str, text: str) -> Path:
        return folder_of(agents, {name: text}) / name

    return one


def words(report: GuideReport) -> dict[str, str]:
    """Return each file's fate."""
    return {one.file: one.word for one in report.outcomes}


def one_of(report: GuideReport, file: str = NETOPS) -> GuideOutcome:
    """Return the outcome of one file."""
    (found,) = [one for one in report.outcomes if one.file == file]
    return found


def state(memory: Memory) -> list[Any]:
    """Return all that an import may write."""
    return [memory.guides(everything=True), memory.audit_head(), memory.pending()]


def test_the_path_says_where_a_guide_belongs(memory: Memory, agents: Path) -> None:
    """The handle's own scope is a user's, and nothing is written there."""
    assert words(memory.import_guides(agents)) == {CORE: "added", NETOPS: "added"}
    scopes = {one.guide.intent: one.scope for one in memory.guides(everything=True)}
    assert scopes == {
        "take_snapshot_when_db_stale": "agent:netops",
        "report_in_chinese": "global",
    }
    assert memory.list() == ()
    assert memory.guides() == ()
    netops = memory.at(scope="agent:netops", reads=["global"])
    assert [one.guide.intent for one in netops.guides()] == [
        "take_snapshot_when_db_stale",
        "report_in_chinese",
    ]


def test_tier_says_whose_word_it_is(memory: Memory, agents: Path) -> None:
    """And the weight among guides (O33)."""
    memory.import_guides(agents)
    netops = memory.at(scope="agent:netops", reads=["global"])
    by_category = {r.category: (r.authority, r.attributes["priority"]) for r in netops.list()}
    assert by_category == {"usage_guide": ("team", 6), "format_guide": ("user_edit", 3)}


def test_the_same_files_again_write_nothing(
    memory: Memory, agents: Path, clock: FixedClock
) -> None:
    """Not a row, not a version, not an audit entry; also when the files were touched."""
    memory.import_guides(agents)
    before = state(memory)
    clock.advance(days=1)
    os.utime(agents / NETOPS)
    assert set(words(memory.import_guides(agents)).values()) == {"unchanged"}
    assert state(memory) == before


def test_a_changed_body_supersedes_and_changed_keywords_are_merged(
    memory: Memory, agents: Path, write: Callable[[str, str], Path], clock: FixedClock
) -> None:
    """One guide at a time holds; its history stays."""
    netops = memory.at(scope="agent:netops")
    first = one_of(memory.import_guides(agents)).id
    clock.advance(hours=1)
    write(NETOPS, SNAPSHOT.replace("stale]", "过期, outdated]"))
    merged = one_of(memory.import_guides(agents))
    assert (merged.word, merged.id) == ("changed", first)
    (row,) = netops.list()
    assert (row.version, row.attributes["keywords"]) == (
        2,
        ["snapshot", "快照", "过期", "outdated"],
    )
    clock.advance(hours=1)
    write(NETOPS, SNAPSHOT.replace("30 minutes", "10 minutes"))
    changed = one_of(memory.import_guides(agents))
    assert changed.word == "changed"
    (row,) = netops.list()
    assert (row.id, row.supersedes) == (changed.id, first)
    assert "10 minutes" in row.text
    assert words(memory.import_guides(agents))[NETOPS] == "unchanged"


def test_a_guide_that_is_related_to_nothing_any_more_says_so(
    memory: Memory, agents: Path, write: Callable[[str, str], Path], clock: FixedClock
) -> None:
    """A list that is emptied in the file is emptied in memory, once."""
    write(NETOPS, SNAPSHOT + "related: [report_in_chinese]\n")
    memory.import_guides(agents)
    clock.advance(hours=1)
    write(NETOPS, SNAPSHOT)
    assert one_of(memory.import_guides(agents)).word == "changed"
    netops = {one.guide.intent: one.guide for one in memory.guides(everything=True)}
    assert netops["take_snapshot_when_db_stale"].related == ()
    assert one_of(memory.import_guides(agents)).word == "unchanged"


def test_a_wrong_file_stops_no_other_and_keeps_what_it_said(
    memory: Memory, agents: Path, write: Callable[[str, str], Path]
) -> None:
    """A slip of the keyboard takes no guide away."""
    memory.import_guides(agents)
    write(NETOPS, SNAPSHOT.replace("keywords:", "keyword:"))
    write("core/guides/new_one.guide.yaml", REPORT.replace("report_in_chinese", "new_one"))
    report = memory.import_guides(agents)
    assert words(report) == {
        "core/guides/new_one.guide.yaml": "added",
        CORE: "unchanged",
        NETOPS: "invalid",
    }
    assert not report.sound
    assert {one.where for one in report.findings} == {f"{NETOPS}:4", NETOPS}
    assert len(memory.guides(everything=True)) == 3


def test_a_guide_whose_file_is_gone_is_retracted(
    memory: Memory, agents: Path, clock: FixedClock
) -> None:
    """Ghost guides once outranked live ones (O34). Nothing of it is recalled; its history is there."""
    id_ = one_of(memory.import_guides(agents)).id or ""
    clock.advance(hours=1)
    (agents / NETOPS).unlink()
    pruned = one_of(memory.import_guides(agents))
    assert (pruned.word, pruned.id) == ("pruned", id_)
    netops = memory.at(scope="agent:netops")
    assert netops.list() == ()
    assert netops.recall("newest snapshot 快照", floor=None).hits == ()
    assert [step.change for step in netops.history(id_).steps] == ["add", "retract"]
    assert netops.forgotten() == ()
    assert words(memory.import_guides(agents)) == {CORE: "unchanged"}


def test_a_file_that_comes_back_is_imported_again(
    memory: Memory, agents: Path, write: Callable[[str, str], Path]
) -> None:
    """Nothing holds it off, also in the same instant."""
    memory.import_guides(agents)
    (agents / NETOPS).unlink()
    memory.import_guides(agents)
    write(NETOPS, SNAPSHOT)
    assert one_of(memory.import_guides(agents)).word == "added"
    assert len(memory.guides(everything=True)) == 2


def test_a_moved_file_takes_its_guide_along(
    memory: Memory, agents: Path, clock: FixedClock
) -> None:
    """Within one scope it is the same memory; in another scope another one, and the first is pruned."""
    first = one_of(memory.import_guides(agents)).id
    clock.advance(hours=1)
    (agents / "netops/guides/db").mkdir()
    moved = (agents / NETOPS).rename(agents / "netops/guides/db" / Path(NETOPS).name)
    report = memory.import_guides(agents)
    assert [(o.word, o.id) for o in report.outcomes if o.intent.startswith("take")] == [
        ("changed", first)
    ]
    moved.rename(agents / "core/guides" / moved.name)
    clock.advance(hours=1)
    report = memory.import_guides(agents)
    assert sorted(o.word for o in report.outcomes if o.scope != "global") == ["pruned"]
    assert {one.scope for one in memory.guides(everything=True)} == {"global"}


def test_a_tombstone_file_removes_the_guide_and_keeps_it_out(
    memory: Memory, agents: Path, write: Callable[[str, str], Path], clock: FixedClock
) -> None:
    """Beside a file that came back, and after it was renamed."""
    memory.import_guides(agents)
    clock.advance(hours=1)
    removed = (agents / NETOPS).rename(agents / f"{NETOPS}.removed")
    assert one_of(memory.import_guides(agents)).word == "removed"
    write(NETOPS, SNAPSHOT)
    assert words(memory.import_guides(agents)) == {CORE: "unchanged", NETOPS: "blocked"}
    removed.unlink()
    assert one_of(memory.import_guides(agents)).word == "added"
    write(f"{NETOPS}.removed", "")
    report = memory.import_guides(agents)
    assert [o.word for o in report.outcomes if o.file == NETOPS] == ["blocked", "removed"]


def test_what_was_committed_in_conversation_is_never_pruned(
    memory: Memory, agents: Path, write: Callable[[str, str], Path], clock: FixedClock
) -> None:
    """Its file may come and go; only a tombstone file or a person takes it out."""
    netops = memory.at(scope="agent:netops")
    fields = {"intent": "restart_gently", "agent": "netops", "keywords": ["restart", "重启"]}
    body = "Drain the node first. 先排空节点再重启。"
    kept = netops.remember(
        body, category="usage_guide", attributes=fields, authority="user_edit"
    ).id
    name = "netops/guides/restart_gently.guide.yaml"
    file = write(
        name,
        f"intent: restart_gently\nagent: netops\nkeywords: [restart, 重启]\nbody: {body}\n",
    )
    assert one_of(memory.import_guides(agents), name).word == "unchanged"
    file.unlink()
    memory.import_guides(agents)
    assert kept in {r.id for r in netops.list()}
    clock.advance(hours=1)
    write(f"{name}.removed", "")
    assert "removed" in {o.word for o in memory.import_guides(agents).outcomes if o.id == kept}
    assert kept not in {r.id for r in netops.list()}


def test_another_folders_guides_are_not_touched(
    memory: Memory, agents: Path, tmp_path: Path
) -> None:
    """Neither by files that are not there nor by a tombstone file; the same guide belongs to who imported it last."""
    memory.import_guides(agents)
    other = folder_of(
        tmp_path / "other",
        {
            "shop/guides/greet.guide.yaml": REPORT.replace("report_in_chinese", "greet").replace(
                "everybody", "shop"
            ),
            "core/guides/report_in_chinese.guide.yaml.removed": "",
        },
    )
    assert words(memory.import_guides(other)) == {"shop/guides/greet.guide.yaml": "added"}
    assert len(memory.guides(everything=True)) == 3
    assert set(words(memory.import_guides(agents)).values()) == {"unchanged"}


def test_a_moved_folder_takes_over_its_guides(
    memory: Memory, agents: Path, tmp_path: Path, clock: FixedClock
) -> None:
    """Or nothing would ever be pruned again where a container has another path."""
    memory.import_guides(agents)
    clock.advance(hours=1)
    moved = agents.rename(tmp_path / "elsewhere")
    assert set(words(memory.import_guides(moved)).values()) == {"changed"}
    (moved / NETOPS).unlink()
    assert words(memory.import_guides(moved)) == {CORE: "unchanged", NETOPS: "pruned"}


@pytest.mark.parametrize("below", ["netops", "netops/guides"])
def test_it_does_not_matter_from_which_folder_a_guide_is_imported(
    memory: Memory, agents: Path, write: Callable[[str, str], Path], clock: FixedClock, below: str
) -> None:
    """With all agents or with its own: the same guide, and only what is below that folder is pruned."""
    deep = write(
        "netops/guides/db/check_age.guide.yaml",
        SNAPSHOT.replace("take_snapshot_when_db_stale", "check_age"),
    )
    memory.import_guides(agents)
    before = state(memory)
    assert set(words(memory.import_guides(agents / below)).values()) == {"unchanged"}
    assert set(words(memory.import_guides(agents.parent)).values()) == {"unchanged"}
    assert state(memory) == before
    clock.advance(hours=1)
    deep.unlink()
    (agents / CORE).unlink()
    report = memory.import_guides(agents / below)
    assert [(o.word, o.file) for o in report.outcomes if o.word != "unchanged"] == [
        ("pruned", "netops/guides/db/check_age.guide.yaml")
    ]
    report = memory.import_guides(agents.parent)
    assert [o.file for o in report.outcomes if o.word == "pruned"] == [CORE]


def test_tenants_are_apart_and_a_guide_is_of_no_project(
    open_memory: Callable[..., Memory], agents: Path
) -> None:
    """An import of one tenant prunes nothing of another; whoever imports, a file's guide holds in every project."""
    one, other = open_memory(tenant="a"), open_memory(tenant="b")
    project = one.at(project="inventory")
    for memory in (one, other, project):
        memory.import_guides(agents)
    (agents / NETOPS).unlink()
    assert set(words(project.import_guides(agents)).values()) == {"unchanged", "pruned"}
    counts = [len(memory.guides(everything=True)) for memory in (one, other, project)]
    assert counts == [1, 2, 1]
    assert len(one.at(scope="global").list()) == 1


def test_a_lower_tier_does_not_replace_a_higher_one_it_asks_once(
    memory: Memory, agents: Path, write: Callable[[str, str], Path], clock: FixedClock
) -> None:
    """And what a person has declined is not asked again until the file says something else."""
    memory.import_guides(agents)
    netops = memory.at(scope="agent:netops")
    clock.advance(hours=1)
    lower = SNAPSHOT.replace("tier: team", "tier: user").replace("30 minutes", "5 minutes")
    write(NETOPS, lower)
    assert one_of(memory.import_guides(agents)).word == "pending"
    before = state(netops)
    assert one_of(memory.import_guides(agents)).word == "pending"
    assert state(netops) == before
    netops.reject(netops.pending()[0].id)
    again = one_of(memory.import_guides(agents))
    assert (again.word, again.reason) == ("rejected", "declined")
    assert netops.pending() == ()
    clock.advance(hours=1)
    write(NETOPS, lower.replace("5 minutes", "6 minutes"))
    assert one_of(memory.import_guides(agents)).word == "pending"
    assert "30 minutes" in netops.list()[0].text


def test_what_a_person_edited_stays_until_the_file_says_something_new(
    memory: Memory, agents: Path, write: Callable[[str, str], Path], clock: FixedClock
) -> None:
    """The file has not changed, so it has nothing to say."""
    id_ = one_of(memory.import_guides(agents)).id or ""
    netops = memory.at(scope="agent:netops")
    clock.advance(hours=1)
    netops.edit(id_, text="Look at the snapshot. 先看快照。")
    assert one_of(memory.import_guides(agents)).word == "unchanged"
    assert netops.get(id_).text == "Look at the snapshot. 先看快照。"
    clock.advance(hours=1)
    write(NETOPS, SNAPSHOT.replace("30", "20"))
    assert one_of(memory.import_guides(agents)).word == "changed"
    assert "20 minutes" in netops.list()[0].text


def test_a_file_whose_name_is_no_utf8_stops_no_other(memory: Memory, agents: Path) -> None:
    """It is told as one that cannot be read."""
    odd = agents / os.fsdecode(b"core/guides/\xff.guide.yaml")
    odd.write_text(REPORT, encoding="utf-8")
    told = words(memory.import_guides(agents))
    assert told == {NETOPS: "added", CORE: "added", r"core/guides/\xff.guide.yaml": "invalid"}
    assert FolderWatch(agents).due()


def test_what_a_person_forgot_does_not_come_back_by_itself(
    memory: Memory, agents: Path, clock: FixedClock
) -> None:
    """Not by a copy of the file with a new time either; with other words it is said anew (DEV-13)."""
    now = clock.now().timestamp()
    os.utime(agents / NETOPS, (now, now))
    id_ = one_of(memory.import_guides(agents)).id or ""
    netops = memory.at(scope="agent:netops")
    clock.advance(hours=1)
    netops.forget(netops.forget(id_))
    clock.advance(hours=1)
    other = SNAPSHOT.replace("30", "20")
    for text, later, fate in (
        (SNAPSHOT, 0, ("rejected", "forgotten")),
        (SNAPSHOT, 3_600, ("rejected", "forgotten")),
        (other, 0, ("rejected", "forgotten")),
        (other, 3_600, ("added", "")),
    ):
        (agents / NETOPS).write_text(text, encoding="utf-8")
        os.utime(agents / NETOPS, (now + 1_800 + later, now + 1_800 + later))
        told = one_of(memory.import_guides(agents))
        assert (told.word, told.reason) == fate


def test_what_a_person_restored_is_not_pruned_again(
    memory: Memory, agents: Path, clock: FixedClock
) -> None:
    """They have decided."""
    id_ = one_of(memory.import_guides(agents)).id or ""
    (agents / NETOPS).unlink()
    memory.import_guides(agents)
    clock.advance(hours=1)
    netops = memory.at(scope="agent:netops")
    netops.restore(id_)
    assert words(memory.import_guides(agents)) == {CORE: "unchanged"}
    assert [r.id for r in netops.list()] == [id_]


def test_a_file_of_a_higher_tier_than_allowed_is_refused(memory: Memory, agents: Path) -> None:
    """Who imports says for whom the files may speak."""
    report = memory.import_guides(agents, highest="user")
    assert words(report) == {CORE: "added", NETOPS: "invalid"}
    assert {one.code for one in report.findings} == {"tier_not_allowed"}
    with pytest.raises(InvalidInputError, match="no source tier"):
        memory.import_guides(agents, highest="king")  # pyright: ignore[reportArgumentType]


def test_personal_data_is_masked_as_the_policy_says_and_told(
    open_memory: Callable[..., Memory], agents: Path, write: Callable[[str, str], Path]
) -> None:
    """The gate has the last word; the file, unchanged, stays unchanged."""
    from stelae.schemas.policy import Policy

    memory = open_memory(policy=Policy(mask_personal=frozenset({"phone"})))
    write(NETOPS, SNAPSHOT + "  On call: 13912345678.\n")
    told = one_of(memory.import_guides(agents))
    assert (told.word, told.detail) == ("added", "redacted: phone")
    assert "13912345678" not in memory.at(scope="agent:netops").list()[0].text
    assert one_of(memory.import_guides(agents)).word == "unchanged"


def test_switched_off_it_does_nothing_and_says_so(
    open_memory: Callable[..., Memory], agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As everything that writes."""
    monkeypatch.setenv("STELAE_ENABLED", "0")
    memory = open_memory()
    assert memory.import_guides(agents) == GuideReport(disabled=True)
    assert memory.guides(everything=True) == ()


def test_there_has_to_be_a_folder(memory: Memory, tmp_path: Path) -> None:
    """A misspelt path prunes nothing."""
    with pytest.raises(InvalidInputError, match="no folder"):
        memory.import_guides(tmp_path / "agnets")


def test_a_part_that_cannot_be_read_changes_nothing(
    memory: Memory, agents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can say what is gone from it."""
    memory.import_guides(agents)
    listed = os.scandir

    def refused(folder: str) -> Any:
        # Modes refuse root nothing, and tests often run as root.
        if Path(folder).name == "netops":
            raise PermissionError(13, "Permission denied", folder)
        return listed(folder)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refused)
        with pytest.raises(PermissionError):
            memory.import_guides(agents)
    assert len(memory.guides(everything=True)) == 2
