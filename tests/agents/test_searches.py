"""Searches beside a turn."""

import threading
from concurrent.futures import CancelledError, wait

import pytest

from stelae.agents.searches import Searches


def test_so_many_run_at_a_time_and_the_others_wait_their_turn() -> None:
    """In order; each result is its own call's."""
    go, running, most = threading.Event(), [0], [0]
    lock = threading.Lock()
    searches = Searches[int](2, "test-searches")

    def call(number: int) -> int:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        go.wait(10)
        with lock:
            running[0] -= 1
        return number

    futures = [searches.submit(lambda n=n: call(n)) for n in range(6)]
    go.set()
    assert [one.result(10) for one in futures] == list(range(6))
    assert most[0] <= 2


def test_an_error_is_the_callers_and_ends_no_other_search() -> None:
    """It is raised where the result is taken."""
    searches = Searches[int](1, "test-searches")
    broken = searches.submit(lambda: 1 // 0)
    fine = searches.submit(lambda: 7)
    with pytest.raises(ZeroDivisionError):
        broken.result(10)
    assert fine.result(10) == 7


def test_what_is_cancelled_or_closed_before_its_turn_is_never_run() -> None:
    """And nobody who waits for it waits for ever; what runs already ends by itself."""
    go, ran = threading.Event(), list[str]()
    searches = Searches[None](1, "test-searches")
    first = searches.submit(lambda: (go.wait(10), ran.append("first"))[1])
    cancelled = searches.submit(lambda: ran.append("cancelled"))
    closed = searches.submit(lambda: ran.append("closed"))
    assert cancelled.cancel()
    searches.close()
    searches.close()
    with pytest.raises(CancelledError):
        closed.result(10)
    with pytest.raises(RuntimeError):
        searches.submit(lambda: None)
    go.set()
    wait([first], timeout=10)
    assert ran == ["first"]


def test_its_threads_do_not_hold_the_process() -> None:
    """They are daemons."""
    searches = Searches[bool](1, "test-searches")
    assert searches.submit(lambda: threading.current_thread().daemon).result(10)
