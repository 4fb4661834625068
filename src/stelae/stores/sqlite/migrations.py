"""The schema as numbered steps. A step that has been released is never edited; the next one is appended.

`user_version` counts the steps a file has taken; `application_id` says that it is ours.
"""

import sqlite3
from collections.abc import Callable
from typing import Final

from stelae.errors import SchemaVersionError, StoreCorruptError
from stelae.stores.sqlite import concepts, fields, job_records, replies, vouching
from stelae.stores.sqlite.connection import Database

APPLICATION_ID: Final = 0x5354454C
"""`STEL`."""

_FIRST: Final = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    # `seq` grows with every change in the scope: whoever knows an older number reads the rows above it.
    # `epoch` changes when rows cannot be caught up one by one: read the scope anew.
    """CREATE TABLE space (
        sid INTEGER PRIMARY KEY, tenant TEXT NOT NULL, scope TEXT NOT NULL,
        seq INTEGER NOT NULL DEFAULT 0, epoch INTEGER NOT NULL DEFAULT 0,
        UNIQUE (tenant, scope)) STRICT""",
    # What the search sees, narrow on purpose: a scope's catalogue is read from here alone. A row whose text is replaced
    # stays as a stub (`gone`), because its number must never be used again.
    """CREATE TABLE entry (
        rid INTEGER PRIMARY KEY AUTOINCREMENT,
        sid INTEGER NOT NULL REFERENCES space, seq INTEGER NOT NULL,
        gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
        type INTEGER NOT NULL CHECK (type IN (0, 1)),
        length INTEGER NOT NULL CHECK (length >= 0), cues INTEGER NOT NULL, language INTEGER NOT NULL,
        session TEXT, speaker TEXT, role INTEGER NOT NULL, category TEXT, project TEXT,
        authority INTEGER NOT NULL, live INTEGER NOT NULL CHECK (live IN (0, 1)),
        time REAL NOT NULL, valid_from REAL NOT NULL, valid_to REAL, recorded_at REAL NOT NULL,
        retracted_at REAL, expires_at REAL, last_access REAL, access_count INTEGER NOT NULL,
        pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
        vectors INTEGER NOT NULL DEFAULT 0) STRICT""",
    "CREATE INDEX entry_catch_up ON entry (sid, seq)",
    "CREATE INDEX entry_vectors ON entry (vectors)",
    "CREATE INDEX entry_pinned ON entry (sid) WHERE pinned = 1 AND live = 1",
    # The exact string that is in the index: it is deleted by this string, never by tokenising the text again.
    "CREATE TABLE keyword (rid INTEGER PRIMARY KEY REFERENCES entry, tokens TEXT NOT NULL) STRICT",
    """CREATE VIRTUAL TABLE keyword_index USING fts5(
        tokens, content='keyword', content_rowid='rid', detail='full', columnsize=0,
        tokenize="unicode61 remove_diacritics 0 tokenchars '_'")""",
    # Every occurrence of a term, from which recall takes rows and frequencies.
    """CREATE VIRTUAL TABLE keyword_occurrence USING fts5vocab(keyword_index, 'instance')""",
    """CREATE TABLE memory (
        mid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        rid INTEGER NOT NULL UNIQUE REFERENCES entry, sid INTEGER NOT NULL REFERENCES space,
        key TEXT NOT NULL, project TEXT, category TEXT NOT NULL, status TEXT NOT NULL,
        version INTEGER NOT NULL CHECK (version >= 1)) STRICT""",
    """CREATE UNIQUE INDEX memory_current ON memory (sid, key, ifnull(project, ''))
        WHERE status = 'active'""",
    "CREATE INDEX memory_space ON memory (sid)",
    # Content lives here and in `observation` and nowhere in `audit`; `nonce` keys the digest that the audit holds.
    """CREATE TABLE version (
        mid INTEGER NOT NULL REFERENCES memory, version INTEGER NOT NULL,
        change TEXT NOT NULL, actor TEXT NOT NULL, reason TEXT NOT NULL, recorded_at TEXT NOT NULL,
        nonce BLOB NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (mid, version)) STRICT""",
    """CREATE TABLE observation (
        oid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        rid INTEGER UNIQUE REFERENCES entry, sid INTEGER NOT NULL REFERENCES space,
        external_id TEXT, content_hash TEXT NOT NULL, session TEXT, project TEXT,
        body TEXT NOT NULL) STRICT""",
    """CREATE UNIQUE INDEX observation_external ON observation (sid, external_id)
        WHERE external_id IS NOT NULL""",
    """CREATE UNIQUE INDEX observation_content ON observation (sid, content_hash)
        WHERE external_id IS NULL""",
    "CREATE INDEX observation_space ON observation (sid)",
    """CREATE TABLE evidence (
        mid INTEGER NOT NULL REFERENCES memory, observation TEXT NOT NULL,
        PRIMARY KEY (mid, observation)) STRICT, WITHOUT ROWID""",
    "CREATE INDEX evidence_observation ON evidence (observation)",
    """CREATE TABLE pending (
        pid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sid INTEGER NOT NULL REFERENCES space,
        project TEXT, mark BLOB NOT NULL, expires_at REAL NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE UNIQUE INDEX pending_mark ON pending (sid, ifnull(project, ''), mark)",
    """CREATE TABLE refusal (
        fid INTEGER PRIMARY KEY, sid INTEGER NOT NULL REFERENCES space, at TEXT NOT NULL,
        observation TEXT, reason TEXT NOT NULL, category TEXT NOT NULL, rule TEXT NOT NULL) STRICT""",
    "CREATE INDEX refusal_space ON refusal (sid)",
    # `due` is when a job may be claimed: after a claim the end of its lease, after a failure the end of its pause.
    """CREATE TABLE job (
        jid INTEGER PRIMARY KEY AUTOINCREMENT, sid INTEGER NOT NULL REFERENCES space,
        namespace TEXT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, due REAL NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0, failed TEXT) STRICT""",
    "CREATE INDEX job_due ON job (kind, due) WHERE failed IS NULL",
    # `mac` chains each row to the one before, over all scopes; `digest` vouches for a record while its nonce lives.
    """CREATE TABLE audit (
        aid INTEGER PRIMARY KEY AUTOINCREMENT, sid INTEGER NOT NULL REFERENCES space,
        at TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL, actor TEXT NOT NULL,
        reason TEXT NOT NULL, fields TEXT NOT NULL, digest BLOB, mac BLOB NOT NULL) STRICT""",
    "CREATE INDEX audit_subject ON audit (subject)",
    """CREATE TABLE tombstone (
        sid INTEGER NOT NULL REFERENCES space, mark BLOB NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (sid, mark)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE trace (
        tid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL,
        scope TEXT NOT NULL, project TEXT, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX trace_tenant ON trace (tenant)",
    # `generation` names the derived file; `synced` is the last vector that is safe in it.
    """CREATE TABLE leg (
        number INTEGER PRIMARY KEY CHECK (number BETWEEN 0 AND 61), name TEXT NOT NULL UNIQUE,
        fingerprint TEXT NOT NULL, dim INTEGER NOT NULL CHECK (dim > 0),
        generation INTEGER NOT NULL DEFAULT 1, synced INTEGER NOT NULL DEFAULT 0) STRICT""",
    """CREATE TABLE vector (
        vid INTEGER PRIMARY KEY AUTOINCREMENT, leg INTEGER NOT NULL REFERENCES leg,
        rid INTEGER NOT NULL REFERENCES entry, data BLOB NOT NULL,
        UNIQUE (rid, leg)) STRICT""",
)


def _first(connection: sqlite3.Connection) -> None:
    for statement in _FIRST:
        connection.execute(statement)


_SECOND: Final = (
    # When `valid_to` was learned. What was superseded before this column: when its successor was recorded.
    "ALTER TABLE entry ADD COLUMN closed_at REAL",
    """UPDATE entry SET closed_at = (SELECT after.recorded_at FROM memory m
        JOIN version v ON v.mid = m.mid AND v.version = m.version
        JOIN memory successor ON successor.id = json_extract(v.body, '$.superseded_by')
        JOIN entry after ON after.rid = successor.rid WHERE m.rid = entry.rid)
        WHERE valid_to IS NOT NULL AND live = 0 AND gone = 0""",
    # The row in which a version's wording is found; a row lives as long as its wording may be asked for.
    "ALTER TABLE version ADD COLUMN rid INTEGER REFERENCES entry",
    "UPDATE version SET rid = (SELECT m.rid FROM memory m WHERE m.mid = version.mid AND m.version = version.version)",
    "CREATE INDEX version_row ON version (rid, version)",
    # Since when nobody reads it; the text stays until it is purged.
    "ALTER TABLE memory ADD COLUMN forgotten REAL",
    "ALTER TABLE observation ADD COLUMN forgotten REAL",
    # The keyword string of a hidden observation, for when it is shown again.
    "ALTER TABLE observation ADD COLUMN hidden_tokens TEXT",
    # One mark may be forgotten several times, and each receipt is lifted by itself.
    "ALTER TABLE tombstone RENAME TO tombstone_before",
    """CREATE TABLE tombstone (
        sid INTEGER NOT NULL REFERENCES space, mark BLOB NOT NULL, receipt TEXT NOT NULL,
        at REAL NOT NULL, PRIMARY KEY (sid, mark, receipt)) STRICT, WITHOUT ROWID""",
    """INSERT INTO tombstone
        SELECT sid, mark, '', (julianday(at) - 2440587.5) * 86400 FROM tombstone_before""",
    "DROP TABLE tombstone_before",
    "CREATE INDEX tombstone_receipt ON tombstone (receipt)",
    """CREATE TABLE receipt (
        nid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        sid INTEGER NOT NULL REFERENCES space, at REAL NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX receipt_space ON receipt (sid, at)",
)


def _second(connection: sqlite3.Connection) -> None:
    for statement in _SECOND:
        connection.execute(statement)


_THIRD: Final = (
    # Quotes of hidden messages, taken out of the versions of memories that stay; given back by an undoing. `newest`: the
    # version was the current one then, so what came after it had the quote, too.
    """CREATE TABLE withheld (
        wid INTEGER PRIMARY KEY, observation TEXT NOT NULL, mid INTEGER NOT NULL REFERENCES memory,
        version INTEGER NOT NULL, newest INTEGER NOT NULL CHECK (newest IN (0, 1)),
        place INTEGER NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX withheld_observation ON withheld (observation)",
    "CREATE INDEX withheld_memory ON withheld (mid)",
    "CREATE INDEX observation_hidden ON observation (sid) WHERE forgotten IS NOT NULL",
)


def _third(connection: sqlite3.Connection) -> None:
    made = (*concepts.TABLE, *replies.TABLES, *fields.TABLE, *vouching.COLUMNS)
    for statement in (*_THIRD, *made):
        connection.execute(statement)
    fields.fill(connection)


MIGRATIONS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (
    *(_first, _second, _third),
    job_records.upgrade,
)


def migrate(
    database: Database,
    steps: tuple[Callable[[sqlite3.Connection], None], ...] = MIGRATIONS,
) -> None:
    """Bring a file to the newest schema, in one transaction; do nothing when it is there already.

    Raises:
        SchemaVersionError: the file was written by a newer Stelae.
        StoreCorruptError: it is a database, but not ours.
    """
    with database.read() as connection:
        if _version(connection, len(steps)) == len(steps):
            return
    with database.write() as connection:
        done = _version(connection, len(steps))
        for step in steps[done:]:
            step(connection)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={len(steps)}")


def _version(connection: sqlite3.Connection, supported: int) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    ours: int = connection.execute("PRAGMA application_id").fetchone()[0]
    filled = connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    if filled and ours != APPLICATION_ID:
        raise StoreCorruptError("This file is a database, but no Stelae store.")
    if found > supported:
        raise SchemaVersionError(found, supported)
    return found
