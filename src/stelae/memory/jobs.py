"""Background jobs: how they stand, failed ones put in again, and a worker for what anybody leaves in the folder."""

from collections.abc import Callable, Mapping
from typing import get_args

from stelae.errors import InvalidInputError
from stelae.memory.door import Door
from stelae.schemas.change import JobKind
from stelae.schemas.jobs import BatchReport, JobRecord, JobState

MOST = 1000
"""Jobs of one page."""


class Jobs(Door):
    """`jobs`, `job`, `retry_job`, `failed_jobs`, `work`, `start_worker`, `stop_worker`."""

    def jobs(
        self, *, state: JobState | None = None, limit: int = 50, after: str | None = None
    ) -> tuple[JobRecord, ...]:
        """Return jobs of the written scope, newest first. What is done is told for seven days.

        Args:
            state: only those.
            limit: most to return, up to 1,000.
            after: id of the last one of the page before.

        Raises:
            InvalidInputError: there is no such state, or the limit is none.
        """
        if state is not None and state not in get_args(JobState):
            raise InvalidInputError(
                f"There is no state {state!r:.40}; use {', '.join(get_args(JobState))}."
            )
        if not 1 <= limit <= MOST:
            raise InvalidInputError(f"limit is a number from 1 to {MOST:,}.")
        now = self._parts.clock.now()
        return tuple(
            self._parts.store.jobs(self._ns, now=now, state=state, limit=limit, after=after)
        )

    def job(self, id: str) -> JobRecord:  # noqa: A002
        """Return one job, for example one that `observe` named.

        Raises:
            JobNotFoundError: the written scope has none of that id, or it was done more than seven days ago.
        """
        return self._parts.store.job(self._ns, id, now=self._parts.clock.now())

    def retry_job(self, id: str) -> JobRecord:  # noqa: A002
        """Put a failed job back into the queue as if it were new, and return it. Any other one stays as it is.

        Raises:
            JobNotFoundError: as `job`.
        """
        told = self._parts.store.retry_job(self._ns, id, now=self._parts.clock.now())
        self._parts.worker.wake()
        return told

    def failed_jobs(self) -> Mapping[JobKind, int]:
        """Count the jobs of the whole data folder that failed for good, by kind: for those who run it, beside `waiting`.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        return self._parts.store.failed()

    def work(
        self, on_batch: Callable[[BatchReport], None] | None = None, *, timeout_s: float = 600.0
    ) -> int:
        """Work on the jobs of the whole data folder, upkeep among them, until none is left; return how many still wait.

        Args:
            on_batch: called after each batch.
            timeout_s: how long to wait for jobs that other processes hold or that pause after a failure.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        return self._parts.worker.work(on_batch, timeout_s=timeout_s)

    def start_worker(self, on_batch: Callable[[BatchReport], None] | None = None) -> None:
        """Work on the jobs of the whole data folder in a thread of its own, until `close`.

        It works on what other processes leave, too, a second later. Without it a thread begins with the first write.

        Args:
            on_batch: called after each batch, in that thread.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        self._parts.worker.start(on_batch)

    def stop_worker(self) -> None:
        """End the worker's thread for good, after the batch it is on. What takes longer than ten seconds is given back.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        self._parts.worker.stop()
