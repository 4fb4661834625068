"""The life of one memory, read back: versions with their differences, and the chain of supersession. Reads only."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from stelae.errors import MemoryNotFoundError
from stelae.ports import MemoryReader
from stelae.schemas.history import FieldChange, History, HistoryStep
from stelae.schemas.memory import MemoryRecord, Version
from stelae.schemas.scope import Namespace

LONGEST: Final = 1_000
"""Links followed in one direction. There are no cycles; a damaged store must not hang a reader."""
_BOOKKEEPING: Final = frozenset({"version", "access_count", "last_access"})


def history_of(store: MemoryReader, ns: Namespace, id: str) -> History:  # noqa: A002 - the word every door uses
    """Return the history of a memory of the readable scopes.

    Raises:
        MemoryNotFoundError: there is none of that id, or it was forgotten.
    """
    record = store.get(ns, id)
    return History(
        memory=record,
        steps=tuple(steps_of(store.versions(ns, id))),
        earlier=tuple(_chain(store, ns, record, "supersedes")),
        later=tuple(_chain(store, ns, record, "superseded_by")),
    )


def steps_of(versions: Sequence[Version]) -> Iterator[HistoryStep]:
    """Yield the versions, oldest first, each with what it changed."""
    before: MemoryRecord | None = None
    for version in versions:
        yield HistoryStep(
            version=version.version,
            change=version.change,
            actor=version.actor,
            reason=version.reason,
            at=version.recorded_at,
            text=version.record.text,
            changed=() if before is None else tuple(differences(before, version.record)),
        )
        before = version.record


def differences(before: MemoryRecord, after: MemoryRecord) -> Iterator[FieldChange]:
    """Yield the fields that differ; those of `attributes` one by one, as `attributes.object`."""
    one, other = _flat(before), _flat(after)
    for name in dict.fromkeys((*one, *other)):
        if one.get(name) != other.get(name):
            yield FieldChange(field=name, before=one.get(name), after=other.get(name))


def _flat(record: MemoryRecord) -> dict[str, Any]:
    fields = record.model_dump(mode="json", exclude=set(_BOOKKEEPING))
    attributes: dict[str, Any] = fields.pop("attributes")
    return fields | {f"attributes.{name}": value for name, value in attributes.items()}


def _chain(
    store: MemoryReader, ns: Namespace, record: MemoryRecord, link: str
) -> Iterator[MemoryRecord]:
    seen = {record.id}
    for _ in range(LONGEST):
        next_id: str | None = getattr(record, link)
        if next_id is None or next_id in seen:
            return
        try:
            found = store.get(ns, next_id)
        except MemoryNotFoundError:  # forgotten since
            return
        if (
            link == "supersedes" and found.superseded_by != record.id
        ):  # it holds again, or gave way to another
            return
        record = found
        seen.add(next_id)
        yield record
