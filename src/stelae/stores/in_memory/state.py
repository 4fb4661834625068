"""What the in-memory store holds, and what its parts share."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from stelae.errors import StoreError
from stelae.schemas.change import Job, JobKind
from stelae.schemas.jobs import JobRecord, JobState
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import MaintenanceReport
from stelae.stores.entries import job_id, remaining
from stelae.stores.in_memory.space import Space


@dataclass(frozen=True, slots=True)
class Leg:
    """An embedder leg; `number` grows with every `replace`, so that older catalogues are not compared any more."""

    number: int
    fingerprint: str
    dim: int


@dataclass(slots=True)
class Queued:
    """A job, and from when it may be claimed."""

    number: int
    ns: Namespace
    job: Job
    at: datetime
    due: datetime
    attempts: int = 0
    held: bool = False
    """A worker has it until `due`."""
    reason: str | None = None
    failed: str | None = None
    ended: datetime | None = None
    """When it failed for good."""

    def again(self, at: datetime) -> None:
        """Be as if it were new."""
        self.failed = self.reason = self.ended = None
        self.held, self.attempts, self.due = False, 0, at


@dataclass(slots=True)
class State:
    """Everything the store holds."""

    spaces: dict[tuple[str, str], Space] = field(default_factory=dict[tuple[str, str], Space])
    legs: dict[str, Leg] = field(default_factory=dict[str, Leg])
    jobs: dict[int, Queued] = field(default_factory=dict[int, Queued])
    ended_jobs: dict[tuple[str, str], dict[str, JobRecord]] = field(
        default_factory=dict[tuple[str, str], dict[str, JobRecord]]
    )
    """What is done, by tenant and scope, and by id."""
    told_piles: dict[str, dict[tuple[str, str], datetime]] = field(
        default_factory=dict[str, dict[tuple[str, str], datetime]]
    )
    """When a listener was told of a scope, by his name, tenant and scope."""
    traces: list[tuple[Namespace, Trace]] = field(default_factory=list[tuple[Namespace, Trace]])
    numbers: count[int] = field(default_factory=lambda: count(1))
    lock: threading.RLock = field(default_factory=threading.RLock)
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    """Hashes the marks of tombstones."""
    tokenizer: str | None = None
    category_forms: dict[str, str] = field(default_factory=dict[str, str])
    upkeep_planned: datetime | None = None
    upkeep_last: MaintenanceReport | None = None
    closed: bool = False

    def enqueue(self, ns: Namespace, job: Job, at: datetime) -> None:
        """Put a job into the queue; the lock is held."""
        number = next(self.numbers)
        named = job.model_copy(update={"id": job.id or job_id()})
        self.jobs[number] = Queued(number, ns, named, at, at)

    def end_job(self, queued: Queued, at: datetime, *, reason: str | None = None) -> None:
        """Take a job off the queue, and keep that it is done; the lock is held."""
        place = (queued.ns.tenant, queued.ns.scope)
        done = queued_record(queued, at).model_copy(
            update={"state": "done", "reason": reason, "due_at": None, "ended_at": at}
        )
        self.ended_jobs.setdefault(place, {})[done.id] = done
        del self.jobs[queued.number]


def queued_record(queued: Queued, now: datetime) -> JobRecord:
    """Return what a caller is told of a job in the queue."""
    state: JobState = "running" if queued.held and queued.due > now else "waiting"
    return JobRecord(
        id=queued.job.id or "",
        kind=queued.job.kind,
        state=state if queued.failed is None else "failed",
        attempts=queued.attempts,
        reason=queued.failed or queued.reason,
        created_at=queued.at,
        due_at=queued.due if queued.failed is None else None,
        ended_at=queued.ended,
    )


class Part:
    """Some methods of the port over one state."""

    def __init__(self, state: State) -> None:
        """Use this state."""
        self._state = state

    def _space(self, tenant: str, scope: str) -> Space:
        if self._state.closed:
            raise StoreError("This store is closed.")
        return self._state.spaces.get((tenant, scope)) or Space()

    def _written(self, ns: Namespace) -> Space:
        return self._space(ns.tenant, ns.scope)

    def _take_off_jobs(
        self,
        ns: Namespace,
        ids: Collection[str],
        at: datetime,
        *,
        kind: JobKind | None = None,
        reason: str | None = None,
    ) -> int:
        """Make jobs of the written scope name these ids no more; return how many did. With nothing left a job is done."""
        named = 0
        for queued in self._jobs(ns, kind) if ids else ():
            left = remaining(queued.job, frozenset(ids))
            named += left != queued.job
            if left is None:
                self._state.end_job(queued, at, reason=reason)
            else:
                queued.job = left
        return named

    def _jobs(self, ns: Namespace, kind: JobKind | None = None) -> Sequence[Queued]:
        return [
            queued
            for queued in self._state.jobs.values()
            if (queued.ns.tenant, queued.ns.scope) == (ns.tenant, ns.scope)
            and kind in {None, queued.job.kind}
        ]

    def _readable(self, ns: Namespace) -> Sequence[Space]:
        return [self._space(ns.tenant, scope) for scope in ns.readable]
