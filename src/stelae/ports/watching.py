"""Whoever stands beside a memory and is told what it does: to count it, or to let go of what is forgotten."""

from collections.abc import Sequence
from typing import Protocol

from stelae.schemas.change import Outcome
from stelae.schemas.query import RecallResult


class Watcher(Protocol):
    """Is told in the thread that does it. It is quick and raises nothing."""

    def decided(self, outcomes: Sequence[Outcome]) -> None:
        """Take the gate's words of one transaction, of any door or job."""
        ...

    def recalled(self, result: RecallResult) -> None:
        """Take what one recall found; no text of it is kept."""
        ...

    def forgotten(self, tenant: str) -> None:
        """Let go of every text of that tenant's memories at once: some of it is being forgotten, or destroyed (DEV-13).

        Told before it goes and after, so that nothing which was read in between stays. What another process forgets is not
        told; `Memory.forgettings` counts it.
        """
        ...
