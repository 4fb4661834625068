"""How the C library hands out memory in a process with many threads, and gives it back: with glibc alone, else nothing."""

import ctypes
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

ARENAS: Final = 2
"""As many as cores on a small machine; the goal of growth below 10% (issue 6) is measured with it."""
EVERY_S: Final = 30.0
"""Between two times of giving back; each takes some milliseconds."""
_M_ARENA_MAX: Final = -8
"""glibc's name for it in `mallopt`."""


def use_few_arenas() -> bool:
    """Let all threads share a few heaps, where that can be chosen; return whether it was.

    By default glibc gives every thread a heap of its own, up to eight a core. What a request has freed in one is not used in
    another, so a server's memory grew by 25 MB in 1,000 requests without anything being kept. To be called before threads
    are started; a heap that is there stays.
    """
    c = _glibc()
    return c is not None and bool(c.mallopt(_M_ARENA_MAX, ARENAS))


def give_back() -> bool:
    """Give pages that nothing stands on back to the system; return whether there were any.

    A heap ends behind the last thing that is still used; what was freed below it stays with the process otherwise.
    """
    c = _glibc()
    return c is not None and bool(c.malloc_trim(0))


@contextmanager
def giving_back(every_s: float = EVERY_S) -> Generator[None]:
    """Give memory back now and then until the block ends, in a thread of its own."""
    if _glibc() is None:
        yield
        return
    done = threading.Event()

    def run() -> None:
        while not done.wait(every_s):
            give_back()

    thread = threading.Thread(target=run, name="stelae-memory", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _glibc() -> Any:
    """Return the C library if it is glibc."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "gnu_get_libc_version") else None
