"""What several memories say together: a list, a count, groups. Always with the ids of the memories it rests on (S8)."""

from typing import Literal

from stelae.schemas.base import UtcTime, Value

AggregateKind = Literal["list", "count", "group"]


class Group(Value):
    """Memories that share a value."""

    value: str
    """A field's value, a day (`2026-03-12`), or what a memory is about."""
    count: int
    """Memories."""
    ids: tuple[str, ...]
    """Which ones, newest first."""


class Aggregate(Value):
    """One summary of several memories, made by rules from their fields. Falsy when there is none."""

    kind: AggregateKind
    text: str
    """In the language of the question; made from the groups by code, never by a model."""
    count: int = 0
    """Memories in all."""
    groups: tuple[Group, ...] = ()
    ids: tuple[str, ...] = ()
    """All of them, newest first."""
    by: str | None = None
    """What the groups are made of: `day`, a field, or None for what each memory is about."""
    since: UtcTime | None = None
    until: UtcTime | None = None
    """The span that the question or the caller named; `until` is exclusive for a question's own span."""
    filters: tuple[str, ...] = ()
    """What was looked for, one alternative each."""
    rule: str = ""
    """Which rule read the question; `filter` for the caller's own filters, `recall` where neither was there."""
    partial: tuple[str, ...] = ()
    """`newest:1000` where more memories fitted than were read."""

    def __bool__(self) -> bool:
        """Is there any memory in it?"""
        return self.count > 0
