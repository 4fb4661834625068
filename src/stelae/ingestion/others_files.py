"""Which drafts, archives and guide files are somebody else's: what they say is theirs, as with rows of the store.

A file that nobody can place is not among them: whoever has forgotten something learns that it still stands there.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from stelae.ingestion.draft_files import DEFAULT_TENANT, DraftFiles
from stelae.ingestion.guide_files import place_of
from stelae.ingestion.yaml_text import UnreadableError, read_marked
from stelae.schemas.guides import GUIDE_SUFFIX
from stelae.schemas.scope import Namespace


def files_of_others(data: Path | None, ns: Namespace) -> Iterator[Path]:
    """Go through the files that belong to another tenant, or that only have to do with other scopes of this one.

    Args:
        data: the data folder; None: this memory keeps nothing on disk.
        ns: the written scope.
    """
    if data is None:
        return
    yield from DraftFiles(data, ns.tenant).of_others(ns.scope)
    for path in data.rglob(f"*{GUIDE_SUFFIX}"):
        # No file says a guide of another tenant than the default one (`draft_guide`).
        if ns.tenant != DEFAULT_TENANT or _scope_of(data, path) not in {None, ns.scope}:
            yield path


def _scope_of(data: Path, path: Path) -> str | None:
    """Return the scope that a guide file says by its place, or itself; None: nobody can say."""
    place = place_of(data.resolve(), path.relative_to(data).as_posix())
    with suppress(OSError, UnreadableError, UnicodeDecodeError):
        said = read_marked(path.read_text(encoding="utf-8-sig")).values.get("scope")
        if place is not None:
            return str(said or place.scope)
    return None
