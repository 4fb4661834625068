"""Assimilation and accommodation: does new input fit a concept there is, or does it need a new one (S24, S25)?

Pure. What is decided here is a name, never a memory: a new concept comes into being only with a memory that passes the
gate, and two memories under one key are still compared by consolidation. Nothing is taken for the same by likeness when
numbers, dates, identifiers or polarity differ (DEV-09).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from stelae.concepts.vocabulary import category_of, is_typed
from stelae.schemas.concepts import DecodedKey
from stelae.text.keys import MAX_KEY_CHARS, slug
from stelae.text.numbers import signature
from stelae.text.polarity import disliking, negated
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


@dataclass(frozen=True, slots=True)
class Assimilation:
    """What a text fits."""

    key: str | None
    """The concept, or None: it needs a new one."""
    score: float
    """Of the best key, whether or not it was good enough."""
    why: Literal["fits", "empty", "low_score", "no_margin", "surprising", "differs"]


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
        return Assimilation(None, 0.0, "empty")
    best, second = found[0], found[1].score if len(found) > 1 else 0.0
    if best.perplexity is not None and best.perplexity > MOST_SURPRISE:
        return Assimilation(None, best.score, "surprising")
    if best.score < floor:
        return Assimilation(None, best.score, "low_score")
    if best.score - second < margin:
        return Assimilation(None, best.score, "no_margin")
    return Assimilation(best.key, best.score, "fits")


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


def compatible(text: str, other: str) -> bool:
    """May two statements be about one thing: same numbers, dates and identifiers, same polarity?"""
    alike = signature(text) == signature(other)
    return alike and (negated(text), disliking(text)) == (negated(other), disliking(other))


def named(category: str, parts: Iterable[str]) -> str | None:
    """Name a concept from the typed fields of what is to be remembered: the path `text.keys.key_of` builds.

    Returns:
        The key, or None where a part is empty.
    """
    slugs = [slug(part) for part in parts]
    return "/".join([category, *slugs]) if slugs and all(slugs) else None


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
