"""Forgetting as values: what would go, what went, and how sure that is."""

from typing import Literal

from pydantic import Field

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.memory import Status

ForgetKind = Literal["memory", "observation", "pending"]


class ForgetItem(Value):
    """One thing that would go, and why it was found."""

    id: str
    type: ForgetKind = "memory"
    version: int = 0
    """Of a memory as it was shown; when it has changed since, the forgetting is refused."""
    text: str
    category: str = ""
    why: str


class ForgetPreview(Value):
    """Exactly what a forgetting would touch, shown before anything happens. Forgetting it touches nothing else."""

    request: str = ""
    """The sentence or filter that was asked for."""
    message: str = ""
    """What to tell the person: how much was found, or that nothing was."""
    preview: tuple[ForgetItem, ...] = ()
    beside: tuple[ForgetItem, ...] = ()
    """What says a value that would go and is about something else, or was made from another part of a message that would go,
    at most 20: it stays, unless the value itself is asked for, or its id."""

    def __bool__(self) -> bool:
        """Was anything found?"""
        return bool(self.preview)


class Receipt(Value):
    """What a forgetting did. Holds ids and counts, never text."""

    id: str
    at: UtcTime
    hard: bool
    forgotten: tuple[str, ...] = ()
    """Ids of memories."""
    observations: tuple[str, ...] = ()
    cascaded: dict[str, int] = Field(default_factory=dict)
    """How much else went, by kind: observations, vectors, keyword_rows, versions, pending, jobs (dropped, or no longer
    naming it), traces (notes of recalls in the scope, any of which may quote it), sessions (states of conversations that
    repeat it), drafts, archives and guide_files (beside the store, when it is destroyed)."""
    verified: bool = False
    """Soft: nothing reads it any more. Hard: the bytes of the data folder were read again and the text is not there."""
    said_elsewhere: int = 0
    """How many things were shown beside the preview: they say a value of what went, and stay. `verified` is not about
    them."""
    pending_purge: bool = False
    """The text is still to be purged: a soft forget until its time, a hard one that had to wait for a reader."""
    purge_after: UtcTime | None = None
    restored_at: UtcTime | None = None
    """When it was undone; None: it was not."""
    was: dict[str, Status] = Field(default_factory=dict)
    """Status before the forgetting of the memories that were not active; undoing gives it back."""
    out_of_reach: tuple[str, ...] = ()
    """What forgetting cannot reach: backups and exports made before, by name."""

    @property
    def counted(self) -> str:
        """How much it is about, in words; what had waited for a person does not come back with the rest."""
        waited = 0 if self.restored_at is not None else self.cascaded.get("pending", 0)
        counts = [
            _count(len(self.forgotten), "memory", "memories"),
            _count(len(self.observations), "message", "messages"),
            *([_count(waited, "item that waited", "items that waited")] if waited else []),
        ]
        return ", ".join(counts)


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
