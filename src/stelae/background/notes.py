"""Notes of recalls: traces and access counts, gathered in memory and written in batches, off the read path.

A question may hold a secret. It is taken out of what is kept and shown, and not before: redacting costs more than searching
a small scope, and nobody waits here.
"""

import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence

from stelae.ports import Clock, TraceLog
from stelae.remember.redaction import redact_value
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace

KEEP = 256
"""Notes held before the oldest are written; a crash loses at most so many access counts and traces."""


class RecallNotes:
    """A thread-safe buffer in front of a `TraceLog`."""

    def __init__(
        self, log: TraceLog, clock: Clock, *, personal: frozenset[str] = frozenset()
    ) -> None:
        """Take the log to write to, and the types of personal data that the policy masks like secrets."""
        self._log, self._clock, self._personal = log, clock, personal
        self._lock = threading.Lock()
        self._saving = threading.Lock()
        self._held: OrderedDict[str, tuple[Namespace, Trace, tuple[str, ...]]] = OrderedDict()

    def add(self, ns: Namespace, trace: Trace, memory_ids: Sequence[str]) -> bool:
        """Hold a note; True: it is time to save."""
        with self._lock:
            self._held[trace.id] = (ns, trace, tuple(memory_ids))
            return len(self._held) >= KEEP

    def find(self, ns: Namespace, trace_id: str) -> Trace | None:
        """Return a trace, redacted, that is still held and belongs to tenant, scope and project, as `TraceLog.trace`."""
        with self._lock:
            found = self._held.get(trace_id)
        if found is None:
            return None
        owner, trace, _ = found
        mine = (owner.tenant, owner.scope) == (ns.tenant, ns.scope)
        return self._clean(trace) if mine and owner.project in {None, ns.project} else None

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
                self._log.save(
                    ns, [self._clean(t) for t, _ in notes], touched, now=self._clock.now()
                )
            with self._lock:
                for trace_id in held:
                    del self._held[trace_id]

    def _clean(self, trace: Trace) -> Trace:
        """Return the trace without secrets in what the caller wrote."""
        written = trace.model_dump(mode="json", include={"query", "filters", "rewriting"})
        clean = redact_value(written, personal=self._personal)
        return trace if clean == written else Trace.model_validate(trace.model_dump() | clean)
