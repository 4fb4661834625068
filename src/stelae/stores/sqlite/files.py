"""The data folder on disk: who may read it, where its files are, what it stands on.

Files are 0600 in a 0700 folder. Everything but `stelae.db` and the key can be rebuilt from `stelae.db`.
"""

import os
import secrets
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

DATABASE = "stelae.db"
KEY = "audit.key"
_KEY_BYTES = 32
_MOUNTS = Path("/proc/self/mounts")
_NETWORK = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "9p",
        "afs",
        "ceph",
        "fuse.sshfs",
        "glusterfs",
        "lustre",
    }
)


def prepare_folder(folder: Path) -> None:
    """Make the folder, 0700; one that is there already keeps its mode (`doctor` looks at it)."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def create_private(path: Path) -> None:
    """Make an empty file, 0600, unless there is one. SQLite gives its side files the mode of the database."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def read_key(folder: Path) -> bytes:
    """Return the folder's secret key, made on first use; of several processes that make one, the first wins."""
    path = folder / KEY
    if not path.exists():
        draft = folder / f".{KEY}.{secrets.token_hex(8)}"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_bytes()


def is_ours(name: str) -> bool:
    """Is a file of that name in the data folder one that the store writes?"""
    return name.startswith((DATABASE, KEY, "vectors-"))


def size(folder: Path) -> int:
    """Return how many bytes the store's files have; one that goes meanwhile counts nothing."""
    total = 0
    with os.scandir(folder) as found:
        for entry in found:
            if is_ours(entry.name):
                with suppress(FileNotFoundError):
                    total += entry.stat().st_size
    return total


def modes(folder: Path) -> Sequence[str]:
    """Return one line for the folder and for each of its files that others may read."""
    found: list[str] = []
    for path in (folder, *sorted(folder.iterdir())):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            found.append(f"{path.name} has mode {mode:04o}; others can read it. Run chmod go-rwx.")
    return found


def filesystem_kind(path: Path) -> tuple[str, bool]:
    """Return the kind of file system under a path and whether it is reached over a network.

    Locks of network file systems do not hold what WAL needs; `doctor` refuses them. The kind is `unknown` where the
    system does not list its mounts.
    """
    if not _MOUNTS.exists():
        return "unknown", False
    resolved, best, kind = path.resolve(), -1, "unknown"
    for line in _MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
        _, mount, name, *_ = line.split(" ")
        place = Path(mount.encode().decode("unicode_escape"))
        if resolved.is_relative_to(place) and len(place.parts) > best:
            best, kind = len(place.parts), name
    return kind, kind in _NETWORK
