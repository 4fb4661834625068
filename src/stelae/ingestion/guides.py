"""Guide files into memory: through the gate, file by file, and out again when their file is gone (O31-O34).

A file that says what it said before changes nothing. Of stored guides an import touches those that came from this very
folder; what was committed in a conversation or brought back by a person stays, unless a tombstone file names it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from stelae.errors import InvalidInputError, MemoryNotFoundError, VersionConflictError
from stelae.ingestion.guide_files import (
    GuideFolder,
    find_guides,
    intent_of,
    named,
    place_of,
    way_to,
)
from stelae.ingestion.guide_linting import Checked, check_folder
from stelae.ingestion.guide_rows import CATEGORIES, Identity, Row, guide_attributes, rows_of, says
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.change import Outcome
from stelae.schemas.guides import GuideFile, GuideOutcome, GuideReport, GuideWord, SourceTier
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Message
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of, statement

_ACTOR: Final[Authority] = "user_edit"
"""Who takes a file out of a folder is a person."""
MOST_DROPS: Final = 1_000
_DONE: Final[Mapping[str, GuideWord]] = {"pending": "pending", "rejected": "rejected"}
_SAY_ANEW: Final = (
    "a person has decided so since the file was written; change the file to ask again"
)


@dataclass(frozen=True, slots=True)
class _Run:
    """One import while it runs."""

    ns: Namespace
    folder: GuideFolder
    checked: Sequence[Checked]
    rows: Mapping[Identity, Row]
    """Stored guides of the tenant, as they were before."""
    buried: frozenset[tuple[str, str]]
    """Scope and intent of every tombstone file."""
    tombs: frozenset[tuple[str, str]]
    """Where the files lay that tombstone files lie in the place of."""
    there: frozenset[Identity]
    """Guides that a file says."""
    unread: frozenset[tuple[str, str]]
    """Where files lie of which nobody can say what they say: their guides are still there."""

    def at(self, scope: str) -> Namespace:
        return self.ns.model_copy(update={"scope": scope, "reads": ()})

    def buries(self, row: Row) -> bool:
        """Does a tombstone file name a stored guide? One of another folder never."""
        if row.folder is not None and not row.within(self.folder.way):
            return False
        return row.home in self.tombs or (row.scope, row.intent) in self.buried

    def lost(self, row: Row) -> bool:
        """Did it come from this folder, and is it in no file any more?"""
        mine = row.within(self.folder.way) and row.record.reason != "restored"
        return mine and row.identity not in self.there and row.home not in self.unread


def _run(
    ns: Namespace, folder: GuideFolder, checked: Sequence[Checked], rows: Iterable[Row]
) -> _Run:
    buried = frozenset(_named(folder, file) for file in folder.tombstones)
    files = [one for one in checked if _named(folder, one.file) not in buried]
    return _Run(
        *(ns, folder, checked, {row.identity: row for row in rows}, buried),
        tombs=frozenset(_home(folder, file.removesuffix(".removed")) for file in folder.tombstones),
        there=frozenset(one.identity for one in files if one.identity),
        unread=frozenset(_home(folder, one.file) for one in files if one.guide is None),
    )


def _named(folder: GuideFolder, file: str) -> tuple[str, str]:
    """Return what a file's path and name say: scope and intent."""
    place = place_of(folder.path, file)
    return "" if place is None else place.scope, intent_of(file)


def _home(folder: GuideFolder, file: str) -> tuple[str, str]:
    """Return the way to a file's folder, and its name."""
    path = folder.path / file
    return way_to(path.parent), path.name


