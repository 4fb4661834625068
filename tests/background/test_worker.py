"""The worker ends when it is told to, whenever that happens."""

import threading
from collections.abc import Sequence
from datetime import datetime

import pytest
from typing_extensions import override

from stelae.background.worker import Worker
from stelae.ports import ClaimedJob
from stelae.schemas.change import JobKind
from stelae.stores.in_memory import InMemoryStore
from stelae.testing import FixedClock


@pytest.mark.parametrize("moment", ["between jobs", "at work"])
def test_a_stop_at_any_moment_ends_the_thread(moment: str) -> None:
    """A stop that comes while the worker is busy is not forgotten when it goes to sleep (closing took ten seconds)."""
    busy, told = threading.Event(), threading.Event()

    def be_busy() -> None:
        busy.set()
        assert told.wait(10)

    class Queue(InMemoryStore):
        """Holds no jobs, and tells when somebody looks."""

        @override
        def claim(
            self, kinds: Sequence[JobKind], *, limit: int, now: datetime, lease_s: float = 60.0
        ) -> Sequence[ClaimedJob]:
            if moment == "at work":
                be_busy()
            return super().claim(kinds, limit=limit, now=now, lease_s=lease_s)

    idle = be_busy if moment == "between jobs" else lambda: None
    worker = Worker(Queue(), FixedClock(), {"embed": lambda _: None}, idle=idle)
    worker.wake()
    assert busy.wait(10)
    thread = worker._thread  # pyright: ignore[reportPrivateUsage]
    assert thread is not None
    stop = threading.Thread(target=worker.stop)
    stop.start()
    assert worker._stopping.wait(10)  # pyright: ignore[reportPrivateUsage]
    told.set()
    thread.join(5)
    assert not thread.is_alive()
    stop.join(10)
