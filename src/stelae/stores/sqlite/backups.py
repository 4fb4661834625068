"""Backups on disk: a folder with the database, its key, the settings, and a manifest that says what they were.

Vectors are in the database; their files are derived and not copied. A folder without a manifest is no backup.
"""

import hashlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pydantic import ValidationError

from stelae.errors import InvalidInputError, StoreCorruptError
from stelae.schemas.keeping import BackupFile, BackupManifest, BackupReport
from stelae.stores.sqlite import audit, files
from stelae.stores.sqlite.connection import Connection

MANIFEST: Final = "manifest.json"
SETTINGS: Final = ("stelae.toml", "policy.yaml")
_TABLES: Final = ("memory", "version", "observation", "pending", "tombstone", "receipt", "audit")
_CHUNK: Final = 1 << 20


@contextmanager
def unfinished(folder: Path) -> Generator[Path]:
    """Yield a private folder beside the wanted one; it takes its place when all went well, and goes when not.

    Raises:
        InvalidInputError: the wanted folder is there already and not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidInputError(f"{folder} is there already; name a new or an empty folder.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = folder.parent / f".{folder.name}.{secrets.token_hex(8)}"
    draft.mkdir(mode=0o700)
    try:
        yield draft
        _sync(draft)
        draft.replace(folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def copy_private(source: Path, target: Path) -> None:
    """Copy a file's bytes; only the owner may read the copy."""
    files.create_private(target)
    shutil.copyfile(source, target)


def write_manifest(folder: Path, *, at: datetime) -> None:
    """Say what the folder holds, as it was read back from it."""
    with closing(_open(folder)) as connection:
        head, counts = audit.newest(connection), _counts(connection)
    manifest = BackupManifest(
        at=at, head=head, counts=counts, files=tuple(_described(p) for p in _contents(folder))
    )
    files.create_private(folder / MANIFEST)
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")


def verify(folder: Path) -> BackupReport:
    """Read a backup again and compare it with its manifest; then look into the database, changing nothing."""
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
        manifest = BackupManifest.model_validate_json(text)
    except (OSError, UnicodeDecodeError, ValidationError):
        problem = f"There is no readable {MANIFEST}: this folder is no finished backup."
        return BackupReport(sound=False, folder=str(folder), problems=(problem,))
    problems = [*_file_problems(folder, manifest)]
    # A file that changed is not opened: what it says would be no answer.
    problems += [] if problems else _database_problems(folder, manifest)
    return BackupReport(
        sound=not problems,
        folder=str(folder),
        at=manifest.at,
        head=manifest.head,
        counts=manifest.counts,
        files=manifest.files,
        problems=tuple(problems),
    )


def restore(source: Path, folder: Path) -> BackupReport:
    """Make a data folder of a backup, verified before and after.

    Raises:
        InvalidInputError: the data folder holds something already.
        StoreCorruptError: the backup, or the copy of it, is not what its manifest says.
    """
    before = verify(source)
    if not before.sound:
        raise StoreCorruptError(f"The backup {source} cannot be relied on: {before.problems[0]}")
    with unfinished(folder) as draft:
        for file in (*before.files, BackupFile(name=MANIFEST, bytes=0, sha256="")):
            copy_private(source / file.name, draft / file.name)
        after = verify(draft)
        if not after.sound:
            raise StoreCorruptError(f"What was written to {folder} differs: {after.problems[0]}")
        (draft / MANIFEST).unlink()
    return after.model_copy(update={"folder": str(folder)})


def _file_problems(folder: Path, manifest: BackupManifest) -> Iterator[str]:
    listed = {file.name for file in manifest.files}
    for name in (files.DATABASE, files.KEY):
        if name not in listed:
            yield f"The manifest does not list {name}."
    for file in manifest.files:
        path = folder / file.name
        if path.parent != folder or not path.is_file():
            yield f"{file.name} is missing."
        elif _described(path) != file:
            yield f"{file.name} has changed since the backup was made."


def _database_problems(folder: Path, manifest: BackupManifest) -> Sequence[str]:
    try:
        with closing(_open(folder)) as connection:
            damage = [row[0] for row in connection.execute("PRAGMA quick_check(10)")]
            if damage != ["ok"]:
                return [f"The database is damaged: {line}" for line in damage]
            found = audit.verified(connection, (folder / files.KEY).read_bytes())
            same = (found.head, _counts(connection)) == (manifest.head, manifest.counts)
            return [*found.problems, *([] if same else ["Its rows are not those of the manifest."])]
    except sqlite3.DatabaseError as error:
        return [f"The database cannot be read: {error}."]


def _open(folder: Path) -> Connection:
    """Open a finished copy that nobody writes to; nothing is created beside it."""
    path = quote(str((folder / files.DATABASE).resolve()))
    return sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)


def _counts(connection: Connection) -> dict[str, int]:
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    return {
        name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608 - our own tables
        for name in _TABLES
        if name in there
    }


def _contents(folder: Path) -> list[Path]:
    return [
        folder / name
        for name in (files.DATABASE, files.KEY, *SETTINGS)
        if (folder / name).is_file()
    ]


def _described(path: Path) -> BackupFile:
    sha = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            sha.update(chunk)
    return BackupFile(name=path.name, bytes=path.stat().st_size, sha256=sha.hexdigest())


def _sync(folder: Path) -> None:
    """Bring every file, and the folder that names them, to the disk."""
    for path in (*folder.iterdir(), folder):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
