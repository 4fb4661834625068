"""Repairs of index rows and keywords: everything here can be made again from memories and messages."""

import sqlite3
from typing import Final

from stelae.schemas.change import IndexedObservation
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.upkeep import RepairLine
from stelae.stores.entries import Entry, memory_entry, observation_entry
from stelae.stores.sqlite import fields, keyword_rows, keywords, wordings
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.repair_parts import Bench, line

_INSERT: Final = (
    f"INSERT INTO entry (sid, seq, {', '.join(Entry._fields)}) "  # noqa: S608 - names of columns
    f"VALUES (?, (SELECT seq FROM space WHERE sid = ?){', ?' * len(Entry._fields)})"
)
_UNSEEN_MEMORIES: Final = """SELECT m.mid, m.sid, v.rid, m.id, v.body FROM memory m
    JOIN version v ON v.mid = m.mid AND v.version = m.version
    LEFT JOIN entry e ON e.rid = m.rid AND e.gone = 0
    WHERE e.rid IS NULL AND m.forgotten IS NULL ORDER BY m.mid"""
_UNSEEN_MESSAGES: Final = """SELECT o.oid, o.sid, o.id, o.body FROM observation o
    LEFT JOIN entry e ON e.rid = o.rid AND e.gone = 0
    WHERE o.rid IS NOT NULL AND e.rid IS NULL AND o.forgotten IS NULL ORDER BY o.oid"""
_STRAYS: Final = """SELECT e.rid FROM entry e WHERE e.gone = 0
    AND NOT EXISTS (SELECT 1 FROM version v JOIN memory m ON m.mid = v.mid
        WHERE v.rid = e.rid AND m.forgotten IS NULL)
    AND NOT EXISTS (SELECT 1 FROM observation o WHERE o.rid = e.rid AND o.forgotten IS NULL)
    ORDER BY e.rid"""
_WORDED: Final = """SELECT e.rid, e.sid, k.tokens FROM entry e
    LEFT JOIN keyword k ON k.rid = e.rid WHERE e.gone = 0 ORDER BY e.rid"""
_SURPLUS: Final = "FROM keyword WHERE rid NOT IN (SELECT rid FROM entry WHERE gone = 0)"


def rows(bench: Bench) -> RepairLine | None:
    """Memories and messages the search cannot see get a row; rows of nothing are taken out."""
    unseen = bench.connection.execute(_UNSEEN_MEMORIES).fetchall()
    for mid, sid, worded, _, body in unseen:
        _show_memory(bench, mid, sid, worded, MemoryRecord.model_validate_json(body))
    messages = bench.connection.execute(_UNSEEN_MESSAGES).fetchall()
    for oid, sid, _, body in messages:
        _show_message(bench, oid, sid, Observation.model_validate_json(body))
    strays = [rid for (rid,) in bench.connection.execute(_STRAYS)]
    if strays:
        (sequence,) = bench.connection.execute("SELECT max(seq) + 1 FROM space").fetchone()
        wordings.take_out(bench.connection, strays, sequence)
    found = [*(id_ for *_, id_, _ in unseen), *(id_ for *_, id_, _ in messages), *strays]
    if not found:
        return None
    bench.changed()
    if unseen or messages:
        bench.embed()
    return line(
        "rows",
        found,
        "Memories that the search could not see are seen again; rows of nothing were taken out.",
    )


def keywords_of_rows(bench: Bench) -> RepairLine | None:
    """Every row has the keywords of its text, none has any without a row, and the index agrees with all of them."""
    connection = bench.connection
    surplus = [rid for (rid,) in connection.execute(f"SELECT rid {_SURPLUS}")]
    (missing,) = connection.execute(
        f"SELECT count(*) FROM ({_WORDED}) WHERE tokens IS NULL"  # noqa: S608 - a constant
    ).fetchone()
    if not surplus and not missing and _agrees(connection):
        return None
    connection.execute(f"DELETE {_SURPLUS}")
    wrong = _reworded(bench)
    connection.execute("INSERT INTO keyword_index (keyword_index) VALUES ('rebuild')")
    bench.changed()
    found = [*surplus, *wrong] or ["keyword_index"]
    return line(
        "keywords", found, "Keyword rows were put in order and the keyword index was made anew."
    )


def tokenizer(bench: Bench) -> RepairLine | None:
    """Rows of another tokenizer are written anew."""
    connection = bench.connection
    before = keyword_rows.tokenizer_of(connection)
    if before == bench.version:
        return None
    count = keyword_rows.rewrite(connection, bench.version, bench.row_of)
    if not count:
        return None
    what = f"Keyword rows of tokenizer {before or 'unknown'} were written anew."
    return RepairLine(kind="tokenizer", found=count, repaired=count, what=what)


def _agrees(connection: Connection) -> bool:
    try:
        connection.execute(
            "INSERT INTO keyword_index (keyword_index, rank) VALUES ('integrity-check', 1)"
        )
    except sqlite3.DatabaseError:
        return False
    return True


def _reworded(bench: Bench) -> list[int]:
    """Write the keyword rows that are not those of their text; the index is rebuilt by the caller."""
    wrong: list[int] = []
    for rid, sid, kept in bench.connection.execute(_WORDED).fetchall():
        made = bench.row_of(keyword_rows.content(bench.connection, rid))
        tokens = keywords.index_text(sid, made.tokens)
        if tokens != kept:
            wrong.append(rid)
            bench.connection.execute(
                "INSERT OR REPLACE INTO keyword (rid, tokens) VALUES (?, ?)", (rid, tokens)
            )
            bench.connection.execute(
                "UPDATE entry SET length = ?, cues = ? WHERE rid = ?", (made.length, made.cues, rid)
            )
    return wrong


def _show_memory(
    bench: Bench, mid: int, sid: int, worded: int | None, record: MemoryRecord
) -> None:
    """Point the memory to the row of its wording, made when there is none that the search can see."""
    rid = bench.connection.execute(
        "SELECT rid FROM entry WHERE rid = ? AND gone = 0", (worded,)
    ).fetchone()
    if rid is None:
        made = bench.row_of(record)
        entry = memory_entry(record, length=made.length, cues=made.cues)
        rid = (_insert(bench, sid, entry, made.tokens),)
        fields.index(bench.connection, sid, rid[0], record.attributes)
        bench.connection.execute(
            "UPDATE version SET rid = ?1 WHERE mid = ?2 AND (rid = ?3 OR version = ?4)",
            (*rid, mid, worded, record.version),
        )
    bench.connection.execute("UPDATE memory SET rid = ? WHERE mid = ?", (*rid, mid))


def _show_message(bench: Bench, oid: int, sid: int, seen: Observation) -> None:
    made = bench.row_of(seen)
    indexed = IndexedObservation(observation=seen, length=made.length, cues=made.cues)
    entry = observation_entry(indexed)
    rid = None if entry is None else _insert(bench, sid, entry, made.tokens)
    bench.connection.execute("UPDATE observation SET rid = ? WHERE oid = ?", (rid, oid))


def _insert(bench: Bench, sid: int, entry: Entry, tokens: str) -> int:
    cursor = bench.connection.execute(_INSERT, (sid, sid, *entry))
    assert cursor.lastrowid is not None  # noqa: S101 - an INSERT always has one
    keyword_rows.index(bench.connection, cursor.lastrowid, keywords.index_text(sid, tokens))
    return cursor.lastrowid
