"""Consolidation: how an accepted memory meets what is there already. Plans only; `MemoryWriter.apply` writes.

Identity is the key, and where one side has none, a statement that says nothing beyond the other. Similarity of vectors
alone never decides (DEV-09). Contradiction never deletes: the older record is closed and points to its successor (R8).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from stelae.schemas.authority import TIERS, Authority, is_person, reliability
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import Sensitivity
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.merging import clashes, merged
from stelae.schemas.memory import MemoryRecord, Reason
from stelae.text.keys import statement

Relation = Literal["new", "same", "other_value", "more"]
_ECHOES: Final = frozenset[Authority]({"agent", "other_agent"})
"""Who repeats what people said: that is no confirmation of it (DEV-04.4, P22)."""
_SENSITIVITY: Final[tuple[Sensitivity, ...]] = ("public", "personal", "sensitive", "restricted")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with one accepted record."""

    change: Literal["add", "reinforce", "merge", "supersede", "conflict", "none"]
    record: MemoryRecord
    """The record to write (for `none`: the existing one)."""
    retired: MemoryRecord | None = None
    """For `supersede`: the older record as it will be, closed."""
    neighbours: tuple[MemoryRecord, ...] = ()
    """For an `add` to the past: what came just before and just after, as they will be."""
    reason: Reason = "accepted"


def plan(
    new: MemoryRecord,
    existing: MemoryRecord | None,
    *,
    related: Relation,
    fields: JsonObject | None = None,
    text: str | None = None,
    past: Sequence[MemoryRecord] = (),
) -> Plan:
    """Return what to write.

    Args:
        new: the record the gate accepted.
        existing: the current record it meets, or None.
        related: how the two stand to each other, from `relate`.
        fields: for `more`: the attributes of both, from `together`.
        text: for `more`: the wording of both, from `retold`; None: the later one's.
        past: for `other_value`: what the existing one has replaced, nearest first, back to the new one's time.
    """
    if existing is None or related == "new":
        return Plan("add", new)
    if related == "same":
        return _again(new, existing)
    if related == "more":
        return _add_fields(new, existing, new.attributes if fields is None else fields, text)
    return _replace(new, existing, past)


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
    one_text = statement(new.text) == statement(existing.text)
    if one_text and not after.beyond_text():
        return "same"
    if _other_value(after, before):
        return "other_value"
    held = before.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    if clashes(before, after) or together(new, after, existing, before) == held:
        return "same"
    return "more"


def _other_value(after: CategoryModel, before: CategoryModel) -> bool:
    """Do both say something, and something different? Where one side says nothing, the other holds."""
    mine, theirs = after.values(), before.values()
    shared = mine.keys() & theirs.keys()
    return any(statement(mine[name]) != statement(theirs[name]) for name in shared)


def together(
    new: MemoryRecord, after: CategoryModel, existing: MemoryRecord, before: CategoryModel
) -> JsonObject:
    """Return the attributes of both statements; the one that was said later has the last word. Arguments as `relate`."""
    again = _same_words(new, existing)
    if _later(new, existing) is False:
        return merged(after, before, written_last="before", same_words=again)
    return merged(before, after, same_words=again)


def inherited(after: CategoryModel, before: CategoryModel) -> JsonObject:
    """Return the attributes of a value that supersedes another: what is carried on comes from both."""
    fields = after.model_dump(mode="json", exclude_none=True)
    both = merged(before, after)
    return fields | {name: both[name] for name in after.carried() if name in both}


def retold(
    new: MemoryRecord, after: CategoryModel, existing: MemoryRecord, both: CategoryModel
) -> str:
    """Return the wording of a merged memory: the later one's, made anew from all fields where it was made from fields.

    Args:
        new: the new record.
        after: its payload.
        existing: the record that holds the key.
        both: the payload of `together`.
    """
    if new.text == after.sentence(new.language):
        return both.sentence(new.language) or new.text
    return existing.text if _later(new, existing) is False else new.text


def rests_on(record: MemoryRecord, observation_ids: Sequence[str]) -> bool:
    """Is one of these observations already evidence of the record?"""
    return any(span.observation_id in observation_ids for span in record.evidence)


def _again(new: MemoryRecord, existing: MemoryRecord) -> Plan:
    """Repetition counts once per turn and key, and only from another turn or source (P9)."""
    if not new.evidence or _in_one_turn(new, existing):
        return Plan("none", existing, reason="redundant")
    if new.authority in _ECHOES and is_person(existing.authority):
        return Plan("none", existing, reason="not_novel")
    return Plan("reinforce", _strengthened(new, existing), reason="reinforced")


def _add_fields(
    new: MemoryRecord, existing: MemoryRecord, fields: JsonObject, text: str | None
) -> Plan:
    """More about the same value is merged; from a lower tier only by a person, and only where nothing was said before."""
    replaced = any(fields.get(name) != value for name, value in existing.attributes.items())
    if _tier(new) > _tier(existing):
        if replaced:
            return Plan("conflict", new, reason="conflict")
        if not is_person(new.authority):
            return Plan("conflict", new, reason="needs_confirmation")
    strengthened = existing if _in_one_turn(new, existing) else _strengthened(new, existing)
    later = _later(new, existing) is not False
    return Plan(
        "merge",
        strengthened.model_copy(
            update={
                "version": existing.version + 1,
                "text": text or (new.text if later else existing.text),
                "language": new.language if later else existing.language,
                "attributes": fields,
                "evidence": tuple(dict.fromkeys((*existing.evidence, *new.evidence))),
                "importance": max(existing.importance, new.importance),
                "tags": tuple(dict.fromkeys((*existing.tags, *new.tags))),
            }
        ),
    )


