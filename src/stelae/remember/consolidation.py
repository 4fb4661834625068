"""Consolidation: how an accepted memory meets what is there already. Plans only; `MemoryWriter.apply` writes.

Identity is the key, and where one side has none, a statement that says nothing beyond the other. Similarity of vectors
alone never decides (DEV-09). Contradiction never deletes: the older record is closed and points to its successor (R8).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from stelae.schemas.authority import TIERS, Authority, reliability
from stelae.schemas.base import JsonObject
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.merging import clashes, merged
from stelae.schemas.memory import MemoryRecord, Reason
from stelae.text.keys import statement

Relation = Literal["new", "same", "other_value", "more"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with one accepted record."""

    change: Literal["add", "reinforce", "merge", "supersede", "conflict", "none"]
    record: MemoryRecord
    """The record to write (for `none`: the existing one)."""
    retired: MemoryRecord | None = None
    """For `supersede`: the older record as it will be, closed."""
    reason: Reason = "accepted"


def plan(
    new: MemoryRecord,
    existing: MemoryRecord | None,
    *,
    related: Relation,
    fields: JsonObject | None = None,
) -> Plan:
    """Return what to write.

    Args:
        new: the record the gate accepted.
        existing: the current record it meets, or None.
        related: how the two stand to each other, from `relate`.
        fields: for `more`: the attributes of both, from `categories.merging.merged`.
    """
    if existing is None or related == "new":
        return Plan("add", new)
    if related == "same":
        return _again(new, existing)
    if related == "more":
        return Plan("merge", _merged(new, existing, fields or new.attributes))
    return _replace(new, existing)


def relate(
    new: MemoryRecord, after: CategoryModel, existing: MemoryRecord, before: CategoryModel
) -> Relation:
    """Say how a new record stands to the existing one of its key.

    Args:
        new: the new record.
        after: its payload.
        existing: the record that holds the key.
        before: that record's payload.
    """
    if statement(new.text) == statement(existing.text):
        return "same"
    if statement(after.value()) != statement(before.value()):
        return "other_value"
    if clashes(before, after) or merged(before, after) == before.model_dump(
        mode="json", exclude_none=True, exclude_unset=True
    ):
        return "same"
    return "more"


def rests_on(record: MemoryRecord, observation_ids: Sequence[str]) -> bool:
    """Is one of these observations already evidence of the record?"""
    return any(span.observation_id in observation_ids for span in record.evidence)


def _again(new: MemoryRecord, existing: MemoryRecord) -> Plan:
    """Repetition counts once per turn and key, and only from another turn or source (P9)."""
    if not new.evidence or rests_on(existing, [s.observation_id for s in new.evidence]):
        return Plan("none", existing, reason="redundant")
    count = existing.evidence_count + 1
    authority = _higher(new.authority, existing.authority)
    return Plan(
        "reinforce",
        existing.model_copy(
            update={
                "version": existing.version + 1,
                "evidence": (*existing.evidence, *new.evidence),
                "evidence_count": count,
                "authority": authority,
                "confirmed": existing.confirmed or new.confirmed,
                "reliability": reliability(authority, count),
                "expires_at": new.expires_at or existing.expires_at,
            }
        ),
        reason="reinforced",
    )


def _merged(new: MemoryRecord, existing: MemoryRecord, fields: JsonObject) -> MemoryRecord:
    """Return the existing record with the later wording and the fields of both; another turn counts as evidence."""
    own = rests_on(existing, [s.observation_id for s in new.evidence])
    count = existing.evidence_count + (1 if new.evidence and not own else 0)
    authority = _higher(new.authority, existing.authority)
    return existing.model_copy(
        update={
            "version": existing.version + 1,
            "text": new.text,
            "attributes": fields,
            "evidence": (*existing.evidence, *new.evidence),
            "evidence_count": count,
            "authority": authority,
            "reliability": reliability(authority, count),
            "confirmed": existing.confirmed or new.confirmed,
            "importance": max(existing.importance, new.importance),
            "expires_at": new.expires_at or existing.expires_at,
            "tags": tuple(dict.fromkeys((*existing.tags, *new.tags))),
        }
    )


def _replace(new: MemoryRecord, existing: MemoryRecord) -> Plan:
    """Authority before recency; equal tiers: the newer event time wins, no order is a conflict (R8, P22).

    A person's edit is above what the same person says later in passing: that asks, once, instead of replacing it.
    """
    mine, theirs = TIERS.index(new.authority), TIERS.index(existing.authority)
    later = _later(new, existing)
    if mine > theirs or (mine == theirs and later is None):
        return Plan("conflict", new, reason="conflict")
    if later is False:
        closed = new.model_copy(
            update={
                "status": "superseded",
                "valid_to": existing.valid_from,
                "superseded_by": existing.id,
            }
        )
        return Plan("add", closed)
    retired = existing.model_copy(
        update={
            "version": existing.version + 1,
            "status": "superseded",
            "valid_to": max(new.valid_from, existing.valid_from),
            "closed_at": new.recorded_at,
            "superseded_by": new.id,
        }
    )
    return Plan("supersede", new.model_copy(update={"supersedes": existing.id}), retired=retired)


def _later(new: MemoryRecord, existing: MemoryRecord) -> bool | None:
    """Was the new one said later? Within one message the later words are; None: nobody can say."""
    if new.valid_from != existing.valid_from:
        return new.valid_from > existing.valid_from
    places = {span.observation_id: span.start for span in existing.evidence}
    for span in new.evidence:
        if span.observation_id in places and span.start != places[span.observation_id]:
            return span.start > places[span.observation_id]
    return None


def _higher(a: Authority, b: Authority) -> Authority:
    return a if TIERS.index(a) <= TIERS.index(b) else b
