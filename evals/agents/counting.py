"""Shares with their intervals, and why a right memory is not in a block. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from evals.agents.data import Probe
from stelae.background.shares import wilson
from stelae.schemas.auto_recall import Fate

Failure = Literal["floor", "rank", "cap", "budget", "withheld"]
"""`floor`: too little is certain about it, or a guide's keyword or a reflection's distance is missing; `rank`: better ones
fill the places, or it was not looked at; `cap`: others of its category do; `budget`: too long for what is left."""
CAUSES: Mapping[Fate, Failure] = {
    "below_floor": "floor",
    "off_intent": "floor",
    "too_far": "floor",
    "no_place": "rank",
    "over_cap": "cap",
    "no_room": "budget",
    "withheld": "withheld",
}


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """95%, Wilson."""
        return wilson(self.count, self.of)

    def __str__(self) -> str:
        """As tables show it."""
        if not self.of:
            return "-"
        low, high = self.interval
        return f"{self.count / self.of:.3f} [{low:.3f}, {high:.3f}] {self.count}/{self.of}"


def share(passed: Iterable[bool]) -> Share:
    """Count."""
    every = list(passed)
    return Share(sum(every), len(every))


@dataclass(frozen=True, slots=True)
class Candidate:
    """One row that was considered for a block."""

    name: str
    rank: int
    score: float
    fate: Fate
    keyword: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one probe got."""

    probe: Probe
    shown: tuple[Candidate, ...]
    """What stands in the block beyond the pinned tier."""
    right: bool
    """For a positive: a right memory is in the block, pinned or not. For a negative: nothing but the pinned tier is."""
    tokens: int
    failure: Failure | None = None
    """Of a positive without a right memory."""
    nearest: Candidate | None = None
    """The right memory that came nearest; None: it was not looked at."""


def judge(
    probe: Probe,
    names: Collection[str],
    considered: Sequence[Candidate],
    *,
    pinned: Collection[str],
    tokens: int,
) -> Verdict:
    """Judge one block.

    Args:
        probe: what was asked.
        names: what stands in the block, by the file's ids.
        considered: candidates beside the pinned tier, best first.
        pinned: ids of the pinned tier.
        tokens: of the block.
    """
    known = {one.name: one for one in considered}
    beyond = [name for name in names if name not in pinned]
    shown = tuple(known.get(n, Candidate(n, 0, 0.0, "shown")) for n in beyond)
    if not probe.positive:
        return Verdict(probe, shown, not beyond, tokens)
    if set(names) & set(probe.any_of):
        return Verdict(probe, shown, True, tokens)
    nearest = next((one for one in considered if one.name in probe.any_of), None)
    failure = CAUSES.get(nearest.fate, "rank") if nearest else "rank"
    return Verdict(probe, shown, False, tokens, failure, nearest)
