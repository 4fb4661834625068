"""The guide file of a committed draft, beside the store: what a team reviews when it promotes a guide (O33, O36).

The path of a guide file says its scope (O32), so a file is only ever put where that is no wider than what was confirmed. A
file that somebody keeps by review, or keeps out, is left alone.
"""

from pathlib import Path, PurePosixPath
from typing import Final

from stelae.ingestion.draft_files import DEFAULT_TENANT
from stelae.ingestion.guide_files import CORE, GUIDES, guide_text
from stelae.ingestion.yaml_text import UnreadableError, read_marked
from stelae.private_files import replace_private
from stelae.schemas.drafts import Draft
from stelae.schemas.guides import GUIDE_SUFFIX, TOMBSTONE_SUFFIX, GuideFile
from stelae.schemas.scope import GLOBAL
from stelae.text.keys import slug

_FILED: Final = frozenset({"usage_guide", "format_guide"})


def write_guide(data: Path, draft: Draft) -> tuple[str | None, str]:
    """Write the file; return its name relative to the data folder, and what a person should know.

    None: a draft of that category has none, or it is of a tenant whose guides no file may say.

    Raises:
        OSError: it cannot be written.
    """
    if draft.category not in _FILED or draft.tenant != DEFAULT_TENANT:
        return None, ""
    guide, free = guide_file(draft), guide_path(draft)
    home = GLOBAL if free.parts[0] == CORE else draft.scope
    tombstone = data / free.with_suffix("").with_suffix(TOMBSTONE_SUFFIX)
    if tombstone.exists():
        return None, f"{tombstone.name} keeps this guide out of the files; no file was written."
    held = _tier_of(data / free, guide, home)
    if held == "another":
        # Its own name from then on: whose guide it is does not change with who was first.
        whose = ".".join(map(slug, (draft.scope, draft.agent, draft.category)))
        free = free.with_name(f"{draft.intent}.{whose}{GUIDE_SUFFIX}")
        held = _tier_of(data / free, guide, home)
    if held not in {"none", "user"}:
        return None, f"{free} is kept by review and was left as it is."
    replace_private(data / free, guide_text(guide))
    return free.as_posix(), ""


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


def _tier_of(path: Path, guide: GuideFile, home: str) -> str:
    """Return the tier of the file that says this guide; `none`: there is no file, `another`: it says another guide.

    What cannot be read is somebody's, and is never replaced.
    """
    try:
        held = read_marked(path.read_text(encoding="utf-8-sig")).values
    except FileNotFoundError:
        return "none"
    except (OSError, UnreadableError, UnicodeDecodeError):
        return "unknown"
    one = (guide.category, guide.agent, guide.scope or home)
    said = (
        held.get("category", "usage_guide"),
        held.get("agent", guide.agent),
        held.get("scope") or home,
    )
    return str(held.get("source_tier", "user")) if said == one else "another"
