"""Finding what is wrong and putting it right: `ports.Repairing`. Each kind is one transaction with one audit row."""

import sqlite3
import stat
from collections.abc import Callable, Mapping
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
from stelae.stores.sqlite import repairing_rows, repairing_vectors, spaces, trail
from stelae.stores.sqlite.connection import Database
from stelae.stores.sqlite.part import Part
from stelae.stores.sqlite.repair_parts import Bench, line

_RESTORE: Final = (
    "Stop every process that uses the folder, keep a copy of it as it is, and restore the newest backup: stelae"
    " backup restore."
)
_GONE_TARGET: Final = """SELECT p.id FROM pending p
    WHERE json_extract(p.body, '$.target') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM memory m
    WHERE m.id = json_extract(p.body, '$.target') AND m.forgotten IS NULL)"""
_LOST_EVIDENCE: Final = """FROM evidence
    WHERE observation NOT IN (SELECT id FROM observation) OR mid NOT IN (SELECT mid FROM memory)"""
Repair = Callable[[Bench], RepairLine | None]


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
        found: list[RepairLine] = []
        for repair in _REPAIRS:
            with self._database.write() as connection:
                bench = Bench(
                    connection, self._files, self._key, ns, at, tokenizer, row_of, legs,
                    self._database.path.parent,
                )  # fmt: skip
                one = repair(bench)
                if one is not None:
                    _note(bench, one)
                    found.append(one)
        return RepairReport(lines=tuple(found))


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


def _modes(bench: Bench) -> RepairLine | None:
    """Take away what others may do with the folder and its files."""
    open_to_others: list[Path] = []
    for path in (bench.folder, *sorted(bench.folder.iterdir())):
        mode = stat.S_IMODE(path.lstat().st_mode)
        if mode & 0o077 and not path.is_symlink():
            path.chmod(mode & 0o700)
            open_to_others.append(path)
    names = [path.name for path in open_to_others]
    return line(
        "modes", names, "Others could read these files or the folder; their rights were taken away."
    )


def _audit(bench: Bench) -> RepairLine | None:
    number = trail.first_break(bench.connection, bench.key)
    if number is None:
        return None
    what = (
        f"The audit chain breaks at row {number}: that row or one before it was changed, added or deleted, or audit.key is"
        " another than the one it was written with. It is not signed anew, since nobody could trust it then. Compare"
        " stelae audit verify with the head you keep elsewhere; the newest backup from before the break has the true rows."
    )
    return RepairLine(kind="audit", found=1, repaired=0, what=what, ids=(str(number),))


def _versions(bench: Bench) -> RepairLine | None:
    lost = [
        id_
        for (id_,) in bench.connection.execute(
            """SELECT m.id FROM memory m LEFT JOIN version v ON v.mid = m.mid AND v.version = m.version
            WHERE v.mid IS NULL ORDER BY m.mid"""
        )
    ]
    what = f"The current text of these memories is lost and cannot be made up. {_RESTORE}"
    return line("versions", lost, what, repaired=0)


def _evidence(bench: Bench) -> RepairLine | None:
    """Evidence that points to nothing: the quotes are in the memories themselves and stay."""
    lost = [id_ for (id_,) in bench.connection.execute(f"SELECT observation {_LOST_EVIDENCE}")]
    bench.connection.execute(f"DELETE {_LOST_EVIDENCE}")
    return line("evidence", lost, "Links to messages that are gone were dropped; the quotes stay.")


def _pending(bench: Bench) -> RepairLine | None:
    lost = [id_ for (id_,) in bench.connection.execute(_GONE_TARGET)]
    bench.connection.executemany("DELETE FROM pending WHERE id = ?", [(id_,) for id_ in lost])
    return line("pending", lost, "Questions about memories that are gone were dropped.")


def _jobs(bench: Bench) -> RepairLine | None:
    """Failed ones try again, those that a wrong clock put off are due, those nobody can read are dropped."""
    late, told = bench.at.timestamp() + STUCK_S, list[str]()
    for jid, kind, payload, failed, attempts in bench.connection.execute(
        "SELECT jid, kind, payload, failed, attempts FROM job WHERE failed IS NOT NULL OR due > ? ORDER BY jid",
        (late,),
    ).fetchall():
        told.append(f"{jid} {kind}: {failed or 'put off too long'}, {attempts} attempts")
        if _readable(payload):
            bench.connection.execute(
                "UPDATE job SET failed = NULL, attempts = 0, due = ? WHERE jid = ?",
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
    _modes,
    _audit,
    _versions,
    repairing_rows.rows,
    repairing_rows.keywords_of_rows,
    repairing_rows.tokenizer,
    repairing_vectors.embedders,
    repairing_vectors.vectors,
    _evidence,
    _pending,
    _jobs,
)
