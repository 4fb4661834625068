"""Assimilation and accommodation: does new input fit a concept there is, or does it need a new one (S24, S25)?

Pure. What is decided here is a name, never a memory: a new concept comes into being only with a memory that passes the
gate, and two memories under one key are still compared by consolidation. Nothing is taken for the same by likeness when
numbers, dates, identifiers or polarity differ (DEV-09).
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal

from stelae.concepts.vocabulary import category_of, is_typed
from stelae.schemas.concepts import Assimilation, DecodedKey
from stelae.text.keys import MAX_KEY_CHARS, slug
from stelae.text.numbers import signature
from stelae.text.scanner import scan
from stelae.text.secrets import find_secrets
from stelae.text.tokens import words

FLOOR: Final = 0.6
"""Score below which a text fits no concept. Measured: `evals/concepts/assimilation.py`."""
MARGIN: Final = 0.1
"""Least distance to the second best; nearer than that nobody can say which one is meant."""
MOST_SURPRISE: Final = 50.0
"""Perplexity a step above which a model's key counts as forced on it by the constraint (S25)."""
NameFault = Literal["form", "category", "too_long", "secret", "instruction"]


def assimilated(
    found: Sequence[DecodedKey], *, floor: float = FLOOR, margin: float = MARGIN
) -> Assimilation:
    """Say whether a text fits the best of the keys it was decoded to.

    Args:
        found: from a `KeyDecoder`, best first.
        floor: least score.
        margin: least distance to the second best.
    """
    if not found:
        return Assimilation(key=None, score=0.0, why="empty")
    best, second = found[0], found[1].score if len(found) > 1 else 0.0
    if best.perplexity is not None and best.perplexity > MOST_SURPRISE:
        return Assimilation(key=None, score=best.score, why="surprising")
    if best.score < floor:
        return Assimilation(key=None, score=best.score, why="low_score")
    if best.score - second < margin:
        return Assimilation(key=None, score=best.score, why="no_margin")
    return Assimilation(key=best.key, score=best.score, why="fits")


def variant_of(key: str, vocabulary: Collection[str], *, values: int = 0) -> str | None:
    """Return the one concept of which a new key is another spelling (`report-languages`).

    Only names of properties may be spelled differently. A value is what a person said, and two values are two things
    until a person merges them.

    Args:
        key: a typed key that is no concept.
        vocabulary: the keys there are; those of its category and length are looked at.
        values: how many parts at its end are values.
    """
    parts = key.split("/")
    last = len(parts) - values
    found = [
        other
        for other in vocabulary
        if category_of(other) == parts[0]
        and len(theirs := other.split("/")) == len(parts)
        and theirs[last:] == parts[last:]
        and all(map(_one_name, parts[:last], theirs[:last]))
    ]
    return found[0] if len(found) == 1 else None


def fault_of(key: str, categories: Collection[str]) -> NameFault | None:
    """Validate the name of a new concept, whoever proposed it (S25).

    Args:
        key: the proposed key.
        categories: the registered ones.

    Returns:
        Why it is refused, or None. A name that passes is still no concept: a memory with it has to pass the gate.
    """
    parts = key.split("/")
    if category_of(key) not in categories:
        return "category"
    if not is_typed(key) or any(not part or slug(part) != part for part in parts[1:]):
        return "form"
    if len(key) > MAX_KEY_CHARS:
        return "too_long"
    said = " ".join(parts[1:]).replace("-", " ")
    if any(find_secrets(text) for text in (said, *parts[1:])):
        return "secret"
    return None if scan(said).verdict == "clean" else "instruction"


def _one_name(one: str, other: str) -> bool:
    """Same words in the same order, whatever their endings.

    Likeness of letters says nothing (`employer`, `employee`), nor do the same words otherwise (`flight-to`, `flight-from`).
    """
    pieces, others = one.split("-"), other.split("-")
    return len(pieces) == len(others) and all(map(_one_word, pieces, others))


def _one_word(one: str, other: str) -> bool:
    if one == other:
        return True
    said = words(one)
    return bool(said) and said == words(other) and signature(one) == signature(other)
