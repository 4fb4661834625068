"""The server's heaps: few, and given back, where the C library can be told so."""

import platform
import threading
import time
from pathlib import Path

import pytest

from stelae.server.allocator import give_back, giving_back, use_few_arenas

GLIBC = platform.libc_ver()[0] == "glibc"
MEGABYTE = 1_000_000


def test_the_c_library_takes_it_where_it_knows_the_word() -> None:
    """True with glibc; elsewhere it says no and breaks nothing."""
    assert use_few_arenas() is GLIBC


@pytest.mark.skipif(not GLIBC, reason="another C library has ways of its own")
def test_what_was_freed_below_something_that_is_used_goes_back() -> None:
    """Many small things, of which one in a thousand stays: the pages between are the system's again."""
    held = [bytes(1_000) for _ in range(100_000)]
    full = _resident()
    kept = held[::1_000]
    del held
    give_back()
    assert _resident() < full - 50 * MEGABYTE
    assert len(kept) == 100


@pytest.mark.skipif(not GLIBC, reason="another C library has ways of its own")
def test_it_goes_on_until_the_block_ends() -> None:
    """One thread, which is gone afterwards."""
    before = threading.active_count()
    with giving_back(0.01):
        assert threading.active_count() == before + 1
        time.sleep(0.05)
    assert threading.active_count() == before


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096
