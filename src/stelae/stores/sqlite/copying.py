"""Backups of a data folder while others write, and the note of every copy that was made: `ports.Copying`."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from stelae.ports import Progress
from stelae.schemas.change import Trail
from stelae.schemas.keeping import BackupReport, CopyNote
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite import backups, files, spaces, trail
from stelae.stores.sqlite.part import Part

_PAGES_AT_ONCE: Final = 1_024
_NOTE: Final = "copy:"
_AFTER_NOTES: Final = "copy;"


class Copies(Part):
    """`Copying` over SQLite."""

    def backup(
        self, folder: Path, *, at: datetime, on_progress: Progress | None = None
    ) -> BackupReport:
        """See `ports.Copying.backup`."""
        source = self._database.path.parent
        with backups.unfinished(folder) as draft:
            self._copy_database(draft / files.DATABASE, on_progress)
            for name in (files.KEY, *backups.SETTINGS):
                if (source / name).is_file():
                    backups.copy_private(source / name, draft / name)
            backups.write_manifest(draft, at=at)
        return backups.verify(folder)

    def note_copy(self, ns: Namespace, note: CopyNote) -> None:
        """See `ports.Copying.note_copy`."""
        entry = Trail(action=note.kind, subject_id=note.id, actor="user_edit", reason="copied")
        with self._database.write() as connection:
            sid, _ = spaces.advance(connection, ns)
            connection.execute(
                "INSERT INTO meta (name, value) VALUES (?, ?)",
                (f"{_NOTE}{note.at.isoformat()}:{note.id}", note.model_dump_json()),
            )
            trail.append(connection, self._key, sid, note.at, (entry,), {})

    def copies(self, ns: Namespace) -> Sequence[str]:
        """See `ports.Copying.copies`."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT value FROM meta WHERE name >= ? AND name < ? ORDER BY name",
                (_NOTE, _AFTER_NOTES),
            ).fetchall()
        notes = [CopyNote.model_validate_json(value) for (value,) in rows]
        return [note.told for note in notes if note.holds(ns)]

    def _copy_database(self, target: Path, on_progress: Progress | None) -> None:
        """Copy one snapshot: inside a read transaction nobody else's commit makes the copy begin anew, and none waits."""
        files.create_private(target)
        done: list[int] = [0]

        def tell(_status: int, remaining: int, total: int) -> None:
            if on_progress is not None:
                on_progress(total - remaining - done[0])
                done[0] = total - remaining

        with (
            self._database.read() as connection,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            connection.execute("SELECT 1 FROM meta LIMIT 1").fetchone()
            connection.backup(copy, pages=_PAGES_AT_ONCE, progress=tell)
            # One file that can be read without write access beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
