"""What of a signed export is left out: what was forgotten, what is there already, what belongs to somebody else.

Tombstones are asked first. It remembers the messages that it left out, so that nothing of them comes back as evidence.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from stelae.ports import Store
from stelae.remember.filling import fits
from stelae.schemas.authority import Authority, is_person
from stelae.schemas.candidate import Span
from stelae.schemas.categories.registry import Registry
from stelae.schemas.keeping import ImportWord
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.text.keys import statement

Taken = Mapping[str, Literal["here", "elsewhere"]]
Refusal = tuple[ImportWord, str] | None
"""Outcome and reason of a line that is left out; None: it may come in."""
_FORGOTTEN: Refusal = ("skipped", "forgotten")
_THERE: Refusal = ("duplicate", "not_novel")
_UNTYPED = "/="
"""In a key that is a hash of the statement, which says nothing by itself."""


class Screen:
    """Screens the lines of one export, in their order."""

    def __init__(self, store: Store, registry: Registry) -> None:
        """Ask this store; what is of no category here is left out."""
        self._store, self._registry = store, registry
        self._forgotten: set[str] = set()
        self._renamed: dict[str, str] = {}
        """Messages that were here already under another id."""

    def observation(self, ns: Namespace, said: Observation, taken: Taken) -> Refusal:
        """Say why a message is left out."""
        marks = [said.content_hash, statement(said.text), *filter(None, (said.external_id,))]
        if self._is_forgotten(ns, marks, said.authority, said.recorded_at):
            self._forgotten.add(said.id)
            return _FORGOTTEN
        refused = _placed(ns, said.id, said.project, taken)
        before = None if refused else self._seen(ns, said)
        if before is not None:
            self._renamed[said.id] = before.id
            return _THERE
        return refused

    def memory(self, ns: Namespace, versions: Sequence[Version], taken: Taken) -> Refusal:
        """Say why a memory is left out; its key, the words of any version, or all its messages may have been forgotten."""
        record = versions[-1].record
        marks = [mark for version in versions for mark in marks_of(version.record)]
        resting = {span.observation_id for span in record.evidence}
        buried = bool(resting) and resting <= self._forgotten
        if buried or self._is_forgotten(ns, marks, record.authority, versions[0].recorded_at):
            return _FORGOTTEN
        if record.status == "forgotten" or not fits(record, self._registry):
            return "rejected", "invalid_schema"
        return _placed(ns, record.id, record.project, taken)

    def pending(
        self,
        ns: Namespace,
        item: PendingItem,
        taken: Taken,
        *,
        planned: Sequence[PendingItem],
        now: datetime,
    ) -> Refusal:
        """Say why an item is left out; `planned` are those of the same batch."""
        if self._is_forgotten(ns, marks_of(item.record), item.record.authority, item.recorded_at):
            return _FORGOTTEN
        if item.expires_at <= now:
            return "skipped", "expired"
        if not fits(item.record, self._registry):
            return "rejected", "invalid_schema"
        own = ns.model_copy(update={"project": item.record.project})
        waiting = (*self._store.pending(own, now=now), *planned)
        if any(_question(one) == _question(item) for one in waiting):
            return _THERE
        return _placed(ns, item.id, item.record.project, taken)

    def evidence(self, record: MemoryRecord) -> tuple[Span, ...]:
        """Return what the record may rest on here."""
        return tuple(
            span.model_copy(
                update={
                    "observation_id": self._renamed.get(span.observation_id, span.observation_id)
                }
            )
            for span in record.evidence
            if span.observation_id not in self._forgotten
        )

    def _is_forgotten(
        self, ns: Namespace, marks: Sequence[str], authority: Authority, at: datetime
    ) -> bool:
        """A signed time proves that a person said it anew after it was forgotten."""
        forgotten = max(self._store.tombstoned(ns, marks).values(), default=None)
        return forgotten is not None and not (is_person(authority) and at > forgotten)

    def _seen(self, ns: Namespace, said: Observation) -> Observation | None:
        named = [said.external_id] if said.external_id else []
        known = self._store.seen(ns, named, [] if named else [said.content_hash])
        return next(iter(known.values()), None)


def _placed(ns: Namespace, id_: str, project: str | None, taken: Taken) -> Refusal:
    where = taken.get(id_)
    if where is not None:
        return _THERE if where == "here" else ("skipped", "other_scope")
    if ns.project is not None and project not in {None, ns.project}:
        return "skipped", "other_project"
    return None


def marks_of(record: MemoryRecord) -> list[str]:
    """Return what a tombstone may know of a record: its words and quotes, its messages' names, and a typed key."""
    words = [statement(record.text), *(statement(span.quote) for span in record.evidence)]
    names = [span.external_id for span in record.evidence if span.external_id]
    key = [] if _UNTYPED in record.key else [record.key]
    return [mark for mark in (*words, *names, *key) if mark]


def _question(item: PendingItem) -> tuple[object, ...]:
    quotes = tuple(span.quote for span in item.record.evidence)
    return (item.record.project, item.key, item.record.text, quotes or item.id)