def _strengthened(new: MemoryRecord, existing: MemoryRecord) -> MemoryRecord:
    """Return the existing record, resting on one turn more."""
    count = existing.evidence_count + 1
    authority = TIERS[min(_tier(new), _tier(existing))]
    stricter = max(map(_SENSITIVITY.index, (new.sensitivity, existing.sensitivity)))
    return existing.model_copy(
        update={
            "version": existing.version + 1,
            "evidence": (*existing.evidence, *new.evidence),
            "evidence_count": count,
            "authority": authority,
            "sensitivity": _SENSITIVITY[stricter],
            "confirmed": existing.confirmed or new.confirmed,
            "reliability": reliability(authority, count),
            "expires_at": _end(new.expires_at, existing.expires_at),
        }
    )


def _end(new: datetime | None, existing: datetime | None) -> datetime | None:
    """Saying it again never shortens its time."""
    return existing if new is None or existing is None else max(new, existing)


def _replace(new: MemoryRecord, existing: MemoryRecord, past: Sequence[MemoryRecord]) -> Plan:
    """Authority before recency; equal tiers: the newer event time wins, no order is a conflict (R8, P22).

    A person's edit is above what the same person says later in passing: that asks, once, instead of replacing it. What was
    said earlier than a value of the same or a higher tier is history, whenever it is told; so is, among a person's own
    words, what was said earlier than a remark.
    """
    later = _later(new, existing)
    stronger, weaker = _tier(new) < _tier(existing), _tier(new) > _tier(existing)
    if later is False and (not stronger or is_person(existing.authority)):
        return _add_to_the_past(new, existing, past)
    if weaker or (later is None and not stronger):
        return Plan("conflict", new, reason="conflict")
    return Plan(
        "supersede",
        new.model_copy(update={"supersedes": existing.id}),
        retired=closed(existing, new, at=max(new.valid_from, existing.valid_from)),
    )


def closed(existing: MemoryRecord, successor: MemoryRecord, *, at: datetime) -> MemoryRecord:
    """Return the record as the successor leaves it: ended, in history, with the link.

    An end that it had from the start stays when it comes first.
    """
    stated = existing.valid_to is not None and existing.valid_to <= at
    return existing.model_copy(
        update={
            "version": existing.version + 1,
            "status": "superseded",
            "valid_to": existing.valid_to if stated else at,
            "closed_at": existing.closed_at if stated else successor.recorded_at,
            "superseded_by": successor.id,
        }
    )


def at_that_time(new: MemoryRecord, past: Sequence[MemoryRecord]) -> MemoryRecord | None:
    """Return what held, or had held last, when the new one was said."""
    return next((one for one in past if one.valid_from <= new.valid_from), None)


def _add_to_the_past(
    new: MemoryRecord, existing: MemoryRecord, past: Sequence[MemoryRecord]
) -> Plan:
    """Put what is told late where it belongs: from its time on until the next value.

    What held then ends there, unless it stands above the new one; then the new one is kept as said, and never held.
    """
    before = at_that_time(new, past)
    later = [one for one in past if one.valid_from > new.valid_from]
    after = later[-1] if later else existing
    if before is not None and (_tier(new) > _tier(before) or not _later(new, before)):
        return Plan("add", _ended(new, after, at=new.valid_from))
    placed = _ended(new, after, at=after.valid_from)
    following = after.model_copy(update={"version": after.version + 1, "supersedes": new.id})
    if before is None:
        return Plan("add", placed, neighbours=(following,))
    placed = placed.model_copy(update={"supersedes": before.id})
    return Plan("add", placed, neighbours=(closed(before, new, at=new.valid_from), following))


def _ended(new: MemoryRecord, successor: MemoryRecord, *, at: datetime) -> MemoryRecord:
    """Return the new record as history from the start: the store has never known it otherwise."""
    ended = at if new.valid_to is None else min(new.valid_to, at)
    return new.model_copy(
        update={"status": "superseded", "valid_to": ended, "superseded_by": successor.id}
    )


def _later(new: MemoryRecord, existing: MemoryRecord) -> bool | None:
    """Was the new one said later? Within one message the later words are; None: nobody can say."""
    if new.valid_from != existing.valid_from:
        return new.valid_from > existing.valid_from
    places = {span.observation_id: span.start for span in existing.evidence}
    for span in new.evidence:
        if span.observation_id in places and span.start != places[span.observation_id]:
            return span.start > places[span.observation_id]
    return None


def _same_words(new: MemoryRecord, existing: MemoryRecord) -> bool:
    """Does the existing record rest on these very words of that message?"""
    return any(
        a.observation_id == b.observation_id and a.start < b.end and b.start < a.end
        for a in new.evidence
        for b in existing.evidence
    )


def _in_one_turn(new: MemoryRecord, existing: MemoryRecord) -> bool:
    return not new.evidence or rests_on(existing, [s.observation_id for s in new.evidence])


def _tier(record: MemoryRecord) -> int:
    return TIERS.index(record.authority)
