"""A text as rules want to read it, with the way back to the original offsets.

Full-width and styled letters and digits become plain ones, and characters without width are left out, so that a
key written as `ｓｋ－…` or with zero-width spaces inside is seen by the same rules. Chinese punctuation is kept: it
ends a value. This is not the folding used for search: case, script and white space stay as they are.
"""

import re
import unicodedata
from dataclasses import dataclass

# Soft hyphen, joiners and fillers, zero-width space to right-to-left mark, bidirectional controls, word joiner to
# invisible plus, variation selectors, byte order mark.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
)
INVISIBLE_CLASS = f"[{INVISIBLE}\U000e0000-\U000e0fff]"
_INVISIBLE = re.compile(INVISIBLE_CLASS)
_STYLED_RANGES = ((0xFF01, 0xFF5F), (0x1D400, 0x1D800), (0x2460, 0x24EA))
_KEPT_WIDE = "！（），：；？"


def _plain_letters() -> dict[int, str]:
    """Characters of the styled ranges that stand for exactly one ASCII character."""
    table = {0x3000: " "}
    for first, after in _STYLED_RANGES:
        for code in range(first, after):
            plain = unicodedata.normalize("NFKC", chr(code))
            if len(plain) == 1 and plain.isascii() and chr(code) not in _KEPT_WIDE:
                table[code] = plain
    return table


_PLAIN = _plain_letters()
_STYLED = re.compile(
    "[\u2460-\u24e9\u3000\uff02-\uff07\uff0a\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5e\U0001d400-\U0001d7ff]"
)


@dataclass(frozen=True, slots=True)
class PlainView:
    """A readable copy of a text.

    Attributes:
        text: The copy; never longer than the original.
        offsets: For each character of the copy its offset in the original; None when they are the same.
    """

    text: str
    offsets: tuple[int, ...] | None

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Translate a stretch of the copy into one of the original, invisible characters inside it included."""
        if self.offsets is None or start >= end:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def plain_view(text: str) -> PlainView:
    """Make the readable copy of a text.

    Args:
        text: Any text.

    Returns:
        The copy and the way back; for ASCII text the text itself.
    """
    if text.isascii():
        return PlainView(text, None)
    plain = text.translate(_PLAIN) if _STYLED.search(text) else text
    if not _INVISIBLE.search(plain):
        return PlainView(plain, None)
    kept = tuple(index for index, char in enumerate(plain) if not _INVISIBLE.match(char))
    return PlainView("".join([plain[index] for index in kept]), kept)