class GuideImporter:
    """Imports folders of guides. Who calls it runs the data folder: a file may be for any agent of it."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline = pipeline
        self._parts, self._store = pipeline.parts, pipeline.parts.store

    def run(self, ns: Namespace, folder: str | Path, *, highest: SourceTier) -> GuideReport:
        """Bring what is in memory in step with a folder.

        Args:
            ns: tells the tenant; the scopes are the files' to say, and what they say holds in every project.
            folder: of all agents, of one agent, or its guides.
            highest: the highest source tier that a file may claim.

        Raises:
            InvalidInputError: there is no such folder.
            OSError: a part of it cannot be read; nothing was changed.
            StoreError: what was done before is kept; import again.
        """
        found, ns = find_guides(folder), ns.model_copy(update={"project": None})
        run = _run(ns, found, check_folder(found, highest=highest), rows_of(self._store, ns))
        outcomes = [self._take(run, one) for one in run.checked]
        outcomes += self._clear(run)
        findings = tuple(finding for one in run.checked for finding in one.findings)
        return GuideReport(outcomes=tuple(outcomes), findings=findings)

    def _take(self, run: _Run, one: Checked) -> GuideOutcome:
        """Import one file; what is wrong with it stops no other."""
        if _named(run.folder, one.file) in run.buried:
            return GuideOutcome(file=one.file, word="blocked", intent=intent_of(one.file))
        if one.guide is None or one.identity is None:
            return GuideOutcome(file=one.file, word="invalid", intent=intent_of(one.file))
        try:
            return self._import(run, one, one.guide, run.rows.get(one.identity))
        except (InvalidInputError, VersionConflictError) as error:
            return _told(one, one.guide, "rejected", detail=str(error))

    def _import(self, run: _Run, one: Checked, guide: GuideFile, row: Row | None) -> GuideOutcome:
        ns = run.at(one.scope)
        way, _ = _home(run.folder, one.file)
        attributes = guide_attributes(guide, folder=way, file=named(run.folder.path, one.file))
        if row is not None and says(row.record, attributes):
            return _told(one, guide, "unchanged", id_=row.record.id)
        if (waiting := self._waiting(ns, attributes)) is not None:
            return _told(one, guide, "pending", id_=waiting, reason="not_novel")
        name = f"guide:{attributes['file_digest']}:"
        if self._declined(ns, name):
            return _told(one, guide, "rejected", reason="declined", detail=_SAY_ANEW)
        if self._forgotten_since(ns, guide, attributes, run.folder.modified(one.file)):
            return _told(one, guide, "rejected", reason="forgotten", detail=_SAY_ANEW)
        outcome = self._pipeline.remember(
            ns,
            # A name of its own: what was pruned and comes back is no repetition.
            Message(role="system", content=guide.body, id=f"{name}{self._parts.new_id()}"),
            category=guide.category,
            attributes=attributes,
            authority=guide.authority,
        )
        return _told(
            *(one, guide, _word(outcome)),
            id_=outcome.id,
            reason=outcome.reason if outcome.outcome in _DONE else "",
            detail=outcome.detail,
        )

    def _waiting(self, ns: Namespace, attributes: Mapping[str, Any]) -> str | None:
        """Return the pending item that says the same already: a person is asked once."""
        for item in self._store.pending(ns, now=self._parts.clock.now()):
            if item.record.attributes.get("file_digest") == attributes["file_digest"]:
                return item.id
        return None

    def _declined(self, ns: Namespace, name: str) -> bool:
        """Has a person taken the same off the list of what waits?"""
        for drop in self._store.drops(ns, limit=MOST_DROPS):
            if drop.reason == "declined" and drop.observation_id and drop.category in CATEGORIES:
                with suppress(MemoryNotFoundError):
                    said = self._store.observation(ns, drop.observation_id)
                    if (said.external_id or "").startswith(name):
                        return True
        return False

    def _forgotten_since(
        self, ns: Namespace, guide: GuideFile, attributes: Mapping[str, Any], modified: float
    ) -> bool:
        """Was it forgotten, word for word or after the file was written? The file says nothing anew then.

        A checkout or a copy gives a file a new time: of words that were forgotten it proves nothing (DEV-13).
        """
        payload = self._parts.registry.payload(guide.category, attributes)
        key, words = key_of(guide.category, payload, guide.body), statement(guide.body)
        gone = self._store.tombstoned(ns, (key, words))
        return words in gone or (key in gone and gone[key].timestamp() >= modified)

    def _clear(self, run: _Run) -> Iterator[GuideOutcome]:
        """Retract what tombstone files name, and guides of this folder whose file is gone."""
        for row in run.rows.values():
            buried = run.buries(row)
            if (buried or run.lost(row)) and self._retract(run.at(row.scope), row.record):
                yield GuideOutcome(
                    file=row.file or "",
                    word="removed" if buried else "pruned",
                    intent=row.intent,
                    agent=row.agent,
                    scope=row.scope,
                    id=row.record.id,
                )

    def _retract(self, ns: Namespace, record: MemoryRecord) -> bool:
        """Stop saying it. Its history stays, a person can bring it back, and nothing holds a later import off."""

        def attempt() -> bool:
            now, settlement = self._parts.clock.now(), Settlement()
            current = self._store.get(ns, record.id)
            if current.status != "active":
                return False
            settlement.write(
                _retracted(current, now), "retract", expect=current.version, actor=_ACTOR
            )
            settlement.note("retract", current, "retracted", fields=("status",))
            self._pipeline.commit(ns, settlement, now, actor=_ACTOR)
            return True

        return self._pipeline.retry(attempt)


def _retracted(record: MemoryRecord, now: datetime) -> MemoryRecord:
    return record.model_copy(
        update={
            "version": record.version + 1,
            "status": "archived",
            "retracted_at": now,
            "reason": "retracted",
        }
    )


def _word(outcome: Outcome) -> GuideWord:
    if outcome.outcome == "accepted":
        return "added" if outcome.change == "add" else "changed"
    return _DONE.get(outcome.outcome, "unchanged")


def _told(
    one: Checked,
    guide: GuideFile,
    word: GuideWord,
    *,
    id_: str | None = None,
    reason: str = "",
    detail: str = "",
) -> GuideOutcome:
    return GuideOutcome(
        file=one.file,
        word=word,
        intent=guide.intent,
        agent=guide.agent,
        scope=one.scope,
        id=id_,
        reason=reason,
        detail=detail,
    )
