"""Files that only their owner reads, and of which a half-written one is never left behind."""

import hashlib
import os
import re
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from stelae.errors import InvalidInputError

_SAFE = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9_-])?")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
"""What Windows takes for a device, whatever its ending."""


def file_name(name: str) -> str:
    """Return the name where it is a file name on every system and in every case; else a digest of it.

    No name that is kept begins like a digest, so that no two names of tenants, scopes or sessions share a file.
    """
    if _SAFE.fullmatch(name) and not _RESERVED.fullmatch(name):
        return name
    return f"={hashlib.blake2b(name.encode(), digest_size=16).hexdigest()}"


@contextmanager
def private_file(path: Path) -> Generator[BinaryIO]:
    """Write a new file, 0600; it has its name only when all of it is on the disk.

    Raises:
        InvalidInputError: there is something of that name already.
    """
    if path.exists():
        raise InvalidInputError(
            f"{path} is there already; nothing is overwritten. Name a new file."
        )
    with _draft(path) as file:
        yield file


def replace_private(path: Path, text: str) -> None:
    """Write a file, 0600, whole or not at all, in place of the one before; folders that are missing are made, 0700.

    Raises:
        OSError: it cannot be written; the file before it stays.
    """
    private_folder(path.parent)
    with _draft(path) as file:
        file.write(text.encode())


def private_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, each 0700; what is there keeps its mode.

    Raises:
        OSError: it cannot be made.
    """
    # `parents=True` would leave the folders above open.
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def _draft(path: Path) -> Generator[BinaryIO]:
    draft = path.with_name(f".{path.stem[:60]}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
