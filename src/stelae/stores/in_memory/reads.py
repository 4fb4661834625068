"""Reads of records and observations: `ports.MemoryReader` and `ports.ObservationLog`."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from stelae.errors import MemoryNotFoundError
from stelae.schemas.change import Drop, Trail
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.stores.entries import visible
from stelae.stores.in_memory.forgetting import forgotten_at
from stelae.stores.in_memory.state import Part
from stelae.stores.quotes import said_by
from stelae.text.literals import literals


class Reads(Part):
    """`MemoryReader` and `ObservationLog`."""

    def get(self, ns: Namespace, id: str) -> MemoryRecord:  # noqa: A002 - the word every door uses
        """See `ports.MemoryReader.get`."""
        for space in self._readable(ns):
            record = space.record(id)
            if record is not None and visible(record.project, ns):
                return record
        raise MemoryNotFoundError(id)

    def by_key(self, ns: Namespace, key: str) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.by_key`."""
        return [r for r in self._current(ns) if r.key == key]

    def by_key_prefix(
        self, ns: Namespace, prefix: str, *, limit: int | None = None
    ) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.by_key_prefix`."""
        numbered = self._written(ns).memories
        found = [r for r in self._current(ns) if r.key.startswith(prefix)]
        found.sort(key=lambda r: numbered[r.id].number)
        return found if limit is None else found[::-1][:limit]

    def by_observation(self, ns: Namespace, observation_id: str) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.by_observation`."""
        space = self._written(ns)
        resting = space.evidence.get(observation_id, frozenset())
        return [r for r in space.records() if r.id in resting and visible(r.project, ns)]

    def containing(
        self, ns: Namespace, terms: Sequence[str], *, limit: int = 5
    ) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.containing`."""
        if not terms:
            return []
        space, wanted = self._written(ns), set(terms)
        found = [
            r
            for r in self._current(ns)
            if (rid := space.memories[r.id].rid) is not None
            and wanted <= space.rows[rid].tokens.keys()
        ]
        return found[:limit]

    def list(
        self,
        ns: Namespace,
        *,
        category: str | None = None,
        include_inactive: bool = False,
        limit: int = 100,
        after: str | None = None,
    ) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.list`."""
        numbered = [
            (space.memories[r.id].number, r)
            for space in self._readable(ns)
            for r in space.records()
        ]
        numbered.sort(key=lambda pair: -pair[0])
        behind = -1 if after is None else _behind(numbered, after, ns)
        found = [
            record
            for number, record in numbered
            if visible(record.project, ns)
            and (category is None or record.category == category)
            and (include_inactive or record.status == "active")
            and (after is None or number <= behind)
        ]
        return found[:limit]

    def pinned(self, ns: Namespace, *, limit: int | None = None) -> Sequence[MemoryRecord]:
        """See `ports.RecallSource.pinned`."""
        found = [
            (space.memories[r.id].number, r)
            for space in self._readable(ns)
            for r in space.records()
            if r.always and r.status == "active" and visible(r.project, ns)
        ]
        return [record for _, record in sorted(found, key=lambda pair: pair[0])[:limit]]

    def versions(self, ns: Namespace, id: str) -> Sequence[Version]:  # noqa: A002
        """See `ports.MemoryReader.versions`."""
        self.get(ns, id)
        return next(list(s.memories[id].versions) for s in self._readable(ns) if id in s.memories)

    def pending(self, ns: Namespace, *, now: datetime) -> Sequence[PendingItem]:
        """See `ports.MemoryReader.pending`."""
        items = self._written(ns).pending.values()
        return [i for i in items if i.expires_at > now and visible(i.record.project, ns)]

    def pending_item(self, ns: Namespace, id: str) -> PendingItem:  # noqa: A002
        """See `ports.MemoryReader.pending_item`."""
        item = self._written(ns).pending.get(id)
        if item is None or not visible(item.record.project, ns):
            raise MemoryNotFoundError(id)
        return item

    def drops(self, ns: Namespace, *, limit: int = 100) -> Sequence[Drop]:
        """See `ports.MemoryReader.drops`."""
        return list(reversed(self._written(ns).drops))[:limit]

    def trail(self, ns: Namespace, id: str) -> Sequence[tuple[datetime, Trail]]:  # noqa: A002
        """See `ports.MemoryReader.trail`."""
        return [pair for s in self._readable(ns) for pair in s.trail if pair[1].subject_id == id]

    def tombstoned(self, ns: Namespace, marks: Sequence[str]) -> Mapping[str, datetime]:
        """See `ports.MemoryReader.tombstoned`."""
        return forgotten_at(self._written(ns), self._state.key, marks)

    def forgotten(self, ns: Namespace) -> Sequence[Receipt]:
        """See `ports.MemoryReader.forgotten`."""
        oldest_first = sorted(self._written(ns).receipts.values(), key=lambda r: r.at)
        return list(reversed(oldest_first))

    def forgettings(self, ns: Namespace) -> int:
        """See `ports.MemoryReader.forgettings`."""
        return len(self._written(ns).receipts)

    def forgettings_of(self, tenant: str) -> int:
        """See `ports.MemoryReader.forgettings_of`."""
        spaces = list(self._state.spaces.items())
        return sum(len(space.receipts) for (whose, _), space in spaces if whose == tenant)

    def buried(self, ns: Namespace, receipt: str) -> Sequence[MemoryRecord]:
        """See `ports.MemoryReader.buried`."""
        space = self._written(ns)
        if receipt not in space.receipts:
            raise MemoryNotFoundError(receipt)
        held = [space.memories.get(id_) for id_ in space.receipts[receipt].forgotten]
        return [memory.latest for memory in held if memory is not None and memory.rid is None]

    def buried_texts(self, ns: Namespace, receipt: str) -> Sequence[str]:
        """See `ports.MemoryReader.buried_texts`."""
        space = self._written(ns)
        if receipt not in space.receipts:
            raise MemoryNotFoundError(receipt)
        named = space.receipts[receipt]
        held = [m for id_ in named.forgotten if (m := space.memories.get(id_)) and m.rid is None]
        logged = [space.log[id_] for id_ in named.observations if id_ in space.log]
        return said_by(
            (version.record for memory in held for version in memory.versions),
            (one.said for one in logged if one.hidden),
            (one.span for one in space.withheld if one.message in named.observations),
        )

    def buried_values(self, ns: Namespace, receipt: str) -> Sequence[str]:
        """See `ports.MemoryReader.buried_values`."""
        space, held = self._written(ns), self.buried(ns, receipt)
        records = [v.record for record in held for v in space.memories[record.id].versions]
        keys = {record.key for record in held}
        names = [
            n.name for n in space.concept_names.values() if not keys.isdisjoint({n.key, n.name})
        ]
        return tuple(dict.fromkeys((*literals(records), *names)))

    def projects(self, ns: Namespace) -> Sequence[str]:
        """See `ports.MemoryReader.projects`."""
        space = self._written(ns)
        named = [held.latest.project for held in space.memories.values()]
        named += [logged.said.project for logged in space.log.values()]
        named += [item.record.project for item in space.pending.values()]
        return sorted({name for name in named if name is not None})

    def counts(self, ns: Namespace) -> Mapping[str, int]:
        """See `ports.MemoryReader.counts`."""
        spaces = self._readable(ns)
        records = [r for s in spaces for r in s.records() if visible(r.project, ns)]
        queued = [
            j
            for j in self._state.jobs.values()
            if j.ns.tenant == ns.tenant and j.ns.scope in ns.readable
        ]
        counts = {
            "memories": sum(r.status == "active" for r in records),
            "superseded": sum(r.status == "superseded" for r in records),
            "pending": sum(
                visible(i.record.project, ns) for s in spaces for i in s.pending.values()
            ),
            "observations": sum(visible(o.project, ns) for s in spaces for o in s.observations()),
            "jobs": sum(j.failed is None for j in queued),
            "failed_jobs": sum(j.failed is not None for j in queued),
        }
        for leg in self._state.legs:
            counts[f"unindexed:{leg}"] = sum(
                leg not in row.vectors for s in spaces for row in s.rows.values()
            )
        return counts

    def seen(
        self, ns: Namespace, external_ids: Sequence[str], content_hashes: Sequence[str]
    ) -> Mapping[str, Observation]:
        """See `ports.ObservationLog.seen`."""
        found: dict[str, Observation] = {}
        for logged in self._written(ns).log.values():
            said = _emptied(logged.said) if logged.hidden else logged.said
            if said.external_id is None and said.content_hash in content_hashes:
                found[said.content_hash] = said
            elif said.external_id is not None and said.external_id in external_ids:
                found[said.external_id] = said
        return found

    def observation(self, ns: Namespace, id: str) -> Observation:  # noqa: A002
        """See `ports.ObservationLog.observation`."""
        for space in self._readable(ns):
            logged = space.log.get(id)
            if logged is not None and not logged.hidden and visible(logged.said.project, ns):
                return logged.said
        raise MemoryNotFoundError(id)

    def observations(
        self, ns: Namespace, *, session: str | None = None, limit: int = 100
    ) -> Sequence[Observation]:
        """See `ports.ObservationLog.observations`."""
        said = [o for o in self._written(ns).observations() if visible(o.project, ns)]
        return [o for o in reversed(said) if session is None or o.session == session][:limit]

    def _current(self, ns: Namespace) -> Sequence[MemoryRecord]:
        records = self._written(ns).records()
        return [r for r in records if r.status == "active" and visible(r.project, ns)]


def _emptied(said: Observation) -> Observation:
    """Return a forgotten message as far as it takes to know it again."""
    return said.model_copy(update={"text": "", "tool_calls": (), "metadata": {}})


def _behind(numbered: Sequence[tuple[int, MemoryRecord]], after: str, ns: Namespace) -> int:
    """Return the number that a list goes on with behind an id; -1: with none."""
    seen = [(number, record.id) for number, record in numbered if visible(record.project, ns)]
    exact = [number - 1 for number, id_ in seen if id_ == after]
    return max(exact or [number for number, id_ in seen if id_ < after], default=-1)
