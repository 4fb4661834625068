"""Changes and traces: `ports.MemoryWriter` and `ports.TraceLog`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from stelae.errors import MemoryNotFoundError
from stelae.schemas.change import ChangeSet
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace
from stelae.stores.entries import KEPT_TRACES, visible
from stelae.stores.in_memory.changing import Surroundings, changed
from stelae.stores.in_memory.forgetting import forgotten_ids, shows
from stelae.stores.in_memory.space import accessed
from stelae.stores.in_memory.state import Part


class Writes(Part):
    """`MemoryWriter` and `TraceLog`."""

    def apply(self, ns: Namespace, changes: ChangeSet) -> Mapping[str, int]:
        """See `ports.MemoryWriter.apply`."""
        with self._state.lock:
            dims = {name: leg.dim for name, leg in self._state.legs.items()}
            around = Surroundings(ns.scope, dims, self._state.numbers, self._state.key)
            after, resting = changed(self._written(ns), changes, around)
            self._state.spaces[ns.tenant, ns.scope] = after
            counts = {
                "pending": resting,
                "traces": self._drop_traces(ns, changes),
                "jobs": self._take_off_jobs(
                    ns, forgotten_ids(changes), changes.at, reason="forgotten"
                ),
            }
            for job in changes.jobs:
                self._state.enqueue(ns, job, changes.at)
            return {name: count for name, count in counts.items() if count}

    def save(
        self, ns: Namespace, traces: Sequence[Trace], touched: Mapping[str, int], *, now: datetime
    ) -> None:
        """See `ports.TraceLog.save`."""
        with self._state.lock:
            mine = [pair for pair in self._state.traces if pair[0].tenant == ns.tenant]
            times = [
                r.at for space in self._readable(ns) for r in space.receipts.values() if r.at <= now
            ]
            new = [(ns, trace) for trace in traces if all(trace.at > at for at in times)]
            kept = [*mine, *new][-KEPT_TRACES:]
            others = [pair for pair in self._state.traces if pair[0].tenant != ns.tenant]
            self._state.traces = [*others, *kept]
            for scope in ns.readable:
                self._touch(ns, scope, touched, now)

    def trace(self, ns: Namespace, id: str) -> Trace:  # noqa: A002
        """See `ports.TraceLog.trace`."""
        for kept, trace in self._state.traces:
            mine = (kept.tenant, kept.scope) == (ns.tenant, ns.scope)
            if mine and trace.id == id and visible(kept.project, ns):
                return trace
        raise MemoryNotFoundError(id, recall=True)

    def _touch(self, ns: Namespace, scope: str, touched: Mapping[str, int], now: datetime) -> None:
        space = self._space(ns.tenant, scope)
        rows = dict(space.rows)
        for id_, times in touched.items():
            record = space.record(id_)
            rid = None if record is None else space.memories[id_].rid
            if record is not None and rid is not None and visible(record.project, ns):
                rows[rid] = accessed(rows[rid], times, now)
        if rows != space.rows:
            self._state.spaces[ns.tenant, scope] = replace(
                space, rows=rows, sequence=space.sequence + 1
            )

    def _drop_traces(self, ns: Namespace, changes: ChangeSet) -> int:
        """Drop traces that show what is forgotten, and all of the scope, since a question may quote it."""
        ids, before = forgotten_ids(changes), len(self._state.traces)
        if not (ids or changes.tombstones):
            return 0
        self._state.traces = [
            (kept, trace)
            for kept, trace in self._state.traces
            if kept.tenant != ns.tenant or not (shows(trace, ids) or kept.scope == ns.scope)
        ]
        return before - len(self._state.traces)
