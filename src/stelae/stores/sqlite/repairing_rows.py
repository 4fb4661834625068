"""Repairs of index rows: everything here can be made again from memories and messages."""

from collections.abc import Sequence
from typing import Any, Final

from stelae.schemas.change import IndexedObservation
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.upkeep import RepairLine
from stelae.stores.entries import Entry, memory_entry, observation_entry
from stelae.stores.sqlite import fields, keyword_rows, keywords, wordings
from stelae.stores.sqlite.repair_parts import NAMED, Bench, Repair, line, named

_INSERT: Final = (
    f"INSERT INTO entry (sid, seq, {', '.join(Entry._fields)}) "  # noqa: S608 - names of columns
    f"VALUES (?, (SELECT seq FROM space WHERE sid = ?){', ?' * len(Entry._fields)})"
)
_UNSEEN_MEMORIES: Final = """SELECT m.mid, m.sid, v.rid, m.id, v.body FROM memory m
    JOIN version v ON v.mid = m.mid AND v.version = m.version
    LEFT JOIN entry e ON e.rid = m.rid AND e.gone = 0
    WHERE e.rid IS NULL AND m.forgotten IS NULL"""
_UNSEEN_MESSAGES: Final = """SELECT o.oid, o.sid, o.id, o.body FROM observation o
    LEFT JOIN entry e ON e.rid = o.rid AND e.gone = 0
    WHERE o.rid IS NOT NULL AND e.rid IS NULL AND o.forgotten IS NULL"""
_STRAYS: Final = """SELECT e.rid FROM entry e WHERE e.gone = 0
    AND NOT EXISTS (SELECT 1 FROM version v JOIN memory m ON m.mid = v.mid
        WHERE v.rid = e.rid AND m.forgotten IS NULL)
    AND NOT EXISTS (SELECT 1 FROM observation o WHERE o.rid = e.rid AND o.forgotten IS NULL)"""


def _look(bench: Bench) -> Sequence[tuple[str, int]]:
    execute = bench.connection.execute
    return [
        *(("memory", mid) for mid, *_ in execute(f"{_UNSEEN_MEMORIES} ORDER BY m.mid")),
        *(("message", oid) for oid, *_ in execute(f"{_UNSEEN_MESSAGES} ORDER BY o.oid")),
        *(("stray", rid) for (rid,) in execute(f"{_STRAYS} ORDER BY e.rid")),
    ]


def _mend(bench: Bench, found: Sequence[tuple[str, int]]) -> RepairLine | None:
    """Memories and messages the search cannot see get a row; rows of nothing are taken out."""
    unseen = _still(bench, found, "memory", _UNSEEN_MEMORIES, "m.mid")
    for mid, sid, worded, _, body in unseen:
        _show_memory(bench, mid, sid, worded, MemoryRecord.model_validate_json(body))
    messages = _still(bench, found, "message", _UNSEEN_MESSAGES, "o.oid")
    for oid, sid, _, body in messages:
        _show_message(bench, oid, sid, Observation.model_validate_json(body))
    # What was a row of nothing may be a memory's by now.
    strays = [rid for (rid,) in _still(bench, found, "stray", _STRAYS, "e.rid")]
    if strays:
        (sequence,) = bench.connection.execute("SELECT max(seq) + 1 FROM space").fetchone()
        wordings.take_out(bench.connection, strays, sequence)
    wrong = [*(id_ for *_, id_, _ in unseen), *(id_ for *_, id_, _ in messages), *strays]
    if not wrong:
        return None
    bench.changed()
    if unseen or messages:
        bench.embed()
    return line(
        "rows",
        wrong,
        "Memories that the search could not see are seen again; rows of nothing were taken out.",
    )


def _still(
    bench: Bench, found: Sequence[tuple[str, int]], kind: str, statement: str, column: str
) -> Sequence[tuple[Any, ...]]:
    numbers = [number for what, number in found if what == kind]
    if not numbers:
        return []
    return bench.connection.execute(
        f"{statement} AND {column} {NAMED} ORDER BY {column}", named(numbers)
    ).fetchall()


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


ROWS: Final = Repair(_look, _mend)
