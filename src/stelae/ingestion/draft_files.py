"""Drafts on disk: one JSON file each, for its owner alone, replaced as a whole.

`<data>/.curator_drafts/<intent>.draft.json`, and `committed/<intent>_<time>.json` for what remains after a commit: ids and
digests. The text of a committed draft is in the store and nowhere here, so that forgetting it reaches all of it. Tenants
other than the default one have folders of their own. Where a draft of another scope or project has the name already, a
digest of its own place is put behind it: nobody can tell from a name what others draft.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from stelae.errors import ScopeError
from stelae.private_files import file_name, replace_private
from stelae.schemas.drafts import Archived, Draft
from stelae.schemas.scope import check_scope
from stelae.text.keys import digest

logger = logging.getLogger(__name__)
FOLDER: Final = ".curator_drafts"
COMMITTED: Final = "committed"
TENANTS: Final = "tenants"
DEFAULT_TENANT: Final = "default"
_SUFFIX: Final = ".draft.json"


class DraftFiles:
    """The drafts of one tenant in one data folder. Nothing is made before the first one is written."""

    def __init__(self, data: Path, tenant: str) -> None:
        """Take the data folder."""
        self._data = data
        folder = data / FOLDER
        if tenant != DEFAULT_TENANT:
            folder = folder / TENANTS / file_name(tenant)
        self._folder, self._tenant = folder, tenant

    def write(self, draft: Draft) -> None:
        """Write a draft, in place of the one of that name from the same scope and project.

        Raises:
            OSError: it cannot be written; the file before it stays.
        """
        plain, own = self._paths(draft)
        held = _read(plain)
        free = not own.exists() and (held is None or _place(held) == _place(draft))
        replace_private(plain if free else own, draft.model_dump_json(indent=2))

    def all(self) -> Iterator[Draft]:
        """Go through the drafts, newest first; one whose file is damaged is logged and left out."""
        found: list[Draft] = []
        for path in self._folder.glob(f"*{_SUFFIX}"):
            draft = _read(path)
            if draft is not None and draft.tenant == self._tenant:
                found.append(draft)
        return iter(sorted(found, key=lambda one: (one.proposed_at, one.id), reverse=True))

    def remove(self, draft: Draft) -> bool:
        """Delete a draft's file, unless it holds another draft by now; was it there?"""
        return any(_holds(path, draft) and _deleted(path) for path in self._paths(draft))

    def archive(self, kept: Archived) -> str:
        """Write what remains of a committed draft, and return where, relative to the data folder.

        Raises:
            OSError: it cannot be written.
        """
        stem = f"{kept.intent}_{kept.committed_at:%Y%m%dT%H%M%S%fZ}"
        path = self._folder / COMMITTED / f"{stem}.json"
        number = 1
        while path.exists():
            number += 1
            path = path.with_name(f"{stem}-{number}.json")
        replace_private(path, kept.model_dump_json(indent=2))
        return path.relative_to(self._data).as_posix()

    def archived(self) -> Iterator[tuple[Path, Archived]]:
        """Go through what remains of committed drafts, with its file; what cannot be read is left out."""
        for path in sorted((self._folder / COMMITTED).glob("*.json")):
            kept = _read_archived(path)
            if kept is not None:
                yield path, kept

    def of_others(self, scope: str) -> Iterator[Path]:
        """Go through the files of other tenants, and those that have nothing to do with that scope of this one."""
        for path in (self._data / FOLDER).rglob("*"):
            if path.is_file() and not (self._is_home(path) and _concerns(path, scope)):
                yield path

    def _is_home(self, path: Path) -> bool:
        """Is it a file of this tenant's folder? That of the default one has the others' in it."""
        inner = self._data / FOLDER / TENANTS
        others = self._tenant == DEFAULT_TENANT and path.is_relative_to(inner)
        return path.is_relative_to(self._folder) and not others

    def _paths(self, draft: Draft) -> tuple[Path, Path]:
        plain, own = _names(draft)
        return self._folder / plain, self._folder / own


def _names(draft: Draft) -> tuple[str, str]:
    """Return the two names that a draft's file may have: that of its intent, and its own where that one is taken."""
    mark = digest("\x1f".join(_place(draft)))
    return f"{draft.intent}{_SUFFIX}", f"{draft.intent}.{mark}{_SUFFIX}"


def _place(draft: Draft) -> tuple[str, str]:
    return draft.proposed_from, draft.project or ""


def _holds(path: Path, draft: Draft) -> bool:
    now = _read(path)
    return now is not None and now.id == draft.id


def _read(path: Path) -> Draft | None:
    try:
        draft = Draft.model_validate_json(path.read_bytes())
        # Both become parts of a path.
        if path.name in _names(draft) and check_scope(draft.scope):
            return draft
    except FileNotFoundError:
        return None
    except (ValidationError, ValueError, ScopeError):
        pass
    logger.warning("%s is damaged and left out; propose it anew, or delete it", path.name)
    return None


def _read_archived(path: Path) -> Archived | None:
    with suppress(ValidationError, ValueError, FileNotFoundError):
        return Archived.model_validate_json(path.read_bytes())
    return None


def _concerns(path: Path, scope: str) -> bool:
    """Has a file of one's own tenant to do with the scope? What nobody can read may have."""
    if path.parent.name == COMMITTED:
        kept = _read_archived(path)
        return kept is None or kept.scope == scope
    draft = _read(path) if path.name.endswith(_SUFFIX) else None
    return draft is None or draft.reaches(scope)


def _deleted(path: Path) -> bool:
    with suppress(FileNotFoundError):
        path.unlink()
        return True
    return False
