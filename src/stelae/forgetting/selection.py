"""What is asked for by ids and by filters. Shape is checked here: an empty or misspelt request is never "everything"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from stelae.errors import InvalidInputError, MemoryNotFoundError
from stelae.forgetting.found import Found
from stelae.forgetting.sight import Sight
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.schemas.where import Where
from stelae.text.fields import fits


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a forgetting."""

    category: str | None = None
    session: str | None = None
    project: str | None = None
    where: Where = field(default_factory=Where)
    since: datetime | None = None
    until: datetime | None = None

    def __bool__(self) -> bool:
        """Does it narrow anything?"""
        return any(
            value not in (None, Where())
            for value in (self.category, self.session, self.project, self.where, self.since, self.until)
        )  # fmt: skip

    @property
    def typed(self) -> bool:
        """Does it ask for something that only memories have?"""
        return self.category is not None or bool(self.where)

    def fits(self, thing: MemoryRecord | Observation | PendingItem) -> bool:
        """Is the thing within all the filters?"""
        held = thing.record if isinstance(thing, PendingItem) else thing
        if isinstance(held, Observation):
            if self.typed:
                return False
        elif self.category not in {None, held.category} or not fits(held.attributes, self.where):
            return False
        return (
            self.session in {None, held.session}
            and self.project in {None, held.project}
            and (self.since is None or held.time >= self.since)
            and (self.until is None or held.time <= self.until)
        )

    def __str__(self) -> str:
        """Say the filters as options."""
        values = {
            "category": self.category,
            "session": self.session,
            "project": self.project,
            "where": str(self.where),
            "since": self.since and self.since.isoformat(),
            "until": self.until and self.until.isoformat(),
        }
        return ", ".join(f"{name} {value}" for name, value in values.items() if value)


def by_ids(ids: Sequence[str], sight: Sight) -> list[Found]:
    """Return the memories, messages and pending items of these ids.

    Raises:
        InvalidInputError: an id is empty.
        MemoryNotFoundError: there is none of that id in the written scope.
    """
    found: dict[str, Found] = {}
    for id_ in ids:
        if not id_.strip():
            raise InvalidInputError("An id is empty.")
        thing = sight.any(id_.strip())
        if thing is None:
            raise MemoryNotFoundError(id_)
        found.setdefault(thing.id, Found(thing, "asked for by its id"))
    return list(found.values())


def by_filters(filters: Filters, sight: Sight) -> Iterator[Found]:
    """Return what is within the filters: memories in any status, messages, and what waits."""
    why = f"within {filters}"
    yield from (Found(m, why) for m in sight.memories(filters.category) if filters.fits(m))
    if not filters.typed:
        for said in sight.observations(filters.session):
            if filters.fits(said):
                yield Found(said, why)
    yield from (Found(item, why) for item in sight.pending() if filters.fits(item))


def all_of(sight: Sight) -> Iterator[Found]:
    """Return everything of the scope, of every project when the handle names none."""
    seen: set[str] = set()
    for one in sight.everywhere():
        for found in by_filters(Filters(), one):
            if found.id not in seen:
                seen.add(found.id)
                yield Found(found.thing, f"everything of {sight.ns.scope}")
