"""What one call wants written, gathered so that it can be applied at once.

A `Settlement` remembers what earlier candidates of the same call have planned, so that a later one meets the new state
and not the stored one. It collects values; it reads and writes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from stelae.schemas.authority import Authority
from stelae.schemas.change import Drop, Outcome, OutcomeWord, Trail
from stelae.schemas.memory import Change, MemoryRecord, PendingItem, Reason


@dataclass(slots=True)
class Planned:
    """A record to be written and what it replaces."""

    record: MemoryRecord
    change: Change
    expect: int | None
    actor: Authority | None = None
    """Whose words or deed it is, where that is not the record's own source: who replaces it, strengthens it, brings it
    back."""


@dataclass(slots=True)
class Settlement:
    """The plan of one call while it is being made."""

    planned: dict[str, Planned] = field(default_factory=dict[str, Planned])
    """By memory id, in order."""
    forgettings: int | None = None
    """How many the scope had had when the plan was begun."""
    forgotten: dict[str, datetime | None] = field(default_factory=dict[str, datetime | None])
    """When marks were last forgotten, as far as they were asked for; None: never."""
    concepts: dict[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """All keys of a key's concept, as far as they were asked for."""
    allowed: frozenset[str] | None = None
    """The categories that this call takes; None: every one."""
    pending: list[PendingItem] = field(default_factory=list[PendingItem])
    drops: list[Drop] = field(default_factory=list[Drop])
    unnamed: list[str] = field(default_factory=list[str])
    """Ids of concept names that are taken back."""
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    trail: list[Trail] = field(default_factory=list[Trail])

    def active(self) -> tuple[MemoryRecord, ...]:
        """Return the records that this call leaves current."""
        return tuple(p.record for p in self.planned.values() if p.record.status == "active")

    @property
    def beside(self) -> bool:
        """Is something to be written beside memories?"""
        return bool(self.pending or self.drops or self.unnamed)

    def latest(self, record: MemoryRecord) -> MemoryRecord:
        """Return the record as this call has left it."""
        planned = self.planned.get(record.id)
        return planned.record if planned else record

    def write(
        self,
        record: MemoryRecord,
        change: Change,
        *,
        expect: int | None,
        actor: Authority | None = None,
    ) -> None:
        """Plan a record; what this call had planned for the same id is replaced, its expectation kept."""
        earlier = self.planned.get(record.id)
        if earlier is None:
            self.planned[record.id] = Planned(record, change, expect, actor)
            return
        fresh = earlier.expect is None
        version = 1 if earlier.expect is None else earlier.expect + 1
        self.planned[record.id] = Planned(
            record.model_copy(update={"version": version}),
            earlier.change if fresh else change,
            earlier.expect,
            earlier.actor if fresh else actor,
        )

    def annotate(self, start: int, detail: str) -> None:
        """Add a detail to the outcomes from `start` on, but to what is refused: that has a reason of its own."""
        for at, outcome in enumerate(self.outcomes[start:], start):
            if outcome.outcome != "rejected":
                told = "; ".join(dict.fromkeys(filter(None, (outcome.detail, detail))))
                self.outcomes[at] = outcome.model_copy(update={"detail": told})

    def note(
        self, action: str, record: MemoryRecord, reason: str, *, fields: tuple[str, ...] = ()
    ) -> None:
        """Add an audit entry."""
        self.trail.append(
            Trail(
                action=action,
                subject_id=record.id,
                actor=record.authority,
                reason=reason,
                fields=fields,
            )
        )

    def tell(self, word: OutcomeWord, record: MemoryRecord, change: Change, reason: Reason) -> None:
        """Add an outcome."""
        self.outcomes.append(outcome_of(word, record, change, reason))

    def refuse(self, record: MemoryRecord, reason: Reason) -> None:
        """Record that what the gate had let through is not kept after all."""
        said = record.evidence[0].observation_id if record.evidence else None
        self.drops.append(
            Drop(observation_id=said, reason=reason, category=record.category, rule=record.rule)
        )
        told = outcome_of("rejected", record, "none", reason)
        self.outcomes.append(told.model_copy(update={"id": None, "detail": record.rule}))


def outcome_of(word: OutcomeWord, record: MemoryRecord, change: Change, reason: Reason) -> Outcome:
    """Return a record's outcome in the shape every door shares."""
    return Outcome(
        outcome=word,
        change=change,
        reason=reason,
        id=record.id,
        category=record.category,
        kind=record.kind,
        text=record.text,
        attributes=record.attributes,
        evidence=record.evidence,
        supersedes=record.supersedes,
    )
