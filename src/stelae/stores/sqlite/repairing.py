"""Finding what is wrong and putting it right: `ports.Repairing`.

Looking takes seconds in a large store, so it is done on a snapshot, while others write. The write lock is taken for what was
found only, piece by piece; each piece is looked at again, and is one transaction with one audit row.
"""

import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from stelae.ports import KeywordRow
from stelae.schemas.change import Job, Trail
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import RepairLine, RepairReport
from stelae.stores.entries import STUCK_S
from stelae.stores.sqlite import (
    repairing_fields,
    repairing_keywords,
    repairing_rows,
    repairing_vectors,
    spaces,
    trail,
)
from stelae.stores.sqlite.connection import Connection, Database
from stelae.stores.sqlite.part import Part
from stelae.stores.sqlite.repair_parts import NAMED, Bench, Repair, line, named, summed

_RESTORE: Final = (
    "Stop every process that uses the folder, keep a copy of it as it is, and restore the newest backup: stelae"
    " backup restore."
)
_GONE_TARGET: Final = """SELECT p.id FROM pending p
    WHERE json_extract(p.body, '$.target') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM memory m
    WHERE m.id = json_extract(p.body, '$.target') AND m.forgotten IS NULL)"""
_LOST_EVIDENCE: Final = """FROM evidence WHERE
    (NOT EXISTS (SELECT 1 FROM observation o WHERE o.id = evidence.observation)
    OR NOT EXISTS (SELECT 1 FROM memory m WHERE m.mid = evidence.mid))"""
_STUCK: Final = "FROM job WHERE (failed IS NOT NULL OR due > :late)"
PIECE: Final = 200
"""Faults put right in one transaction."""


class Repairs(Part):
    """`Repairing` over SQLite."""

    def repair(
        self,
        ns: Namespace,
        *,
        at: datetime,
        tokenizer: str,
        row_of: Callable[[MemoryRecord | Observation], KeywordRow],
        legs: Mapping[str, tuple[str, int]],
    ) -> RepairReport:
        """See `ports.Repairing.repair`."""
        damage = _damage(self._database)
        if damage is not None:  # writing to it would make it worse
            return RepairReport(lines=(damage,))

        def bench(connection: Connection) -> Bench:
            return Bench(
                connection, self._files, self._key, ns, at, tokenizer, row_of, legs,
                self._database.path.parent,
            )  # fmt: skip

        done = (self._repaired(repair, bench) for repair in _REPAIRS)
        return RepairReport(lines=tuple(summed(lines) for lines in done if lines))

    def _repaired(
        self, repair: Repair, bench: Callable[[Connection], Bench]
    ) -> Sequence[RepairLine]:
        """Look on a snapshot, then mend piece by piece."""
        with self._database.read() as connection:
            found = repair.look(bench(connection))
        lines: list[RepairLine] = []
        for begin in range(0, len(found), PIECE):
            with self._database.write() as connection:
                at_work = bench(connection)
                one = repair.mend(at_work, found[begin : begin + PIECE])
                if one is not None:
                    _note(at_work, one)
                    lines.append(one)
        return lines


def _damage(database: Database) -> RepairLine | None:
    with database.read() as connection:
        try:
            lines = [row[0] for row in connection.execute("PRAGMA quick_check(20)")]
        except sqlite3.DatabaseError as error:
            lines = [str(error)]
    if lines == ["ok"]:
        return None
    what = f"The database file is damaged. Nothing was changed in it. {_RESTORE}"
    return RepairLine(kind="damage", found=len(lines), repaired=0, what=what, ids=tuple(lines))


def _open_to_others(bench: Bench) -> Sequence[str]:
    paths = (bench.folder, *sorted(bench.folder.iterdir()))
    return [
        str(path)
        for path in paths
        if not path.is_symlink() and stat.S_IMODE(path.lstat().st_mode) & 0o077
    ]


def _close_to_others(bench: Bench, found: Sequence[str]) -> RepairLine | None:
    """Take away what others may do with the folder and its files."""
    there = [path for path in map(Path, found) if path.exists()]
    for path in there:
        path.chmod(stat.S_IMODE(path.lstat().st_mode) & 0o700)
    del bench
    what = "Others could read these files or the folder; their rights were taken away."
    return line("modes", [path.name for path in there], what)


def _first_break(bench: Bench) -> Sequence[int]:
    number = trail.first_break(bench.connection, bench.key)
    return [] if number is None else [number]


