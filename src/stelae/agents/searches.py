"""Searches beside a turn: a bounded number at a time, none of which the process waits for when it ends.

A pool of the standard library would be joined at exit, so that an embedder which hangs would hold up the whole process.
"""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class Searches(Generic[T]):
    """Runs calls in daemon threads that end when nothing waits. Thread-safe."""

    def __init__(self, most: int, name: str) -> None:
        """Start nothing yet.

        Args:
            most: calls at a time; further ones wait for one of them to end.
            name: of the threads.
        """
        self._most, self._name = most, name
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Future[T], Callable[[], T]]] = deque()
        self._running = 0
        self._closed = False

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """Run it as soon as there is room; what is cancelled before that is never run.

        Raises:
            RuntimeError: this is closed.
        """
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("The searches are closed.")
            self._waiting.append((future, call))
            if self._running == self._most:
                return future
            self._running += 1
        threading.Thread(target=self._work, name=self._name, daemon=True).start()
        return future

    def close(self) -> None:
        """Run nothing more; what runs is not waited for. Safe to call twice."""
        with self._lock:
            self._closed = True
            waiting, self._waiting = self._waiting, deque()
        for future, _ in waiting:
            future.cancel()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            future, call = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001 - raised again where the result is taken
                future.set_exception(error)

    def _next(self) -> tuple[Future[T], Callable[[], T]] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._running -= 1
            return None
