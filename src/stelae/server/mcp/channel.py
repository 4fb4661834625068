"""The pipe that the protocol over stdio owns: nothing else in the process can reach it (DEV-24).

Taken before anything else is imported. From then on file descriptor 1 is stderr and 0 is empty, so that what a library, a
warning or a child process prints goes to stderr, and no child eats a message.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Self

_CHUNK: Final = 65_536
_STDIN, _STDOUT, _STDERR = 0, 1, 2


class Channel:
    """Lines in, lines out, over two descriptors of its own."""

    def __init__(self, source: int, sink: int) -> None:
        """Take the descriptors to read from and to write to."""
        self._source, self._sink = source, sink

    @classmethod
    def claim(cls) -> Self:
        """Take the process's stdin and stdout for the protocol.

        Raises:
            OSError: one of them is closed.
        """
        channel = cls(_elsewhere(_STDIN), _elsewhere(_STDOUT))
        nowhere = os.open(os.devnull, os.O_RDWR)  # takes the place of a stderr that is closed
        os.dup2(nowhere, _STDIN)
        os.dup2(_STDERR, _STDOUT)
        if nowhere > _STDERR:
            os.close(nowhere)
        return channel

    @property
    def interactive(self) -> bool:
        """Does a person type here, instead of a program?"""
        return os.isatty(self._source)

    def lines(self, most: int) -> Iterator[bytes | None]:
        """Read until the other side closes; blocks.

        Args:
            most: bytes of a line.

        Yields:
            Each line that is not blank, without its end; None for one that is longer, which is read past.
        """
        held, skipping = bytearray(), False
        while chunk := os.read(self._source, _CHUNK):
            *whole, rest = chunk.split(b"\n")
            for piece in whole:
                held += piece
                if skipping or len(held) > most:
                    yield None
                elif held.strip():
                    yield bytes(held)
                held.clear()
                skipping = False
            held += rest
            if len(held) > most:
                skipping = True
            if skipping:
                held.clear()
        if skipping:
            yield None
        elif held.strip():
            yield bytes(held)

    def write(self, line: bytes) -> None:
        """Write one line whole; blocks while the other side does not read.

        Raises:
            BrokenPipeError: the other side is gone.
        """
        left = memoryview(line + b"\n")
        while left:
            left = left[os.write(self._sink, left) :]

    def close(self) -> None:
        """Let go of both ends."""
        for descriptor in {self._source, self._sink}:
            with suppress(OSError):
                os.close(descriptor)


def _elsewhere(descriptor: int) -> int:
    """Duplicate a descriptor to a number above those of the three that everybody writes to."""
    found = os.dup(descriptor)
    if found > _STDERR:
        return found
    try:
        return _elsewhere(descriptor)
    finally:
        os.close(found)
