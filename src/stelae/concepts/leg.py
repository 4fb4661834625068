"""The concept graph as one more list for recall: seeds from the question, one hop, back to rows (S27). Off by default."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stelae.concepts.graph import MOST_SEEDS
from stelae.concepts.pipeline import Concepts
from stelae.concepts.reading import ScopeConcepts
from stelae.ports import Catalog
from stelae.schemas.scope import Namespace

if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[np.float64]]

_NEAREST: Final = 20
"""Rows whose concepts the vectors propose as seeds."""


class GraphLeg:
    """Says how far the graph activates each row of a scope."""

    def __init__(self, concepts: Concepts) -> None:
        """Take the concepts."""
        self._concepts = concepts

    def __call__(
        self, ns: Namespace, catalog: Catalog, text: str, cosines: "Array | None"
    ) -> "Array":
        """Return activation by position in the catalogue, in [0, 1]; 0 for what the graph does not reach.

        Args:
            ns: tenant and readable scopes.
            catalog: the scope's rows.
            text: the question.
            cosines: of the first vector leg by position, NaN where absent; None: seeds by words only.

        Raises:
            StoreError: the store cannot be read.
        """
        out = np.zeros(len(catalog))
        with self._concepts.scope(ns, catalog.scope) as held:
            found = held.matching.decode(
                text, limit=MOST_SEEDS, similar=lambda _: _nearest(held, catalog, cosines)
            )
            seeds = {one.key: one.score for one in found}
            active = held.graph.activated(seeds, held.vocabulary.redirects)
            reached = {rid: active[key] for key in active for rid in held.rows_of.get(key, ())}
        rids = np.array(sorted(reached), np.int64)
        places = np.searchsorted(catalog.rid, rids)
        # What was written since the catalogue was read is not in it yet.
        there = places < len(catalog)
        there[there] = catalog.rid[places[there]] == rids[there]
        out[places[there]] = [reached[rid] for rid in rids[there].tolist()]
        return out


def _nearest(
    held: ScopeConcepts, catalog: Catalog, cosines: "Array | None"
) -> Iterable[tuple[str, float]]:
    if cosines is None:
        return
    known = np.nan_to_num(cosines, nan=-1.0)
    for place in np.argsort(-known, kind="stable")[:_NEAREST].tolist():
        key = held.key_of_row.get(int(catalog.rid[place]))
        if key is not None:
            yield key, float(known[place])
