"""What time does to a memory: when it has faded, and what it becomes. Pure."""

import math
from datetime import datetime, timedelta
from typing import Literal

from stelae.schemas.authority import TIERS, Authority
from stelae.schemas.change import Trail, Write
from stelae.schemas.memory import Change, MemoryRecord

FLOOR = 0.1
"""Energy never falls below it (architecture section 2)."""
FADING: tuple[Authority, ...] = TIERS[TIERS.index("user") + 1 :]
"""Whose memories may be archived: nobody whose word counts as a person's."""
NEVER_ARCHIVED = frozenset({"constraint"})


def faded_since(record: MemoryRecord, half_life_days: float | None) -> datetime | None:
    """Return since when a memory's energy is at its floor, were it never used again; None: it never fades.

    `0.5 ** (age / half_life) * (1 + log2(1 + uses))` is at the floor from a certain age on. What the store has learned or
    shown later than that was not faded before.
    """
    if half_life_days is None:
        return None
    uses = 1.0 + math.log2(1.0 + record.access_count)
    age = timedelta(days=half_life_days * math.log2(uses / FLOOR))
    return max(record.time + age, record.recorded_at, record.last_access or record.recorded_at)


def to_archive(
    record: MemoryRecord, half_life_days: float | None, after_days: float, now: datetime
) -> bool:
    """Has this memory been faded for so long, and is it nobody's word that counts?"""
    if record.pinned or record.confirmed or record.category in NEVER_ARCHIVED:
        return False
    since = faded_since(record, half_life_days)
    return (
        record.authority in FADING
        and since is not None
        and since + timedelta(days=after_days) <= now
    )


def expired(record: MemoryRecord) -> Write:
    """Return the memory as one whose time is over."""
    return _ended(record, "expired", "expire")


def archived(record: MemoryRecord) -> Write:
    """Return the memory as one that is kept, but no longer recalled."""
    return _ended(record, "archived", "archive")


def _ended(record: MemoryRecord, status: Literal["expired", "archived"], change: Change) -> Write:
    fields = {"status": status, "reason": status, "version": record.version + 1}
    return Write(record=record.model_copy(update=fields), change=change, expect=record.version)


def trail_of(write: Write) -> Trail:
    """Return the audit entry of such a change."""
    return Trail(
        action=write.change,
        subject_id=write.record.id,
        actor="platform",
        reason=write.record.reason,
        fields=("status",),
    )
