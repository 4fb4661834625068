"""Patterns that are only worth trying on a text that holds one of their words, since most texts hold none."""

import re
from collections.abc import Iterator, Sequence

WordedPattern = tuple[tuple[str, ...], re.Pattern[str]]
"""Lower-case pieces, one of which stands in every text that the pattern matches, and the pattern."""


def words_of(patterns: Sequence[WordedPattern]) -> tuple[str, ...]:
    """Every piece that some pattern asks for, each once."""
    return tuple(dict.fromkeys(word for words, _ in patterns for word in words))


def worded_matches(text: str, patterns: Sequence[WordedPattern]) -> Iterator[re.Match[str]]:
    """What the patterns match whose words occur, pattern by pattern."""
    low = text.lower()
    for words, pattern in patterns:
        if any(map(low.__contains__, words)):
            yield from pattern.finditer(text)
