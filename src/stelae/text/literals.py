"""What the fields and the key of a memory say, as it is written: what must be gone when the memory is. Pure."""

from collections.abc import Iterable, Iterator
from typing import Any, cast

from stelae.schemas.memory import MemoryRecord
from stelae.text.normalise import fold


def literals(records: Iterable[MemoryRecord]) -> tuple[str, ...]:
    """Return the field values and key parts of all of these, each once: as they are and as an index folds them.

    Texts and numbers at any depth, the raw buffer with them; not truth values, not the names of fields, and of a key
    neither its category nor the digest of a statement that has no name.
    """
    found: dict[str, None] = {}
    for record in records:
        for text in (*_in(record.attributes), *_parts(record.key)):
            found[text] = found[fold(text)] = None
    return tuple(text for text in found if text.strip())


def _in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield repr(value)
    elif isinstance(value, dict):
        for inner in cast("dict[str, Any]", value).values():
            yield from _in(inner)
    elif isinstance(value, list | tuple):
        for inner in cast("list[Any]", value):
            yield from _in(inner)


def _parts(key: str) -> Iterator[str]:
    _, *parts = key.split("/")
    yield from (part for part in parts if not part.startswith("="))
