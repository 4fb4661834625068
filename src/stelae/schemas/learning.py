"""What is learned from an agent's own runs, as values: what became of each group, and whether it helped (R19)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, Self

from pydantic import Field

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.change import Outcome, OutcomeWord

LearnedBy = Literal["rules", "model"]
"""Who put it into words. Rules only count; a model words what it is shown, and code looks for it there."""
PointRefusal = Literal[
    "empty",
    "too_long",
    "no_backing",
    "single_sample",
    "not_in_samples",
    "miscounted",
    "overclaimed",
    "injection",
    "secret",
    "duplicate",
    "no_room",
]
"""Why a point that was proposed is not in the result."""
GroupStatus = Literal[
    "written", "proposed", "unchanged", "too_few", "nothing", "refused", "llm_error"
]
"""`proposed` is what a dry run would write; `nothing`: the samples have nothing in common that may be said; `refused`: the
gate said no."""

STATUS: Mapping[OutcomeWord, GroupStatus] = {
    "accepted": "written",
    "pending": "written",
    "duplicate": "unchanged",
    "rejected": "refused",
}
"""What the gate's word makes of a group."""


class LearnedGroup(Value):
    """What became of one group: the events of a tool, or the failures of one kind."""

    name: str
    """The tool, or the lesson's slug."""
    samples: int
    status: GroupStatus
    by: LearnedBy | None = None
    """None: nobody was asked."""
    points: tuple[str, ...] = ()
    backing: tuple[tuple[str, ...], ...] = ()
    """Ids of the samples behind each point; of lessons, the runs."""
    refused: dict[PointRefusal, int] = Field(default_factory=dict[PointRefusal, int])
    outcome: Outcome | None = None
    """The gate's word; None where nothing was put before it."""
    detail: str = ""


class PatternReport(Value):
    """One run over the events of a scope (O26)."""

    groups_seen: int = 0
    groups_processed: int = 0
    """Those with enough samples and new ones among them."""
    patterns_written: int = 0
    """Put before the gate and kept, most of them waiting for a person."""
    patterns_pending: int = 0
    """Of these, waiting."""
    patterns_unchanged: int = 0
    """No new samples came, or they say what is known or waits already."""
    skipped_low_samples: int = 0
    skipped_llm_error: int = 0
    skipped_nothing: int = 0
    """The samples have nothing in common that may be said, or the gate refused it."""
    points_refused: dict[PointRefusal, int] = Field(default_factory=dict[PointRefusal, int])
    dry_run: bool = False
    groups: tuple[LearnedGroup, ...] = ()
    detail: str = ""
    """What to know about it, for people: that there is no model, say."""

    @classmethod
    def of(cls, groups: Iterable[LearnedGroup], *, dry_run: bool, detail: str = "") -> Self:
        """Count groups up."""
        found = tuple(groups)
        by_status = Counter(one.status for one in found)
        waiting = (one.outcome is not None and one.outcome.outcome == "pending" for one in found)
        return cls(
            groups_seen=len(found),
            groups_processed=sum(one.by is not None for one in found),
            patterns_written=by_status["written"],
            patterns_pending=sum(waiting),
            patterns_unchanged=by_status["unchanged"],
            skipped_low_samples=by_status["too_few"],
            skipped_llm_error=by_status["llm_error"],
            skipped_nothing=by_status["nothing"] + by_status["refused"],
            points_refused=_refused(found),
            dry_run=dry_run,
            groups=found,
            detail=detail,
        )


class ReflectionReport(Value):
    """One run over the failed runs of a scope (O28)."""

    runs_seen: int = 0
    """Failed ones, within the window and the limit."""
    groups_seen: int = 0
    """Kinds of failure: by agent, tool and error."""
    lessons_written: int = 0
    lessons_unchanged: int = 0
    skipped_llm_error: int = 0
    skipped_nothing: int = 0
    points_refused: dict[PointRefusal, int] = Field(default_factory=dict[PointRefusal, int])
    dry_run: bool = False
    groups: tuple[LearnedGroup, ...] = ()
    detail: str = ""

    @classmethod
    def of(
        cls, groups: Iterable[LearnedGroup], *, runs: int, dry_run: bool, detail: str = ""
    ) -> Self:
        """Count groups up."""
        found = tuple(groups)
        by_status = Counter(one.status for one in found)
        return cls(
            runs_seen=runs,
            groups_seen=len(found),
            lessons_written=by_status["written"],
            lessons_unchanged=by_status["unchanged"],
            skipped_llm_error=by_status["llm_error"],
            skipped_nothing=by_status["nothing"] + by_status["refused"],
            points_refused=_refused(found),
            dry_run=dry_run,
            groups=found,
            detail=detail,
        )


Verdict = Literal["helped", "hurt", "open", "too_few_runs"]
"""`open`: the interval of the difference holds zero, so that the runs do not say."""


class Arm(Value):
    """Runs on one side of a comparison."""

    runs: int = 0
    succeeded: int = 0
    low: float = 0.0
    """Of the 95% interval of the share that succeeded (Wilson)."""
    high: float = 1.0


class Lift(Value):
    """Runs that were shown a learned item against runs of the same agent, with the same tool, that were not."""

    id: str
    """Of the memory."""
    category: str
    text: str
    agent: str
    tool: str | None = None
    """None: it is about no single tool, so that every run of the agent counts."""
    shown: Arm
    without: Arm
    difference: float | None = None
    """Share with it less share without it; None: one side has no runs."""
    low: float = -1.0
    """Of the 95% interval of the difference (Newcombe)."""
    high: float = 1.0
    verdict: Verdict = "too_few_runs"


class LiftReport(Value):
    """Whether what was learned helped, as far as runs can tell: they were watched, nobody drew lots."""

    since: UtcTime
    runs: int = 0
    """Finished runs that say what they were shown."""
    unlinked: int = 0
    """Finished runs that do not say it; they count on neither side."""
    items: tuple[Lift, ...] = ()


def _refused(groups: Iterable[LearnedGroup]) -> dict[PointRefusal, int]:
    """Add up why points were refused."""
    total = Counter[PointRefusal]()
    for one in groups:
        total.update(one.refused)
    return dict(total)
