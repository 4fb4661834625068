"""Keyword rows: written and deleted by their exact string, rewritten for another tokenizer (`ports.KeywordIndex`)."""

from collections.abc import Callable

from stelae.ports import KeywordRow
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.stores.sqlite import keywords
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part


def index(connection: Connection, rid: int, tokens: str) -> None:
    """Index a row under this exact string, which is kept beside it."""
    connection.execute("INSERT INTO keyword (rid, tokens) VALUES (?, ?)", (rid, tokens))
    connection.execute("INSERT INTO keyword_index (rowid, tokens) VALUES (?, ?)", (rid, tokens))


def unindex(connection: Connection, rid: int, tokens: str) -> None:
    """Delete a row by the exact string it was indexed under; any other would corrupt the index."""
    connection.execute(
        "INSERT INTO keyword_index (keyword_index, rowid, tokens) VALUES ('delete', ?, ?)",
        (rid, tokens),
    )
    connection.execute("DELETE FROM keyword WHERE rid = ?", (rid,))


class KeywordRows(Part):
    """`KeywordIndex` over SQLite."""

    def tokenizer(self) -> str | None:
        """See `ports.KeywordIndex.tokenizer`."""
        with self._database.read() as connection:
            return tokenizer_of(connection)

    def reindex(
        self, version: str, row_of: Callable[[MemoryRecord | Observation], KeywordRow]
    ) -> int:
        """See `ports.KeywordIndex.reindex`."""
        with self._database.write() as connection:
            return rewrite(connection, version, row_of)


def rewrite(
    connection: Connection,
    version: str,
    row_of: Callable[[MemoryRecord | Observation], KeywordRow],
) -> int:
    """Write all keyword rows anew when they are of another version, and return how many."""
    if tokenizer_of(connection) == version:
        return 0
    rows = connection.execute(
        """SELECT e.rid, e.sid, k.tokens FROM entry e JOIN keyword k ON k.rid = e.rid
        WHERE e.gone = 0 ORDER BY e.rid"""
    ).fetchall()
    connection.execute("UPDATE space SET seq = seq + 1")
    for rid, sid, old in rows:
        new = row_of(content(connection, rid))
        unindex(connection, rid, old)
        index(connection, rid, keywords.index_text(sid, new.tokens))
        connection.execute(
            """UPDATE entry SET length = ?, cues = ?,
            seq = (SELECT seq FROM space WHERE sid = ?) WHERE rid = ?""",
            (new.length, new.cues, sid, rid),
        )
    _rewrite_hidden(connection, row_of)
    connection.execute(
        """INSERT INTO meta (name, value) VALUES ('tokenizer', ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
        (version,),
    )
    return len(rows)


def tokenizer_of(connection: Connection) -> str | None:
    """Return the version that the rows are of."""
    row = connection.execute("SELECT value FROM meta WHERE name = 'tokenizer'").fetchone()
    return None if row is None else row[0]


def _rewrite_hidden(
    connection: Connection, row_of: Callable[[MemoryRecord | Observation], KeywordRow]
) -> None:
    """Keep what a hidden observation will be found by in step, for when it is shown again."""
    rows = connection.execute(
        "SELECT oid, sid, rid, body FROM observation WHERE hidden_tokens IS NOT NULL"
    ).fetchall()
    for oid, sid, rid, body in rows:
        new = row_of(Observation.model_validate_json(body))
        connection.execute(
            "UPDATE observation SET hidden_tokens = ? WHERE oid = ?",
            (keywords.index_text(sid, new.tokens), oid),
        )
        connection.execute(
            "UPDATE entry SET length = ?, cues = ? WHERE rid = ?", (new.length, new.cues, rid)
        )


def content(connection: Connection, rid: int) -> MemoryRecord | Observation:
    """Return what a row is about: the message, or the memory as it was under that wording last."""
    row = connection.execute(
        "SELECT body FROM version WHERE rid = ? ORDER BY version DESC LIMIT 1",
        (rid,),
    ).fetchone()
    if row is not None:
        return MemoryRecord.model_validate_json(row[0])
    row = connection.execute("SELECT body FROM observation WHERE rid = ?", (rid,)).fetchone()
    return Observation.model_validate_json(row[0])
