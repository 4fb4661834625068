"""Notes of recalls: traces and access counts, gathered in memory and written in batches, off the read path."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence

from stelae.ports import Clock, TraceLog
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace

KEEP = 256
"""Notes held before the oldest are written; a crash loses at most so many access counts and traces."""


class RecallNotes:
    """A thread-safe buffer in front of a `TraceLog`."""

    def __init__(self, log: TraceLog, clock: Clock) -> None:
        """Take the log to write to."""
        self._log, self._clock = log, clock
        self._lock = threading.Lock()
        self._saving = threading.Lock()
        self._held: OrderedDict[str, tuple[Namespace, Trace, tuple[str, ...]]] = OrderedDict()

    def add(self, ns: Namespace, trace: Trace, memory_ids: Sequence[str]) -> bool:
        """Hold a note; True: it is time to save."""
        with self._lock:
            self._held[trace.id] = (ns, trace, tuple(memory_ids))
            return len(self._held) >= KEEP

    def find(self, ns: Namespace, trace_id: str) -> Trace | None:
        """Return a trace that is still held and belongs to the tenant and a readable scope."""
        with self._lock:
            found = self._held.get(trace_id)
        if found is None or found[0].tenant != ns.tenant or found[0].scope != ns.scope:
            return None
        return found[1]

    def drop(self, ns: Namespace) -> int:
        """Let go of what is held of the written scope, after a forgetting, and return how many notes that were."""
        with self._saving, self._lock:
            gone = [
                trace_id
                for trace_id, (owner, _, _) in self._held.items()
                if (owner.tenant, owner.scope) == (ns.tenant, ns.scope)
            ]
            for trace_id in gone:
                del self._held[trace_id]
        return len(gone)

    def save(self) -> None:
        """Write everything held; until it is written, `find` still finds it."""
        with self._saving:
            with self._lock:
                held = dict(self._held)
            groups: dict[Namespace, list[tuple[Trace, tuple[str, ...]]]] = {}
            for ns, trace, ids in held.values():
                groups.setdefault(ns, []).append((trace, ids))
            for ns, notes in groups.items():
                touched = Counter(i for _, ids in notes for i in ids)
                self._log.save(ns, [t for t, _ in notes], touched, now=self._clock.now())
            with self._lock:
                for trace_id in held:
                    del self._held[trace_id]
