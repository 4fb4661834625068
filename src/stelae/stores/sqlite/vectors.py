"""Legs and their vectors: `ports.VectorIndex`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from stelae.errors import ConfigurationError, EmbedderMismatchError, EmbeddingDimMismatchError
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.keyword_rows import content
from stelae.stores.sqlite.part import Part
from stelae.stores.sqlite.vector_files import Leg, check_leg_name, legs

if TYPE_CHECKING:
    from stelae.ports import Floats


_LAST_GENERATION: Final = "generation:"
"""In `meta`, of a leg that was dropped."""


def known_leg(found: Mapping[str, Leg], name: str) -> Leg:
    """Return the leg of that name.

    Raises:
        ConfigurationError: `set_leg` was never called for it.
    """
    if name not in found:
        raise ConfigurationError(f"This store has no embedder leg {name!r}.")
    return found[name]


class Vectors(Part):
    """`VectorIndex` over SQLite."""

    def legs(self) -> Mapping[str, str]:
        """See `ports.VectorIndex.legs`."""
        with self._database.read() as connection:
            return {name: leg.fingerprint for name, leg in legs(connection).items()}

    def set_leg(self, leg: str, fingerprint: str, dim: int, *, replace: bool = False) -> None:
        """See `ports.VectorIndex.set_leg`."""
        check_leg_name(leg)
        with self._database.write() as connection:
            stored = legs(connection).get(leg)
            if stored is None:
                _begin_leg(connection, leg, fingerprint, dim)
                return
            if replace:
                empty_leg(connection, stored, fingerprint, dim)
            elif stored.dim != dim:
                raise EmbeddingDimMismatchError(stored.fingerprint, fingerprint)
            elif stored.fingerprint != fingerprint:
                raise EmbedderMismatchError(stored.fingerprint, fingerprint)
        if replace:
            with self._database.write() as connection:
                self._files.discard_others(legs(connection)[leg])

    def drop_leg(self, leg: str) -> None:
        """See `ports.VectorIndex.drop_leg`."""
        with self._database.write() as connection:
            stored = legs(connection).get(leg)
            if stored is None:
                return
            empty_leg(connection, stored, stored.fingerprint, stored.dim)
            emptied = legs(connection)[leg]
            _end_leg(connection, emptied)
        self._files.discard_others(emptied)

    def unembedded(
        self, leg: str, *, limit: int, tenant: str | None = None
    ) -> Sequence[tuple[int, str]]:
        """See `ports.VectorIndex.unembedded`."""
        with self._database.read() as connection:
            number = known_leg(legs(connection), leg).number
            found: list[int] = []
            for vectors in _distinct_vectors(connection):
                if not vectors >> number & 1:
                    found += _oldest(connection, vectors, tenant, limit)
            return [(rid, _text(connection, rid)) for rid in sorted(found)[:limit]]

    def unembedded_rows(
        self, leg: str, *, limit: int, before: int | None = None
    ) -> Sequence[tuple[int, MemoryRecord | Observation]]:
        """See `ports.VectorIndex.unembedded_rows`."""
        with self._database.read() as connection:
            number = known_leg(legs(connection), leg).number
            found: list[int] = []
            for vectors in _distinct_vectors(connection):
                if not vectors >> number & 1:
                    found += _newest(connection, vectors, before, limit)
            newest = sorted(found, reverse=True)[:limit]
            return [(rid, content(connection, rid)) for rid in newest]

    def store_vectors(self, leg: str, rows: Sequence[int], vectors: Floats) -> None:
        """See `ports.VectorIndex.store_vectors`."""
        with self._database.write() as connection:
            known = known_leg(legs(connection), leg)
            if vectors.shape != (len(rows), known.dim):
                raise ConfigurationError(
                    f"{len(rows)} rows of {known.dim} numbers were expected, not {vectors.shape}."
                )
            sequences: dict[int, int] = {}
            last = 0
            for rid, vector in zip(rows, vectors.astype("<f4", copy=False), strict=True):
                row = connection.execute(
                    "SELECT sid FROM entry WHERE rid = ? AND gone = 0 AND vectors >> ? & 1 = 0",
                    (rid, known.number),
                ).fetchone()
                if row is None:  # replaced or embedded by somebody else in the meantime
                    continue
                sid: int = row[0]
                if sid not in sequences:
                    sequences[sid] = spaces.advance_number(connection, sid)
                last = self._files.put(connection, known, rid, vector.tobytes())
                connection.execute(
                    "UPDATE entry SET vectors = vectors | ?, seq = ? WHERE rid = ?",
                    (1 << known.number, sequences[sid], rid),
                )
            if last:
                self._files.settle(connection, known, last)


def _begin_leg(connection: Connection, name: str, fingerprint: str, dim: int) -> None:
    """Add a leg. Of one that was dropped before, the file has a name that nobody has open or holds anything of."""
    connection.execute(
        """INSERT INTO leg (name, fingerprint, dim, generation) VALUES (?, ?, ?,
        1 + ifnull((SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?), 0))""",
        (name, fingerprint, dim, _LAST_GENERATION + name),
    )


def _end_leg(connection: Connection, leg: Leg) -> None:
    connection.execute("DELETE FROM leg WHERE number = ?", (leg.number,))
    connection.execute(
        """INSERT INTO meta (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
        (_LAST_GENERATION + leg.name, str(leg.generation)),
    )


