"""The pipe that the protocol owns."""

import os
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.server.mcp.channel import Channel

OWNED = """
import os, subprocess, sys, warnings
from stelae.server.mcp.channel import Channel
channel = Channel.claim()
print("printed")
os.write(1, b"written\\n")
subprocess.run([sys.executable, "-c", "print('child'); print(len(input()))"], check=False)
warnings.warn("warned")
print("mcp" in sys.modules, file=sys.stderr)
for line in channel.lines(100):
    channel.write(line or b"too long")
"""


def test_nothing_but_the_channel_reaches_the_other_side() -> None:
    """Not print, not the descriptor, not a child; and no child eats a line. The SDK is not imported for it."""
    command = [sys.executable, "-c", OWNED]
    lines = b"one\n" + b"x" * 1_000 + b"\n\xe4\xba\x8c\n\n  \nlast"
    done = subprocess.run(command, input=lines, capture_output=True, check=True, timeout=60)
    assert done.stdout.split(b"\n") == [b"one", b"too long", "二".encode(), b"last", b""]
    for sound in (b"printed", b"written", b"child", b"EOFError", b"warned", b"False"):
        assert sound in done.stderr


def test_without_a_stderr_what_is_printed_goes_nowhere() -> None:
    """Descriptor 2 may be closed."""
    code = (
        "import os; os.close(2)\n"
        "from stelae.server.mcp.channel import Channel\n"
        "channel = Channel.claim(); print('printed', flush=True); channel.write(b'said')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout == b"said\n"


@settings(deadline=None)
@given(
    st.lists(st.binary(max_size=30).map(lambda one: one.replace(b"\n", b" ")), max_size=8),
    st.booleans(),
    st.integers(1, 40),
)
def test_lines_come_out_as_they_went_in(lines: list[bytes], ended: bool, most: int) -> None:
    """Blank ones are left out, and one over the limit is None, wherever the reads cut it."""
    source, into = os.pipe()
    os.write(into, b"\n".join(lines) + (b"\n" if ended and lines else b""))
    os.close(into)
    channel = Channel(source, source)
    found = list(channel.lines(most))
    channel.close()
    assert found == [
        None if len(one) > most else one for one in lines if len(one) > most or one.strip()
    ]
    assert not channel.interactive
