"""Shares with their intervals, and why a right memory is not in a block. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from evals.agents.data import Probe
from stelae.evaluation.intervals import wilson

Failure = Literal["floor", "rank", "cap", "not found", "other"]
"""`floor`: too little is certain about it; `rank`: better ones fill the block; `cap`: others of its category do;
`not found`: not among the first hundred; `other`: budget, deadline, a gate of its own."""


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
class Ranked:
    """One row of the search behind a block, without a floor."""

    name: str
    category: str | None
    score: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one probe got."""

    probe: Probe
    shown: tuple[str, ...]
    """What stands in the block beyond the pinned tier, by the file's ids."""
    right: bool
    """For a positive: a right memory is in the block, pinned or not. For a negative: nothing but the pinned tier is."""
    tokens: int
    failure: Failure | None = None
    rank: int | None = None
    """Of the best right memory in the search without a floor, from 1."""
    score: float | None = None


def judge(probe: Probe, shown: Sequence[str], pinned: frozenset[str], tokens: int) -> Verdict:
    """Judge a block by what stands in it."""
    beyond = tuple(name for name in shown if name not in pinned)
    right = bool(set(shown) & set(probe.any_of)) if probe.positive else not beyond
    return Verdict(probe, beyond, right, tokens)


def failure_of(
    wanted: Sequence[str],
    ranked: Sequence[Ranked],
    *,
    floor: float | None,
    top_k: int,
    caps: dict[str, int],
) -> tuple[Failure, int | None, float | None]:
    """Say why no wanted memory is shown, with rank and score of the one that came nearest.

    Args:
        wanted: ids any of which would be right.
        ranked: the search without a floor and without the pinned tier, best first.
        floor: of the search with one.
        top_k: places in the block.
        caps: most of a category in one block.
    """
    place = next((i for i, row in enumerate(ranked) if row.name in wanted), None)
    if place is None:
        return "not found", None, None
    row = ranked[place]
    better = sum(one.category == row.category for one in ranked[:place])
    kind: Failure = "other"
    if floor is not None and row.score < floor:
        kind = "floor"
    elif row.category is not None and better >= caps.get(row.category, top_k):
        kind = "cap"
    elif place >= top_k:
        kind = "rank"
    return kind, place + 1, round(row.score, 3)
