"""The guide file of a committed draft, beside the store: what a team reviews when it promotes a guide (O33, O36).

The path of a guide file says its scope (O32), so a file is only ever put where that is no wider than what was confirmed. A
file that somebody keeps by review, or keeps out, is left alone.
"""

from pathlib import Path, PurePosixPath
from typing import Final

from stelae.ingestion.draft_files import DEFAULT_TENANT, replace_private
from stelae.ingestion.guide_files import CORE, GUIDES, guide_text
from stelae.ingestion.yaml_text import UnreadableError, read_marked
from stelae.schemas.drafts import Draft
from stelae.schemas.guides import GUIDE_SUFFIX, TOMBSTONE_SUFFIX, GuideFile
from stelae.schemas.scope import GLOBAL

_FILED: Final = frozenset({"usage_guide", "format_guide"})


def write_guide(data: Path, draft: Draft) -> tuple[str | None, str]:
    """Write the file; return its name relative to the data folder, and what a person should know.

    None: a draft of that category has none, or it is of a tenant whose guides no file may say.

    Raises:
        OSError: it cannot be written.
    """
    if draft.category not in _FILED or draft.tenant != DEFAULT_TENANT:
        return None, ""
    name = guide_path(draft).as_posix()
    path = data / name
    tombstone = path.with_name(path.name.removesuffix(GUIDE_SUFFIX) + TOMBSTONE_SUFFIX)
    if tombstone.exists():
        return None, f"{tombstone.name} keeps this guide out of the files; no file was written."
    if not _may_replace(path):
        return None, f"{name} is kept by review and was left as it is."
    replace_private(path, guide_text(guide_file(draft)))
    return name, ""


def guide_path(draft: Draft) -> PurePosixPath:
    """Return where the guide's file lies, relative to the data folder."""
    folder = draft.agent if draft.scope == f"agent:{draft.agent}" else CORE
    return PurePosixPath(folder, GUIDES, f"{draft.intent}{GUIDE_SUFFIX}")


def guide_file(draft: Draft) -> GuideFile:
    """Return what the file says; never more than a user's tier (O33)."""
    narrower = guide_path(draft).parts[0] == CORE and draft.scope != GLOBAL
    return GuideFile(
        category="format_guide" if draft.category == "format_guide" else "usage_guide",
        intent=draft.intent,
        agent=draft.agent,
        keywords=draft.keywords,
        related=draft.related,
        source_tier="user",
        scope=draft.scope if narrower else None,
        body=draft.body,
    )


def _may_replace(path: Path) -> bool:
    try:
        tier = read_marked(path.read_text(encoding="utf-8-sig")).values.get("source_tier", "user")
    except FileNotFoundError:
        return True
    except (UnreadableError, UnicodeDecodeError):
        return False
    return tier == "user"
