"""What the parts of the SQLite store have in common."""

from stelae.schemas.scope import Namespace
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Database
from stelae.stores.sqlite.vector_files import VectorFiles


class Part:
    """Some methods of the port over one data folder. Parts do not know each other and hold nothing that can change."""

    def __init__(self, database: Database, files: VectorFiles, key: bytes) -> None:
        """Use these connections and vector files, and this key for audit and tombstones."""
        self._database, self._files, self._key = database, files, key
        self._sids: dict[tuple[str, str], int] = {}
        """Numbers of scopes; one that was given stays for ever."""

    def _sid(self, tenant: str, scope: str) -> int | None:
        """Return the number of a scope, or None when nothing was ever written to it."""
        known = self._sids.get((tenant, scope))
        if known is None:
            found = self._database.rows(spaces.FIND, (tenant, scope))
            if not found:
                return None
            known = self._sids[tenant, scope] = found[0][0]
        return known

    def _written_sid(self, ns: Namespace) -> int:
        """Return the number of the scope that is written; -1, which no row has, when there is none yet."""
        sid = self._sid(ns.tenant, ns.scope)
        return -1 if sid is None else sid

    def _readable_sids(self, ns: Namespace) -> str:
        """Return the numbers of all readable scopes as a JSON list, for `IN (SELECT value FROM json_each(?))`."""
        found = (self._sid(ns.tenant, scope) for scope in ns.readable)
        return f"[{','.join(str(sid) for sid in found if sid is not None)}]"
