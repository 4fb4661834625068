"""Files that leave the data folder: only their owner reads them, and a half-written one is never left behind."""

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from stelae.errors import InvalidInputError


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
    draft = path.parent / f".{path.name}.{secrets.token_hex(8)}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
