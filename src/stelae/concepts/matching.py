"""Leading a text to keys without a model: normalised text, aliases, shared words, and vectors where there are some.

The score says how much of a concept's own words the text says, weighted by how rare they are among the concepts: `1` for
the key, an alias or a merged key itself. Vectors find concepts in other words or another language; a likeness is never
an identity, so what they find stays below `MOST_BY_VECTOR`.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from stelae.concepts.vocabulary import Vocabulary
from stelae.schemas.concepts import DecodedKey
from stelae.text.keys import slug
from stelae.text.tokens import text_tokens, words

Similar = Callable[[str], Iterable[tuple[str, float]]]
"""Returns some keys with their cosine to a text, in any order."""

MOST_BY_VECTOR: Final = 0.5
"""Score of a cosine of 1. Half: no likeness alone passes the floor of assimilation (DEV-09)."""
_PART_ALONE: Final = 0.95
"""For a text that is the last part of a key and nothing else (`report-language`)."""
_POSTINGS: Final = 4_000
"""Concepts looked at for one text; the rarest words come first and the commonest are left out."""


class Matching:
    """`ports.concepts.KeyDecoder` over an index of the vocabulary's words. Immutable; thread-safe."""

    def __init__(self, vocabulary: Vocabulary, similar: Similar | None = None) -> None:
        """Index a vocabulary.

        Args:
            vocabulary: the keys.
            similar: asks the store's vectors; None: words only.
        """
        self._similar = similar
        self._keys = vocabulary.keys
        self._whole: dict[str, tuple[int, float]] = {}
        self._postings: dict[str, list[int]] = defaultdict(list)
        said = [_words_of(key, vocabulary.spellings.get(key, ())) for key in self._keys]
        for place, terms in enumerate(said):
            for term in terms:
                self._postings[term].append(place)
        count = len(self._keys)
        self._rarity = {
            t: math.log((count + 1) / (len(p) + 0.5)) for t, p in self._postings.items()
        }
        self._weight = [sum(self._rarity[t] for t in terms) or 1.0 for terms in said]
        self._remember_whole(vocabulary)

    def decode(self, text: str, *, limit: int = 5) -> Sequence[DecodedKey]:
        """See `ports.concepts.KeyDecoder.decode`."""
        scores = self._by_words(text)
        if self._similar is not None:
            for key, cosine in self._similar(text):
                scores[key] = max(scores.get(key, 0.0), MOST_BY_VECTOR * max(cosine, 0.0))
        if (whole := self._whole.get(slug(text))) is not None:
            scores[self._keys[whole[0]]] = whole[1]
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
        return [DecodedKey(key=k, score=min(max(s, 0.0), 1.0)) for k, s in best if s > 0]

    def _by_words(self, text: str) -> dict[str, float]:
        known = [t for t in _terms(text) if t in self._postings]
        known.sort(key=lambda term: len(self._postings[term]))
        found: dict[int, float] = defaultdict(float)
        left = _POSTINGS
        for term in known:
            left -= len(self._postings[term])
            if left < 0 and found:
                break
            weight = self._rarity[term]
            for place in self._postings[term][:_POSTINGS]:
                found[place] += weight
        return {self._keys[p]: s / self._weight[p] for p, s in found.items() if s > 0}

    def _remember_whole(self, vocabulary: Vocabulary) -> None:
        """Remember the texts that are a concept; a last part that several keys share is none of them."""
        lasts: dict[str, list[int]] = defaultdict(list)
        for place, key in enumerate(self._keys):
            lasts[slug(key.rpartition("/")[2])].append(place)
        self._whole = {last: (p[0], _PART_ALONE) for last, p in lasts.items() if len(p) == 1}
        for place, key in enumerate(self._keys):
            for spelling in (key, *vocabulary.spellings.get(key, ())):
                self._whole[slug(spelling)] = (place, 1.0)


def _words_of(key: str, spellings: Iterable[str]) -> set[str]:
    """Return the words of a key, its category apart, and of its other spellings."""
    return {term for said in (key.partition("/")[2], *spellings) for term in _terms(said)}


def _terms(text: str) -> set[str]:
    plain = text.replace("/", " ").replace("-", " ")
    return {*words(plain), *text_tokens(plain).runs}
