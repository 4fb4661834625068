"""What the parts of the SQLite store have in common."""

from stelae.stores.sqlite.connection import Database
from stelae.stores.sqlite.vector_files import VectorFiles


class Part:
    """Some methods of the port over one data folder. Parts hold no state of their own and do not know each other."""

    def __init__(self, database: Database, files: VectorFiles, key: bytes) -> None:
        """Use these connections and vector files, and this key for audit and tombstones."""
        self._database, self._files, self._key = database, files, key
