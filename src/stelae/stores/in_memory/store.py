"""The in-memory store as a whole."""

from collections.abc import Sequence

from stelae.stores.in_memory.concepts import Concepts
from stelae.stores.in_memory.erasure import Scrub
from stelae.stores.in_memory.jobs import Jobs
from stelae.stores.in_memory.keeping import Keeping
from stelae.stores.in_memory.piling import Piles
from stelae.stores.in_memory.reads import Reads
from stelae.stores.in_memory.replies import Replies
from stelae.stores.in_memory.search import Search
from stelae.stores.in_memory.state import State
from stelae.stores.in_memory.upkeep import Housekeeping


class InMemoryStore(Reads, Keeping, Jobs, Search, Scrub, Replies, Housekeeping, Piles, Concepts):
    """`ports.Store` in dictionaries. Thread-safe; nothing outlives `close`."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(State())

    def check(self) -> Sequence[str]:
        """See `ports.Store.check`: there is no disk to be damaged."""
        return []

    def close(self) -> None:
        """See `ports.Store.close`."""
        with self._state.lock:
            self._state.closed = True
            self._state.spaces.clear()
