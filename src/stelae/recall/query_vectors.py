"""A small memory of question vectors: an agent asks the same thing several times a turn.

Keyed by embedder fingerprint, tenant and text, so that nothing crosses tenants (architecture section 6).
"""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from stelae.ports import Embedder

if TYPE_CHECKING:
    from stelae.ports import Floats

CAPACITY = 1024
"""Vectors kept: about 2 MB."""


class QueryVectors:
    """Thread-safe; the least recently used vector goes first."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        """Keep at most so many."""
        self._capacity = capacity
        self._lock = threading.Lock()
        self._held: OrderedDict[tuple[str, str, str], Floats] = OrderedDict()

    def get(self, embedder: Embedder, tenant: str, text: str) -> "Floats":
        """Return the question's vector, from memory where possible.

        Raises:
            ModelError: the embedder failed.
        """
        key = (embedder.fingerprint, tenant, text)
        with self._lock:
            known = self._held.get(key)
            if known is not None:
                self._held.move_to_end(key)
                return known
        vector = embedder.query(text)
        with self._lock:
            self._held[key] = vector
            while len(self._held) > self._capacity:
                self._held.popitem(last=False)
        return vector

    def clear(self) -> None:
        """Forget everything, after a forget or a change of embedders."""
        with self._lock:
            self._held.clear()
