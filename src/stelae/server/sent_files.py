"""Files that came in a request, as a folder of this machine for as long as somebody reads them.

Their paths are checked before anything is written: none leads out of the folder. A folder has the same way each time for the
same source, since what is imported from it remembers where it came from.
"""

import os
import shutil
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Annotated, Final, Protocol

from pydantic import AfterValidator

from stelae.errors import StoreError
from stelae.private_files import private_folder
from stelae.schemas.guides import GUIDE_SUFFIX, TOMBSTONE_SUFFIX
from stelae.text.keys import digest

if sys.platform != "win32":
    import fcntl

FOLDER: Final = ".guides"
_DEEPEST, _LONGEST = 8, 200
_SUFFIXES = (GUIDE_SUFFIX, TOMBSTONE_SUFFIX)
_TURN: Final = Lock()


def check_path(path: str) -> str:
    """Return the path unchanged when it is one of a guide file, relative, with `/`, and leads downwards only.

    Raises:
        ValueError: it is not.
    """
    *folders, name = path.split("/")
    if not name.endswith(_SUFFIXES):
        raise ValueError(f"a guide file ends with {' or '.join(_SUFFIXES)}")
    if len(folders) > _DEEPEST or not all(map(_usable, (*folders, name))):
        raise ValueError("a path is relative, such as core/guides/name.guide.yaml")
    if any(folder.casefold().endswith(_SUFFIXES) for folder in folders):
        raise ValueError("a folder has no guide file's name")
    return path


GuidePath = Annotated[str, AfterValidator(check_path)]


class Sent(Protocol):
    """A file of a request."""

    @property
    def path(self) -> GuidePath:
        """Checked."""
        ...

    @property
    def text(self) -> str:
        """All of it."""
        ...


@contextmanager
def folder_of(data: Path, tenant: str, source: str, files: Sequence[Sent]) -> Generator[Path]:
    """Write the files, lend their folder, and delete it. One at a time, of all threads and processes.

    Args:
        data: the data folder.
        tenant: whose files they are.
        source: where they come from, in the tenant's own words.
        files: no two of one path.

    Raises:
        StoreError: they cannot be written.
    """
    root = data / FOLDER
    folder = root / digest(f"{tenant}/{source}", 16)
    with _alone(root):
        # A process that was killed has left its files.
        shutil.rmtree(folder, ignore_errors=True)
        try:
            write_files(folder, files)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def write_files(folder: Path, files: Sequence[Sent]) -> None:
    """Write the files below a folder, for their owner alone; none of them may be there.

    Raises:
        StoreError: they cannot be written.
    """
    try:
        private_folder(folder)
        for file in files:
            path = folder / file.path
            private_folder(path.parent)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                out.write(file.text.encode())
    except OSError as error:
        raise StoreError(f"Guide files cannot be written ({type(error).__name__}).") from error


def _usable(part: str) -> bool:
    plain = part.isprintable() and not {"\\", ":"} & set(part)
    return plain and bool(part.strip(". ")) and part[0] != "." and len(part.encode()) <= _LONGEST


@contextmanager
def _alone(root: Path) -> Generator[None]:
    with _TURN:
        try:
            private_folder(root)
            handle = os.open(root / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{FOLDER} cannot be written ({type(error).__name__}).") from error
        try:
            if sys.platform != "win32":
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
