"""Exports: what is in them, what is not, and the signature over them."""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.ingestion.conftest import CHAT, Folder


def lines(path: Path) -> list[dict[str, Any]]:
    """Return every line of an export."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_an_export_holds_everything_of_the_scope_between_header_and_end(
    lin: Memory, tmp_path: Path
) -> None:
    """Messages, memories with all versions, what waits; the report counts them."""
    report = lin.export(tmp_path / "lin.jsonl")
    header, *content, end = lines(tmp_path / "lin.jsonl")
    assert (header["kind"], header["format"], header["scopes"]) == ("header", 1, ["user:lin"])
    kinds = [line["kind"] for line in content]
    assert kinds == sorted(kinds, key=["observation", "memory", "pending"].index)
    assert {kind: kinds.count(kind) for kind in set(kinds)} == report.counts
    assert report.counts["observation"] == len(CHAT) + 1
    assert end["lines"] == report.lines == len(content) + 1
    edited = [line for line in content if len(line.get("versions", [])) == 2]
    texts = [[v["record"]["text"] for v in line["versions"]] for line in edited]
    assert ["以后报告都用中文写给我", "报告一律用英文"] in texts


def test_the_signature_covers_every_byte_before_it(lin: Memory, tmp_path: Path) -> None:
    """Made with the folder's key, which is not in the file."""
    lin.export(tmp_path / "lin.jsonl")
    raw = (tmp_path / "lin.jsonl").read_bytes()
    body, end = raw[: raw.rindex(b'{"kind":"end"')], lines(tmp_path / "lin.jsonl")[-1]
    digest = hashlib.sha256(body).digest()
    assert end["signature"] == lin._parts.store.sign(digest).hex()
    assert (tmp_path / "data/audit.key").read_bytes().hex().encode() not in raw


def test_an_export_holds_nothing_of_anybody_else(
    lin: Memory, folder: Folder, tmp_path: Path
) -> None:
    """DEV-14: mo's export is mo's; `everything` is for the operator, and says so in its header."""
    mo = folder(scope="user:mo")
    mo.remember("我的车停在 A1-009")
    mo.export(tmp_path / "mo.jsonl")
    text = (tmp_path / "mo.jsonl").read_text(encoding="utf-8")
    assert "A1-009" in text
    assert not [m["content"] for m in CHAT if m["content"] in text]
    assert "user:lin" not in text
    mo.export(tmp_path / "all.jsonl", everything=True)
    header, *content, _ = lines(tmp_path / "all.jsonl")
    assert header["everything"] is True
    assert header["scopes"] == ["user:lin", "user:mo"]
    assert {line["scope"] for line in content} == {"user:lin", "user:mo"}


def test_another_tenant_is_in_no_export(lin: Memory, folder: Folder, tmp_path: Path) -> None:
    """Not even in one of everything."""
    other = folder(tenant="other")
    assert other.export(tmp_path / "all.jsonl", everything=True).counts == {}


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_what_is_forgotten_is_in_no_export(lin: Memory, tmp_path: Path, hard: bool) -> None:
    """Neither memory nor message; receipt and marks hold no word of it."""
    lin.forget(lin.forget("忘掉我的地址槐树巷"), hard=hard)
    report = lin.export(tmp_path / "lin.jsonl")
    assert report.counts["receipt"] == 1
    assert report.counts["tombstone"] > 0
    assert "槐树巷" not in (tmp_path / "lin.jsonl").read_text(encoding="utf-8")


def test_an_export_is_for_its_owner_and_replaces_nothing(lin: Memory, tmp_path: Path) -> None:
    """0600; a file of that name is left alone, and no draft of it stays behind."""
    path = tmp_path / "lin.jsonl"
    lin.export(path)
    before = path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InvalidInputError):
        lin.export(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir() if "lin" in p.name] == ["lin.jsonl"]


def test_a_failing_export_leaves_no_file(
    lin: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of one could be taken for the whole."""

    def broken(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lin._parts.store, "sign", broken)
    with pytest.raises(OSError, match="No space"):
        lin.export(tmp_path / "lin.jsonl")
    assert not [p.name for p in tmp_path.iterdir() if "lin" in p.name]


def test_an_export_is_noted_for_later_receipts(
    lin: Memory, tmp_path: Path, clock: FixedClock
) -> None:
    """In the audit, and on the receipt of what is forgotten after it."""
    lin.export(tmp_path / "lin.jsonl")
    clock.advance(days=1)
    receipt = lin.forget(lin.forget("忘掉我的地址槐树巷"))
    assert receipt.out_of_reach == ("export lin.jsonl of 2026-05-03T09:00:00+00:00",)
    out = io.BytesIO()
    lin.audit_export(out)
    assert '"action":"export"' in out.getvalue().decode()


def test_an_export_streams(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is written before the next one is read, and progress is told."""
    memory = folder()
    memory.observe([{"role": "user", "content": f"第 {n} 天。", "id": f"d{n}"} for n in range(450)])
    written: list[int] = []

    class Counting(io.BytesIO):
        def write(self, data: Any) -> int:
            written.append(len(bytes(data)))
            return super().write(data)

    told: list[int] = []
    report = memory.export(Counting(), on_progress=told.append)
    assert (report.name, len(written)) == ("stdout", 452)
    assert told == [200, 200]


def test_a_stream_is_imported_as_a_file_is_and_its_copy_has_a_name(
    folder: Folder, tmp_path: Path
) -> None:
    """A door that has no file hands the bytes in; a later receipt lists the copy under the name it was given."""
    memory, copy = folder(), io.BytesIO()
    memory.remember("我对花生过敏")
    memory.export(copy, name="http")
    copy.seek(0)
    assert memory.import_(copy).count("memory", "duplicate") == 1
    receipt = memory.forget(memory.forget("忘记我对花生过敏"))
    assert any("http" in line for line in receipt.out_of_reach)
