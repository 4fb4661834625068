"""What preferences do to a title: what leaves it out, and how far they move it in a ranking. Pure."""

from typing import Final

from stelae.schemas.preferences import PreferenceBundle
from stelae.text.terms import canonical, named, naming

AFFINITY: Final = 0.2
"""What shared attributes add, once for a text, however many it has (P25)."""
LIKED: Final = 0.5
"""What each liked thing adds."""
DISLIKED: Final = 1.0
"""What each disliked thing takes away: as much as two likes, since a broken wish does more harm than a missed one (P12)."""


def blocked(found: PreferenceBundle, text: str) -> tuple[str, ...]:
    """Return why a text is left out: what it must not have, in the person's words, and what it lacks; none: it stays.

    Args:
        found: from `Memory.preferences`.
        text: a title, a description.
    """
    lacking = (f"no {term}" for term in found.must if not named(term, text))
    own_words = {canonical(term): term for term in reversed(naming(found.exclude, text))}
    return (*reversed(own_words.values()), *lacking)


def lean(found: PreferenceBundle, text: str) -> float:
    """Return how far likes and dislikes move a text in a ranking; 0: nothing is known. It never leaves anything out.

    Args:
        found: from `Memory.preferences`.
        text: a title, a description.
    """
    liked = {canonical(term) for term in naming(found.search_terms, text)}
    disliked = {canonical(term) for term in naming(found.penalty, text)}
    near = AFFINITY if naming(found.affinity, text) else 0.0
    return round(LIKED * len(liked) - DISLIKED * len(disliked) + near, 3)
