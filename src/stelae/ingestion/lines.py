"""Reads an export line by line, and says how far it can be trusted before anything of it is believed."""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import BinaryIO, Final

from pydantic import TypeAdapter, ValidationError

from stelae.errors import BrokenExportError, InvalidInputError, ScopeError
from stelae.ports import Signing
from stelae.schemas.keeping import Trust
from stelae.schemas.transfer import FORMAT, ContentLine, EndLine, HeaderLine, Line

MAX_LINE_BYTES: Final = 64 * 1024 * 1024
_LINE: Final[TypeAdapter[Line]] = TypeAdapter(Line)
_SHOWN: Final = 60
"""Most characters of a field's place in an error."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What reading a whole export once has shown. Every line has the right shape."""

    header: HeaderLine
    lines: int
    trust: Trust
    own: bool
    """Signed with the key of the folder that reads it."""


def examine(file: BinaryIO, signing: Signing, *, key: bytes | None = None) -> Examined:
    """Read the export from its beginning to its end.

    Args:
        file: at its beginning.
        signing: knows the folder's own key.
        key: of the folder that made the export, when that is another one.

    Raises:
        BrokenExportError: a line is no JSON, of no known kind, or not where it belongs.
        InvalidInputError: it was made by a newer Stelae.
    """
    header: HeaderLine | None = None
    end: EndLine | None = None
    sha, lines = hashlib.sha256(), 0
    for number, raw in _raw(file):
        line = _parsed(number, raw)
        if end is not None:
            raise BrokenExportError(number, "stands behind the end line.")
        if (number == 1) != isinstance(line, HeaderLine):
            raise BrokenExportError(number, "the header belongs into line 1, and nowhere else.")
        if isinstance(line, HeaderLine):
            header = _known(line)
        if isinstance(line, EndLine):
            end = line
        else:
            sha.update(raw)
            lines += 1
    if header is None:
        raise BrokenExportError(1, "there is no line; an export begins with a header.")
    trust, own = _trust(header, end, lines, sha.digest(), signing, key)
    return Examined(header, lines, trust, own)


def content(file: BinaryIO) -> Iterator[ContentLine]:
    """Return the lines between header and end.

    Raises:
        BrokenExportError: a line has changed its shape since it was examined.
    """
    for number, raw in _raw(file):
        line = _parsed(number, raw)
        if not isinstance(line, HeaderLine | EndLine):
            yield line


def _trust(
    header: HeaderLine,
    end: EndLine | None,
    lines: int,
    digest: bytes,
    signing: Signing,
    key: bytes | None,
) -> tuple[Trust, bool]:
    if end is None:
        return "unsigned", False
    own = header.key == signing.key_id()
    if not own and (key is None or header.key != signing.key_id(key=key)):
        return "foreign", False
    expected = signing.sign(digest, key=None if own else key).hex()
    holds = hmac.compare_digest(expected.encode(), end.signature.encode()) and end.lines == lines
    return ("signed" if holds else "edited"), own


def _known(header: HeaderLine) -> HeaderLine:
    if header.format > FORMAT:
        raise InvalidInputError(
            f"This export has format {header.format}; this Stelae knows {FORMAT}. Upgrade stelae."
        )
    return header


def _raw(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    for number in count(1):
        raw = file.readline(MAX_LINE_BYTES + 1)
        if not raw:
            return
        if len(raw) > MAX_LINE_BYTES:
            raise BrokenExportError(number, f"is longer than {MAX_LINE_BYTES // 2**20} MB.")
        yield number, raw


def _parsed(number: int, raw: bytes) -> Line:
    """Return the line; an error names the place in it and never what stands there."""
    try:
        return _LINE.validate_json(raw)
    except ScopeError:
        raise BrokenExportError(number, "the scope has none of the known forms.") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])[:_SHOWN]
        raise BrokenExportError(
            number, f"{first['type']}{f' at {place}' if place else ''}."
        ) from None
