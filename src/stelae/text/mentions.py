"""Does a message name a keyword? Whole words in spaced scripts, any place in Chinese (R24). Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache

from stelae.text.normalise import fold

_IDENTIFIER = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
_ENDS = r"(?:s|es|'s)?"


def mentioned(keywords: Iterable[str], text: str) -> tuple[str, ...]:
    """Return the keywords that a text names, in their order.

    A keyword of a spaced script must stand as words of its own, an English plural allowed; between its words may stand
    blanks, `-` or `_`. One with Chinese characters may stand anywhere.

    Args:
        keywords: as people wrote them; blank ones name nothing.
        text: the message.
    """
    said = fold(text)
    return tuple(word for word in keywords if word.strip() and _pattern(word).search(said))


def identifiers(text: str) -> frozenset[str]:
    """Return the snake_case names in a text, folded."""
    return frozenset(_IDENTIFIER.findall(fold(text)))


@lru_cache(maxsize=4096)
def _pattern(keyword: str) -> re.Pattern[str]:
    parts = re.split(r"[\s_\-]+", fold(keyword).strip())
    body = r"[\s_\-]*".join(map(re.escape, parts))
    before = r"(?<![a-z0-9])" if body[:1].isascii() else ""
    after = rf"{_ENDS}(?![a-z0-9])" if parts[-1][-1:].isascii() else ""
    return re.compile(f"{before}{body}{after}")