def empty_leg(connection: Connection, leg: Leg, fingerprint: str, dim: int) -> None:
    """Drop a leg's vectors and begin another generation for this fingerprint; its rows wait for new ones."""
    connection.execute("DELETE FROM vector WHERE leg = ?", (leg.number,))
    connection.execute("UPDATE entry SET vectors = vectors & ~? WHERE gone = 0", (1 << leg.number,))
    connection.execute("UPDATE space SET seq = seq + 1, epoch = epoch + 1")
    connection.execute(
        """UPDATE leg SET fingerprint = ?, dim = ?, generation = generation + 1,
        synced = ifnull((SELECT max(vid) FROM vector), 0) WHERE number = ?""",
        (fingerprint, dim, leg.number),
    )


def _distinct_vectors(connection: Connection) -> Sequence[int]:
    """Return the combinations of legs that rows have, by hopping along the index instead of reading it."""
    rows = connection.execute(
        """WITH RECURSIVE hop (vectors) AS (
            SELECT min(vectors) FROM entry WHERE vectors >= 0
            UNION ALL
            SELECT (SELECT min(e.vectors) FROM entry e WHERE e.vectors > hop.vectors)
            FROM hop WHERE hop.vectors IS NOT NULL)
        SELECT vectors FROM hop WHERE vectors IS NOT NULL"""
    )
    return [vectors for (vectors,) in rows]


def _oldest(connection: Connection, vectors: int, tenant: str | None, limit: int) -> Sequence[int]:
    rows = connection.execute(
        """SELECT rid FROM entry WHERE vectors = ?1 AND (?2 IS NULL OR sid IN
        (SELECT sid FROM space WHERE tenant = ?2)) ORDER BY rid LIMIT ?3""",
        (vectors, tenant, limit),
    )
    return [rid for (rid,) in rows]


def _newest(connection: Connection, vectors: int, before: int | None, limit: int) -> Sequence[int]:
    rows = connection.execute(
        """SELECT rid FROM entry WHERE vectors = ?1 AND (?2 IS NULL OR rid < ?2)
        ORDER BY rid DESC LIMIT ?3""",
        (vectors, before, limit),
    )
    return [rid for (rid,) in rows]


def _text(connection: Connection, rid: int) -> str:
    row = connection.execute(
        """SELECT json_extract(v.body, '$.text') FROM version v
        WHERE v.rid = ?1 AND v.version = (SELECT max(version) FROM version WHERE rid = ?1)
        UNION ALL SELECT json_extract(body, '$.text') FROM observation WHERE rid = ?1""",
        (rid,),
    ).fetchone()
    return row[0]
