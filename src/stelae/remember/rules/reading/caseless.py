"""Patterns without regard to case, several times as fast as `re.IGNORECASE`: pattern and text are both in lower case.

`re` gives up its search for first letters when case does not matter. What is found keeps its place, but its words come in
lower case. `plain_of` leaves no letter that only `re.IGNORECASE` takes for another, or whose lower case is longer.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

_WORDS = re.compile(r"(?P<kept>\\.|\(\?P[<=]\w+[>)])|[^\W\d_]+", re.DOTALL)
_MINDS_CASE = "(?-i:"
_Found = TypeVar("_Found")
Find = Callable[[str], re.Match[str] | None]


class Caseless:
    """Matches like a compiled pattern with `re.IGNORECASE`.

    It is compiled when it is first used: there are hundreds, which took half a second of every start, and a text comes near
    a few of them only.
    """

    __slots__ = ("_source", "finditer", "fullmatch", "groupindex", "match", "search")

    search: Find
    match: Find
    fullmatch: Find
    finditer: Callable[[str], Iterator[re.Match[str]]]
    groupindex: Mapping[str, int]

    def __init__(self, pattern: str) -> None:
        """Take the pattern; it is used in lower case, one with a part that minds case (`(?-i:…)`) as it is."""
        self._source = pattern

    def __getattr__(self, name: str) -> Any:
        """Compile, since a slot is still empty; from then on every one is filled and this is not asked."""
        if name not in self.__slots__ or name == "_source":
            raise AttributeError(name)
        lower = _WORDS.sub(_in_lower, self._source)
        minds = _MINDS_CASE in self._source
        letters = not minds and lower.upper() != lower
        compiled = re.compile(self._source, re.IGNORECASE) if minds else re.compile(lower)
        self.search = _lowering(compiled.search) if letters else compiled.search
        self.match = _lowering(compiled.match) if letters else compiled.match
        self.fullmatch = _lowering(compiled.fullmatch) if letters else compiled.fullmatch
        self.finditer = _lowering(compiled.finditer) if letters else compiled.finditer
        self.groupindex = compiled.groupindex
        return getattr(self, name)


def _in_lower(found: re.Match[str]) -> str:
    return found["kept"] or found.group().lower()


def _lowering(find: Callable[[str], _Found]) -> Callable[[str], _Found]:
    def run(text: str) -> _Found:
        return find(text.lower())

    return run
