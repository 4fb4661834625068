"""A file that cannot be read is refused as a whole, with the line that is wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from stelae.errors import BrokenExportError, InvalidInputError
from stelae.memory import Memory
from tests.ingestion.conftest import Folder

Change = Callable[[list[str]], list[str]]


def replaced(number: int, line: str) -> Change:
    """Return what puts another text into a line."""
    return lambda lines: [*lines[: number - 1], line, *lines[number:]]


def edited(number: int, old: str, new: str) -> Change:
    """Return what edits a line."""
    return lambda lines: replaced(number, lines[number - 1].replace(old, new))(lines)


BROKEN: dict[str, tuple[Change, int]] = {
    "no JSON": (replaced(3, '{"kind": "memory", 槐树巷'), 3),
    "cut off": (lambda lines: [*lines[:4], lines[4][:40]], 5),
    "empty line": (replaced(2, ""), 2),
    "a kind nobody knows": (edited(4, "observation", "槐树巷"), 4),
    "an unknown field": (edited(2, '"scope"', '"secret":"槐树巷","scope"'), 2),
    "no such scope": (edited(2, "user:lin", "everybody"), 2),
    "a wrong type": (edited(2, '"time_given":', '"time_given":"槐树巷","x":'), 2),
    "no header": (lambda lines: lines[1:], 1),
    "two headers": (lambda lines: [lines[0], *lines], 2),
    "behind the end": (lambda lines: [*lines, lines[1]], 16),
    "nothing at all": (lambda _: [], 1),
    "no memory in a memory": (replaced(2, '{"kind":"memory","scope":"user:lin","versions":[]}'), 2),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_line_is_named_and_nothing_is_imported(
    lin: Memory, folder: Folder, tmp_path: Path, key: Path, name: str
) -> None:
    """However good the rest of the file is. The error quotes nothing of it."""
    change, line = BROKEN[name]
    lin.export(tmp_path / "lin.jsonl")
    path, whole = tmp_path / "broken.jsonl", (tmp_path / "lin.jsonl").read_text(encoding="utf-8")
    path.write_text("\n".join(change(whole.splitlines())), encoding="utf-8")
    empty = folder("empty")
    with pytest.raises(BrokenExportError) as refused:
        empty.import_(path, key=key)
    assert refused.value.line == line
    assert f"Line {line}:" in str(refused.value)
    assert "槐树巷" not in str(refused.value)
    assert set(empty.stats().values()) == {0}


def test_bytes_that_are_no_text_are_a_broken_line(folder: Folder, tmp_path: Path) -> None:
    """As of a compressed file."""
    path = tmp_path / "export.gz"
    path.write_bytes(b"\x1f\x8b\x08\x00\xff\xfe\n\x00")
    with pytest.raises(BrokenExportError):
        folder().import_(path)


def test_a_newer_format_is_refused(lin: Memory, tmp_path: Path) -> None:
    """With the way out."""
    lin.export(tmp_path / "lin.jsonl")
    text = (tmp_path / "lin.jsonl").read_text(encoding="utf-8")
    (tmp_path / "new.jsonl").write_text(text.replace('"format":1', '"format":2'), encoding="utf-8")
    with pytest.raises(InvalidInputError, match="Upgrade"):
        lin.import_(tmp_path / "new.jsonl")


@pytest.mark.parametrize("name", ["nothing.jsonl", "data"])
def test_a_file_that_is_none_is_told(lin: Memory, tmp_path: Path, name: str) -> None:
    """A missing one, a folder; of the key alike."""
    with pytest.raises(InvalidInputError):
        lin.import_(tmp_path / name)
    lin.export(tmp_path / "lin.jsonl")
    with pytest.raises(InvalidInputError, match=r"audit\.key"):
        lin.import_(tmp_path / "lin.jsonl", key=tmp_path / name)


def test_the_count_in_the_end_line_is_signed_too(lin: Memory, tmp_path: Path) -> None:
    """Another number there is an edit."""
    lin.export(tmp_path / "lin.jsonl")
    *lines, end = (tmp_path / "lin.jsonl").read_text(encoding="utf-8").splitlines()
    end = json.dumps({**json.loads(end), "lines": 3})
    (tmp_path / "edited.jsonl").write_text("\n".join([*lines, end]), encoding="utf-8")
    assert lin.import_(tmp_path / "edited.jsonl").trust == "edited"
