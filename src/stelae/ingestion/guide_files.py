"""Guides as files in a folder: where they lie, what the path says of them, how one is written."""

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from stelae.errors import InvalidInputError
from stelae.ingestion.yaml_text import LARGEST, UnreadableError, written
from stelae.schemas.guides import GUIDE_SUFFIX, TOMBSTONE_SUFFIX, GuideFile
from stelae.schemas.scope import GLOBAL
from stelae.text.keys import digest

_LETTERS = str.maketrans("0123456789", "ghijklmnop")
CORE, GUIDES = "core", "guides"
"""`core/guides/` holds guides for everybody, `<agent>/guides/` those of one agent."""


@dataclass(frozen=True, slots=True)
class GuidePlace:
    """What the path of a guide says."""

    scope: str
    agent: str | None = None
    """Whose folder it lies in; None: nobody's, it is everybody's."""


@dataclass(frozen=True, slots=True)
class GuideFolder:
    """A folder as it was found: names relative to it, with `/`, in order."""

    path: Path
    files: tuple[str, ...] = ()
    tombstones: tuple[str, ...] = ()

    @property
    def way(self) -> str:
        """The way to it (`way_to`): stored guides of which it is the beginning came from this folder or one below."""
        return way_to(self.path)

    def modified(self, file: str) -> float:
        """Return when a file was written last, in seconds since the epoch.

        Raises:
            OSError: it is not there any more.
        """
        return (self.path / file).stat().st_mtime


def find_guides(folder: str | Path) -> GuideFolder:
    """Look for guides and tombstone files in a folder and below; names that begin with a dot are passed over.

    Raises:
        InvalidInputError: there is no such folder.
        OSError: a part of it cannot be read, so that nobody can say what is gone.
    """
    path = Path(folder)
    if not path.is_dir():
        raise InvalidInputError(f"{path} is no folder.")
    root = path.resolve()
    names = sorted(_names(root))
    return GuideFolder(
        root,
        tuple(name for name in names if name.endswith(GUIDE_SUFFIX)),
        tuple(name for name in names if name.endswith(TOMBSTONE_SUFFIX)),
    )


def snapshot(folder: str | Path) -> frozenset[tuple[str, int, int]]:
    """Return every guide and tombstone file with its time and size: equal as long as nobody has changed one.

    Raises:
        InvalidInputError: there is no such folder.
        OSError: a part of it cannot be read.
    """
    found = find_guides(folder)
    return frozenset(_stamp(found.path, name) for name in (*found.files, *found.tombstones))


def place_of(folder: Path, file: str) -> GuidePlace | None:
    """Return what the path says, or None where the file lies in no folder of guides.

    The folder itself may be that of all agents, of one agent (`netops`), or its `guides`.

    Args:
        folder: absolute.
        file: relative to it.
    """
    parts = [folder.parent.name, folder.name, *PurePosixPath(file).parts[:-1]]
    at = max((i for i, part in enumerate(parts) if part == GUIDES and i > 0), default=None)
    owner = parts[at - 1] if at is not None else ""
    if not owner:
        return None
    return GuidePlace(GLOBAL) if owner == CORE else GuidePlace(f"agent:{owner}", owner)


@cache
def way_to(path: Path) -> str:
    """Return the way to a file or folder without its words: a digest for each step, the same for the same way.

    So it does not matter whether a guide is imported with its agent's folder or with one above, and no memory says how
    folders of the machine are called.

    Args:
        path: absolute.
    """
    steps = [*reversed(path.parents), path][1:]
    return "/".join(letters(str(step), 4) for step in steps)


def letters(text: str, size: int = 16) -> str:
    """Return a digest without figures, in which no rule sees a number of somebody's, such as a phone's or a card's."""
    return digest(text, size).translate(_LETTERS)


def named(folder: Path, file: str) -> str:
    """Return the name of a file from the agent's folder on, whichever folder it was found from.

    Args:
        folder: absolute.
        file: relative to it.
    """
    parts = (folder / file).parts
    at = max((i for i, part in enumerate(parts[:-1]) if part == GUIDES), default=len(parts) - 1)
    return "/".join(parts[max(at - 1, 1) :])


def intent_of(file: str) -> str:
    """Return the intent that a file's name says: what stands before its first dot."""
    return PurePosixPath(file).name.partition(".")[0]


def read_text(folder: Path, file: str) -> str:
    """Return the text of a file that lies in the folder, with line feeds alone as line ends.

    Raises:
        UnreadableError: a link leads out of the folder; it is no UTF-8, or far too large.
        OSError: it cannot be read.
    """
    try:
        path = (folder / file).resolve()
    except (RuntimeError, ValueError):  # a link to itself; a name that no file can have
        raise UnreadableError("its name leads to no file") from None
    if not path.is_relative_to(folder):
        raise UnreadableError("it is a link out of the folder")
    if not path.is_file():  # a pipe would be waited for
        raise FileNotFoundError(errno.ENOENT, "there is no file")
    if path.stat().st_size > 4 * LARGEST:
        raise UnreadableError(f"it is longer than {LARGEST:,} characters")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UnreadableError("it is no UTF-8", line) from None


def guide_text(guide: GuideFile) -> str:
    """Return a guide as the text of its file; reading that gives the same guide."""
    fields = guide.model_dump(mode="json", exclude_none=True)
    if not guide.related:
        fields.pop("related")
    return written(fields)


def _names(root: Path) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise error

    for where, folders, files in os.walk(root, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.endswith((GUIDE_SUFFIX, TOMBSTONE_SUFFIX)) and not name.startswith("."):
                yield _printable((Path(where) / name).relative_to(root).as_posix())


def _printable(name: str) -> str:
    """Return a name that every report can hold; of one that is no UTF-8 the file is not found, and is told as unreadable."""
    return os.fsencode(name).decode(errors="backslashreplace")


def _stamp(root: Path, name: str) -> tuple[str, int, int]:
    try:
        stat = (root / name).lstat()
    except FileNotFoundError:
        return name, 0, 0
    return name, stat.st_mtime_ns, stat.st_size
