"""Did what was learned help? Runs that were shown it against runs of the same agent, with the same tool, that were not.

Runs are watched, nobody draws lots: who was shown a thing may have had the harder task. The report says how many runs it
rests on and how wide the interval is, and gives no verdict on few. A run counts from the first one on in which its agent
says what was shown; before that nobody knows. Reads only.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from stelae.background.run_events import MAX_RUNS, RunEvents
from stelae.background.shares import newcombe, wilson
from stelae.errors import MemoryNotFoundError
from stelae.ports import Clock, MemoryReader
from stelae.schemas.agent_runs import RunEvent
from stelae.schemas.learning import Arm, Lift, LiftReport, Verdict
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace

LEARNED: Final = frozenset({"expert_knowledge", "reflection", "strategy"})
WINDOW_DAYS: Final = 30.0
LEAST_RUNS: Final = 10
"""On either side. With fewer the interval leaves more than 28 points open even when all runs of both sides end alike."""
_FINISHED: Final = frozenset({"succeeded", "failed"})
"""Nobody learns from a run that was stopped."""


class Lifts:
    """Compares runs of one scope. Thread-safe; keeps nothing."""

    def __init__(self, runs: RunEvents, store: MemoryReader, clock: Clock) -> None:
        """Take who finds runs, where memories are, and the present."""
        self._runs, self._store, self._clock = runs, store, clock

    def report(
        self, ns: Namespace, *, window_days: float = WINDOW_DAYS, id_: str | None = None
    ) -> LiftReport:
        """Return a comparison for every learned memory that a run was shown.

        Args:
            ns: whose runs; memories are those of the readable scopes.
            window_days: earlier runs are left out; of the others the newest 1,000 count.
            id_: only this memory.

        Raises:
            MemoryNotFoundError: there is no memory of that id.
        """
        if id_ is not None:
            self._store.get(ns, id_)
        since = self._clock.now() - timedelta(days=window_days)
        every = self._runs.find(ns, status=None, since=since, limit=MAX_RUNS)
        finished = [run for run in every if run.status in _FINISHED]
        linked = _linked(finished)
        shown = dict.fromkeys(one for run in linked for one in run.shown)
        items: list[Lift] = []
        for one in shown if id_ is None else (id_,):
            record = self._learned(ns, one)
            if record is not None:
                items += compared(record, linked)
        items.sort(key=lambda item: (-item.shown.runs, item.id, item.agent))
        return LiftReport(
            since=since, runs=len(linked), unlinked=len(finished) - len(linked), items=tuple(items)
        )

    def _learned(self, ns: Namespace, id_: str) -> MemoryRecord | None:
        try:
            record = self._store.get(ns, id_)
        except MemoryNotFoundError:  # forgotten since, or of a scope that is not read here
            return None
        return record if record.category in LEARNED else None


def compared(record: MemoryRecord, runs: Sequence[RunEvent]) -> list[Lift]:
    """Return one comparison for each agent whose runs were shown the memory."""
    agents = dict.fromkeys(run.agent for run in runs if record.id in run.shown)
    return [_lift(record, agent, [run for run in runs if run.agent == agent]) for agent in agents]


def _lift(record: MemoryRecord, agent: str, runs: Sequence[RunEvent]) -> Lift:
    tool = _tool_of(record, runs)
    alike = [run for run in runs if tool is None or tool in run.tools]
    with_it = _arm(run for run in alike if record.id in run.shown)
    without = _arm(run for run in alike if record.id not in run.shown)
    low, high = newcombe(with_it.succeeded, with_it.runs, without.succeeded, without.runs)
    difference = None
    if with_it.runs and without.runs:
        difference = with_it.succeeded / with_it.runs - without.succeeded / without.runs
    return Lift(
        id=record.id,
        category=record.category,
        text=record.text,
        agent=agent,
        tool=tool,
        shown=with_it,
        without=without,
        difference=difference,
        low=low,
        high=high,
        verdict=_verdict(with_it, without, low, high),
    )


def _tool_of(record: MemoryRecord, runs: Sequence[RunEvent]) -> str | None:
    """Return the tool that the memory is about, if runs name it at all."""
    about = record.attributes.get("topic" if record.category == "expert_knowledge" else "tool")
    called = {tool for run in runs for tool in run.tools}
    return about if isinstance(about, str) and about in called else None


def _arm(runs: Iterable[RunEvent]) -> Arm:
    statuses = [run.status for run in runs]
    succeeded = statuses.count("succeeded")
    low, high = wilson(succeeded, len(statuses))
    return Arm(runs=len(statuses), succeeded=succeeded, low=low, high=high)


def _verdict(shown: Arm, without: Arm, low: float, high: float) -> Verdict:
    if min(shown.runs, without.runs) < LEAST_RUNS:
        return "too_few_runs"
    if low > 0:
        return "helped"
    return "hurt" if high < 0 else "open"


def _linked(runs: Sequence[RunEvent]) -> list[RunEvent]:
    """Return the runs from their agent's first one on that says what was shown."""
    first: Mapping[str, datetime] = {
        run.agent: run.time
        for run in sorted(runs, key=lambda run: run.time, reverse=True)
        if run.shown
    }
    return [run for run in runs if run.agent in first and run.time >= first[run.agent]]
