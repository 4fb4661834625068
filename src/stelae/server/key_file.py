"""The file in which the keys of a data folder stand: `keys.json`, 0600, replaced as a whole by one writer at a time.

Hashes are in it and no secret. A file that is broken, or that others can read, is an error and never "no keys".
"""

import os
import stat
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, ValidationError

from stelae.errors import ConfigurationError, StelaeError, StoreError
from stelae.private_files import replace_private
from stelae.schemas.access import ApiKey
from stelae.schemas.base import UtcTime, Value

if sys.platform != "win32":
    import fcntl

KEYS: Final = "keys.json"
_LOCK: Final = ".keys.lock"
_Hex16 = Annotated[str, Field(pattern=r"\A[0-9a-f]{32}\z")]
_Hex32 = Annotated[str, Field(pattern=r"\A[0-9a-f]{64}\z")]
Stamp = tuple[int, int, int, int]
"""Time of change, size, inode and mode: what a file cannot change without being another."""


class Digest(Value):
    """The hash of one secret."""

    hash: _Hex32
    until: UtcTime | None = None
    """When a rotated secret stops to hold; None: it is the key's own."""

    def holds(self, now: datetime) -> bool:
        """Is it the key's own, or still in its time of grace?"""
        return self.until is None or now < self.until


class Entry(Value):
    """A key as it is kept."""

    key: ApiKey
    salt: _Hex16
    """One a key, not one a secret, so that any secret costs one hash to look at."""
    digests: tuple[Digest, ...]


Entries = Mapping[str, Entry]
"""By the key's id, oldest first."""


class _Ring(Value):
    """The file."""

    format: Literal[1] = 1
    keys: tuple[Entry, ...] = ()


class KeyFile:
    """Reads and replaces the file. It remembers nothing."""

    def __init__(self, folder: Path) -> None:
        """Take the data folder; nothing is made in it before the first key."""
        self.path = folder / KEYS
        self._name = str(self.path)

    def stamp(self) -> Stamp | None:
        """Return what tells the file from the one before; None: there is none.

        Raises:
            ConfigurationError: the system does not say.
        """
        try:
            return _stamp(os.stat(self._name))  # noqa: PTH116 - half the time of `Path.stat`, on every request
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise self._unreadable(error) from error

    def read(self) -> tuple[Stamp, dict[str, Entry]]:
        """Return the keys with the stamp of what was read, so that a change in between is not missed.

        Raises:
            ConfigurationError: the file cannot be read, is broken, or others can read or change it.
        """
        try:
            with self.path.open("rb") as file:
                found = os.fstat(file.fileno())
                raw = file.read()
        except OSError as error:
            raise self._unreadable(error) from error
        mode = stat.S_IMODE(found.st_mode)
        if sys.platform != "win32" and mode & 0o077:
            raise ConfigurationError(
                f"Others can read or change {self.path} (mode {mode:o}). chmod 600 it, and rotate the keys if somebody may"
                " have changed it."
            )
        try:
            ring = _Ring.model_validate_json(raw)
        except (ValidationError, StelaeError) as error:
            raise ConfigurationError(
                f"{self.path} cannot be read as keys ({type(error).__name__}); nobody is let in. Bring back a copy of it,"
                " or move it away and make new keys: stelae keys create NAME"
            ) from None
        return _stamp(found), {entry.key.id: entry for entry in ring.keys}

    def write(self, entries: Entries) -> None:
        """Replace the file, whole or not at all.

        Raises:
            StoreError: it cannot be written; the file before it stays.
        """
        ring = _Ring(keys=tuple(entries.values()))
        try:
            replace_private(self.path, ring.model_dump_json(indent=1, exclude_none=True) + "\n")
        except OSError as error:
            raise StoreError(f"{KEYS} cannot be written ({type(error).__name__}).") from error

    @contextmanager
    def alone(self) -> Generator[None]:
        """Let one writer at a time read and replace: of all threads and, where the system has such locks, processes.

        Raises:
            StoreError: the folder cannot be written.
        """
        folder = self.path.parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{folder} cannot be written ({type(error).__name__}).") from error
        try:
            if sys.platform != "win32":
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _unreadable(self, error: OSError) -> ConfigurationError:
        return ConfigurationError(
            f"{self.path} cannot be read ({type(error).__name__}); nobody is let in."
        )


def _stamp(found: os.stat_result) -> Stamp:
    return (found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)
