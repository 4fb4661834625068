"""What memories and messages say, and by which terms that is found. Pure."""

import json
import re
from collections.abc import Iterable, Iterator

from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.text.keys import statement
from stelae.text.language import HAN, HANGUL, KANA
from stelae.text.normalise import fold
from stelae.text.tokens import STOP_WORDS, tokens

LONG = 20_000
"""Characters from which a text is compared as it stands, spaces and all."""
_WIDE = re.compile(f"[{HAN}{KANA}{HANGUL}]+")


def must_terms(text: str) -> list[str]:
    """Return terms that every keyword row of a text holding this one has: words, and pairs of Chinese characters."""
    folded = fold(text)
    found = tokens(_WIDE.sub(" ", folded))
    for run in _WIDE.findall(folded):
        pairs = [run[n : n + 2] for n in range(len(run) - 1)] or [run]
        found += [pair for pair in pairs if pair not in STOP_WORDS]
    return found


def holds(record: MemoryRecord, wanted: str) -> bool:
    """Does a memory say that normalised statement: in its text, its quotes or its fields?"""
    return any(wanted in statement(text) for text in texts_of(record))


def holds_aside(said: Observation, literal: str, wanted: str) -> bool:
    """Does a message say it in its text, its calls or its metadata?"""
    beside = [dict(call) for call in said.tool_calls], said.metadata
    text = f"{said.text}\n{json.dumps(beside, ensure_ascii=False) if any(beside) else ''}"
    return fold(literal) in fold(text) if len(text) > LONG else wanted in statement(text)


def texts_of(record: MemoryRecord) -> Iterable[str]:
    """Return everything that a memory says: text, quotes, fields."""
    yield record.text
    yield from (span.quote for span in record.evidence if span.quote)
    yield from (value for value in record.attributes.values() if isinstance(value, str))


def values_of(record: MemoryRecord) -> Iterator[str]:
    """Return what a memory is about as its fields have it: the phone number, the place, the thing chosen."""
    for name in ("object", "choice", "what", "goal", "place"):
        value = record.attributes.get(name)
        if isinstance(value, str) and value.strip():
            yield value
