"""`export`, `import`, `backup`: a memory moves, and is kept."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Stelae


def content(path: Path) -> list[str]:
    """Return the lines between header and end."""
    return path.read_text(encoding="utf-8").splitlines()[1:-1]


def test_an_export_says_what_is_in_it_and_that_it_is_private(
    stelae: Stelae, chat: str, tmp_path: Path
) -> None:
    """And does not write over anything."""
    stelae("observe", chat)
    path = tmp_path / "lin.jsonl"
    ran = stelae("export", str(path))
    assert ran.code == 0
    assert "4 messages, 2 memories, 1 pending item" in ran.out
    assert "Keep it where only you can read it." in ran.out
    assert stelae("export", str(path)).code == 2
    report = stelae("export", str(tmp_path / "two.jsonl"), "--json").json
    assert report["counts"] == {"observation": 4, "memory": 2, "pending": 1}


def test_an_export_to_stdout_is_the_lines_and_nothing_else(
    stelae: Stelae, chat: str, tmp_path: Path
) -> None:
    """So that it can be piped; with --json there would be two documents."""
    stelae("observe", chat)
    lines = [json.loads(line) for line in stelae("export", "-").out.splitlines()]
    assert (lines[0]["kind"], lines[-1]["kind"], len(lines)) == ("header", "end", 9)
    assert stelae("export", "-", "--json").code == 2


def test_with_the_key_an_export_is_restored_elsewhere(
    stelae: Stelae, chat: str, data: Path, tmp_path: Path
) -> None:
    """Line by line the same."""
    stelae("observe", chat)
    stelae("export", str(tmp_path / "one.jsonl"))
    other = ("--data", str(tmp_path / "other"))
    key = str(data / "audit.key")
    ran = stelae(*other, "import", str(tmp_path / "one.jsonl"), "--key", key)
    assert ran.code == 0
    assert "Signed with a known key" in ran.out
    assert "memories: 2 restored: signed" in ran.out
    stelae(*other, "export", str(tmp_path / "two.jsonl"))
    assert content(tmp_path / "two.jsonl") == content(tmp_path / "one.jsonl")
    assert stelae(*other, "doctor").code == 0
    again = stelae(*other, "import", str(tmp_path / "one.jsonl"), "--key", key, "--json").json
    assert {one["outcome"] for one in again["counts"]} == {"duplicate"}


def test_marks_that_cannot_be_used_are_told_with_what_to_do(
    stelae: Stelae, data: Path, tmp_path: Path
) -> None:
    """People do not believe that what they forgot is held back in the new folder."""
    stelae("remember", "我的电话号码是13912345678")
    stelae("forget", "我的电话号码", "--yes")
    stelae("export", str(tmp_path / "one.jsonl"))
    ran = stelae(
        *("--data", str(tmp_path / "other"), "import", str(tmp_path / "one.jsonl")),
        *("--key", str(data / "audit.key")),
    )
    assert "skipped: other_key" in ran.out
    assert "could not be used" in ran.out
    assert "stelae backup create" in ran.out


def test_without_it_the_import_waits_for_a_person_and_says_why(
    stelae: Stelae, tmp_path: Path
) -> None:
    """With the option that was missing."""
    stelae("remember", "我的车停在 B2-117")
    stelae("export", str(tmp_path / "one.jsonl"))
    other = ("--data", str(tmp_path / "other"))
    ran = stelae(*other, "import", str(tmp_path / "one.jsonl"))
    assert "Unsigned for this folder" in ran.out
    assert "--key FILE" in ran.out
    assert "memories: 1 pending: needs_confirmation" in ran.out
    assert "stelae review" in ran.out
    assert stelae(*other, "list", "--json").json["memories"] == []


def test_a_broken_export_is_named_by_its_line(stelae: Stelae, chat: str, tmp_path: Path) -> None:
    """Exit 2, one sentence, no traceback, nothing of the text."""
    stelae("observe", chat)
    stelae("export", str(tmp_path / "one.jsonl"))
    text = (tmp_path / "one.jsonl").read_text(encoding="utf-8")
    (tmp_path / "cut.jsonl").write_text(text[: len(text) // 2], encoding="utf-8")
    ran = stelae("--data", str(tmp_path / "other"), "import", str(tmp_path / "cut.jsonl"))
    assert ran.code == 2
    assert "Nothing was imported." in ran.err
    assert "Traceback" not in ran.err
    assert "peanuts" not in ran.err


def test_what_was_forgotten_is_skipped_and_the_rest_comes_in(
    stelae: Stelae, chat: str, tmp_path: Path
) -> None:
    """DEV-13c: "1 skipped: forgotten"."""
    stelae("observe", chat)
    stelae("export", str(tmp_path / "before.jsonl"))
    memories = stelae("list", "--json").json["memories"]
    gone = next(m["id"] for m in memories if "peanuts" in m["text"])
    stelae("forget", gone, "--yes", "--hard")
    ran = stelae("import", str(tmp_path / "before.jsonl"))
    assert "memories: 1 skipped: forgotten" in ran.out
    assert "memories: 1 duplicate: not_novel" in ran.out
    assert "peanuts" not in str(stelae("list", "--all", "--json").json)


def test_a_backup_is_made_verified_and_restored(
    stelae: Stelae, chat: str, data: Path, tmp_path: Path
) -> None:
    """The whole way, with what people see."""
    stelae("init")
    stelae("observe", chat)
    made = stelae("backup", "create", str(tmp_path / "copy"))
    assert (made.code, "The copy is sound." in made.out) == (0, True)
    report = stelae("backup", "verify", str(tmp_path / "copy"), "--json").json
    assert report["sound"] is True
    assert report["counts"]["memory"] == 2
    assert {f["name"] for f in report["files"]} == {
        *("stelae.db", "audit.key", "policy.yaml", "stelae.toml")
    }
    back = ("--data", str(tmp_path / "back"))
    assert stelae(*back, "backup", "restore", str(tmp_path / "copy")).code == 0
    assert stelae(*back, "list", "--json").json == stelae("list", "--json").json
    assert stelae(*back, "audit", "verify").code == 0
    assert stelae(*back, "doctor").code == 0
    assert stelae("backup", "restore", str(tmp_path / "copy")).code == 2
    assert stelae("backup", "create", str(tmp_path / "copy")).code == 2


@pytest.mark.parametrize("name", ["stelae.db", "manifest.json"])
def test_a_damaged_backup_ends_with_4(stelae: Stelae, chat: str, tmp_path: Path, name: str) -> None:
    """And is not restored."""
    stelae("observe", chat)
    stelae("backup", "create", str(tmp_path / "copy"))
    path = tmp_path / "copy" / name
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 0x10
    path.write_bytes(raw)
    ran = stelae("backup", "verify", str(tmp_path / "copy"))
    assert ran.code == 4
    assert (
        stelae("--data", str(tmp_path / "back"), "backup", "restore", str(tmp_path / "copy")).code
        == 4
    )
    assert not (tmp_path / "back").exists()
