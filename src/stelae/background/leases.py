"""Keeping jobs that are worked on from others: a model may take longer over a batch than a lease lasts."""

import logging
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

from stelae.errors import StoreError
from stelae.ports import ClaimedJob, Clock, JobQueue

logger = logging.getLogger(__name__)
LONGEST_S: Final = 3_600.0
"""A handler that has not ended by then hangs; somebody else may have its jobs."""
_RENEWALS: Final = 3
"""Of a lease, while it lasts: two of them may fail."""


@contextmanager
def kept(
    queue: JobQueue, clock: Clock, jobs: Sequence[ClaimedJob], lease_s: float
) -> Generator[None]:
    """Hold claimed jobs as long as the block runs, an hour at most; a process that dies holds nothing."""
    over = threading.Event()

    def renew() -> None:
        for _ in range(int(LONGEST_S / lease_s * _RENEWALS)):
            if over.wait(lease_s / _RENEWALS):
                return
            try:
                queue.renew(jobs, now=clock.now(), lease_s=lease_s)
            except StoreError as error:
                logger.info("a lease was not renewed: %s", type(error).__name__)

    threading.Thread(target=renew, name="stelae-lease", daemon=True).start()
    try:
        yield
    finally:
        over.set()
