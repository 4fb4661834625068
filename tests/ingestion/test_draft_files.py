"""Drafts on disk: private, whole or not at all, each tenant's apart."""

from pathlib import Path

import pytest

from stelae.ingestion.draft_files import DraftFiles
from stelae.private_files import replace_private
from tests.ingestion.test_draft_statements import draft


def test_a_draft_comes_back_as_it_was(tmp_path: Path) -> None:
    """Under its name."""
    files, one = DraftFiles(tmp_path, "default"), draft()
    files.write(one)
    assert list(files.all()) == [one]
    assert (tmp_path / ".curator_drafts/manual.draft.json").is_file()


@pytest.mark.parametrize("tenant", ["acme", "ACME", "Default", "企业", "con", "..", "a/b"])
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


@pytest.mark.parametrize("other", [{"intent": "../../x"}, {"scope": "agent:../.."}, {"scope": ""}])
def test_a_file_that_was_changed_to_lead_elsewhere_is_left_out(
    tmp_path: Path, other: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Name and scope become parts of paths."""
    text = draft().model_copy(update=other).model_dump_json()
    replace_private(tmp_path / ".curator_drafts/manual.draft.json", text)
    assert list(DraftFiles(tmp_path, "default").all()) == []
    assert "manual.draft.json" in caplog.text
