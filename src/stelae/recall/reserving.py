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


def reserved(picks: Sequence[Pick], limit: int, reserve: Reserve) -> list[int]:
    """Return the places behind the first `limit` of the best picks of each category, as many as are reserved for it."""
    left = Counter(dict(reserve))
    kept: list[int] = []
    for place, pick in enumerate(picks[limit:] if reserve else (), limit):
        catalog = pick.found.catalog
        code = int(catalog.category[pick.row])
        name = catalog.categories[code] if code >= 0 else ""
        if left[name] > 0:
            left[name] -= 1
            kept.append(place)
    return kept
