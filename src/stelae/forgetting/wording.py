"""What memories and messages say, and by which terms that is found. Pure."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.text.keys import statement
from stelae.text.language import HAN, HANGUL, KANA
from stelae.text.normalise import fold
from stelae.text.tokens import STOP_WORDS, tokens

LONG = 20_000
"""Characters from which a text is compared as it stands, spaces and all."""
_WIDE = re.compile(f"[{HAN}{KANA}{HANGUL}]+")
_LETTER = re.compile(rf"[^\W\d_{HAN}{KANA}{HANGUL}]")
"""Of a script that writes words apart."""
_BY_CHANCE = 40
"""Letters up to which words may stand within others."""


def must_terms(text: str) -> list[str]:
    """Return terms that every keyword row of a text holding this one has: words, and pairs of Chinese characters."""
    folded = fold(text)
    found = tokens(_WIDE.sub(" ", folded))
    for run in _WIDE.findall(folded):
        pairs = [run[n : n + 2] for n in range(len(run) - 1)] or [run]
        found += [pair for pair in pairs if pair not in STOP_WORDS]
    return found


def says(text: str, literal: str) -> bool:
    """Does a text say these words, but for case, width, spaces and punctuation? `Ann` is not said by `planned`."""
    wanted = statement(literal)
    if not wanted:
        return False
    if len(text) > LONG:
        return fold(literal) in fold(text) and _as_words(text, wanted)
    return wanted in statement(text) and _as_words(text, wanted)


def _as_words(text: str, wanted: str) -> bool:
    """Do the words begin and end where words of the text do? Long ones cannot stand within a word by chance."""
    if len(wanted) > _BY_CHANCE or not (_LETTER.match(wanted[0]) or _LETTER.match(wanted[-1])):
        return True
    return bool(_edged(wanted).search(fold(text)))


@lru_cache(maxsize=256)
def _edged(wanted: str) -> re.Pattern[str]:
    """Return the pattern of a normalised statement whose letters at the edges go on in no letter but a plural's."""
    spelled = r"[\W_]*".join(map(re.escape, wanted))
    begin = rf"(?<!{_LETTER.pattern})" if _LETTER.match(wanted[0]) else ""
    end = rf"(?:e?s)?(?!{_LETTER.pattern})" if _LETTER.match(wanted[-1]) else ""
    return re.compile(f"{begin}{spelled}{end}")


def holds(record: MemoryRecord, literal: str) -> bool:
    """Does a memory say these words: in its text, its quotes or its fields?"""
    return any(says(text, literal) for text in texts_of(record))


def holds_aside(said: Observation, literal: str) -> bool:
    """Does a message say them in its text, its calls or its metadata?"""
    beside = [dict(call) for call in said.tool_calls], said.metadata
    text = f"{said.text}\n{json.dumps(beside, ensure_ascii=False) if any(beside) else ''}"
    return says(text, literal)


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
