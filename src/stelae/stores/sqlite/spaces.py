"""Spaces: the short number of a (tenant, scope), and what a namespace may read. Every query starts from here."""

from typing import Final

from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.connection import Connection

FIND: Final = "SELECT sid FROM space WHERE tenant = ? AND scope = ?"
OF_TENANT: Final = "(:tenant IS NULL OR sid IN (SELECT sid FROM space WHERE tenant = :tenant))"
"""Rows of one tenant; of all where none is named."""


def find(connection: Connection, tenant: str, scope: str) -> int | None:
    """Return the number of a scope, or None when nothing was ever written to it."""
    row = connection.execute(FIND, (tenant, scope)).fetchone()
    return None if row is None else row[0]


def written(connection: Connection, ns: Namespace) -> int:
    """Return the number of the scope that is written; -1, which no row has, when there is none yet."""
    sid = find(connection, ns.tenant, ns.scope)
    return -1 if sid is None else sid


def readable(connection: Connection, ns: Namespace) -> str:
    """Return the numbers of all readable scopes as a JSON list, for `IN (SELECT value FROM json_each(?))`."""
    found = (find(connection, ns.tenant, scope) for scope in ns.readable)
    return f"[{','.join(str(sid) for sid in found if sid is not None)}]"


def advance(connection: Connection, ns: Namespace) -> tuple[int, int]:
    """Begin a change: return the scope's number, made when new, and the sequence number of this change."""
    row = connection.execute(
        """INSERT INTO space (tenant, scope, seq) VALUES (?, ?, 1)
        ON CONFLICT (tenant, scope) DO UPDATE SET seq = seq + 1 RETURNING sid, seq""",
        (ns.tenant, ns.scope),
    ).fetchone()
    return row[0], row[1]


def advance_number(connection: Connection, sid: int) -> int:
    """Begin a change in a scope known by number and return its sequence number."""
    row = connection.execute(
        "UPDATE space SET seq = seq + 1 WHERE sid = ? RETURNING seq", (sid,)
    ).fetchone()
    return row[0]
