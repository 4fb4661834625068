"""What can be asked of a person: an attribute, the nouns for it and whole questions that ask for it.

A noun is asked for in any frame (`my pets`, `do I have pets`, 我的宠物, 我有宠物吗); what no noun asks for stands as a
question of its own, which fits as a whole or not at all.
"""

import re
from dataclasses import dataclass

WHERE_ZH = r"(?:哪(?:里|儿|个城市|座城市|个地方|边)?|什么地方|何处|什么城市)"
DO_I = r"(?:do |did )?i ~"
AM_I = r"(?:am i|i am|i'm)"


@dataclass(frozen=True, slots=True)
class Cue:
    """One thing that can be asked of a person."""

    attributes: tuple[str, ...]
    """Slugs, as `where` takes them; one that ends in `*` is the beginning of many."""
    zh: str = ""
    """Nouns, separated by white space."""
    en: str = ""
    """Nouns in the singular, separated by commas."""
    zh_asked: tuple[str, ...] = ()
    """Patterns of what follows the speaker (我)."""
    en_asked: tuple[str, ...] = ()
    """Patterns of whole questions; `~` stands for adverbs."""
    otherwise: tuple[str, ...] = ()
    """Slugs that answer, too, where there is nothing of the first."""
    about: re.Pattern[str] | None = None
    """What the memory's text must speak of, besides."""
    owned: str = ""
    """Name of the reading, of what somebody has or has not: what they have comes first, and its names are no part of it."""


def about(pattern: str) -> re.Pattern[str]:
    """Return a pattern of what a text must speak of, in any case."""
    return re.compile(pattern, re.IGNORECASE)
