"""A pattern with a Chinese and an English half, of which only the half that can match is run.

Most of the time of the rules goes into searching large alternations; half of every one of them is for the other
language.
"""

import re

from stelae.remember.rules.reading.caseless import Caseless

_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTERS = re.compile(r"[A-Za-z]{2}")


class Cue:
    """Searches like a compiled pattern, without regard to case."""

    def __init__(self, *parts: str) -> None:
        """Take alternatives, each written for one language; one with a Chinese character is for Chinese text."""
        chinese = [p for p in parts if _HAN.search(p)]
        english = [p for p in parts if not _HAN.search(p)]
        self._chinese = Caseless("|".join(chinese)) if chinese else None
        self._english = Caseless("|".join(english)) if english else None

    def search(self, plain: str) -> re.Match[str] | None:
        """Return the first match of the half for this text; of both halves for a mixed one."""
        if plain.isascii():
            return self._english.search(plain) if self._english else None
        found = self._chinese.search(plain) if self._chinese else None
        if found is None and self._english and _LETTERS.search(plain):
            return self._english.search(plain)
        return found

    def match(self, plain: str) -> re.Match[str] | None:
        """Return the match at the beginning, if there is one."""
        if plain.isascii():
            return self._english.match(plain) if self._english else None
        found = self._chinese.match(plain) if self._chinese else None
        if found is None and self._english and _LETTERS.search(plain):
            return self._english.match(plain)
        return found
