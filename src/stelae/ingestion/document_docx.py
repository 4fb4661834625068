"""The text of a Word document, with its headings as Markdown: read from the parts of the file, without a library.

What a reader sees of the body: paragraphs, headings, lists, tables. Deleted and hidden text, comments, headers, footers and
drawings are left out.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from stelae.errors import InvalidInputError, TooLargeError

LARGEST_PART: Final = 50_000_000
"""Bytes of an unpacked part: a packed file may be a thousand times larger inside."""
_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_VALUE: Final = f"{_W}val"
_HEADING: Final = re.compile(r"heading ([1-6])")
_SKIPPED: Final = {
    f"{_W}{name}" for name in ("del", "moveFrom", "instrText", "delText", "drawing", "pict")
}
_MARKS: Final = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_DAMAGES: Final = (
    zlib.error,
    zipfile.BadZipFile,
    ElementTree.ParseError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    ValueError,
)
"""What is let through of files that are not what they say; nothing here touches the disk."""
Levels = Mapping[str, int]
"""Heading level by id of a style."""


def docx_text(path: Path) -> str:
    """Return the text.

    Raises:
        InvalidInputError: it is no Word document, or damaged.
        TooLargeError: it is too large inside.
    """
    packed = io.BytesIO(path.read_bytes())
    try:
        with zipfile.ZipFile(packed) as file:
            body = _part(file, "word/document.xml").find(f"{_W}body")
            blocks = list(_blocks(body, _levels(file))) if body is not None else []
    except _DAMAGES:
        raise InvalidInputError(f"{path.name} is no readable Word document (.docx).") from None
    return "\n\n".join(block for block in blocks if block.strip()) + "\n"


def _part(file: zipfile.ZipFile, name: str) -> Element:
    if file.getinfo(name).file_size > LARGEST_PART:
        raise TooLargeError(f"A part of it is over {LARGEST_PART:,} bytes when unpacked.")
    data = file.read(name)
    # Word writes UTF-8 and no entities; with one, a few bytes can stand for gigabytes, in UTF-16 unseen by this look.
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"\0" in data:
        raise InvalidInputError("It declares entities or is no UTF-8, as no Word document is.")
    return ElementTree.fromstring(data)  # noqa: S314 - no entities, see above


def _levels(file: zipfile.ZipFile) -> Levels:
    """Word names its headings in English, whatever the ids and shown names of the user's language are."""
    found: dict[str, int] = {}
    if "word/styles.xml" not in file.namelist():
        return found
    for style in _part(file, "word/styles.xml").iter(f"{_W}style"):
        named = _attribute(style.find(f"{_W}name")).lower()
        heading = _HEADING.fullmatch(named)
        if heading or named == "title":
            found[style.get(f"{_W}styleId", "")] = int(heading[1]) if heading else 1
    return found


def _blocks(parent: Element, levels: Levels) -> Iterator[str]:
    for child in parent:
        if child.tag == f"{_W}p":
            yield _paragraph(child, levels)
        elif child.tag == f"{_W}tbl":
            yield "\n".join(_rows(child))
        elif child.tag == f"{_W}sdt":
            content = child.find(f"{_W}sdtContent")
            yield from _blocks(content, levels) if content is not None else ()


def _rows(table: Element) -> Iterator[str]:
    for row in table.findall(f"{_W}tr"):
        cells = (" ".join(_text(p) for p in cell.iter(f"{_W}p")) for cell in row.findall(f"{_W}tc"))
        yield " | ".join(cell.strip() for cell in cells)


def _paragraph(paragraph: Element, levels: Levels) -> str:
    text = _text(paragraph).strip()
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    level = levels.get(_attribute(style), 0)
    if text and level:
        return f"{'#' * level} {text}"
    listed = paragraph.find(f"{_W}pPr/{_W}numPr") is not None
    return f"- {text}" if text and listed else text


def _text(element: Element) -> str:
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    for child in element:
        if child.tag in _SKIPPED or child.find(f"{_W}rPr/{_W}vanish") is not None:
            continue
        if child.tag == f"{_W}t":
            yield child.text or ""
        else:
            yield _MARKS.get(child.tag, "")
            yield from _pieces(child)


def _attribute(element: Element | None) -> str:
    return "" if element is None else element.get(_VALUE, "")
