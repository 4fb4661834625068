"""What forgetting can see: one person's scope, read through the ports, every status and every row.

Texts are found through the keyword index, whose rows every wording and every recallable message has, so that a scope of
any size is searched completely without being read. What has no such row (a tool's reply, the arguments of a call) is read,
the newest first, as far as `SCANNED` goes.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property, reduce
from typing import TypeAlias, TypeVar

import numpy as np

from stelae.errors import MemoryNotFoundError
from stelae.forgetting.wording import holds, holds_aside, must_terms
from stelae.ports import Store
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from stelae.text.keys import statement

Thing: TypeAlias = MemoryRecord | Observation | PendingItem
T = TypeVar("T", bound=Thing)
PAGE = 1_000
EVERY = 1_000_000
SCANNED = 20_000
"""Messages of the log looked at for what the index does not hold."""


class Sight:
    """A store as one handle's written scope shows it."""

    def __init__(self, store: Store, ns: Namespace, now: datetime) -> None:
        """Look at the written scope of `ns` only, never at what it may read beside it."""
        self.store, self.ns, self._now = store, ns.model_copy(update={"reads": ()}), now

    def everywhere(self) -> "Iterator[Sight]":
        """Return this sight and, for a handle without a project, one for each project of the scope."""
        yield self
        if self.ns.project is None:
            for name in self.store.projects(self.ns):
                yield Sight(self.store, self.ns.model_copy(update={"project": name}), self._now)

    @cached_property
    def empty(self) -> bool:
        """Was there nothing to be found in the scope when it was first asked?"""
        return not len(self.store.catalog(self.ns, self.ns.scope)) and not self.pending()

    def memory(self, id: str) -> MemoryRecord | None:  # noqa: A002 - the word every door uses
        """Return a memory in any status but forgotten."""
        try:
            return self.store.get(self.ns, id)
        except MemoryNotFoundError:
            return None

    def observation(self, id: str) -> Observation | None:  # noqa: A002
        """Return a message of the log."""
        try:
            return self.store.observation(self.ns, id)
        except MemoryNotFoundError:
            return None

    def waiting(self, id: str) -> PendingItem | None:  # noqa: A002
        """Return a pending item."""
        return next((item for item in self.pending() if item.id == id), None)

    def any(self, id: str) -> Thing | None:  # noqa: A002
        """Return whatever has that id."""
        return self.memory(id) or self.observation(id) or self.waiting(id)

    def pending(self) -> Sequence[PendingItem]:
        """Return what waits."""
        return self.store.pending(self.ns, now=self._now)

    def memories(self, category: str | None = None) -> Iterator[MemoryRecord]:
        """Return all memories in any status, newest first."""
        after: str | None = None
        while page := self.store.list(
            self.ns, category=category, include_inactive=True, limit=PAGE, after=after
        ):
            yield from page
            after = page[-1].id

    def observations(self, session: str | None = None) -> Sequence[Observation]:
        """Return all messages, newest first."""
        return self.store.observations(self.ns, session=session, limit=EVERY)

    def resting_on(self, observation: str) -> Sequence[MemoryRecord]:
        """Return the memories that rest on a message."""
        return self.store.by_observation(self.ns, observation)

    def says(self, literal: str) -> bool:
        """Does anything here say the words?"""
        return not self.empty and next(self.saying(literal), None) is not None

    def saying(self, literal: str) -> Iterator[Thing]:
        """Return everything whose text, quotes or fields hold the words, letter for letter but for case and spaces."""
        wanted = statement(literal)
        if not wanted:
            return
        seen: set[str] = set()
        for found in self.with_terms(must_terms(literal)):
            if wanted in statement(found.text):
                seen.add(found.id)
                yield found
            if isinstance(found, Observation):
                for record in self.resting_on(found.id):
                    if record.id not in seen and holds(record, wanted):
                        seen.add(record.id)
                        yield record
        for said in self._unindexed:
            if said.id not in seen and holds_aside(said, literal, wanted):
                yield said
        yield from (item for item in self.pending() if holds(item.record, wanted))

    @cached_property
    def _unindexed(self) -> Sequence[Observation]:
        """Messages that say something the keyword index does not hold."""
        log = self.store.observations(self.ns, limit=SCANNED)
        return [said for said in log if not said.recallable or said.tool_calls or said.metadata]

    def with_terms(self, terms: Sequence[str]) -> Iterator[MemoryRecord | Observation]:
        """Return the memories and messages, past wordings included, whose keyword rows hold all the terms."""
        if not terms:
            return
        catalog = self.store.catalog(self.ns, self.ns.scope)
        distinct = list(dict.fromkeys(terms))
        budget = max(1, len(catalog) * len(distinct))
        found = self.store.postings(self.ns, catalog, distinct, budget=budget)
        if any(term not in found for term in distinct):
            return
        rows = reduce(np.intersect1d, (rows for rows, _ in found.values()))
        yield from self._things([int(rid) for rid in catalog.rid[rows]])

    def with_field(self, field: str, value: str) -> Iterator[MemoryRecord]:
        """Return the memories with that field, in any status."""
        rows = self.store.matching(self.ns, self.ns.scope, Where.of({field: value}))
        for thing in self._things([int(rid) for rid in rows]):
            if isinstance(thing, MemoryRecord):
                yield thing

    def _things(self, rids: Sequence[int]) -> Iterator[MemoryRecord | Observation]:
        hits = self.store.hits(self.ns, self.ns.scope, rids, [0.0] * len(rids)) if rids else ()
        for id_, kind in dict.fromkeys((hit.id, hit.type) for hit in hits):
            thing = self.memory(id_) if kind == "memory" else self.observation(id_)
            if thing is not None:
                yield thing
