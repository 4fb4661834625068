"""Whether a store holds nothing yet but guides that came with the system (O39)."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from stelae.ingestion.guide_rows import CATEGORIES, PAGE
from stelae.ports import Store
from stelae.schemas.memory import MemoryRecord

_PLATFORM: Final = frozenset({"vendor", "platform"})


def holds_only_platform_guides(store: Store, categories: Iterable[str], *, now: datetime) -> bool:
    """Is everything in the whole store, of every tenant, a guide of vendor or platform? An empty store counts.

    Args:
        store: to look through.
        categories: names of all that there are.
        now: the present.
    """
    names = {*CATEGORIES, *categories}
    return all(_only_guides(store, name) for name in names) and not _said(store, now)


def _only_guides(store: Store, category: str) -> bool:
    after = 0
    while page := store.of_category(category, after=after, limit=PAGE):
        if not all(_of_platform(owned.record) for owned in page):
            return False
        after = page[-1].number
    return True


def _of_platform(record: MemoryRecord) -> bool:
    return record.category in CATEGORIES and record.attributes.get("source_tier") in _PLATFORM


def _said(store: Store, now: datetime) -> bool:
    """Has anybody said something that is no memory, or none any more? Texts of files are nobody's messages."""
    after: int | None = 0
    while after is not None:
        idle, after = store.idle_observations(now + timedelta(days=1), after=after, limit=PAGE)
        if any(store.observation(one.ns, one.id).recallable for one in idle):
            return True
    return False
