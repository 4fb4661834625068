"""Cut a long text into passages, and say when that is needed (O38). Pure.

A passage follows the headings of Markdown and the sentences of Chinese and English; where one section is cut, the next
passage begins with the last sentences of the one before. Without these overlaps the passages together are the text,
character for character.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.text.estimate import estimate_tokens

ONE_GUIDE: Final = 500
"""Up to so many tokens a text is one memory (O38)."""
DUAL_TRACK: Final = 1_500
"""Above it there is a summary, and passages beside it (O38); in between whoever proposes it says which."""
SIZE: Final = 500
OVERLAP: Final = 100
"""Tokens of a passage, and of what it repeats of the one before (O38, O40)."""
_CHARS: Final = MAX_MEMORY_CHARS // SIZE
"""Characters that count as a token at least, so that no passage is longer than a memory may be."""
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t]*")
_FENCE: Final = re.compile(r" {0,3}(```|~~~)")
_END: Final = re.compile(r"(?:[。！？…；]+[”\"」』）)]*|[.!?]+[\"'”’)\]]*(?=\s)|\n)\s*")
_NO_SPACE: Final = re.compile(r"\S")
_WORD_END: Final = re.compile(r"\s+(?=\S)")
Misfit = Literal["none", "one_is_enough", "needs_summary", "summary_too_long"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """One passage."""

    text: str
    overlap: int = 0
    """Characters at its beginning that the passage before has, too."""
    heading: str = ""
    """The headings that it stands under, outermost first."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence, or what fits of a longer one."""

    start: int
    end: int
    cost: int
    heading: str
    opens: bool
    """Does a section begin with it?"""


def misfit(body: str, text: str = "") -> Misfit:
    """Say what the size rule has against a proposal (O38).

    Args:
        body: a whole guide, or the summary of `text`.
        text: the long text; empty: there is none.
    """
    tokens, room = estimate_tokens(body), len(body) <= MAX_MEMORY_CHARS
    if not text:
        return "none" if tokens <= DUAL_TRACK and room else "needs_summary"
    if tokens + estimate_tokens(text) <= ONE_GUIDE:
        return "one_is_enough"
    return "none" if tokens <= ONE_GUIDE and room else "summary_too_long"


def chunked(
    text: str, *, size: int = SIZE, overlap: int = OVERLAP, markdown: bool = True
) -> tuple[Chunk, ...]:
    """Return the passages in order.

    Args:
        text: any text.
        size: most tokens of a passage, what it repeats included.
        overlap: most tokens that it repeats.
        markdown: lines that begin with `#` are headings.
    """
    found: list[Chunk] = []
    back: list[_Piece] = []
    held: list[_Piece] = []
    for piece in _pieces(text, room=size - overlap, markdown=markdown):
        if held and piece.opens and _cost(held) >= overlap:
            found.append(_chunk(text, back, held))
            back, held = [], []
        elif held and _cost(back) + _cost(held) + piece.cost > size:
            found.append(_chunk(text, back, held))
            back, held = _tail(text, held, overlap), []
        held.append(piece)
    return (*found, _chunk(text, back, held)) if held else tuple(found)


def verbatim_parts(source: str, *, limit: int = MAX_MEMORY_CHARS) -> tuple[str, ...]:
    """Return parts that joined are the source, byte for byte, cut at ends of lines where that is possible.

    No part is blank, unless the source is: white space without words would be no memory.

    Args:
        source: of a drawing.
        limit: most characters of a part, but for white space around it.
    """
    parts: list[str] = []
    start, last = 0, len(source.rstrip())
    while (first := _next_word(source, start)) + limit < last:
        line_end = source.rfind("\n", first, first + limit) + 1
        end = line_end if line_end > first else first + limit
        parts.append(source[start:end])
        start = end
    return (*parts, source[start:])


def _next_word(source: str, start: int) -> int:
    found = _NO_SPACE.search(source, start)
    return found.start() if found else len(source)


def _cost(pieces: Sequence[_Piece]) -> int:
    return sum(piece.cost for piece in pieces)


def _chunk(text: str, back: Sequence[_Piece], held: Sequence[_Piece]) -> Chunk:
    start = back[0].start if back else held[0].start
    return Chunk(text[start : held[-1].end], held[0].start - start, held[0].heading)


def _tail(text: str, held: Sequence[_Piece], room: int) -> list[_Piece]:
    """Return the last sentences that fit; of one that does not fit whole its last words."""
    tail: list[_Piece] = []
    for piece in reversed(held):
        if _cost(tail) + piece.cost > room:
            break
        tail.insert(0, piece)
    if tail:
        return tail
    last = held[-1]
    rest = text[max(last.start, last.end - room * _CHARS) : last.end]
    start = last.end - _most(len(rest), room, lambda n: rest[len(rest) - n :])
    word = _WORD_END.search(text, start, last.end)
    start = word.end() if word else start
    return [_piece(text, start, last.end, last.heading)] if start < last.end else []


def _pieces(text: str, *, room: int, markdown: bool) -> Iterator[_Piece]:
    for start, end, heading in _sections(text) if markdown else ((0, len(text), ""),):
        at = start
        for mark in (*(m.end() for m in _END.finditer(text, start, end)), end):
            while at < mark:
                cut = _cut(text, at, mark, room)
                yield _piece(text, at, cut, heading, opens=markdown and at == start)
                at = cut


def _piece(text: str, start: int, end: int, heading: str, *, opens: bool = False) -> _Piece:
    return _Piece(start, end, _tokens(text[start:end]), heading, opens)


def _cut(text: str, start: int, end: int, room: int) -> int:
    """Return where the piece that begins here ends: at the end of the sentence, or of the last word that fits."""
    if end - start <= room * _CHARS and _tokens(text[start:end]) <= room:
        return end
    fits = text[start : min(end, start + room * _CHARS)]
    most = start + max(1, _most(len(fits), room, lambda n: fits[:n]))
    words = [m.end() for m in _WORD_END.finditer(text, start, most)]
    return words[-1] if words and words[-1] - start > (most - start) // 2 else most


def _most(length: int, room: int, cut: Callable[[int], str]) -> int:
    """Return how many characters fit, `cut` giving the first or last so many."""
    return bisect_right(range(1, length + 1), room, key=lambda n: _tokens(cut(n)))


def _tokens(text: str) -> int:
    """Return what a text costs; never less for two texts than for both together."""
    return max(estimate_tokens(text), -(-len(text) // _CHARS))


def _sections(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield begin, end and headings of what stands under one heading, fenced code left alone."""
    path: list[tuple[int, str]] = []
    begin = at = 0
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if mark and fence in {"", mark[1]}:
            fence = "" if fence else mark[1]
        found = None if fence else _HEADING.fullmatch(line.rstrip("\r\n"))
        if found:
            if at > begin:
                yield begin, at, " > ".join(name for _, name in path)
            begin = at
            path = [one for one in path if one[0] < len(found[1])]
            path.append((len(found[1]), found[2]))
        at += len(line)
    if at > begin:
        yield begin, at, " > ".join(name for _, name in path)
