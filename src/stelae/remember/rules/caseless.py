"""Patterns without regard to case, several times as fast as `re.IGNORECASE`: pattern and text are both in lower case.

`re` gives up its search for first letters when case does not matter. What is found keeps its place, but its words come in
lower case. `plain_of` leaves no letter that only `re.IGNORECASE` takes for another, or whose lower case is longer.
"""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

_WORDS = re.compile(r"(?P<kept>\\.|\(\?P[<=]\w+[>)])|[^\W\d_]+", re.DOTALL)
_MINDS_CASE = "(?-i:"
_Found = TypeVar("_Found")
Find = Callable[[str], re.Match[str] | None]


class Caseless:
    """Matches like a compiled pattern with `re.IGNORECASE`."""

    __slots__ = ("finditer", "fullmatch", "groupindex", "match", "search")

    def __init__(self, pattern: str) -> None:
        """Compile the pattern in lower case; one with a part that minds case (`(?-i:…)`) as it is."""
        lower = _WORDS.sub(_in_lower, pattern)
        minds = _MINDS_CASE in pattern
        letters = not minds and lower.upper() != lower
        compiled = re.compile(pattern, re.IGNORECASE) if minds else re.compile(lower)
        self.search: Find = _lowering(compiled.search) if letters else compiled.search
        self.match: Find = _lowering(compiled.match) if letters else compiled.match
        self.fullmatch: Find = _lowering(compiled.fullmatch) if letters else compiled.fullmatch
        self.finditer: Callable[[str], Iterator[re.Match[str]]] = (
            _lowering(compiled.finditer) if letters else compiled.finditer
        )
        self.groupindex = compiled.groupindex


def _in_lower(found: re.Match[str]) -> str:
    return found["kept"] or found.group().lower()


def _lowering(find: Callable[[str], _Found]) -> Callable[[str], _Found]:
    def run(text: str) -> _Found:
        return find(text.lower())

    return run
