"""Looking for damage: what `Store.check` tells `doctor`. It repairs nothing."""

import sqlite3
from pathlib import Path

from stelae.errors import StoreCorruptError
from stelae.stores.sqlite import files, trail
from stelae.stores.sqlite.connection import Connection, Database
from stelae.stores.sqlite.vector_files import VectorFiles, legs

LARGE_WAL_BYTES = 64 * 1024 * 1024
"""SQLite folds the log back at 4 MB; one this large means that a reader never ends."""


def findings(database: Database, vectors: VectorFiles, key: bytes, folder: Path) -> list[str]:
    """Return one line for everything that is not as it should be; empty = sound."""
    found = list(files.modes(folder))
    try:
        with database.outside_transaction() as connection:
            damage = _damage(connection)
            found += damage or [
                *_index_damage(connection),
                *_row_damage(connection),
                *_vector_damage(connection, vectors),
                *_trail_damage(connection, key),
            ]
    except StoreCorruptError as error:
        found.append(str(error))
    wal = folder / f"{files.DATABASE}-wal"
    if wal.exists() and wal.stat().st_size > LARGE_WAL_BYTES:
        found.append(f"{wal.name} holds {wal.stat().st_size // 2**20} MB; some reader never ends.")
    return found


def _damage(connection: Connection) -> list[str]:
    lines = [row[0] for row in connection.execute("PRAGMA quick_check(10)")]
    return [] if lines == ["ok"] else [f"The database is damaged: {line}" for line in lines]


def _index_damage(connection: Connection) -> list[str]:
    try:
        connection.execute(
            "INSERT INTO keyword_index (keyword_index, rank) VALUES ('integrity-check', 1)"
        )
    except sqlite3.DatabaseError:
        return ["The keyword index does not agree with the stored keyword rows."]
    return []


def _row_damage(connection: Connection) -> list[str]:
    checks = {
        "memories without a row the search can see": """SELECT count(*) FROM memory m
            LEFT JOIN entry e ON e.rid = m.rid AND e.gone = 0
            WHERE e.rid IS NULL AND m.forgotten IS NULL""",
        "memories without their current version": """SELECT count(*) FROM memory m
            LEFT JOIN version v ON v.mid = m.mid AND v.version = m.version WHERE v.mid IS NULL""",
        "searchable rows without a memory or observation": """SELECT count(*) FROM entry e
            WHERE e.gone = 0 AND NOT EXISTS
            (SELECT 1 FROM version v JOIN memory m ON m.mid = v.mid WHERE v.rid = e.rid)
            AND NOT EXISTS (SELECT 1 FROM observation o WHERE o.rid = e.rid)""",
        "forgotten memories or messages that the search still sees": """SELECT count(*) FROM entry e
            WHERE e.gone = 0 AND (EXISTS (SELECT 1 FROM version v JOIN memory m ON m.mid = v.mid
            WHERE v.rid = e.rid AND m.forgotten IS NOT NULL) OR EXISTS
            (SELECT 1 FROM observation o WHERE o.rid = e.rid AND o.forgotten IS NOT NULL))""",
        "vectors of rows that are gone": """SELECT count(*) FROM vector v
            JOIN entry e ON e.rid = v.rid WHERE e.gone = 1""",
        "searchable rows without keywords": """SELECT count(*) FROM entry e
            LEFT JOIN keyword k ON k.rid = e.rid WHERE e.gone = 0 AND k.rid IS NULL""",
        "keywords without a searchable row": """SELECT count(*) FROM keyword k
            JOIN entry e ON e.rid = k.rid WHERE e.gone = 1""",
        "fields of rows that are gone": """SELECT count(DISTINCT f.rid) FROM field f
            JOIN entry e ON e.rid = f.rid WHERE e.gone = 1""",
        "rows that point nowhere": "SELECT count(*) FROM pragma_foreign_key_check",
        # A message that a model could not read is told by `unread`; the rules have read it.
        "jobs that failed for good": """SELECT count(*) FROM job
            WHERE failed IS NOT NULL AND kind <> 'extract'""",
    }
    counts = {what: connection.execute(sql).fetchone()[0] for what, sql in checks.items()}
    return [f"{count} {what}." for what, count in counts.items() if count]


def _vector_damage(connection: Connection, vectors: VectorFiles) -> list[str]:
    found: list[str] = []
    for name, leg in legs(connection).items():
        unmarked = connection.execute(
            """SELECT count(*) FROM entry e LEFT JOIN vector v ON v.leg = ?1 AND v.rid = e.rid
            WHERE e.gone = 0 AND (e.vectors >> ?1 & 1) <> (v.rid IS NOT NULL)""",
            (leg.number,),
        ).fetchone()[0]
        if unmarked:
            found.append(f"{unmarked} rows are marked wrongly as having a vector in leg {name}.")
        wrong = vectors.wrong_slots(connection, leg)
        if wrong:
            found.append(f"{wrong} slots of {leg.file_name} differ from the database.")
    return found


def _trail_damage(connection: Connection, key: bytes) -> list[str]:
    number = trail.first_break(connection, key)
    return [] if number is None else [f"The audit chain breaks at row {number}."]
