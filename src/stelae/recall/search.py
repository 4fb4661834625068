"""The legs: what each of them says about every row of a scope, before any rule.

Keyword: BM25 (k1 .9, b .3) with the statistics of the visible rows only, as a share of the query's self-score, so that it
reads "how much of the question does this row cover" (retrieval.md, section 5). Vectors: centred cosines as the store
returns them. Both are absolute: a row's value never depends on how well other rows did.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from stelae.recall.layout import Array, Ints, Layout, Mask

K1, B = 0.9, 0.3
"""Short turns need little length correction (retrieval.md, section 3)."""
PRIOR = 100
"""Rows a scope is taken to have at least when it is asked how rare a word is: among three rows every word would seem common,
and a score would change with the next row written. Costs nothing in the ranking (docs/benchmarks.md)."""
ANSWER_SHARE = 0.5
"""Weight of the assistant's half of an exchange: at full weight its long text buries what the user said."""

ANSWER_VECTOR_SHARE = 0.3
"""Part of an exchange's cosine that its answer has. Flat from .15 to .5; it brings back what only the assistant said
(information extraction on long chats R@10 .69 -> .76, docs/benchmarks.md)."""

Postings = Mapping[str, tuple[Ints, Array]]


@dataclass(frozen=True, slots=True)
class Keyword:
    """The keyword leg's answer, parallel to the catalogue."""

    own: Array
    """Share of the query's self-score that the row's own text covers; 0 without a common word, at most 1.9."""
    joint: Array
    """By unit: the own coverage plus half of the answer's."""


def keyword_leg(
    terms: Mapping[str, int], postings: Postings, length: Array, layout: Layout, mask: Mask
) -> Keyword:
    """Score the visible rows by words.

    Args:
        terms: The query's tokens with their counts.
        postings: For each token that was read: positions and term frequencies. Missing tokens (beyond the budget: the
            commonest ones) count neither for nor against a row.
        length: Tokens by row.
        layout: Units of the scope; answers inside exchanges are a field of their own, with statistics of their own.
        mask: Visible rows.

    Returns:
        The coverage of every row; 0 for hidden ones.
    """
    size = len(length)
    read = [term for term in terms if term in postings]
    if not read:
        return Keyword(np.zeros(size), np.zeros(size))
    asked = np.array([terms[term] for term in read], np.float64)
    counts = [len(postings[term][0]) for term in read]
    term = np.repeat(np.arange(len(read)), counts)
    position = np.concatenate([postings[t][0] for t in read])
    frequency = np.concatenate([postings[t][1] for t in read])
    seen = mask[position]
    term, position, frequency = term[seen], position[seen], frequency[seen]
    head = layout.unit[position]
    score, full = _bm25(
        term[head], position[head], frequency[head], length, mask & layout.unit, asked
    )
    joint = own = score / full
    if not head.all():
        tail = ~head
        below, full_below = _bm25(
            term[tail], position[tail], frequency[tail], length, mask & ~layout.unit, asked
        )
        own = own + below / full_below
        halves = layout.answer >= 0
        joint = joint.copy()
        joint[halves] += ANSWER_SHARE * below[layout.answer[halves]] / full
    return Keyword(own, joint)


def _bm25(
    term: Ints, position: Ints, frequency: Array, length: Array, group: Mask, asked: Array
) -> tuple[Array, float]:
    """BM25 over one group of rows, and the score of a row that equals the query."""
    count = int(group.sum())
    if not count:
        return np.zeros(len(length)), 1.0
    holding = np.bincount(term, minlength=len(asked))
    idf = np.log1p((max(count, PRIOR) - holding + 0.5) / (holding + 0.5))
    mean = max(float(length[group].mean()), 1.0)
    norm = K1 * (1 - B + B * length[position] / mean)
    gain = (idf * asked)[term] * frequency * (K1 + 1) / (frequency + norm)
    score = np.bincount(position, weights=gain, minlength=len(length))
    return score.astype(np.float64), float(idf @ asked) or 1.0


def with_answers(cosines: Array, layout: Layout) -> Array:
    """Mix the cosine of the assistant's half into that of its exchange, where both have a vector.

    Args:
        cosines: By row; NaN without a vector.
        layout: Units of the scope.

    Returns:
        By row; values of rows that are no unit are NaN.
    """
    out = np.where(layout.unit, cosines, np.nan)
    own = np.flatnonzero(layout.answer >= 0)
    below = cosines[layout.answer[own]]
    known = ~np.isnan(below)
    own, below = own[known], below[known]
    out[own] = (1 - ANSWER_VECTOR_SHARE) * cosines[own] + ANSWER_VECTOR_SHARE * below
    return out
