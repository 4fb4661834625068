"""Rows of some categories that are looked at wherever they stand in the general order (O16).

Curated knowledge is rare, and a full store of remarks would bury it.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from stelae.ports import Catalog
from stelae.recall.layout import Ints
from stelae.recall.merging import Pick
from stelae.recall.ranking import Ranked

Reserve = Sequence[tuple[str, int]]
"""Category and number."""


def with_reserved(order: Ints, ranked: Ranked, catalog: Catalog, reserve: Reserve) -> Ints:
    """Return the order, best first, with the best rows of the reserved categories in their places.

    Args:
        order: positions of the best rows.
        ranked: the scores of all rows of the scope.
        catalog: rows of the scope.
        reserve: categories, and how many of each.
    """
    extra = [
        ranked.among(catalog.category == catalog.categories.index(name), count)
        for name, count in reserve
        if name in catalog.categories
    ]
    if not extra:
        return order
    rows = np.unique(np.concatenate([order, *extra]))
    return rows[np.argsort(-ranked.fused[rows], kind="stable")]


def reserved(picks: Sequence[Pick], reserve: Reserve) -> list[Pick]:
    """Return the best picks of the reserved categories, as many as are reserved, in their order."""
    left = Counter(dict(reserve))
    kept: list[Pick] = []
    for pick in picks if reserve else ():
        catalog = pick.found.catalog
        place = int(catalog.category[pick.row])
        name = catalog.categories[place] if place >= 0 else ""
        if left[name] > 0:
            left[name] -= 1
            kept.append(pick)
    return kept
