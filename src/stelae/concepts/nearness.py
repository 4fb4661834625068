"""Which memories' vectors are nearest to a text, by the store's own embedder."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from stelae.errors import ModelError
from stelae.ports import MEMORY, Embedder, RecallSource
from stelae.schemas.scope import Namespace
from stelae.text.language import language_index, language_of

NEAREST: Final = 20
"""Rows whose concepts vectors propose."""


class Nearness:
    """Asks the strongest vector leg; without one, or when it fails, nothing is near."""

    def __init__(
        self,
        source: RecallSource,
        embedders: Sequence[Embedder],
        may_ask: Callable[[Embedder, str], bool] = lambda _embedder, _text: True,
    ) -> None:
        """Take the store, its embedders, the strongest first, and which texts one of them may see."""
        self._source, self._embedders = source, tuple(embedders[:1])
        self._may_ask = may_ask

    def __call__(self, ns: Namespace, scope: str, text: str) -> Iterator[tuple[int, float]]:
        """Yield row id and cosine of the current memories nearest to a text.

        Raises:
            StoreError: the store cannot be read.
        """
        for embedder in self._embedders if text.strip() else ():
            catalog = self._source.catalog(ns, scope)
            rows = np.flatnonzero(catalog.live & (catalog.type == MEMORY))
            if not self._may_ask(embedder, text):
                return
            try:
                query = embedder.query(text)
            except ModelError:
                return
            cosines = self._source.similarities(
                *(ns, catalog, embedder.leg, query),
                language=language_index(language_of(text)),
                means=[embedder.language_mean("en"), embedder.language_mean("zh")],
                rows=rows,
            )
            known = np.nan_to_num(cosines, nan=-1.0)
            for place in np.argsort(-known, kind="stable")[:NEAREST].tolist():
                yield int(catalog.rid[rows[place]]), float(known[place])
