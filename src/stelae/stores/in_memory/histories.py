"""A memory that comes with its history: versions as they were, one row for each wording."""

from collections.abc import Callable

from stelae.schemas.change import Past, Write
from stelae.stores.entries import Entry
from stelae.stores.histories import wordings
from stelae.stores.in_memory.space import Memory


def remembered(write: Write, number: int, add_row: Callable[[Past, Entry], int]) -> Memory:
    """Return the memory of a write with a history.

    Args:
        write: of a new record.
        number: order of first writing.
        add_row: makes the row of a wording and returns its number.
    """
    rows = [
        (wording.first, add_row(wording.last, wording.entry)) for wording in wordings(write.history)
    ]
    placed = tuple(
        next((rid for first, rid in reversed(rows) if first <= n), None)
        for n in range(len(write.history))
    )
    return Memory(number, placed[-1], tuple(past.version for past in write.history), placed)
