"""Those who watch one opening of a memory."""

from collections.abc import Sequence

from stelae.ports.watching import Watcher
from stelae.schemas.change import Outcome
from stelae.schemas.query import RecallResult


class Watchers:
    """Tells everybody who watches; nobody does at first."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._all: tuple[Watcher, ...] = ()

    def add(self, watcher: Watcher) -> None:
        """Let somebody watch from now on."""
        self._all = (*self._all, watcher)

    def decided(self, outcomes: Sequence[Outcome]) -> None:
        """See `ports.Watcher.decided`."""
        for one in self._all:
            one.decided(outcomes)

    def recalled(self, result: RecallResult) -> None:
        """See `ports.Watcher.recalled`."""
        for one in self._all:
            one.recalled(result)

    def forgotten(self, tenant: str) -> None:
        """See `ports.Watcher.forgotten`."""
        for one in self._all:
            one.forgotten(tenant)
