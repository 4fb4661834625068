"""True counts of index rows and vectors that went: the scope's catalogue before and after."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stelae.ports import Embedder, Store
from stelae.schemas.scope import Namespace

if TYPE_CHECKING:
    Mask = np.ndarray[Any, np.dtype[np.bool_]]


class Census:
    """How a scope's index stood before a forgetting."""

    def __init__(self, store: Store, ns: Namespace, embedders: Sequence[Embedder]) -> None:
        """Take it down."""
        self._store, self._ns = store, ns
        self._before = store.catalog(ns, ns.scope)
        known = [e for e in embedders if e.leg in store.legs()]
        self._vectors = [self._with_vector(e) for e in known] if len(self._before) else []

    def gone(self) -> dict[str, int]:
        """Return how many keyword rows and vectors there are less since then."""
        after = self._store.catalog(self._ns, self._ns.scope)
        gone = ~np.isin(self._before.rid, after.rid)
        counts = {
            "keyword_rows": int(gone.sum()),
            "vectors": sum(int((gone & has).sum()) for has in self._vectors),
        }
        return {name: count for name, count in counts.items() if count}

    def _with_vector(self, embedder: Embedder) -> "Mask":
        any_direction = np.zeros(embedder.dim, np.float32)
        any_direction[0] = 1.0
        values = self._store.similarities(
            self._ns,
            self._before,
            embedder.leg,
            any_direction,
            language=0,
            means=[None, None],
        )
        return ~np.isnan(values)
