"""How alike two statements are in their letters: a guard against a new key for an old fact (P34, R6). Pure.

Never enough by itself: `415` and `451`, `like` and `don't like` differ in few letters and mean something else. Whoever asks
compares numbers and polarity, too (`same_statement`).
"""

import re
from functools import lru_cache

from stelae.text.keys import statement
from stelae.text.numbers import signature
from stelae.text.polarity import disliking, negated

_THIRD_PERSON = re.compile(r"\b(hate|dislike|detest|loathe|despise)s\b", re.IGNORECASE)
ALIKE = 0.6
"""Least share of common pairs of letters (P34)."""
_SUBJECT = re.compile(
    r"^(?:用户|我|本人|the user|this user|user|i)(?:的|'s\b|'m\b| am\b| is\b)?\s*", re.IGNORECASE
)


def likeness(one: str, other: str) -> float:
    """Return the Jaccard share of character pairs of two statements, in [0, 1]; whom they are about is left out."""
    mine, theirs = _pairs(one), _pairs(other)
    together = mine | theirs
    return len(mine & theirs) / len(together) if together else 0.0


def same_statement(one: str, other: str) -> bool:
    """Do two texts say the same: nearly the same letters, the same numbers, the same polarity?"""
    return (
        likeness(one, other) >= ALIKE
        and signature(one) == signature(other)
        and _polarity(one) == _polarity(other)
    )


def _polarity(text: str) -> tuple[bool, bool]:
    plain = _THIRD_PERSON.sub(r"\1", text)
    return negated(plain), disliking(plain)


@lru_cache(maxsize=2_048)
def _pairs(text: str) -> frozenset[str]:
    letters = statement(_SUBJECT.sub("", text.strip()))
    return frozenset(letters[n : n + 2] for n in range(max(1, len(letters) - 1))) - {""}
