"""Files for their owner alone, whole or not at all."""

import stat
from pathlib import Path

import pytest

from stelae.errors import InvalidInputError
from stelae.private_files import private_file, replace_private


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


def test_a_new_file_has_its_name_when_all_of_it_is_there(tmp_path: Path) -> None:
    """A writer that fails leaves nothing, and a file that is there is not overwritten."""
    path = tmp_path / "备份.jsonl"
    with pytest.raises(TypeError), private_file(path) as file:
        file.write("one")  # pyright: ignore[reportCallIssue, reportArgumentType]
    assert list(tmp_path.iterdir()) == []
    with private_file(path) as file:
        file.write(b"two")
        assert not path.exists()
    assert path.read_bytes() == b"two"
    with pytest.raises(InvalidInputError, match="already"), private_file(path):
        pass
