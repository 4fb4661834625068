"""Follow-up work in the store: the queue that workers take jobs from, and what those who left them may ask."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from stelae.schemas.change import Job, JobKind
from stelae.schemas.jobs import JobRecord, JobState
from stelae.schemas.scope import Namespace


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job somebody is working on. The number of attempts fences it: whoever comes late ends nobody's job."""

    id: int
    ns: Namespace
    job: Job
    attempts: int


class JobQueue(Protocol):
    """Follow-up work that survives a crash: a claimed job returns to the queue when its lease runs out."""

    def claim(
        self, kinds: Sequence[JobKind], *, limit: int, now: datetime, lease_s: float = 60.0
    ) -> Sequence[ClaimedJob]:
        """Take up to `limit` jobs of any tenant, those first that are due for longest. Without any nothing is locked."""
        ...

    def renew(self, jobs: Sequence[ClaimedJob], *, now: datetime, lease_s: float) -> None:
        """Hold claimed jobs for longer; those that somebody else has by now are left alone."""
        ...

    def finish(self, jobs: Sequence[ClaimedJob], *, now: datetime) -> None:
        """Take done jobs off the queue. That they were done is told for seven days."""
        ...

    def fail(self, job: ClaimedJob, *, reason: str, now: datetime, max_attempts: int = 3) -> bool:
        """Give a job back with a growing pause; after `max_attempts` it stays as failed, until a retry.

        Returns:
            Has it failed for good?
        """
        ...

    def waiting(self, ns: Namespace | None = None) -> int:
        """Count the jobs that are queued or claimed, without the failed ones and upkeep, for which nobody waits."""
        ...

    def failed(self) -> Mapping[JobKind, int]:
        """Count the jobs of the whole store that failed for good, by kind."""
        ...


class JobLog(Protocol):
    """Jobs of one scope as its callers see them. Those of other tenants and scopes are not there."""

    def jobs(
        self,
        ns: Namespace,
        *,
        now: datetime,
        state: JobState | None = None,
        limit: int,
        after: str | None = None,
    ) -> Sequence[JobRecord]:
        """Return jobs of the written scope, newest first.

        Args:
            ns: tenant and written scope; reads and project do not matter.
            now: tells a running job from one whose worker died.
            state: only those.
            limit: most to return.
            after: id of the last one of the page before.
        """
        ...

    def job(self, ns: Namespace, id: str, *, now: datetime) -> JobRecord:  # noqa: A002
        """Return one job.

        Raises:
            JobNotFoundError: the written scope has none of that id, or it ended more than seven days ago.
        """
        ...

    def retry_job(self, ns: Namespace, id: str, *, now: datetime) -> JobRecord:  # noqa: A002
        """Put a failed job back into the queue as if it were new; any other one stays as it is.

        Raises:
            JobNotFoundError: as `job`.
        """
        ...

    def drop_ended_jobs(self, before: datetime, *, limit: int) -> int:
        """Forget of the whole store what was done before that time; return how many jobs that were."""
        ...
