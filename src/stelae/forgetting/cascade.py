"""From what is to go to the change sets that make it go. Pure: everything that is needed is passed in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from stelae.forgetting.wording import values_of
from stelae.remember.indexing import index_record
from stelae.schemas.authority import Authority
from stelae.schemas.change import ChangeSet, Job, Tombstone, Trail, Write
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.text.keys import statement
from stelae.text.literals import literals

PERSON: Authority = "user_edit"


@dataclass(frozen=True, slots=True)
class Doomed:
    """Everything that a preview names, as it is stored now."""

    memories: tuple[MemoryRecord, ...] = ()
    observations: tuple[Observation, ...] = ()
    pending: tuple[PendingItem, ...] = ()
    versions: Mapping[str, Sequence[Version]] = field(default_factory=dict[str, Sequence[Version]])
    """By memory id."""

    @property
    def ids(self) -> frozenset[str]:
        """Of the memories and messages."""
        return frozenset(thing.id for thing in (*self.memories, *self.observations))

    @property
    def records(self) -> tuple[MemoryRecord, ...]:
        """Every wording that there has been, and what waits."""
        past = (v.record for m in self.memories for v in self.versions.get(m.id, ()))
        return (*self.memories, *past, *(item.record for item in self.pending))

    @property
    def texts(self) -> tuple[str, ...]:
        """What must not be found any more."""
        texts = [said.text for said in self.observations]
        for record in self.records:
            texts += [record.text, *(span.quote for span in record.evidence)]
        return tuple(dict.fromkeys(text for text in texts if text.strip()))

    @property
    def values(self) -> tuple[str, ...]:
        """What the memories are about, in a word each."""
        return tuple(dict.fromkeys(value for r in self.records for value in values_of(r)))

    @property
    def waiting_values(self) -> tuple[str, ...]:
        """Field values and key parts of what waits; the store tells those of the memories."""
        return literals(item.record for item in self.pending)


def soft(doomed: Doomed, receipt: Receipt) -> ChangeSet:
    """Return the change set after which nobody reads it any more; the text stays until it is purged."""
    return ChangeSet(
        actor=PERSON,
        at=receipt.at,
        writes=tuple(_buried(record, receipt.at) for record in doomed.memories),
        resolved=tuple(item.id for item in doomed.pending),
        hidden=receipt.observations,
        tombstones=tuple(Tombstone(mark=mark, receipt=receipt.id) for mark in marks(doomed)),
        receipts=(receipt,),
        trail=_trail("forget", (*receipt.forgotten, *receipt.observations), "forgotten"),
    )


def hard(receipt: Receipt, at: datetime) -> ChangeSet:
    """Return the change set that destroys what a receipt names."""
    return ChangeSet(
        actor="platform",
        at=at,
        destroyed=(*receipt.forgotten, *receipt.observations),
        receipts=(receipt,),
        trail=_trail("purge", receipt.forgotten, "forgotten", actor="platform"),
    )


def undone(receipt: Receipt, buried: Sequence[MemoryRecord], *, embed: bool) -> ChangeSet:
    """Return the change set that brings a soft forgetting back; `receipt` says when it was undone."""
    assert receipt.restored_at is not None  # noqa: S101 - the caller has set it
    back = [
        record.model_copy(
            update={
                "status": receipt.was.get(record.id, "active"),
                "retracted_at": None,
                "version": record.version + 1,
            }
        )
        for record in buried
    ]
    return ChangeSet(
        actor=PERSON,
        at=receipt.restored_at,
        writes=tuple(index_record(r, "restore", expect=r.version - 1, vectors={}) for r in back),
        unhidden=receipt.observations,
        lifted=(receipt.id,),
        receipts=(receipt,),
        jobs=(Job(kind="embed", payload={}),) if embed else (),
        trail=_trail("restore", receipt.forgotten, "restored"),
    )


def marks(doomed: Doomed) -> tuple[str, ...]:
    """Return by what the store is to recognise it: keys, statements, the messages themselves."""
    found: list[str] = []
    for record in doomed.records:
        if "/=" not in record.key:
            found.append(record.key)
        found += [statement(record.text), *(statement(span.quote) for span in record.evidence)]
    for said in doomed.observations:
        found += [said.external_id or said.content_hash, statement(said.text)]
    return tuple(dict.fromkeys(mark for mark in found if mark))


def counted(doomed: Doomed) -> dict[str, int]:
    """Count what goes along with the memories, by kind."""
    counts = {
        "observations": len(doomed.observations),
        "versions": sum(len(doomed.versions.get(m.id, ())) for m in doomed.memories),
        "pending": len(doomed.pending),
    }
    return {name: count for name, count in counts.items() if count}


def summed(*counts: Mapping[str, int]) -> dict[str, int]:
    """Add counts up, by kind; what there was none of is left out."""
    total = sum((Counter(one) for one in counts), Counter[str]())
    return {name: count for name, count in total.items() if count}


def _buried(record: MemoryRecord, at: datetime) -> Write:
    gone = record.model_copy(
        update={"status": "forgotten", "retracted_at": at, "version": record.version + 1}
    )
    return Write(record=gone, change="forget", expect=record.version)


def _trail(
    action: str, ids: Sequence[str], reason: str, *, actor: Authority = PERSON
) -> tuple[Trail, ...]:
    return tuple(Trail(action=action, subject_id=id_, actor=actor, reason=reason) for id_ in ids)
