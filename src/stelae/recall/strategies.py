"""How the answers of several searches become one, and the list of what fits where there is no text to search by."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stelae.ports import Catalog
from stelae.recall.layout import Array, Mask
from stelae.recall.merging import Found, Pick
from stelae.recall.ranking import Ranked
from stelae.schemas.query import Hit


@dataclass(frozen=True, slots=True)
class Answer:
    """What one search brought back."""

    fetched: Sequence[tuple[Pick, Hit]]
    """Best first, weak ones included."""
    passing: Sequence[Hit]
    """Those that the floor lets through."""
    best: float


def joined(fitting: Answer, everything: Answer) -> Answer:
    """Return the union of two answers: first what both found, in the order of the first, then the rest by score.

    Args:
        fitting: of the search in what fits the filter.
        everything: of the search without it.
    """
    passing = {hit.id for hit in (*fitting.passing, *everything.passing)}
    found = {hit.id for _, hit in everything.fetched}
    both = [one for one in fitting.fetched if one[1].id in found]
    placed = {hit.id for _, hit in both}
    rest = {hit.id: (pick, hit) for pick, hit in everything.fetched if hit.id not in placed}
    for pick, hit in fitting.fetched:
        if hit.id not in placed:
            rest.setdefault(hit.id, (pick, hit))
    fetched = [*both, *sorted(rest.values(), key=lambda one: -one[0].score)]
    shown = [hit for _, hit in fetched if hit.id in passing]
    return Answer(fetched, shown, max(fitting.best, everything.best))


def newness(catalog: Catalog) -> Array:
    """Return the place of each row in the order of time; of one moment, what was written later is newer."""
    place = np.empty(len(catalog))
    place[np.lexsort((catalog.rid, catalog.time))] = np.arange(len(catalog))
    return place


def listed(catalog: Catalog, rows: Mask, limit: int) -> Found:
    """Return the rows of a scope, the newest first. Each fits, which is all that was asked: its probability is 1.

    Args:
        catalog: of one scope.
        rows: what fits.
        limit: at most so many.
    """
    ranked = Ranked(np.where(rows, newness(catalog), -np.inf))
    order = ranked.order(limit)
    certain = np.ones(len(order))
    alone = np.full(len(catalog), -1, np.int64)
    return Found(catalog, ranked, order, order, {}, certain, certain > 0, alone, rows)