def _tell_break(bench: Bench, found: Sequence[int]) -> RepairLine:
    """A chain is not mended; rows are only ever added, so what a snapshot shows broken is broken."""
    del bench
    (number,) = found
    what = (
        f"The audit chain breaks at row {number}: that row or one before it was changed, added or deleted, or audit.key is"
        " another than the one it was written with. It is not signed anew, since nobody could trust it then. Compare"
        " stelae audit verify with the head you keep elsewhere; the newest backup from before the break has the true rows."
    )
    return RepairLine(kind="audit", found=1, repaired=0, what=what, ids=(str(number),))


def _without_text(bench: Bench) -> Sequence[str]:
    rows = bench.connection.execute(
        """SELECT m.id FROM memory m LEFT JOIN version v ON v.mid = m.mid AND v.version = m.version
        WHERE v.mid IS NULL ORDER BY m.mid"""
    )
    return [id_ for (id_,) in rows]


def _tell_lost(bench: Bench, found: Sequence[str]) -> RepairLine | None:
    lost = set(_without_text(bench))
    what = f"The current text of these memories is lost and cannot be made up. {_RESTORE}"
    return line("versions", [id_ for id_ in found if id_ in lost], what, repaired=0)


def _lost_evidence(bench: Bench) -> Sequence[tuple[int, str]]:
    return bench.connection.execute(f"SELECT mid, observation {_LOST_EVIDENCE}").fetchall()


def _drop_evidence(bench: Bench, found: Sequence[tuple[int, str]]) -> RepairLine | None:
    """Evidence that points to nothing: the quotes are in the memories themselves and stay."""
    lost = [
        observation
        for mid, observation in found
        if bench.connection.execute(
            f"DELETE {_LOST_EVIDENCE} AND evidence.mid = ? AND evidence.observation = ?",
            (mid, observation),
        ).rowcount
    ]
    return line("evidence", lost, "Links to messages that are gone were dropped; the quotes stay.")


def _lost_questions(bench: Bench) -> Sequence[str]:
    return [id_ for (id_,) in bench.connection.execute(_GONE_TARGET)]


def _drop_questions(bench: Bench, found: Sequence[str]) -> RepairLine | None:
    still = bench.connection.execute(f"{_GONE_TARGET} AND p.id {NAMED}", named(found)).fetchall()
    bench.connection.executemany("DELETE FROM pending WHERE id = ?", still)
    lost = [id_ for (id_,) in still]
    return line("pending", lost, "Questions about memories that are gone were dropped.")


def _stuck_jobs(bench: Bench) -> Sequence[int]:
    late = {"late": bench.at.timestamp() + STUCK_S}
    return [jid for (jid,) in bench.connection.execute(f"SELECT jid {_STUCK}", late)]


def _queue_again(bench: Bench, found: Sequence[int]) -> RepairLine | None:
    """Failed ones try again, those that a wrong clock put off are due, those nobody can read are dropped."""
    told: list[str] = []
    for jid, kind, payload, failed, attempts in bench.connection.execute(
        f"SELECT jid, kind, payload, failed, attempts {_STUCK} AND jid {NAMED} ORDER BY jid",
        {**named(found), "late": bench.at.timestamp() + STUCK_S},
    ).fetchall():
        told.append(f"{jid} {kind}: {failed or 'put off too long'}, {attempts} attempts")
        if _readable(payload):
            bench.connection.execute(
                """UPDATE job SET failed = NULL, ended = NULL, reason = NULL, held = 0, attempts = 0,
                due = ? WHERE jid = ?""",
                (bench.at.timestamp(), jid),
            )
        else:
            bench.connection.execute("DELETE FROM job WHERE jid = ?", (jid,))
    return line("jobs", told, "Failed or stuck jobs are in the queue again.")


def _readable(payload: str) -> bool:
    try:
        Job.model_validate_json(payload)
    except ValidationError:
        return False
    return True


def _note(bench: Bench, one: RepairLine) -> None:
    sid = spaces.find(bench.connection, bench.ns.tenant, bench.ns.scope)
    if sid is None:
        sid, _ = spaces.advance(bench.connection, bench.ns)
    fields = (f"found={one.found}", f"repaired={one.repaired}")
    entry = Trail(
        action="repair", subject_id=one.kind, actor="user_edit", reason=one.kind, fields=fields
    )
    trail.append(bench.connection, bench.key, sid, bench.at, [entry], {})


_REPAIRS: Final[tuple[Repair, ...]] = (
    Repair(_open_to_others, _close_to_others),
    Repair(_first_break, _tell_break),
    Repair(_without_text, _tell_lost),
    repairing_rows.ROWS,
    repairing_keywords.KEYWORDS,
    repairing_keywords.TOKENIZER,
    repairing_fields.FIELDS,
    repairing_vectors.EMBEDDERS,
    repairing_vectors.VECTORS,
    Repair(_lost_evidence, _drop_evidence),
    Repair(_lost_questions, _drop_questions),
    Repair(_stuck_jobs, _queue_again),
)
