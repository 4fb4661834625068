"""The worker: takes jobs off the store's queue and hands them to the handlers that assembly gave it.

It knows no handler by name. One worker runs at a time in a process; several processes share the queue through leases. A job
is done at least once: a worker that dies leaves it to the next one, so that every handler may meet a job twice.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from stelae.background.handling import PATIENT_TRIES, Handler, Handling
from stelae.background.leases import kept
from stelae.errors import StelaeError
from stelae.ports import ClaimedJob, Clock, JobQueue
from stelae.schemas.change import JobKind
from stelae.schemas.jobs import BatchReport

logger = logging.getLogger(__name__)
BATCH: Final = 32
"""Jobs claimed at once; the handlers batch on their own."""
LEASES: Final[Mapping[JobKind, float]] = {
    "embed": 60.0,
    "extract": 300.0,
    "purge": 60.0,
    "maintain": 600.0,
}
"""Seconds after which a claimed job counts as a dead worker's. A living one renews them."""
STOP_S = 10.0
"""How long `stop` waits for the batch in work."""
IDLE_S: Final = 30.0
"""How long the thread waits for a wake-up before it looks for jobs that other processes left."""
POLL_S: Final = 1.0
"""The same for a worker that was started to work for others."""
_SHORT_S, _LONG_S = 0.01, 0.25
"""Pauses of who waits for jobs that others hold."""
TROUBLE_S: Final = 5.0
"""Pause at least, after the store has failed."""


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
        look: Callable[[], None] = lambda: None,
        stopping: threading.Event | None = None,
        wakeful: bool = True,
    ) -> None:
        """Take what to work on.

        Args:
            queue: of jobs.
            clock: the present.
            handlers: by kind of job.
            idle: what to do between jobs.
            plan: called whenever the thread wakes, before it looks for jobs.
            look: called by the thread after its batches, and when there were none.
            stopping: set by `stop`, for handlers that can end between two steps (`Interrupted`).
            wakeful: False: a wake-up starts no thread, since another process works on the jobs.
        """
        self._queue, self._clock, self._handlers = queue, clock, dict(handlers)
        self._handling = Handling(queue, clock)
        self._idle, self._plan, self._look = idle, plan, look
        self._turn, self._starting = threading.Lock(), threading.Lock()
        self._wake = threading.Event()
        self._stopping = stopping or threading.Event()
        self._thread: threading.Thread | None = None
        self._held: Sequence[ClaimedJob] = ()
        self._wakeful, self._pause_s = wakeful, IDLE_S
        self._told: Callable[[BatchReport], None] = lambda _report: None

    def wake(self) -> None:
        """Tell the worker that there may be jobs."""
        self._wake.set()
        with self._starting:
            asleep = self._thread is None or not self._thread.is_alive()
            if self._wakeful and asleep:
                self._thread = threading.Thread(
                    target=self._loop, name="stelae-worker", daemon=True
                )
                self._thread.start()

    def start(self, told: Callable[[BatchReport], None] | None = None) -> None:
        """Start the thread now, also for jobs that other processes leave: it looks for them once a second, and is patient.

        Args:
            told: called after each batch, in the thread.
        """
        self._wakeful, self._pause_s, self._told = True, POLL_S, told or self._told
        self._handling = Handling(self._queue, self._clock, tries=PATIENT_TRIES)
        self.wake()

    def work(self, told: Callable[[BatchReport], None] | None = None, *, timeout_s: float) -> int:
        """Do everything that waits, upkeep among it, in the caller's thread; return how many jobs still wait.

        Args:
            told: called after each batch.
            timeout_s: as for `drain`.
        """
        self._told = told or self._told
        self._plan()
        left = self.drain(timeout_s=timeout_s)
        self._look()
        self._idle()
        return left

    def drain(self, *, timeout_s: float, on_progress: Callable[[int], None] | None = None) -> int:
        """Work in the caller's thread until no job is left, and return how many still wait.

        Args:
            timeout_s: how long to wait for jobs that others hold or that pause after a failure.
            on_progress: called with the number of jobs that still wait.
        """
        until, pause = time.monotonic() + timeout_s, _SHORT_S
        while True:
            worked = self._step(halted=lambda: False)
            left = self._queue.waiting()
            if on_progress is not None:
                on_progress(left)
            if left == 0 or (not worked and time.monotonic() >= until):
                return left
            pause = _SHORT_S if worked else min(2 * pause, _LONG_S)
            if not worked:
                self._stopping.wait(pause)

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
            self._handling.give_back(self._held)

    def _loop(self) -> None:
        while True:
            # Cleared before the work and before the look at `_stopping`: a wake-up or stop meanwhile is never lost.
            self._wake.clear()
            if self._stopping.is_set():
                return
            pause = self._pause_s
            try:
                self._turn_over()
            except Exception as error:
                if self._stopping.is_set():
                    logger.info("background work was interrupted; the jobs stay in the store")
                    return
                # Whatever it is, the thread lives on. Only our own errors are known to say nothing private.
                told = error if isinstance(error, StelaeError) else None
                logger.exception(
                    "background work failed (%s); the jobs stay in the store",
                    type(error).__name__,
                    exc_info=told,
                )
                pause = max(pause, TROUBLE_S)
            self._wake.wait(pause)

    def _turn_over(self) -> None:
        """Work until nothing is left to do now."""
        self._plan()
        worked = True
        while worked and not self._stopping.is_set():
            worked = self._step(halted=self._stopping.is_set)
            self._look()
        self._idle()

    def _step(self, *, halted: Callable[[], bool]) -> bool:
        """Work on one batch of each kind; False: there was none."""
        with self._turn:
            worked = False
            for kind in self._handlers:
                if halted():
                    break
                jobs = self._queue.claim(
                    (kind,), limit=BATCH, now=self._clock.now(), lease_s=LEASES[kind]
                )
                if jobs:
                    worked, self._held = True, jobs
                    self._batch(kind, jobs)
                    self._held = ()
            return worked

    def _batch(self, kind: JobKind, jobs: Sequence[ClaimedJob]) -> None:
        begun = time.monotonic()
        with kept(self._queue, self._clock, jobs, LEASES[kind]):
            ended = self._handling(self._handlers[kind], jobs)
        report = BatchReport(
            kind=kind,
            done=ended["done"],
            failed=ended["failed"],
            put_off=ended["put_off"],
            seconds=round(time.monotonic() - begun, 3),
        )
        self._told(report)
