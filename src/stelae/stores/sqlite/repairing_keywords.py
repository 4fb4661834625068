"""Repairs of keyword rows and of the keyword index over them.

Whether the index agrees with the rows only the index can say, and it says so to writers only. So it is asked in a copy in
memory, which holds nobody up. Making it anew is one transaction, whatever its size: it is done when it disagrees.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final
from uuid import uuid4

from stelae.schemas.upkeep import RepairLine
from stelae.stores.sqlite import keyword_rows, keywords
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.repair_parts import NAMED, Bench, Repair, line, named

_WORDED: Final = """SELECT e.rid, e.sid, k.tokens FROM entry e
    LEFT JOIN keyword k ON k.rid = e.rid WHERE e.gone = 0"""
_SURPLUS: Final = """FROM keyword
    WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.rid = keyword.rid AND e.gone = 0)"""
_INDEX: Final = 0
"""Stands for the index as a whole; no row has that number."""
_PARTS: Final = ("keyword_index_data", "keyword_index_idx", "keyword_index_config")
_AT_ONCE: Final = 10_000


def _look(bench: Bench) -> Sequence[int]:
    """Every row has the keywords of its text, none has any without a row, and the index agrees with all of them."""
    connection = bench.connection
    surplus = [rid for (rid,) in connection.execute(f"SELECT rid {_SURPLUS}")]
    missing = connection.execute(
        f"SELECT 1 FROM ({_WORDED}) WHERE tokens IS NULL LIMIT 1"  # noqa: S608 - a constant
    ).fetchone()
    if not surplus and missing is None and _agrees(connection):
        return []
    wrong = [
        rid
        for rid, sid, kept in connection.execute(f"{_WORDED} ORDER BY e.rid")
        if _tokens(bench, rid, sid) != kept
    ]
    return [*surplus, *wrong, _INDEX]


def _mend(bench: Bench, found: Sequence[int]) -> RepairLine | None:
    """Write the rows that are wrong; last of all the index is made anew from them."""
    connection, told = bench.connection, list[object]()
    rids = [rid for rid in found if rid != _INDEX]
    gone = connection.execute(f"SELECT rid {_SURPLUS} AND rid {NAMED}", named(rids)).fetchall()
    connection.executemany("DELETE FROM keyword WHERE rid = ?", gone)
    told += [rid for (rid,) in gone]
    told += _reworded(bench, rids)
    if _INDEX in found:
        connection.execute("INSERT INTO keyword_index (keyword_index) VALUES ('rebuild')")
        told = told or ["keyword_index"]
    if told:
        bench.changed()
    what = "Keyword rows were put in order and the keyword index was made anew."
    return line("keywords", told, what)


def _reworded(bench: Bench, rids: Sequence[int]) -> list[int]:
    wrong: list[int] = []
    for rid, sid, kept in bench.connection.execute(
        f"{_WORDED} AND e.rid {NAMED} ORDER BY e.rid", named(rids)
    ).fetchall():
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


def _tokens(bench: Bench, rid: int, sid: int) -> str:
    made = bench.row_of(keyword_rows.content(bench.connection, rid))
    return keywords.index_text(sid, made.tokens)


def _agrees(connection: Connection) -> bool:
    """Ask a copy of the index whether it has exactly the words of the rows."""
    place = f"file:{uuid4()}?mode=memory&cache=shared"
    with closing(sqlite3.connect(place, uri=True, isolation_level=None)) as filling:
        _copy(connection, filling)
        # Another connection, since the first one remembers the index as it was when it was empty.
        with closing(sqlite3.connect(place, uri=True, isolation_level=None)) as copy:
            try:
                copy.execute(
                    "INSERT INTO keyword_index (keyword_index, rank) VALUES ('integrity-check', 1)"
                )
            except sqlite3.DatabaseError:
                return False
    return True


def _copy(connection: Connection, copy: sqlite3.Connection) -> None:
    copy.execute("PRAGMA synchronous=OFF")
    for (sql,) in connection.execute(
        "SELECT sql FROM sqlite_schema WHERE name IN ('keyword', 'keyword_index') ORDER BY name"
    ):
        copy.execute(sql.replace(" REFERENCES entry", ""))
    copy.execute("BEGIN")
    for table in ("keyword", *_PARTS):
        copy.execute(f"DELETE FROM {table}")  # noqa: S608 - constants
        rows = connection.execute(f"SELECT * FROM {table}")  # noqa: S608
        while page := rows.fetchmany(_AT_ONCE):
            places = ", ".join("?" * len(page[0]))
            copy.executemany(f"INSERT INTO {table} VALUES ({places})", page)  # noqa: S608
    copy.execute("COMMIT")


def _other_tokenizer(bench: Bench) -> Sequence[str]:
    before = keyword_rows.tokenizer_of(bench.connection)
    return [] if before == bench.version else [before or "unknown"]


def _write_anew(bench: Bench, found: Sequence[Any]) -> RepairLine | None:
    """Rows of another tokenizer are written anew, in one transaction as on opening."""
    count = keyword_rows.rewrite(bench.connection, bench.version, bench.row_of)
    if not count:
        return None
    what = f"Keyword rows of tokenizer {found[0]} were written anew."
    return RepairLine(kind="tokenizer", found=count, repaired=count, what=what)


KEYWORDS: Final = Repair(_look, _mend)
TOKENIZER: Final = Repair(_other_tokenizer, _write_anew)
