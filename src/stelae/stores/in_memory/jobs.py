"""The queue and what callers see of it: `ports.JobQueue` and `ports.JobLog`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from stelae.errors import JobNotFoundError
from stelae.ports import ClaimedJob
from stelae.schemas.change import JobKind
from stelae.schemas.jobs import JobRecord, JobState
from stelae.schemas.scope import Namespace
from stelae.stores.entries import MAX_LEASES, backoff_s
from stelae.stores.in_memory.state import Part, Queued, queued_record


class Jobs(Part):
    """`JobQueue` and `JobLog` over dictionaries."""

    def claim(
        self, kinds: Sequence[JobKind], *, limit: int, now: datetime, lease_s: float = 60.0
    ) -> Sequence[ClaimedJob]:
        """See `ports.JobQueue.claim`."""
        with self._state.lock:
            claimed: list[ClaimedJob] = []
            for queued in sorted(self._state.jobs.values(), key=lambda one: (one.due, one.number)):
                if queued.failed is None and queued.due <= now and queued.attempts >= MAX_LEASES:
                    queued.failed, queued.ended, queued.held = "lease_expired", now, False
                free = queued.failed is None and queued.due <= now
                if free and queued.job.kind in kinds and len(claimed) < limit:
                    queued.attempts += 1
                    queued.due, queued.held = now + timedelta(seconds=lease_s), True
                    claimed.append(
                        ClaimedJob(queued.number, queued.ns, queued.job, queued.attempts)
                    )
            return claimed

    def renew(self, jobs: Sequence[ClaimedJob], *, now: datetime, lease_s: float) -> None:
        """See `ports.JobQueue.renew`."""
        with self._state.lock:
            for job in jobs:
                queued = self._its(job)
                if queued is not None and queued.held:
                    queued.due = now + timedelta(seconds=lease_s)

    def finish(self, jobs: Sequence[ClaimedJob], *, now: datetime) -> None:
        """See `ports.JobQueue.finish`."""
        with self._state.lock:
            for job in jobs:
                queued = self._its(job)
                if queued is not None:
                    self._state.end_job(queued, now)

    def fail(self, job: ClaimedJob, *, reason: str, now: datetime, max_attempts: int = 3) -> bool:
        """See `ports.JobQueue.fail`."""
        with self._state.lock:
            queued = self._its(job)
            if queued is None:
                return False
            over, queued.held = job.attempts >= max_attempts, False
            if over:
                queued.failed, queued.ended = reason, now
            else:
                queued.reason = reason
                queued.due = now + timedelta(seconds=backoff_s(job.attempts))
            return over

    def waiting(self, ns: Namespace | None = None) -> int:
        """See `ports.JobQueue.waiting`."""
        with self._state.lock:
            return sum(
                j.failed is None
                and j.job.kind != "maintain"
                and (ns is None or (j.ns.tenant, j.ns.scope) == (ns.tenant, ns.scope))
                for j in self._state.jobs.values()
            )

    def failed(self) -> Mapping[JobKind, int]:
        """See `ports.JobQueue.failed`."""
        with self._state.lock:
            return Counter(j.job.kind for j in self._state.jobs.values() if j.failed is not None)

    def jobs(
        self,
        ns: Namespace,
        *,
        now: datetime,
        state: JobState | None = None,
        limit: int,
        after: str | None = None,
    ) -> Sequence[JobRecord]:
        """See `ports.JobLog.jobs`."""
        with self._state.lock:
            found = [
                one
                for one in self._records(ns, now)
                if state in {None, one.state} and (after is None or one.id < after)
            ]
        return sorted(found, key=lambda one: one.id, reverse=True)[:limit]

    def job(self, ns: Namespace, id: str, *, now: datetime) -> JobRecord:  # noqa: A002
        """See `ports.JobLog.job`."""
        with self._state.lock:
            for one in self._records(ns, now):
                if one.id == id:
                    return one
        raise JobNotFoundError(id)

    def retry_job(self, ns: Namespace, id: str, *, now: datetime) -> JobRecord:  # noqa: A002
        """See `ports.JobLog.retry_job`."""
        with self._state.lock:
            for queued in self._jobs(ns):
                if queued.job.id == id and queued.failed is not None:
                    queued.again(now)
            return self.job(ns, id, now=now)

    def drop_ended_jobs(self, before: datetime, *, limit: int) -> int:
        """See `ports.JobLog.drop_ended_jobs`."""
        gone = 0
        with self._state.lock:
            for done in self._state.ended_jobs.values():
                old = [one.id for one in done.values() if (one.ended_at or before) < before]
                for id_ in old[: limit - gone]:
                    del done[id_]
                    gone += 1
        return gone

    def _records(self, ns: Namespace, now: datetime) -> Sequence[JobRecord]:
        done = self._state.ended_jobs.get((ns.tenant, ns.scope), {})
        return [*(queued_record(queued, now) for queued in self._jobs(ns)), *done.values()]

    def _its(self, job: ClaimedJob) -> Queued | None:
        queued = self._state.jobs.get(job.id)
        mine = queued is not None and queued.attempts == job.attempts and queued.failed is None
        return queued if mine else None
