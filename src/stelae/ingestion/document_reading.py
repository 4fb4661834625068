"""From a file to its text: which reader, which encoding, which name. What the text says is nobody's business here."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from stelae.errors import InvalidInputError, TooLargeError
from stelae.ingestion.document_docx import docx_text
from stelae.ingestion.document_html import html_text
from stelae.ingestion.document_pdf import pdf_text
from stelae.ingestion.notation import ENDINGS, notation_of_file
from stelae.remember.redaction import redact
from stelae.schemas.drafts import Notation
from stelae.text.keys import digest
from stelae.text.normalise import fold, squash, storable

LARGEST_FILE: Final = 50_000_000
"""Bytes."""
LARGEST_TEXT: Final = 4_000_000
"""Characters: a thick book."""
Form = Literal["markdown", "text", "html", "pdf", "docx"]
FORMS: Final[dict[str, Form]] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
    ".docx": "docx",
}
_CHARSET: Final = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""")
_FIRST_HEADING: Final = re.compile(r"^#{1,6}[ \t]+(\S.*?)[ \t]*#*$", re.MULTILINE)
_NOT_A_NAME: Final = re.compile(r"[^\w]+")
_NAME_CHARS: Final = 60
_TITLE_CHARS: Final = 120


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A file that was read."""

    name: str
    """By which its passages belong together: the file's, without its ending."""
    source: str
    """The file's name, without the way to it."""
    title: str
    form: str
    text: str
    markdown: bool = False
    """Are lines that begin with `#` headings?"""
    notation: Notation | None = None
    """Of a drawing."""


def read_document(path: Path) -> ReadDocument:
    """Read a file.

    Raises:
        InvalidInputError: it is no file, of no known kind, or cannot be read.
        EmptyInputError: a PDF file without any text.
        TooLargeError: the file or its text is over the limit.
        ConfigurationError: what reads it is not installed.
    """
    form = FORMS.get(path.suffix.lower())
    notation = notation_of_file(path.name)
    if form is None and notation is None:
        known = ", ".join((*FORMS, *ENDINGS))
        raise InvalidInputError(f"{path.name} is of no kind that is read here: {known}.")
    if not path.is_file():
        raise InvalidInputError(f"{path} is no file.")
    if path.stat().st_size > LARGEST_FILE:
        raise TooLargeError(f"{path.name} is over {LARGEST_FILE:,} bytes.")
    title, text = ("", _decoded(path)) if form is None else _READERS[form](path)
    text = text if notation else storable(text)
    if len(text) > LARGEST_TEXT:
        raise TooLargeError(
            f"The text of {path.name} is over {LARGEST_TEXT:,} characters; split it."
        )
    markdown = form in {"markdown", "html", "docx"}
    source = redact(squash(storable(path.name))).text
    return ReadDocument(
        name=_name(source.removesuffix(path.suffix)),
        source=source,
        title=_title(title, text if markdown else "", source),
        form=str(form or notation),
        text=text,
        markdown=markdown,
        notation=notation,
    )


def _plain(path: Path) -> tuple[str, str]:
    return "", _decoded(path)


def _html(path: Path) -> tuple[str, str]:
    return html_text(_decoded(path, declared=True))


def _docx(path: Path) -> tuple[str, str]:
    return "", docx_text(path)


_READERS: Final[dict[Form, Callable[[Path], tuple[str, str]]]] = {
    "markdown": _plain,
    "text": _plain,
    "html": _html,
    "pdf": pdf_text,
    "docx": _docx,
}


def _decoded(path: Path, *, declared: bool = False) -> str:
    """Return the text of a file in UTF-8, or in the encoding that a page declares; guessing is left to nobody."""
    raw = path.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        named = _CHARSET.search(raw[:4096]) if declared else None
    try:
        if named:
            return raw.decode(named[1].decode(), errors="replace")
    except (LookupError, UnicodeError):  # no encoding of texts, such as `base64` or `idna`
        pass
    raise InvalidInputError(
        f"{path.name} is no UTF-8. Convert it first, for example: iconv -f GB18030 -t UTF-8"
    )


def _name(stem: str) -> str:
    name = _NOT_A_NAME.sub("_", fold(stem)).strip("_")[:_NAME_CHARS]
    return name or f"file_{digest(stem)}"


def _title(given: str, text: str, source: str) -> str:
    heading = _FIRST_HEADING.search(text)
    found = squash(storable(given)) or (heading[1] if heading else source)
    return redact(found).text[:_TITLE_CHARS]
