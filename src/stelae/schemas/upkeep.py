"""Keeping a store in shape as values: what maintenance did, what repair found. Counts and ids, never content."""

from typing import Literal

from pydantic import Field

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.extraction import Used

Step = Literal[
    "sweep", "expire", "archive", "purge", "observations", "keywords", "vectors", "stubs", "file"
]
"""Of maintenance, in this order."""
RepairKind = Literal[
    "damage",
    "modes",
    "audit",
    "versions",
    "rows",
    "keywords",
    "tokenizer",
    "fields",
    "embedders",
    "vectors",
    "evidence",
    "pending",
    "jobs",
]
"""What can be wrong, in the order in which it is looked at."""


class StepReport(Value):
    """What one step of maintenance did."""

    step: Step
    counts: dict[str, int] = Field(default_factory=dict)
    """By what was done; nothing to do: empty."""
    seconds: float = 0.0


class MaintenanceReport(Value):
    """One whole run."""

    id: str
    at: UtcTime
    """When it began."""
    steps: tuple[StepReport, ...] = ()

    @property
    def seconds(self) -> float:
        """How long it took."""
        return sum(step.seconds for step in self.steps)

    @property
    def counts(self) -> dict[str, int]:
        """What was done in all steps, without what there was none of."""
        return {name: n for step in self.steps for name, n in step.counts.items() if n}


class Coverage(Value):
    """How many of the rows that recall may see are in the indexes."""

    rows: int
    keywords: int
    """Rows with an indexed keyword row."""
    vectors: dict[str, int] = Field(default_factory=dict)
    """By leg: rows with a vector."""


class FolderSize(Value):
    """How much a whole data folder holds and has cost, for those who run it; of whom, it does not say."""

    pending: int
    """Items that wait for a person, in all scopes."""
    bytes: int
    """Of the store's files."""
    used: tuple[Used, ...] = ()
    """What models have cost and the pre-filter saved, over all scopes."""


class RepairLine(Value):
    """One kind of fault that was found."""

    kind: RepairKind
    found: int
    repaired: int
    what: str
    """What was wrong and what was done about it; for what cannot be repaired, what to do."""
    ids: tuple[str, ...] = ()
    """Some of what it concerned, at most 20."""


class RepairReport(Value):
    """What a repair found and did; no lines: everything was sound."""

    lines: tuple[RepairLine, ...] = ()

    @property
    def sound(self) -> bool:
        """Is everything as it should be after the repair?"""
        return all(line.found == line.repaired for line in self.lines)
