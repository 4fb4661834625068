"""A PDF file becomes its text."""

import sys
from pathlib import Path

import pytest

from stelae.errors import ConfigurationError, EmptyInputError, InvalidInputError
from stelae.ingestion.document_pdf import pdf_text
from tests.ingestion.office_files import write_pdf


def test_pages_are_apart_and_lines_that_the_layout_tore_are_joined(tmp_path: Path) -> None:
    """Chinese without a blank, English with one."""
    lines = ["滤网每三个月清", "洗一次。", "Clean the filter", "every three months.", "Next."]
    path = write_pdf(tmp_path / "a.pdf", lines, ["第二页"], title="说明书")
    assert pdf_text(path) == (
        "说明书",
        "滤网每三个月清洗一次。\nClean the filter every three months.\nNext.\n\n第二页\n",
    )


def test_a_file_of_pictures_says_that_there_is_no_text(tmp_path: Path) -> None:
    """Nothing here recognises letters."""
    with pytest.raises(EmptyInputError, match="pictures"):
        pdf_text(write_pdf(tmp_path / "a.pdf", []))


def test_a_password_is_asked_for_by_name(tmp_path: Path) -> None:
    """It is not tried."""
    with pytest.raises(InvalidInputError, match="password"):
        pdf_text(write_pdf(tmp_path / "a.pdf", ["x"], password="open-" + "sesame"))


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4 broken", b"no PDF at all"])
def test_a_damaged_file_is_named(tmp_path: Path, data: bytes) -> None:
    """Never a traceback."""
    (tmp_path / "a.pdf").write_bytes(data)
    with pytest.raises(InvalidInputError, match=r"a\.pdf"):
        pdf_text(tmp_path / "a.pdf")


def test_without_pypdf_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install, word for word."""
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'stelae\[documents\]'"):
        pdf_text(tmp_path / "a.pdf")
