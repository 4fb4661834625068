"""Stored guides as files: what an import reads back as the same guides. Nothing is ever overwritten."""

import os
from collections.abc import Iterable
from pathlib import Path

from stelae.errors import InvalidInputError
from stelae.ingestion.guide_files import CORE, GUIDES, find_guides, guide_text, place_of, read_text
from stelae.ingestion.guide_linting import check
from stelae.ingestion.guide_rows import Row, guide_of
from stelae.ingestion.yaml_text import UnreadableError
from stelae.schemas.guides import GUIDE_SUFFIX, GuideExport, GuideFile
from stelae.schemas.scope import GLOBAL
from stelae.text.keys import slug


def export_guides(rows: Iterable[Row], folder: str | Path) -> GuideExport:
    """Write a file for each guide, where its scope says: `core/guides/`, or `<agent>/guides/`.

    Args:
        rows: stored guides.
        folder: of all agents; made if it is not there.

    Raises:
        InvalidInputError: there is a file of that name.
        OSError: it cannot be written.
    """
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise InvalidInputError(f"{path} is no folder.")
    path.mkdir(parents=True, exist_ok=True)
    root, removed = path.resolve(), find_guides(path).tombstones
    taken: set[str] = set()
    fates: dict[str, list[str]] = {"written": [], "unchanged": [], "held": [], "unfit": []}
    for row in sorted(rows, key=lambda one: one.identity):
        named = _named(row, taken) if row.record.project is None else None
        if named is None:
            fates["unfit"].append(row.record.id)
            continue
        file, guide = named
        taken.add(file)
        fate = "held" if f"{file}.removed" in removed else _put(root, file, guide)
        fates[fate].append(file)
    return GuideExport(**{fate: tuple(names) for fate, names in fates.items()})


def _named(row: Row, taken: set[str]) -> tuple[str, GuideFile] | None:
    """Return file and guide; None where no file can say it."""
    own = row.scope == f"agent:{row.agent}" and not row.agent.startswith(".")
    owner = row.agent if own else CORE
    within = row.scope == GLOBAL or owner != CORE
    guide = guide_of(row.record, scope=None if within else row.scope)
    if guide is None:
        return None
    names = (f"{owner}/{GUIDES}/{stem}{GUIDE_SUFFIX}" for stem in _stems(row, guide))
    file = next((name for name in names if name not in taken), None)
    return None if file is None else (file, guide)


def _stems(row: Row, guide: GuideFile) -> tuple[str, ...]:
    """Return names for a file, the plain one first; a folder may hold guides of one intent for several agents."""
    kind, agent = slug(guide.category), slug(guide.agent)
    return (
        guide.intent,
        f"{guide.intent}.{agent}",
        f"{guide.intent}.{agent}.{kind}",
        f"{guide.intent}.{agent}.{kind}.{row.record.id}",
    )


def _put(root: Path, file: str, guide: GuideFile) -> str:
    path = root / file
    if path.exists() or path.is_symlink():
        return "unchanged" if _said(root, file) == guide else "held"
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(guide_text(guide), encoding="utf-8")
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    return "written"


def _said(root: Path, file: str) -> GuideFile | None:
    try:
        text = read_text(root, file)
    except UnreadableError:
        return None
    return check(file, text, place_of(root, file), highest="vendor").guide
