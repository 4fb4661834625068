"""The index rows of a memory that comes with its history: one for each wording it has had. The same in every store."""

from collections.abc import Sequence
from typing import NamedTuple

from stelae.schemas.change import Past
from stelae.stores.entries import Entry, memory_entry


class Wording(NamedTuple):
    """A run of versions with the same text, and its row."""

    first: int
    """Place of its first version in the history."""
    last: Past
    entry: Entry


def wordings(history: Sequence[Past]) -> list[Wording]:
    """Return the wordings since the memory was last forgotten, oldest first; the last one is the current one.

    Each row begins when the store learned the wording and ends when it learned another one.
    """
    forgotten = [n for n, past in enumerate(history) if past.version.record.status == "forgotten"]
    start = forgotten[-1] + 1 if forgotten else 0
    firsts = [
        n
        for n in range(start, len(history))
        if n == start or _text(history[n]) != _text(history[n - 1])
    ]
    return [
        _wording(history, first, following)
        for first, following in zip(firsts, [*firsts[1:], len(history)], strict=True)
    ]


def _wording(history: Sequence[Past], first: int, following: int) -> Wording:
    last = history[following - 1]
    entry = memory_entry(last.version.record, length=last.length, cues=last.cues)
    entry = entry._replace(recorded_at=history[first].version.recorded_at.timestamp())
    if following < len(history):
        ended = history[following].version.recorded_at.timestamp()
        entry = entry._replace(live=0, retracted_at=ended)
    return Wording(first, last, entry)


def _text(past: Past) -> str:
    return past.version.record.text
