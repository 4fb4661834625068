"""Which memories of a scope fit fields: the caller's conditions, a rewriting's alternatives, and exact names.

Asks the store through its port; the order of steps is the pipeline's.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from stelae.ports import MEMORY, Catalog, RecallSource
from stelae.recall.exact import is_named, named_category, parts_of, said_by_type, sought
from stelae.recall.filters import fitting
from stelae.recall.layout import Ints, Mask
from stelae.recall.ranking import Lift
from stelae.recall.rewriting import Reading, Wanted
from stelae.recall.strategies import newness
from stelae.schemas.base import JsonObject
from stelae.schemas.categories.registry import Category, Registry
from stelae.schemas.query import RecallQuery
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from stelae.text.normalise import fold

LOOKED_AT = 500
"""Memories whose text is read for what an alternative must speak of; the newest ones."""
NAMED_AT_MOST = 64
"""Memories whose key is compared with a question."""
FILTER_WEIGHT = 0.5
"""Share of the best score that fitting rows get with `weighted`: more than any rule around the legs, less than a far better
answer."""
REWRITING_WEIGHT = 0.25
"""The same for a rewriting that is not the whole question."""
BY_RULE = 0.8
"""Least probability of what a rewriting means as a whole; by what the rules are tested with, not fitted."""
BY_GUESS = 0.35
"""Least probability of what may answer: little above the floor of `recall`."""
BY_NAME = 0.95
"""Least probability of an exact match."""


class Structure:
    """One question's view of the fields of any scope."""

    def __init__(
        self,
        source: RecallSource,
        ns: Namespace,
        query: RecallQuery,
        reading: Reading | None,
        registry: Registry,
    ) -> None:
        """Take the question and what was read off it."""
        self._source, self._ns, self._query, self._reading = source, ns, query, reading
        self.filtered = query.category is not None or bool(query.where)
        """Does the caller filter by fields?"""
        self._named = None if query.include == "observations" else self._name(registry)
        self.fitting = 0
        """Memories that fitted the rewriting so far."""

    def fits(self, catalog: Catalog) -> Mask | None:
        """Return which rows fit the caller's category and conditions; None: there are none."""
        if not self.filtered:
            return None
        return fitting(catalog, self._query.category, self._matching(catalog, self._query.where))

    def lifts(self, catalog: Catalog, visible: Mask, fits: Mask | None) -> Sequence[Lift]:
        """Return what lifts which of the visible rows, the highest last."""
        found: list[Lift] = []
        if fits is not None and self._query.strategy == "weighted":
            found.append(Lift("filter", fits & visible, FILTER_WEIGHT))
        if self._reading is not None:
            found.append(self._read(catalog, visible, self._reading))
        if self._named is not None:
            found.append(Lift("exact", self._exact(catalog, visible, *self._named), None, BY_NAME))
        return [one for one in found if one.rows.any()]

    def _read(self, catalog: Catalog, visible: Mask, reading: Reading) -> Lift:
        rows = self.meant(catalog, visible, reading)
        self.fitting += int(rows.sum())
        if not reading.whole:
            return Lift("rewriting", rows, REWRITING_WEIGHT)
        if rows.any():
            return Lift("rewriting", rows, None, BY_RULE, newness(catalog))
        weak = [self._one(catalog, visible, one) for one in reading.otherwise if one.weak]
        return Lift("rewriting", weak[0] if weak else rows, REWRITING_WEIGHT, BY_GUESS)

    def meant(self, catalog: Catalog, visible: Mask, reading: Reading) -> Mask:
        """Return which of the visible memories fit one of a reading's alternatives; what only may answer does not count."""
        mask = np.zeros(len(catalog), np.bool_)
        for wanted in reading.wanted:
            mask |= self._one(catalog, visible, wanted)
        for wanted in reading.otherwise:
            if mask.any():
                break
            if not wanted.weak:
                mask = self._one(catalog, visible, wanted)
        return mask

    def _one(self, catalog: Catalog, visible: Mask, wanted: Wanted) -> Mask:
        rows = self._matching(catalog, wanted.where)
        mask = visible & fitting(catalog, wanted.category, rows)
        if wanted.about is None or not mask.any():
            return mask
        spoken = [
            place
            for place, text, attributes in self._contents(catalog, mask, LOOKED_AT)
            if wanted.about.search(" ".join([text, *map(str, attributes.values())]))
        ]
        kept = np.zeros(len(catalog), np.bool_)
        kept[spoken] = True
        return kept

    def _matching(self, catalog: Catalog, where: Where) -> Ints | None:
        return self._source.matching(self._ns, catalog.scope, where) if where else None

    def _contents(
        self, catalog: Catalog, mask: Mask, most: int
    ) -> Iterator[tuple[int, str, JsonObject]]:
        """Yield place, text and fields of the newest of some memories; what is gone by now is left out."""
        places = np.flatnonzero(mask)[-most:].tolist()
        rids = [int(catalog.rid[place]) for place in places]
        if not rids:
            return
        held = self._source.contents(self._ns, catalog.scope, rids)
        for place, rid in zip(places, rids, strict=True):
            if rid in held:
                text, attributes = held[rid]
                yield place, text, attributes

    def _name(self, registry: Registry) -> tuple[Category, frozenset[str]] | None:
        """Return the category that is asked for and everything that may be a part of a name; None: no category."""
        query = self._query
        name = query.category or named_category(query.text, registry)
        if name is None:
            return None
        extra = said_by_type(query.text, name)
        given = [fold(str(value)) for value in query.where.equals.values()]
        return registry.get(name), frozenset([*parts_of(query.text), *extra, *given])

    def _exact(
        self, catalog: Catalog, visible: Mask, category: Category, said: frozenset[str]
    ) -> Mask:
        rows = [
            self._source.matching(self._ns, catalog.scope, where)
            for where in sought(category, said)
        ]
        mask = np.zeros(len(catalog), np.bool_)
        if rows:
            mask = visible & fitting(catalog, category.name, np.unique(np.concatenate(rows)))
            mask &= catalog.type == MEMORY
        named = [
            place
            for place, _, attributes in self._contents(catalog, mask, NAMED_AT_MOST)
            if _named(category, attributes, said)
        ]
        mask[:] = False
        mask[named] = True
        return mask


def _named(category: Category, attributes: JsonObject, said: frozenset[str]) -> bool:
    try:
        return is_named(category, attributes, said)
    except ValueError:  # written by an earlier form of the category
        return False
