"""Handing claimed jobs to their handler, and writing down how each of them ended. No job is lost here, whatever happens."""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from stelae.errors import ModelError, StoreBusyError
from stelae.ports import ClaimedJob, Clock, JobQueue

logger = logging.getLogger(__name__)
Handler = Callable[[Sequence[ClaimedJob]], Mapping[int, str] | None]
"""Works on jobs of one kind. It returns reason codes, by the job's number, of those for which trying again is no use."""
Ending = Literal["done", "failed", "put_off"]
TRIES: Final = 3
"""After so many failures a job is given up: a dead letter."""
PATIENT_TRIES: Final = 8
"""The same where nobody waits for the job: a model that is away for four minutes costs none."""
INTERRUPTIONS: Final = 10
"""How often a job may be given back because its process ended."""


class Interrupted(Exception):  # noqa: N818 - no error: the process ends, and the job comes back
    """A handler stopped between two steps because the process ends."""


class Handling:
    """What a worker does with the jobs that it has claimed."""

    def __init__(self, queue: JobQueue, clock: Clock, *, tries: int = TRIES) -> None:
        """Take the queue that they are from, the present, and after how many failures a job is given up."""
        self._queue, self._clock, self._tries = queue, clock, tries

    def __call__(self, handler: Handler, jobs: Sequence[ClaimedJob]) -> Counter[Ending]:
        """Let the handler work on the jobs, and count how they ended.

        A model that is away and a store that is busy put all of them off. Anything else that breaks the handler does so
        with one of them, so that each is tried by itself then.
        """
        try:
            useless = handler(jobs) or {}
        except (ModelError, StoreBusyError) as error:
            return self._fail(jobs, type(error).__name__, self._tries)
        except Interrupted:
            return self.give_back(jobs)
        except (KeyboardInterrupt, SystemExit):
            self.give_back(jobs)
            raise
        except Exception as error:
            if len(jobs) > 1:
                return _sum([self(handler, [job]) for job in jobs])
            logger.warning("a %s job failed: %s", jobs[0].job.kind, type(error).__name__)
            logger.debug("fault", exc_info=error)
            return self._fail(jobs, type(error).__name__, TRIES)
        done = [job for job in jobs if job.id not in useless]
        self._queue.finish(done, now=self._clock.now())
        over = [self._fail([job], useless[job.id], 0) for job in jobs if job.id in useless]
        return _sum([Counter({"done": len(done)}), *over])

    def give_back(self, jobs: Sequence[ClaimedJob]) -> Counter[Ending]:
        """Put jobs back into the queue because the process ends."""
        return self._fail(jobs, "interrupted", INTERRUPTIONS)

    def _fail(self, jobs: Sequence[ClaimedJob], reason: str, tries: int) -> Counter[Ending]:
        ended = Counter[Ending]()
        for job in jobs:
            over = self._queue.fail(job, reason=reason, now=self._clock.now(), max_attempts=tries)
            ended["failed" if over else "put_off"] += 1
        return ended


def _sum(counts: Sequence[Counter[Ending]]) -> Counter[Ending]:
    return sum(counts, Counter[Ending]())
