"""Leading a text to keys without a model: normalised text, aliases, shared words, and vectors where there are some.

The score says how much of a concept's own words the text says, weighted by how rare they are among the concepts: `1` for
the key, an alias or a merged key itself. Vectors find concepts in other words or another language; a likeness is never
an identity, so what they find stays below `MOST_BY_VECTOR`.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from stelae.concepts.vocabulary import Vocabulary
from stelae.schemas.concepts import DecodedKey
from stelae.text.keys import slug
from stelae.text.tokens import text_tokens, words

_Held = TypeVar("_Held")
Similar = Callable[[str], Iterable[tuple[str, float]]]
"""Returns some keys with their cosine to a text, in any order."""

MOST_BY_VECTOR: Final = 0.5
"""Score of a cosine of 1. Half: no likeness alone passes the floor of assimilation (DEV-09)."""
_PART_ALONE: Final = 0.95
"""For a text that is the last part of a key and nothing else (`report-language`)."""
_POSTINGS: Final = 2_000
"""Concepts looked at for one text; the rarest words come first and the commonest are left out."""
_UNSAID: Final = frozenset({"user", "global", "thing"})
"""Parts that stand for a field nobody has filled; they are no words of the concept."""
_Spelling = tuple[str, int]
"""A key, and which of its spellings."""


class Matching:
    """`ports.concepts.KeyDecoder` over an index of a vocabulary's words. Mutable by `follow`; its owner holds a lock."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Index a vocabulary."""
        self._said: dict[str, tuple[frozenset[str], ...]] = {}
        """Words of each spelling of a concept."""
        self._postings: dict[str, set[_Spelling]] = {}
        self._whole: dict[str, set[str]] = {}
        self._lasts: dict[str, set[str]] = {}
        self._spellings: dict[str, tuple[str, ...]] = {}
        self.follow(vocabulary)

    def follow(self, vocabulary: Vocabulary) -> None:
        """Take over another state of the vocabulary; only concepts that differ are read."""
        wanted = {key: tuple(vocabulary.spellings.get(key, ())) for key in vocabulary.keys}
        for key in [k for k, s in self._spellings.items() if wanted.get(k) != s]:
            self._leave(key)
        for key, spellings in wanted.items():
            if key not in self._spellings:
                self._enter(key, spellings)

    def decode(
        self, text: str, *, limit: int = 5, similar: Similar | None = None
    ) -> Sequence[DecodedKey]:
        """See `ports.concepts.KeyDecoder.decode`.

        Args:
            text: any text.
            limit: most keys.
            similar: asks vectors; None: words only.
        """
        scores = self._by_words(text)
        for key, cosine in similar(text) if similar is not None else ():
            if key in self._spellings:
                scores[key] = max(scores.get(key, 0.0), MOST_BY_VECTOR * max(cosine, 0.0))
        whole = slug(text)
        if len(alone := self._lasts.get(whole, ())) == 1:
            scores.update(dict.fromkeys(alone, _PART_ALONE))
        scores.update(dict.fromkeys(self._whole.get(whole, ()), 1.0))
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
        return [DecodedKey(key=k, score=min(max(s, 0.0), 1.0)) for k, s in best if s > 0]

    def _by_words(self, text: str) -> dict[str, float]:
        known = [t for t in _terms(text) if t in self._postings]
        known.sort(key=lambda term: len(self._postings[term]))
        found: dict[_Spelling, float] = defaultdict(float)
        left = _POSTINGS
        for term in known:
            holders = self._postings[term]
            left -= len(holders)
            if left < 0 and found:
                break
            rarity = self._rarity(term)
            for spelling in holders:
                found[spelling] += rarity
        scores: dict[str, float] = defaultdict(float)
        for (key, number), share in found.items():
            weight = sum(map(self._rarity, self._said[key][number]))
            scores[key] = max(scores[key], share / weight)
        return scores

    def _rarity(self, term: str) -> float:
        """Never 0: a word that every concept has still counts a little."""
        return math.log((len(self._said) + 1.5) / (len(self._postings[term]) + 0.5))

    def _enter(self, key: str, spellings: tuple[str, ...]) -> None:
        self._spellings[key] = spellings
        self._said[key] = tuple(frozenset(_terms(said)) for said in (_words(key), *spellings))
        for number, terms in enumerate(self._said[key]):
            for term in terms:
                self._postings.setdefault(term, set()).add((key, number))
        for table, word in self._wholes(key):
            table.setdefault(word, set()).add(key)

    def _leave(self, key: str) -> None:
        for number, terms in enumerate(self._said[key]):
            for term in terms:
                _discard(self._postings, term, (key, number))
        for table, word in self._wholes(key):
            _discard(table, word, key)
        del self._spellings[key], self._said[key]

    def _wholes(self, key: str) -> Iterable[tuple[dict[str, set[str]], str]]:
        yield self._lasts, slug(key.rpartition("/")[2])
        for whole in {slug(spelling) for spelling in (key, *self._spellings[key])}:
            yield self._whole, whole


def _words(key: str) -> str:
    """Return what a key says: its parts but the category and those that say nothing."""
    return " ".join(part for part in key.split("/")[1:] if part not in _UNSAID)


def _terms(text: str) -> set[str]:
    plain = text.replace("/", " ").replace("-", " ")
    return {*words(plain), *text_tokens(plain).runs}


def _discard(table: dict[str, set[_Held]], at: str, what: _Held) -> None:
    table[at].discard(what)
    if not table[at]:
        del table[at]
