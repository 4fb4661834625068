"""`Memory`: the door of the library. It shapes arguments, asks the parts, and decides nothing itself.

Synchronous and thread-safe; `aio.AsyncMemory` runs the same methods in worker threads. After a fork, open a new one.
"""

from stelae.memory.handle import Memory, extract_candidates
from stelae.memory.keeping import restore_backup, verify_backup

__all__ = ["Memory", "extract_candidates", "restore_backup", "verify_backup"]
