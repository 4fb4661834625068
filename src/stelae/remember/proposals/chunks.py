"""Cut a conversation into pieces that fit a model's room; together they hold every character of it (DEV-21). Pure."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

_END = re.compile(r"[。！？!?；;…]+[”\"」』)）]*|\n+|\.(?=\s)")
_CHARS_A_TOKEN = 8
"""More characters than any text has in a token, to look at no more of a long text than can fit."""
OVERLAP = 200
"""A piece begins at most so many characters before the end of the one before it, so that no sentence is only seen cut."""

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Line:
    """One message to be shown: what it begins with, and its text. Of a text that is cut every piece gets the head."""

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the conversation, and which lines (their places in the list) it shows, whole or in part."""

    text: str
    lines: tuple[int, ...]


def pack(lines: Sequence[Line], *, room: int, count: Count) -> Iterator[Chunk]:
    """Yield the chunks.

    Args:
        lines: in order.
        room: tokens a chunk may have.
        count: tokens of a text, never fewer for a longer one.
    """
    held: list[str] = []
    shows: list[int] = []
    used = 0
    for number, line in enumerate(lines):
        head = count(line.head) + 1
        for start, end in pieces(line.text, room=max(1, room - head), count=count):
            shown = line.head + line.text[start:end]
            cost = count(shown) + 1
            if held and used + cost > room:
                yield Chunk("\n".join(held), tuple(dict.fromkeys(shows)))
                held, shows, used = [], [], 0
            held.append(shown)
            shows.append(number)
            used += cost
    if held:
        yield Chunk("\n".join(held), tuple(dict.fromkeys(shows)))


def pieces(text: str, *, room: int, count: Count) -> Iterator[tuple[int, int]]:
    """Yield `(start, end)` of overlapping pieces of one text, each of at most `room` tokens, cut at ends of sentences."""
    start: int = 0
    before: int = 0
    while True:
        end: int = start + _longest(text[start : start + room * _CHARS_A_TOKEN], room, count)
        if end >= len(text):
            yield start, len(text)
            return
        if end <= before:
            # The overlap takes up all of the room.
            start = before
            continue
        mark = _last_mark(text, start + (end - start) // 2, end)
        end = mark if mark > before else end
        yield start, end
        start, before = _back(text, start, end), end


def _back(text: str, start: int, end: int) -> int:
    """Return where the piece after `start:end` begins: at the first sentence of the overlap.

    So a sentence that the end cuts is whole in the next piece, also when there is a mark inside it (`“…！”`, `;`).
    """
    earliest = max(start + 1, end - min(OVERLAP, (end - start) // 3))
    marks = (m.end() for m in _END.finditer(text, earliest, end))
    return next((mark for mark in marks if mark < end), end - (end - start) // 8)


def _last_mark(text: str, start: int, end: int) -> int:
    """Return where the last sentence that ends between the two offsets ends, 0 when none does."""
    return max((m.end() for m in _END.finditer(text, start, end)), default=0)


def _longest(text: str, room: int, count: Count) -> int:
    """Return how many characters fit; at least one, so that every text comes to an end."""
    fitting = bisect_right(range(1, len(text) + 1), room, key=lambda n: count(text[:n]))
    return max(1, fitting)
