"""Folding: what makes two spellings of a text the same text.

`fold` is for comparing and searching only. The stored text is never folded, and offsets do not survive it; rules that
need the way back to the original read a `plain_view`.
"""

import re
import unicodedata

from stelae.text.plain_view import INVISIBLE_CLASS
from stelae.text.scripts import simplified

_REMOVED = re.compile(f"{INVISIBLE_CLASS}|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]{0,16}[ -/]{0,4}[@-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)
"""Control characters; a terminal's sequence goes whole, or its letters would stay among the words."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"\s+")


def fold(text: str) -> str:
    """Return the text without differences that do not matter for finding it.

    Width and compatibility forms (NFKC), case, traditional or simplified characters, zero-width and control characters.

    Args:
        text: Any text.

    Returns:
        The folded text; folding it again changes nothing that search depends on. Line breaks and tabs stay white space.
    """
    if text.isascii():
        return _REMOVED.sub("", text.lower())
    plain = unicodedata.normalize("NFKC", _REMOVED.sub("", text))
    return simplified(unicodedata.normalize("NFKC", plain.casefold()))


def storable(text: str) -> str:
    """Return the text without what no store or terminal should get: NUL and other control characters.

    A lone surrogate becomes U+FFFD. Line breaks and tabs stay; hidden characters stay too, since the scanner has to see
    them.
    """
    if text.isascii() and text.isprintable():
        return text
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", text))


def visible(text: str) -> str:
    """Return the text without characters nobody can see, except the joiners and marks that scripts and emoji need.

    What is stored is what a person reads: zero-width spaces, bidirectional overrides and tag characters are gone.
    """
    return text if text.isascii() else _UNSEEN.sub("", text)


def squash(text: str) -> str:
    """Return the text with every run of white space as one blank, and none at its ends."""
    return _SPACE.sub(" ", text).strip()


def is_blank(text: str) -> bool:
    """Is there nothing to read: only white space, zero-width, direction marks or control characters?"""
    return not _REMOVED.sub("", text).strip()
