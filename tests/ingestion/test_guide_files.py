"""Where guides lie, what the path says, and how one is written."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import InvalidInputError
from stelae.ingestion.guide_files import (
    GuidePlace,
    find_guides,
    guide_text,
    letters,
    place_of,
    read_text,
    snapshot,
    way_to,
)
from stelae.ingestion.guide_linting import check
from stelae.ingestion.yaml_text import UnreadableError
from stelae.remember.redaction import redact_value
from stelae.schemas.guides import GuideFile
from stelae.text.personal import PERSONAL_TYPES
from tests.ingestion.guide_folders import GUIDES, SNAPSHOT, folder_of


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("core/guides/a.guide.yaml", GuidePlace("global")),
        ("netops/guides/a.guide.yaml", GuidePlace("agent:netops", "netops")),
        ("网络/guides/l2/a.guide.yaml", GuidePlace("agent:网络", "网络")),
        ("guides/a.guide.yaml", GuidePlace("agent:agents", "agents")),
        ("netops/a.guide.yaml", None),
        ("a.guide.yaml", None),
    ],
)
def test_the_path_says_whose_guide_it_is(file: str, place: GuidePlace | None) -> None:
    """Also below `guides`, and where the folder is the agent's own."""
    assert place_of(Path("/srv/agents"), file) == place


def test_a_folder_above_says_nothing() -> None:
    """A checkout that happens to lie in a folder called `guides` is no agent's."""
    assert place_of(Path("/home/guides/project"), "a.guide.yaml") is None
    assert place_of(Path("/srv/netops/guides"), "a.guide.yaml") == GuidePlace(
        "agent:netops", "netops"
    )


def test_guides_and_tombstone_files_are_found_in_order(tmp_path: Path) -> None:
    """Hidden folders, and everything else, are passed over."""
    folder_of(
        tmp_path,
        {
            "netops/guides/b.guide.yaml": SNAPSHOT,
            "core/guides/a.guide.yaml": SNAPSHOT,
            "core/guides/c.guide.yaml.removed": "",
            ".git/guides/d.guide.yaml": SNAPSHOT,
            "core/guides/notes.md": "x",
        },
    )
    found = find_guides(tmp_path)
    assert found.files == ("core/guides/a.guide.yaml", "netops/guides/b.guide.yaml")
    assert found.tombstones == ("core/guides/c.guide.yaml.removed",)
    with pytest.raises(InvalidInputError, match="no folder"):
        find_guides(tmp_path / "nowhere")


def test_a_snapshot_changes_with_every_file(tmp_path: Path) -> None:
    """New, changed and gone."""
    folder_of(tmp_path)
    seen = {snapshot(tmp_path), snapshot(tmp_path)}
    file = tmp_path / "core/guides/report_in_chinese.guide.yaml"
    file.write_text("another", encoding="utf-8")
    seen.add(snapshot(tmp_path))
    file.rename(file.with_name("report_in_chinese.guide.yaml.removed"))
    assert len({*seen, snapshot(tmp_path)}) == 3


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """What the folder's owner did not put there is not taken in."""
    outside = tmp_path / "outside.txt"
    outside.write_text(SNAPSHOT, encoding="utf-8")
    folder = folder_of(tmp_path / "agents")
    (folder / "core/guides/x.guide.yaml").symlink_to(outside)
    with pytest.raises(UnreadableError, match="link"):
        read_text(folder.resolve(), "core/guides/x.guide.yaml")


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    """A link to itself, a pipe that nobody writes, a name that no file can have: no traceback, and no waiting."""
    folder = folder_of(tmp_path / "agents").resolve()
    (folder / "core/guides/x.guide.yaml").symlink_to("x.guide.yaml")
    os.mkfifo(folder / "core/guides/y.guide.yaml")
    for name in ("core/guides/x.guide.yaml", "core/guides/y.guide.yaml", "\0", "\ud800"):
        with pytest.raises((UnreadableError, FileNotFoundError), match="no file"):
            read_text(folder, name)


@given(GUIDES)
def test_reading_a_written_guide_gives_the_same_guide(guide: GuideFile) -> None:
    """The law of exports, in every script."""
    place = GuidePlace("global")
    read = check(f"{guide.intent}.guide.yaml", guide_text(guide), place, highest="vendor")
    if read.guide is None:
        assert {one.code for one in read.findings if one.level == "error"} <= {
            *("injection", "secret", "block_marks")
        }
    else:
        assert read.guide == guide


@given(st.text(min_size=1, max_size=40))
def test_no_rule_takes_the_digest_of_a_file_for_personal_data(text: str) -> None:
    """Or it would be masked where the policy says so, and no import would know its file again."""
    fields = {"file_digest": letters(text), "folder": way_to(Path("/srv") / text.replace("\0", ""))}
    assert redact_value(fields, personal=frozenset(PERSONAL_TYPES)) == fields
