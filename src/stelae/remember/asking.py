"""What waits for a person: the item, its question, and how it stands once the memory it is about has changed. Pure."""

from datetime import datetime, timedelta

from stelae.remember.consolidation import Relation
from stelae.schemas.memory import Change, MemoryRecord, PendingItem, Reason


def asked(
    record: MemoryRecord,
    target: MemoryRecord | None,
    reason: Reason,
    *,
    now: datetime,
    days: float,
) -> PendingItem:
    """Return a record as an item that waits.

    Args:
        record: as it would be stored; the item has its id.
        target: the current memory that it would change.
        reason: why it waits.
        now: the present.
        days: for how long.
    """
    item = PendingItem(
        id=record.id,
        key=record.key,
        record=record,
        change="add",
        reason=reason,
        recorded_at=now,
        expires_at=now + timedelta(days=days),
    )
    return as_it_stands(item, target, related="other_value")


def as_it_stands(
    item: PendingItem, target: MemoryRecord | None, *, related: Relation
) -> PendingItem:
    """Return the item set against the memory that it would change as that is now.

    Args:
        item: what waits.
        target: who says something else about it now, or the same; None: nobody.
        related: how the item stands to the target.
    """
    change = _change(item.reason, target, related)
    return item.model_copy(
        update={
            "change": change,
            "target": target.id if target else None,
            "target_version": target.version if target else None,
            "before": target.text if target else None,
            "question": _question(item.record, target) if target and change == "conflict" else "",
        }
    )


def _change(reason: Reason, target: MemoryRecord | None, related: Relation) -> Change:
    if target is None:
        return "add"
    if related == "same":
        return "reinforce"
    if related == "more":
        return "merge"
    return "conflict" if reason == "conflict" else "supersede"


def _question(record: MemoryRecord, target: MemoryRecord) -> str:
    if record.language == "zh":
        return f"“{target.text}”和“{record.text}”说法不一，现在是哪一个？"
    return f"“{target.text}” or “{record.text}”: which of the two holds now?"
