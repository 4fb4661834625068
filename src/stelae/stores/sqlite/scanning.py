"""Which of many byte strings occur in a file, in one pass whatever their number. Needs numpy; loaded when first used.

Whatever has six bytes covers the first three bytes of a four-byte word of the file. So each word is looked up once by a
hash of its first three bytes, and only where that hits is anything compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from stelae.ports import Ints

    Bytes = np.ndarray[Any, np.dtype[np.uint8]]
    Words = np.ndarray[Any, np.dtype[np.uint32]]

SHORTEST: Final = 6
"""Bytes; anything shorter occurs by chance, in vectors for one."""
_WORD: Final = 4
_KEY: Final = np.uint32(0xFF_FFFF)
# Shifted by eight bits, so that the word's fourth byte falls out of the product.
_FACTOR: Final = np.uint32((0x9E37_79B1 << 8) & 0xFFFF_FFFF)
_CHUNK: Final = 1 << 22
"""Bytes read at a time."""
_AT_ONCE: Final = 1 << 16
"""Words looked up at a time: they and the table stay in the second-level cache."""


def occurring(path: Path, needles: Sequence[bytes]) -> set[bytes]:
    """Return those of the byte strings that occur in the file.

    Args:
        path: any file.
        needles: each of at least `SHORTEST` bytes.
    """
    found: set[bytes] = set()
    search = _Search(needles)
    longest = max((len(needle) for needle in needles), default=0)
    for chunk, size in _chunks(path, longest):
        new = search.within(chunk, size)
        if new:
            found |= new
            search = _Search([needle for needle in needles if needle not in found])
        if len(found) == len(needles):
            break
    return found


class _Search:
    """The needles as a table of what may stand at the beginning of a word."""

    def __init__(self, needles: Sequence[bytes]) -> None:
        self._places: dict[int, list[tuple[bytes, int]]] = defaultdict(list)
        for needle in dict.fromkeys(needles):
            for offset in range(_WORD):
                key = int.from_bytes(needle[offset : offset + 3], "little")
                self._places[key].append((needle, offset))
        self._keys: Words = np.array(sorted(self._places), np.uint32)
        self._table = np.zeros(1 << 16, np.bool_)
        self._table[_hashes(self._keys)] = True

    def within(self, chunk: Bytes, size: int) -> set[bytes]:
        """Return the needles that occur in the first `size` bytes of the chunk; the rest is padding."""
        words = chunk.view("<u4")
        found: set[bytes] = set()
        for start in range(0, len(words), _AT_ONCE):
            part = words[start : start + _AT_ONCE]
            hits = np.flatnonzero(self._table.take(_hashes(part).astype(np.intp), mode="clip"))
            if len(hits):
                found |= self._compare(chunk[:size], hits + start, part[hits] & _KEY)
        return found

    def _compare(self, chunk: Bytes, hits: Ints, keys: Words) -> set[bytes]:
        ranks = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        exact = self._keys[ranks] == keys
        hits, keys = hits[exact], keys[exact]
        return {
            needle
            for key in np.unique(keys).tolist()
            for needle, offset in self._places[key]
            if _stands_at(chunk, hits[keys == key] * _WORD - offset, needle)
        }


def _hashes(words: Words) -> Words:
    return (words * _FACTOR) >> np.uint32(16)


def _stands_at(chunk: Bytes, starts: Ints, needle: bytes) -> bool:
    starts = starts[(starts >= 0) & (starts <= len(chunk) - len(needle))]
    for place, value in enumerate(needle):
        starts = starts[chunk[starts + place] == value]
        if not len(starts):
            return False
    return True


def _chunks(path: Path, longest: int) -> Iterator[tuple[Bytes, int]]:
    """Read the file in pieces that overlap by the longest needle, padded to whole words."""
    before = b""
    with path.open("rb", buffering=0) as file:
        while read := file.read(_CHUNK):
            data = before + read
            yield np.frombuffer(data + bytes(_WORD - len(data) % _WORD), np.uint8), len(data)
            before = data[-longest:] if longest else b""
