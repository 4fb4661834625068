"""The SQLite store's twin without a disk: the same behaviour under the same contract, gone with the process.

For tests, trials and `store="memory"`. Simple before fast: a change set costs a copy of its scope's tables, and nothing
but the state of one scope (`space.py`) knows how a change set is carried out.
"""

from stelae.stores.in_memory.store import InMemoryStore

__all__ = ["InMemoryStore"]
