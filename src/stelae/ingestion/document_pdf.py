"""The text of a PDF file, read by pypdf (extra `documents`). Pictures of text are not read: nothing here knows letters."""

import re
from pathlib import Path
from typing import Any, Final

from stelae.errors import ConfigurationError, EmptyInputError, InvalidInputError
from stelae.text.language import HAN

_TORN_HAN: Final = re.compile(rf"(?<=[{HAN}，、；：])[ \t]*\n[ \t]*(?=[{HAN}])")
_TORN_LATIN: Final = re.compile(r"(?<=[a-z,;])[ \t]*\n[ \t]*(?=[a-z(])")
_DAMAGES: Final = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    RecursionError,
    ArithmeticError,
)
"""What pypdf lets through of files that are not what they say."""


def pdf_text(path: Path) -> tuple[str, str]:
    """Return title and text, pages apart, lines that only the layout tore joined.

    Raises:
        ConfigurationError: pypdf is not installed.
        EmptyInputError: there is no text in it.
        InvalidInputError: it is no PDF file, damaged, or needs a password.
    """
    try:
        from pypdf import PdfReader  # noqa: PLC0415 - an extra
        from pypdf.errors import DependencyError, PyPdfError  # noqa: PLC0415 - an extra
    except ImportError:
        raise ConfigurationError(
            "Reading PDF files needs pypdf: pip install 'stelae[documents]'."
        ) from None
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise InvalidInputError(f"{path.name} needs a password; save it without one first.")
        title = str(_metadata(reader) or "")
        pages = [page.extract_text() for page in reader.pages]
    except DependencyError as lacking:
        raise ConfigurationError(f"{path.name} cannot be read: {lacking}.") from None
    except (PyPdfError, *_DAMAGES):
        raise InvalidInputError(f"{path.name} is no readable PDF file.") from None
    text = "\n\n".join(page.strip() for page in pages if page.strip())
    if not text:
        raise EmptyInputError(f"There is no text in {path.name}; it may hold pictures of pages.")
    return title, _TORN_LATIN.sub(" ", _TORN_HAN.sub("", text)) + "\n"


def _metadata(reader: Any) -> str | None:
    return reader.metadata.title if reader.metadata else None
