"""Names of concepts, and which memory has which key and rests on which message: `ports.concepts.ConceptSource`.

The graph has no table of its own. What co-occurs follows from `memory` and `evidence`, which are written in the
transaction of each change, so there is no second truth to go wrong, nothing to subtract and nothing more to destroy.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from stelae.errors import MemoryNotFoundError, ScopeError
from stelae.ports.concepts import KeyedRow, KeyedRows
from stelae.schemas.change import ChangeSet
from stelae.schemas.concepts import ConceptName
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

TABLE: Final = (
    # An alias (`name` is a folded word) or a merge (`name` is the key of what was merged) until it is undone. It holds in
    # the project of the handle that gave it; without one in all.
    """CREATE TABLE concept_name (
        nid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        sid INTEGER NOT NULL REFERENCES space, project TEXT,
        kind TEXT NOT NULL CHECK (kind IN ('alias', 'merge')),
        name TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL, actor TEXT NOT NULL) STRICT""",
    "CREATE UNIQUE INDEX concept_name_once ON concept_name (sid, name, ifnull(project, ''))",
    # Nearly always empty, so that a name costs one look to be shown.
    "CREATE INDEX memory_forgotten ON memory (sid, key) WHERE forgotten IS NOT NULL",
)
_ROWS: Final = """SELECT e.rid, m.mid, m.key, m.status = 'active' AND m.forgotten IS NULL, m.project,
    (SELECT json_group_array(v.observation) FROM evidence v
        JOIN observation o ON o.id = v.observation
        WHERE v.mid = m.mid AND o.forgotten IS NULL)
    FROM entry e LEFT JOIN memory m ON m.rid = e.rid
    WHERE e.sid = ? AND e.seq > ? AND e.type = 0"""
_FORGOTTEN: Final = """(EXISTS (SELECT 1 FROM memory m INDEXED BY memory_forgotten
        WHERE m.sid = concept_name.sid AND m.key = concept_name.{key} AND m.forgotten IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM memory m
        WHERE m.sid = concept_name.sid AND m.key = concept_name.{key} AND m.status = 'active')
    AND NOT EXISTS (SELECT 1 FROM memory m
        WHERE m.sid = concept_name.sid AND m.key = concept_name.{key} AND m.forgotten IS NULL))"""
_HIDDEN: Final = f"""({_FORGOTTEN.format(key="key")}
    OR kind = 'merge' AND {_FORGOTTEN.format(key="name")})"""
"""Only memories that are forgotten and not purged yet have the key; an undoing shows the name again."""
_NAMES: Final = f"""SELECT id, kind, name, key, at, actor, project FROM concept_name
    WHERE sid = ? AND (project IS NULL OR project = ?) AND (? OR NOT {_HIDDEN}) ORDER BY nid"""  # noqa: S608 - constants
_GIVE_UP: Final = f"""DELETE FROM concept_name
    WHERE sid = ? AND name = ? AND ifnull(project, '') = ifnull(?, '') AND {_HIDDEN}"""  # noqa: S608
_RESTING_ON: Final = """UPDATE entry SET seq = ? WHERE rid IN (
    SELECT m.rid FROM json_each(?) AS asked
    JOIN evidence v ON v.observation = asked.value JOIN memory m ON m.mid = v.mid) AND sid = ?"""
_LEAD_NOWHERE: Final = """DELETE FROM concept_name WHERE sid = :sid AND (
    key NOT IN (SELECT key FROM memory WHERE sid = :sid)
    OR kind = 'merge' AND name NOT IN (SELECT key FROM memory WHERE sid = :sid))"""


class Concepts(Part):
    """`ConceptSource` over SQLite."""

    def keyed_rows(
        self, ns: Namespace, scope: str, *, epoch: int = -1, after: int = -1
    ) -> KeyedRows:
        """See `ports.concepts.ConceptSource.keyed_rows`."""
        if scope not in ns.readable:
            raise ScopeError(f"{scope!r} is not readable here.")
        with self._database.read() as connection:
            space = connection.execute(
                "SELECT sid, seq, epoch FROM space WHERE tenant = ? AND scope = ?",
                (ns.tenant, scope),
            ).fetchone()
            if space is None:
                return KeyedRows(0, 0, True, (), ())
            sid, sequence, now = space
            whole = now != epoch
            since = -1 if whole else after
            if since == sequence:
                return KeyedRows(now, sequence, False, (), _names(connection, ns, sid))
            rows = connection.execute(_ROWS, (sid, since)).fetchall()
            return KeyedRows(
                now, sequence, whole, [_row(row) for row in rows], _names(connection, ns, sid)
            )

    def concept_names(self, ns: Namespace, *, forgotten: bool = False) -> Sequence[ConceptName]:
        """See `ports.concepts.ConceptSource.concept_names`."""
        sid = self._written_sid(ns)
        if sid < 0:
            return []
        return [_name(row) for row in self._database.rows(_NAMES, (sid, ns.project, forgotten))]


def rename(connection: Connection, sid: int, changes: ChangeSet) -> None:
    """Take names back and keep new ones, in the caller's transaction; a new one takes the place of one that is forgotten.

    Raises:
        MemoryNotFoundError: a name to be taken back is not there.
        VersionConflictError: a new name leads somewhere already.
    """
    for id_ in changes.unnamed:
        gone = connection.execute("DELETE FROM concept_name WHERE id = ? AND sid = ?", (id_, sid))
        if gone.rowcount != 1:
            raise MemoryNotFoundError(id_)
    connection.executemany(_GIVE_UP, [(sid, n.name, n.project) for n in changes.named])
    connection.executemany(
        """INSERT INTO concept_name (id, sid, project, kind, name, key, at, actor)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        [
            (n.id, sid, n.project, n.kind, n.name, n.key, n.at.isoformat(), n.actor)
            for n in changes.named
        ],
    )


def touch(connection: Connection, sid: int, seq: int, changes: ChangeSet) -> None:
    """Say of the memories that rest on messages which come or go that they have changed; before these do."""
    ids = (*changes.hidden, *changes.unhidden, *changes.destroyed)
    if ids:
        connection.execute(_RESTING_ON, (seq, json.dumps(ids), sid))


def sweep(connection: Connection, sid: int) -> None:
    """Destroy the names whose concept went with the last memory that had its key: they may say what was in it."""
    connection.execute(_LEAD_NOWHERE, {"sid": sid})


def _row(row: tuple[Any, ...]) -> KeyedRow:
    rid, memory, key, current, project, observations = row
    if memory is None:
        return KeyedRow(rid, -1, None)
    if not current:
        return KeyedRow(rid, memory, None)
    return KeyedRow(rid, memory, key, project, tuple(json.loads(observations)))


def _names(connection: Connection, ns: Namespace, sid: int) -> Sequence[ConceptName]:
    return [_name(row) for row in connection.execute(_NAMES, (sid, ns.project, False))]


def _name(row: tuple[Any, ...]) -> ConceptName:
    id_, kind, name, key, at, actor, project = row
    return ConceptName(id=id_, kind=kind, name=name, key=key, at=at, actor=actor, project=project)
