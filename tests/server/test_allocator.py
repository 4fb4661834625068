"""The server's heaps: few, where the C library can be told so."""

import platform

from stelae.server.allocator import use_few_arenas


def test_the_c_library_takes_it_where_it_knows_the_word() -> None:
    """True with glibc; elsewhere it says no and breaks nothing."""
    assert use_few_arenas() is (platform.libc_ver()[0] == "glibc")
