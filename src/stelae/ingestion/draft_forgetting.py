"""What a forgetting reaches beside the store: drafts that repeat it, archives that name it, guide files that say it.

A waiting draft goes when it repeats a text; an archive when one of its memories was destroyed; a guide file when it still
says what that archive was of. A file that somebody has changed since is theirs.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from stelae.ingestion.draft_files import DraftFiles
from stelae.ingestion.yaml_text import UnreadableError, read_marked
from stelae.schemas.drafts import Draft
from stelae.schemas.scope import Namespace
from stelae.text.keys import sha256, statement

SHORTEST = 4
"""Letters of a text that a draft may be found by; less than that says nothing of its own."""


def forget_files(
    data: Path | None, ns: Namespace, ids: Collection[str], texts: Sequence[str]
) -> Mapping[str, int]:
    """Delete the files of what was destroyed, and count them by kind.

    Args:
        data: the data folder; None: this memory keeps nothing on disk.
        ns: the written scope.
        ids: of memories that were destroyed.
        texts: what they said.

    Raises:
        OSError: a file cannot be deleted.
    """
    if data is None:
        return {}
    files = DraftFiles(data, ns.tenant)
    marks = [mark for text in texts if len(mark := statement(text)) >= SHORTEST]
    drafts = [one for one in files.all() if one.reaches(ns.scope) and _repeats(one, marks)]
    gone = {"drafts": sum(files.remove(one) for one in drafts), "archives": 0, "guide_files": 0}
    for path, kept in files.archived():
        if kept.scope != ns.scope or not set(ids).intersection(kept.memories):
            continue
        path.unlink(missing_ok=True)
        gone["archives"] += 1
        if kept.guide_file is not None and _says(data / kept.guide_file, kept.body_sha256):
            (data / kept.guide_file).unlink(missing_ok=True)
            gone["guide_files"] += 1
    return gone


def _repeats(draft: Draft, marks: Sequence[str]) -> bool:
    said = statement("\n".join((draft.body, draft.text, *draft.keywords)))
    return any(mark in said for mark in marks)


def _says(path: Path, digest: str) -> bool:
    with suppress(FileNotFoundError, UnreadableError, UnicodeDecodeError):
        body = read_marked(path.read_text(encoding="utf-8-sig")).values.get("body", "")
        return sha256(str(body)) == digest
    return False
