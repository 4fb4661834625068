"""The worker: takes jobs off the store's queue and hands them to the handlers that assembly gave it.

It knows no handler by name. One worker runs at a time in a process; several processes share the queue through leases.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from stelae.errors import ModelError, StelaeError, StoreBusyError
from stelae.ports import ClaimedJob, Clock, JobQueue
from stelae.schemas.change import JobKind

logger = logging.getLogger(__name__)
Handler = Callable[[Sequence[ClaimedJob]], None]
BATCH = 32
"""Jobs claimed at once; the handlers batch on their own."""
LEASES: Mapping[JobKind, float] = {
    "embed": 60.0,
    "extract": 300.0,
    "purge": 60.0,
    "maintain": 600.0,
}
"""Seconds after which a claimed job counts as a dead worker's: a model may take minutes over a batch. Work that outlives its
lease may be done twice, which changes nothing."""
STOP_S = 10.0
"""How long `stop` waits for the batch in work."""
INTERRUPTIONS = 10
"""How often a job may be given back because its process ended."""
IDLE_S = 30.0
"""How long the thread waits for a wake-up before it looks for jobs that other processes left."""


class Interrupted(Exception):  # noqa: N818 - no error: the process ends, and the job comes back
    """A handler stopped between two steps because the process ends."""


class Worker:
    """A daemon thread that starts with the first `wake` and ends with `stop`."""

    def __init__(
        self,
        queue: JobQueue,
        clock: Clock,
        handlers: Mapping[JobKind, Handler],
        *,
        idle: Callable[[], None],
        plan: Callable[[], None] = lambda: None,
        stopping: threading.Event | None = None,
    ) -> None:
        """Take what to work on.

        Args:
            queue: of jobs.
            clock: the present.
            handlers: by kind of job.
            idle: what to do between jobs.
            plan: called whenever the thread wakes, before it looks for jobs.
            stopping: set by `stop`, for handlers that can end between two steps (`Interrupted`).
        """
        self._queue, self._clock, self._handlers, self._idle = queue, clock, dict(handlers), idle
        self._plan = plan
        self._turn = threading.Lock()
        self._wake = threading.Event()
        self._stopping = stopping or threading.Event()
        self._thread: threading.Thread | None = None
        self._held: Sequence[ClaimedJob] = ()

    def wake(self) -> None:
        """Tell the worker that there may be jobs."""
        self._wake.set()
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._loop, name="stelae-worker", daemon=True)
            self._thread.start()

    def drain(self, *, timeout_s: float, on_progress: Callable[[int], None] | None = None) -> int:
        """Work in the caller's thread until no job is left, and return how many still wait.

        Args:
            timeout_s: how long to wait for jobs that others hold or that pause after a failure.
            on_progress: called with the number of jobs that still wait.
        """
        until = time.monotonic() + timeout_s
        while True:
            worked = self._step()
            left = self._queue.waiting()
            if on_progress is not None:
                on_progress(left)
            if left == 0 or (not worked and time.monotonic() >= until):
                return left
            if not worked:
                self._stopping.wait(0.02)

    def stop(self) -> None:
        """End the thread after the batch it is on; jobs that wait stay in the store.

        A batch that does not end within ten seconds, since a model takes its time, is given back.
        """
        self._stopping.set()
        self._wake.set()
        if self._thread is None or self._thread is threading.current_thread():
            return
        self._thread.join(timeout=STOP_S)
        if self._thread.is_alive():
            self._give_back(self._held)

    def _loop(self) -> None:
        while True:
            # Cleared before the work and before the look at `_stopping`: a wake-up or stop meanwhile is never lost.
            self._wake.clear()
            if self._stopping.is_set():
                return
            try:
                self._plan()
                while not self._stopping.is_set() and self._step():
                    pass
                self._idle()
            except StelaeError:
                if self._stopping.is_set():
                    logger.info("background work was interrupted; the jobs stay in the store")
                    return
                logger.exception("background work failed; the jobs stay in the store")
            self._wake.wait(IDLE_S)

    def _step(self) -> bool:
        """Work on one batch of each kind; False: there was none."""
        with self._turn:
            worked = False
            for kind, handler in self._handlers.items():
                jobs = self._queue.claim(
                    (kind,), limit=BATCH, now=self._clock.now(), lease_s=LEASES[kind]
                )
                if jobs:
                    worked, self._held = True, jobs
                    self._handle(handler, jobs)
                    self._held = ()
            return worked

    def _handle(self, handler: Handler, jobs: Sequence[ClaimedJob]) -> None:
        try:
            handler(jobs)
        except (ModelError, StoreBusyError) as error:
            for job in jobs:
                self._queue.fail(job, reason=type(error).__name__, now=self._clock.now())
        except Interrupted:
            self._give_back(jobs)
        else:
            self._queue.finish(jobs, now=self._clock.now())

    def _give_back(self, jobs: Sequence[ClaimedJob]) -> None:
        for job in jobs:
            now = self._clock.now()
            self._queue.fail(job, reason="interrupted", now=now, max_attempts=INTERRUPTIONS)
