"""A Word document becomes its text."""

import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from stelae.errors import InvalidInputError, TooLargeError
from stelae.ingestion import document_docx
from stelae.ingestion.document_docx import docx_text
from tests.ingestion.office_files import paragraph, table, write_docx


def test_headings_lists_and_tables_stay(tmp_path: Path) -> None:
    """Under whatever ids the user's language gives to the styles."""
    path = write_docx(
        tmp_path / "a.docx",
        paragraph("手册", "a3"),
        paragraph("安装", "1"),
        paragraph("先查端口 & 电源。"),
        paragraph(""),
        paragraph("Register", "2"),
        paragraph("one", numbered=True),
        table([["名", "量"], ["盐", "2 g"]]),
        f"<w:sdt><w:sdtContent>{paragraph('in a field')}</w:sdtContent></w:sdt>",
    )
    assert docx_text(path) == snapshot("""\
# 手册

# 安装

先查端口 & 电源。

## Register

- one

名 | 量
盐 | 2 g

in a field
""")


def test_deleted_and_hidden_text_is_left_out(tmp_path: Path) -> None:
    """A reader does not see it (DEV-08)."""
    deleted = (
        "<w:p><w:del><w:r><w:delText>RULE</w:delText></w:r></w:del><w:r><w:t>kept</w:t></w:r></w:p>"
    )
    path = write_docx(tmp_path / "a.docx", deleted, paragraph("RULE", run="<w:vanish/>"))
    assert docx_text(path) == "kept\n"


def test_it_needs_no_styles(tmp_path: Path) -> None:
    """Some programs write none."""
    path = write_docx(tmp_path / "a.docx", paragraph("text", "1"), styles="")
    assert docx_text(path) == "text\n"


def test_entities_are_refused(tmp_path: Path) -> None:
    """A few bytes could stand for gigabytes."""
    head = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
    with pytest.raises(InvalidInputError, match="entities"):
        docx_text(write_docx(tmp_path / "a.docx", paragraph("x"), head=head))


def test_a_part_that_is_huge_inside_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it is unpacked."""
    monkeypatch.setattr(document_docx, "LARGEST_PART", 100)
    with pytest.raises(TooLargeError):
        docx_text(write_docx(tmp_path / "a.docx", paragraph("x" * 200)))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 broken", b"no zip at all"])
def test_what_is_no_word_document_is_named(tmp_path: Path, data: bytes) -> None:
    """Never a traceback."""
    path = tmp_path / "a.docx"
    path.write_bytes(data)
    with pytest.raises(InvalidInputError, match=r"a\.docx"):
        docx_text(path)


def test_another_zip_is_named_too(tmp_path: Path) -> None:
    """It has no document in it."""
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as file:
        file.writestr("x.txt", "x")
    with pytest.raises(InvalidInputError, match=r"a\.docx"):
        docx_text(tmp_path / "a.docx")


@pytest.mark.parametrize("inside", ["<w:r>", "<w:smartTag>"])
def test_what_is_nested_without_end_is_named(tmp_path: Path, inside: str) -> None:
    """Never a traceback."""
    deep = f"<w:p>{inside * 3_000}{inside.replace('<', '</') * 3_000}</w:p>"
    with pytest.raises(InvalidInputError, match=r"a\.docx"):
        docx_text(write_docx(tmp_path / "a.docx", deep))


@pytest.mark.parametrize("encoding", ["utf-16", "gbk", "nonsense"])
def test_entities_are_not_hidden_by_another_encoding(tmp_path: Path, encoding: str) -> None:
    """Nor does an encoding that is not known end in a traceback."""
    entity = '<!DOCTYPE x [<!ENTITY a "长">]>' if encoding == "utf-16" else ""
    document = f'<?xml version="1.0" encoding="{encoding}"?>{entity}<x/>'
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as file:
        written = "utf-8" if encoding == "nonsense" else encoding
        file.writestr("word/document.xml", document.encode(written))
    with pytest.raises(InvalidInputError):
        docx_text(tmp_path / "a.docx")


def test_a_file_with_any_byte_damaged_is_read_or_named(tmp_path: Path) -> None:
    """One byte after the other."""
    path = write_docx(tmp_path / "a.docx", paragraph("先查端口。"), styles="")
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with suppress(InvalidInputError, TooLargeError):
            docx_text(path)
