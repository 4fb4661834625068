"""Calls about the server's work: jobs that follow from what was said, and whether it is well."""

import time
from typing import Final, Literal

from stelae.client.calling import Calling, an_id
from stelae.client.exchange import exchange, value_of
from stelae.client.steps import Pause, Request, Steps, T
from stelae.errors import JobNotFoundError
from stelae.schemas.base import Value
from stelae.schemas.jobs import JobRecord, JobState

FIRST_LOOK_S: Final = 0.1
LONGEST_LOOK_S: Final = 2.0
"""Between two looks at a job."""


class Health(Value):
    """The server's process answers."""

    status: Literal["alive"]


class Readiness(Value):
    """The server's store answers, too."""

    status: Literal["ready"]
    embedders: tuple[str, ...]
    """By which vectors are made; none: questions are answered by keywords alone."""


class Working(Calling):
    """`jobs`, `job`, `wait_for`, `retry_job`, `health`, `ready`."""

    def jobs(
        self, *, state: JobState | None = None, limit: int = 50, after: str | None = None
    ) -> Steps[tuple[JobRecord, ...]]:
        """Return jobs of the written scope, newest first. What is done is told for seven days.

        Args:
            state: only those.
            limit: most to return; they are fetched by a hundred.
            after: id of the last one of the page before.

        Raises:
            InvalidInputError: there is no such state.
        """
        return self._up_to(limit, "/jobs", JobRecord, after=after, state=state)

    def job(self, id: str) -> Steps[JobRecord]:  # noqa: A002 - the word every door uses
        """Return one job, for example one that `observe` named.

        Raises:
            JobNotFoundError: the written scope has none of that id, or it was done more than seven days ago.
        """
        return self._get("/jobs/{id}", JobRecord, about=an_id(id, JobNotFoundError))

    def wait_for(self, id: str, *, timeout_s: float = 60.0) -> Steps[JobRecord]:  # noqa: A002
        """Look at a job until it is done or has failed, and return it; its `state` says which.

        Args:
            id: of the job.
            timeout_s: after so long it is returned as it is by then.

        Raises:
            JobNotFoundError: as `job`.
        """
        ends, pause = time.monotonic() + timeout_s, FIRST_LOOK_S
        while True:
            found = yield from self.job(id)
            left = ends - time.monotonic()
            if found.state in {"done", "failed"} or left <= 0:
                return found
            yield Pause(min(pause, left))
            pause = min(2 * pause, LONGEST_LOOK_S)

    def retry_job(self, id: str) -> Steps[JobRecord]:  # noqa: A002
        """Put a failed job back into the queue as if it were new, and return it. It takes a reviewer's key.

        Raises:
            JobNotFoundError: as `job`.
        """
        return self._write("/jobs/{id}/retry", JobRecord, about=an_id(id, JobNotFoundError))

    def health(self) -> Steps[Health]:
        """Ask whether the server's process answers; no key is needed.

        Raises:
            ServerUnavailableError: it does not.
        """
        return self._of_the_server("/healthz", Health)

    def ready(self) -> Steps[Readiness]:
        """Ask whether the server can work; no key is needed.

        Raises:
            StoreError: its store does not answer.
            ServerUnavailableError: nobody answers.
        """
        return self._of_the_server("/readyz", Readiness)

    def _of_the_server(self, path: str, shape: type[T]) -> Steps[T]:
        asked = f"GET {path}"
        reply = yield from exchange(Request("GET", path), retries=self.retries, asked=asked)
        return value_of(reply, shape, asked=asked)
