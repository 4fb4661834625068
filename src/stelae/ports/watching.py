"""Whoever counts what a memory does: numbers for those who run it, never what was said."""

from collections.abc import Sequence
from typing import Protocol

from stelae.schemas.change import Outcome
from stelae.schemas.query import RecallResult


class Watcher(Protocol):
    """Is told after the fact, in the thread that did it. It is quick, raises nothing, and keeps no text."""

    def decided(self, outcomes: Sequence[Outcome]) -> None:
        """Take the gate's words of one transaction, of any door or job."""
        ...

    def recalled(self, result: RecallResult) -> None:
        """Take what one recall found."""
        ...
