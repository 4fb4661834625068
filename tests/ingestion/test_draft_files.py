"""Drafts on disk: private, whole or not at all, each tenant's apart."""

import stat
from pathlib import Path

import pytest

from stelae.ingestion.draft_files import DraftFiles, replace_private
from tests.ingestion.test_draft_statements import draft


def test_a_draft_comes_back_as_it_was(tmp_path: Path) -> None:
    """Under its name."""
    files, one = DraftFiles(tmp_path, "default"), draft()
    files.write(one)
    assert list(files.all()) == [one]
    assert (tmp_path / ".curator_drafts/manual.draft.json").is_file()


@pytest.mark.parametrize("tenant", ["acme", "ACME", "企业", "..", "a/b"])
def test_tenants_have_folders_of_their_own_inside_the_folder(tmp_path: Path, tenant: str) -> None:
    """Whatever they are called."""
    files = DraftFiles(tmp_path / "data", tenant)
    files.write(draft(tenant=tenant))
    assert [one.tenant for one in files.all()] == [tenant]
    assert list(DraftFiles(tmp_path / "data", "default").all()) == []
    written = list(tmp_path.rglob("*.json"))
    assert all(p.is_relative_to(tmp_path / "data/.curator_drafts/tenants") for p in written)


def test_only_the_draft_that_was_meant_is_removed(tmp_path: Path) -> None:
    """Somebody may have proposed another one of that name meanwhile."""
    files, first, second = DraftFiles(tmp_path, "default"), draft(), draft(id="d2")
    files.write(first)
    files.write(second)
    assert files.remove(first) is False
    assert list(files.all()) == [second]
    assert files.remove(second) is True
    assert files.remove(second) is False


def test_a_file_is_replaced_whole_and_private_with_its_folders(tmp_path: Path) -> None:
    """0600 in folders of 0700; a failed write leaves what was there, and nothing beside it."""
    path = tmp_path / "a/b/c.json"
    replace_private(path, "one")
    replace_private(path, "two")
    assert path.read_text("utf-8") == "two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "a", path.parent)} == {0o700}
    with pytest.raises(UnicodeEncodeError):
        replace_private(path, "\ud800")
    assert [p.name for p in path.parent.iterdir()] == ["c.json"]


def test_a_damaged_file_is_told_of_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """By its name; a new draft takes its place."""
    files = DraftFiles(tmp_path, "default")
    replace_private(tmp_path / ".curator_drafts/manual.draft.json", "{")
    assert list(files.all()) == []
    assert "manual.draft.json" in caplog.text
    files.write(draft())
    assert list(files.all()) == [draft()]
