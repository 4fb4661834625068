"""One thing that was found, and why. Pure."""

from dataclasses import dataclass

from stelae.forgetting.sight import Thing
from stelae.schemas.forgetting import ForgetItem
from stelae.schemas.memory import MemoryRecord, PendingItem


@dataclass(frozen=True, slots=True)
class Found:
    """Something that would go."""

    thing: Thing
    why: str
    literal: str = ""
    """The words it was found by, where the request named words: what else says them goes, too."""
    parts: tuple[str, ...] = ()
    """Of a message: the words that it was found by. What was made from a part of it that says one of them goes, too."""

    @property
    def id(self) -> str:
        """Of the memory, message or pending item."""
        return self.thing.id

    @property
    def memory(self) -> MemoryRecord | None:
        """The memory, if it is one."""
        return self.thing if isinstance(self.thing, MemoryRecord) else None


def item_of(found: Found) -> ForgetItem:
    """Return it as a line of a preview."""
    thing = found.thing
    if isinstance(thing, MemoryRecord):
        return ForgetItem(
            id=thing.id,
            version=thing.version,
            text=thing.text,
            category=thing.category,
            why=found.why,
        )
    if isinstance(thing, PendingItem):
        record = thing.record
        return ForgetItem(
            id=thing.id, type="pending", text=record.text, category=record.category, why=found.why
        )
    return ForgetItem(id=thing.id, type="observation", text=thing.text, why=found.why)
