"""What recall asks of the in-memory store: `ports.RecallSource`, `ports.KeywordIndex` and `ports.VectorIndex`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from stelae.errors import (
    ConfigurationError,
    EmbedderMismatchError,
    EmbeddingDimMismatchError,
    ScopeError,
)
from stelae.ports import KeywordRow
from stelae.schemas.base import JsonObject
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.query import Hit
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from stelae.stores.catalogue import CatalogBuilder, StoredCatalog
from stelae.stores.centring import Centring
from stelae.stores.entries import observation_hit, visible
from stelae.stores.in_memory.space import Logged, Row, Space
from stelae.stores.in_memory.state import Leg, Part
from stelae.text.fields import fits

if TYPE_CHECKING:
    from stelae.ports import Catalog, Floats, Ints

    Frequencies = np.ndarray[Any, np.dtype[np.float64]]


class Search(Part):
    """`RecallSource`, `KeywordIndex` and `VectorIndex` over plain dictionaries."""

    def catalog(self, ns: Namespace, scope: str) -> Catalog:
        """See `ports.RecallSource.catalog`."""
        space = self._readable_space(ns, scope)
        numbers = {name: leg.number for name, leg in self._state.legs.items()}
        rows = [
            (rid, 0, *row.entry, sum(1 << numbers[leg] for leg in row.vectors))
            for rid, row in space.rows.items()
        ]
        return CatalogBuilder(ns.tenant, scope).update(rows, space.sequence)

    def postings(
        self, ns: Namespace, catalog: Catalog, terms: Sequence[str], *, budget: int
    ) -> Mapping[str, tuple[Ints, Frequencies]]:
        """See `ports.RecallSource.postings`."""
        rows = self._readable_space(ns, self._own(ns, catalog).scope).rows
        found: dict[str, tuple[Ints, Frequencies]] = {}
        read = {
            term: [
                (place, rows[rid].tokens[term])
                for place, rid in enumerate(catalog.rid.tolist())
                if rid in rows and term in rows[rid].tokens
            ]
            for term in terms
        }
        for term, pairs in sorted(read.items(), key=lambda item: len(item[1])):
            budget -= len(pairs)
            if budget < 0:
                break
            places, counts = [p for p, _ in pairs], [c for _, c in pairs]
            found[term] = np.array(places, np.int64), np.array(counts, np.float64)
        return found

    def similarities(
        self,
        ns: Namespace,
        catalog: Catalog,
        leg: str,
        query: Floats,
        *,
        language: int,
        means: Sequence[Floats | None],
        rows: Ints | None = None,
    ) -> Floats:
        """See `ports.RecallSource.similarities`."""
        held, known = self._own(ns, catalog), self._state.legs.get(leg)
        if known is None:
            return np.full(len(held) if rows is None else len(rows), np.nan, np.float32)
        matrix = self._matrix(held, leg, known.dim)

        def raw(rids: Ints) -> Floats:
            return matrix[np.searchsorted(held.rid, rids)]

        def dots(rids: Ints, vector: Floats) -> Floats:
            return raw(rids) @ vector

        prepared = Centring().prepare(held, held.having(known.number), means, dots, raw)
        return prepared.cosines(held, rows, query, language, dots)

    def matching(self, ns: Namespace, scope: str, where: Where) -> Ints:
        """See `ports.RecallSource.matching`."""
        space = self._readable_space(ns, scope)
        found = [
            rid
            for rid in space.rows
            if isinstance(content := space.content(rid), MemoryRecord)
            and fits(content.attributes, where)
        ]
        return np.array(sorted(found) if where else [], np.int64)

    def hits(
        self, ns: Namespace, scope: str, rows: Sequence[int], scores: Sequence[float]
    ) -> Sequence[Hit]:
        """See `ports.RecallSource.hits`."""
        space = self._readable_space(ns, scope)
        found = [
            _hit(space, int(rid), score, scope) for rid, score in zip(rows, scores, strict=True)
        ]
        return [
            hit
            for hit, rid in zip(found, rows, strict=True)
            if hit is not None and visible(space.rows[int(rid)].entry.project, ns)
        ]

    def contents(
        self, ns: Namespace, scope: str, rows: Sequence[int]
    ) -> Mapping[int, tuple[str, JsonObject]]:
        """See `ports.RecallSource.contents`."""
        space = self._readable_space(ns, scope)
        there = [rid for rid in rows if rid in space.rows]
        return {
            rid: (content.text, content.attributes)
            for rid in there
            if isinstance(content := space.content(rid), MemoryRecord)
            and visible(space.rows[rid].entry.project, ns)
        }

    def tokenizer(self) -> str | None:
        """See `ports.KeywordIndex.tokenizer`."""
        return self._state.tokenizer

    def reindex(
        self, version: str, row_of: Callable[[MemoryRecord | Observation], KeywordRow]
    ) -> int:
        """See `ports.KeywordIndex.reindex`."""
        with self._state.lock:
            if self._state.tokenizer == version:
                return 0
            self._state.tokenizer, written = version, 0
            for place, space in list(self._state.spaces.items()):
                rows = {
                    rid: _reworded(row, row_of(space.content(rid)))
                    for rid, row in space.rows.items()
                }
                log = {id_: _relogged(one, row_of(one.said)) for id_, one in space.log.items()}
                self._state.spaces[place] = replace(
                    space, rows=rows, log=log, sequence=space.sequence + 1
                )
                written += len(rows)
            return written

    def legs(self) -> Mapping[str, str]:
        """See `ports.VectorIndex.legs`."""
        return {name: leg.fingerprint for name, leg in self._state.legs.items()}

    def set_leg(self, leg: str, fingerprint: str, dim: int, *, replace: bool = False) -> None:
        """See `ports.VectorIndex.set_leg`."""
        with self._state.lock:
            stored = self._state.legs.get(leg)
            if stored is None or replace:
                number = len(self._state.legs) if stored is None else stored.number
                self._state.legs[leg] = Leg(number, fingerprint, dim)
                self._drop_vectors(leg)
            elif stored.dim != dim:
                raise EmbeddingDimMismatchError(stored.fingerprint, fingerprint)
            elif stored.fingerprint != fingerprint:
                raise EmbedderMismatchError(stored.fingerprint, fingerprint)

    def drop_leg(self, leg: str) -> None:
        """See `ports.VectorIndex.drop_leg`."""
        with self._state.lock:
            if leg in self._state.legs:
                self._drop_vectors(leg)
                del self._state.legs[leg]

    def unembedded(
        self, leg: str, *, limit: int, tenant: str | None = None
    ) -> Sequence[tuple[int, str]]:
        """See `ports.VectorIndex.unembedded`."""
        self._leg(leg)
        found = [
            (rid, row.text)
            for (owner, _), space in self._state.spaces.items()
            if tenant is None or owner == tenant
            for rid, row in space.rows.items()
            if leg not in row.vectors
        ]
        return sorted(found)[:limit]

    def unembedded_rows(
        self, leg: str, *, limit: int, before: int | None = None
    ) -> Sequence[tuple[int, MemoryRecord | Observation]]:
        """See `ports.VectorIndex.unembedded_rows`."""
        self._leg(leg)
        found = {
            rid: space
            for space in self._state.spaces.values()
            for rid, row in space.rows.items()
            if leg not in row.vectors and (before is None or rid < before)
        }
        return [(rid, found[rid].content(rid)) for rid in sorted(found, reverse=True)[:limit]]

    def store_vectors(self, leg: str, rows: Sequence[int], vectors: Floats) -> None:
        """See `ports.VectorIndex.store_vectors`."""
        with self._state.lock:
            if vectors.shape != (len(rows), self._leg(leg).dim):
                raise ConfigurationError(
                    f"{len(rows)} rows of {self._leg(leg).dim} numbers were expected, not {vectors.shape}."
                )
            given = {
                rid: vector.astype("<f4").tobytes()
                for rid, vector in zip(rows, vectors, strict=True)
            }
            for place, space in list(self._state.spaces.items()):
                fresh = {
                    rid: replace(row, vectors={**row.vectors, leg: given[rid]})
                    for rid, row in space.rows.items()
                    if rid in given and leg not in row.vectors
                }
                if fresh:
                    self._state.spaces[place] = replace(
                        space, rows={**space.rows, **fresh}, sequence=space.sequence + 1
                    )

    def _leg(self, name: str) -> Leg:
        if name not in self._state.legs:
            raise ConfigurationError(f"This store has no embedder leg {name!r}.")
        return self._state.legs[name]

    def _drop_vectors(self, leg: str) -> None:
        for place, space in list(self._state.spaces.items()):
            rows = {
                rid: replace(row, vectors={n: v for n, v in row.vectors.items() if n != leg})
                for rid, row in space.rows.items()
            }
            self._state.spaces[place] = replace(space, rows=rows, sequence=space.sequence + 1)

    def _matrix(self, catalog: StoredCatalog, leg: str, dim: int) -> Floats:
        """Return raw vectors by position in the catalogue; zeros where a row has none."""
        if leg not in catalog.derived:
            rows = self._space(catalog.tenant, catalog.scope).rows
            matrix = np.zeros((len(catalog), dim), np.float32)
            for place, rid in enumerate(catalog.rid.tolist()):
                data = rows[rid].vectors.get(leg) if rid in rows else None
                if data is not None and len(data) == matrix[place].nbytes:
                    matrix[place] = np.frombuffer(data, "<f4")
            catalog.derived[leg] = matrix
        return catalog.derived[leg]

    def _readable_space(self, ns: Namespace, scope: str) -> Space:
        if scope not in ns.readable:
            raise ScopeError(f"The scope {scope!r} may not be read from here.")
        return self._space(ns.tenant, scope)

    def _own(self, ns: Namespace, catalog: Catalog) -> StoredCatalog:
        """Return the catalogue as ours, after checking that the namespace may read it."""
        if not isinstance(catalog, StoredCatalog) or catalog.tenant != ns.tenant:
            raise ScopeError("This catalogue is of another store or tenant.")
        self._readable_space(ns, catalog.scope)
        return catalog


def _hit(space: Space, rid: int, score: float, scope: str) -> Hit | None:
    if rid not in space.rows:
        return None
    content = space.content(rid)
    if isinstance(content, MemoryRecord):
        return Hit.of(content, score)
    live = bool(space.rows[rid].entry.live)
    return observation_hit(content, score, scope=scope, live=live)


def _reworded(row: Row, new: KeywordRow) -> Row:
    entry = row.entry._replace(length=new.length, cues=new.cues)
    return replace(row, entry=entry, tokens=Counter(new.tokens.split()))


def _relogged(logged: Logged, new: KeywordRow) -> Logged:
    """Keep what a hidden observation would be indexed with in step with the tokenizer."""
    fresh = {"tokens": new.tokens, "length": new.length, "cues": new.cues}
    return replace(logged, indexed=logged.indexed.model_copy(update=fresh))
