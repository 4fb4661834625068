"""Keeping the files in shape, and when that was last done: `ports.Upkeep`."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from stelae.schemas.change import Job, Trail
from stelae.schemas.extraction import Used
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import Coverage, FolderSize, MaintenanceReport
from stelae.stores.sqlite import compacting, files, jobs, spaces, trail
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.lifecycle import LifeCycles
from stelae.stores.sqlite.vector_files import legs

_PLANNED: Final = "upkeep_planned"
_LAST: Final = "upkeep_last"
_FORM: Final = "category:"
"""In `meta`, before the name of a category: the form that its memories have."""
_FORM_END: Final = "category;"
_PAGES_AT_ONCE: Final = 64
"""Of the keyword index, merged in one transaction."""
_ROWS_ANALYSED: Final = 400


class Housekeeping(LifeCycles):
    """`Upkeep` over SQLite."""

    def merge_keywords(self) -> int:
        """See `ports.Upkeep.merge_keywords`."""
        with self._database.write() as connection:
            before = connection.total_changes
            connection.execute(
                "INSERT INTO keyword_index (keyword_index, rank) VALUES ('merge', ?)",
                (_PAGES_AT_ONCE,),
            )
            # The command itself counts as one change.
            return max(0, connection.total_changes - before - 1)

    def drop_stubs(self, *, limit: int) -> int:
        """See `ports.Upkeep.drop_stubs`."""
        return compacting.drop_stubs(self._database, limit)

    def compact_vectors(self) -> Mapping[str, int]:
        """See `ports.Upkeep.compact_vectors`."""
        return compacting.compact_vectors(self._database, self._files)

    def tidy_file(self, *, compact: bool = False) -> Mapping[str, int]:
        """See `ports.Upkeep.tidy_file`."""
        path = self._database.path
        # With the write lock from the start: a reader that becomes a writer fails at once when another process writes.
        with self._database.write() as connection:
            connection.execute(f"PRAGMA analysis_limit={_ROWS_ANALYSED}")
            connection.execute("PRAGMA optimize")
        with self._database.outside_transaction() as connection:
            if compact:
                connection.execute("VACUUM")
            log = compacting.fold_log(connection, path)
            free = compacting.free_bytes(connection)
        return {"log_bytes": log, "free_bytes": free, "file_bytes": path.stat().st_size}

    def plan_upkeep(self, now: datetime, *, every: timedelta) -> bool:
        """See `ports.Upkeep.plan_upkeep`."""
        if not self.upkeep_due(now, every=every):
            return False
        with self._database.write() as connection:
            if not _due(connection, now, every):  # another process was first
                return False
            new = _value(connection, _PLANNED) is None
            _set(connection, _PLANNED, str(now.timestamp()))
            if new:
                return False
            sid, tenant, scope = connection.execute(
                "SELECT sid, tenant, scope FROM space ORDER BY sid LIMIT 1"
            ).fetchone()
            job = Job(kind="maintain", payload={"planned": now.isoformat()})
            jobs.enqueue(connection, Namespace(tenant=tenant, scope=scope), sid, [job], now)
            return True

    def upkeep_due(self, now: datetime, *, every: timedelta) -> bool:
        """See `ports.Upkeep.upkeep_due`."""
        with self._database.read() as connection:
            return _due(connection, now, every)

    def note_upkeep(self, ns: Namespace, report: MaintenanceReport) -> None:
        """See `ports.Upkeep.note_upkeep`."""
        done = tuple(f"{name}={count}" for name, count in report.counts.items())
        entry = Trail(
            action="maintain", subject_id=report.id, actor="platform", reason="done", fields=done
        )
        with self._database.write() as connection:
            sid = spaces.find(connection, ns.tenant, ns.scope)
            if sid is None:
                sid, _ = spaces.advance(connection, ns)
            _set(connection, _PLANNED, str(report.at.timestamp()))
            _set(connection, _LAST, report.model_dump_json())
            trail.append(connection, self._key, sid, report.at, [entry], {})

    def last_upkeep(self) -> MaintenanceReport | None:
        """See `ports.Upkeep.last_upkeep`."""
        with self._database.read() as connection:
            kept = _value(connection, _LAST)
        return None if kept is None else MaintenanceReport.model_validate_json(kept)

    def category_forms(self) -> Mapping[str, str]:
        """See `ports.Upkeep.category_forms`."""
        with self._database.read() as connection:
            return _forms(connection)

    def note_category_form(self, name: str, form: str) -> None:
        """See `ports.Upkeep.note_category_form`."""
        with self._database.write() as connection:
            _set(connection, f"{_FORM}{name}", form)

    def coverage(self) -> Coverage:
        """See `ports.Upkeep.coverage`."""
        with self._database.read() as connection:
            rows, worded = connection.execute(
                """SELECT count(*), count(k.rid) FROM entry e LEFT JOIN keyword k ON k.rid = e.rid
                WHERE e.gone = 0"""
            ).fetchone()
            vectors = {
                name: connection.execute(
                    "SELECT count(*) FROM entry WHERE gone = 0 AND vectors >> ? & 1", (leg.number,)
                ).fetchone()[0]
                for name, leg in legs(connection).items()
            }
        return Coverage(rows=rows, keywords=worded, vectors=vectors)

    def folder_size(self) -> FolderSize:
        """See `ports.Upkeep.folder_size`."""
        with self._database.read() as connection:
            (pending,) = connection.execute("SELECT count(*) FROM pending").fetchone()
            used = connection.execute(
                "SELECT model, name, sum(amount) FROM used GROUP BY model, name ORDER BY 1, 2"
            ).fetchall()
        return FolderSize(
            pending=pending,
            bytes=files.size(self._database.path.parent),
            used=tuple(Used(model=model, name=name, amount=amount) for model, name, amount in used),
        )


def _forms(connection: Connection) -> Mapping[str, str]:
    rows = connection.execute(
        "SELECT name, value FROM meta WHERE name >= ? AND name < ?", (_FORM, _FORM_END)
    ).fetchall()
    return {name.removeprefix(_FORM): value for name, value in rows}


def _due(connection: Connection, now: datetime, every: timedelta) -> bool:
    if connection.execute("SELECT 1 FROM space LIMIT 1").fetchone() is None:
        return False
    planned = _value(connection, _PLANNED)
    # A time to come means that the clock was wrong then.
    return planned is None or abs(now.timestamp() - float(planned)) >= every.total_seconds()


def _value(connection: Connection, name: str) -> str | None:
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return None if row is None else row[0]


def _set(connection: Connection, name: str, value: str) -> None:
    connection.execute(
        """INSERT INTO meta (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
        (name, value),
    )
