"""How runs ended: kept as `audit` memories and found again, for people and for whoever learns from failures (O28)."""

from collections.abc import Iterator
from datetime import datetime
from itertools import dropwhile, islice
from typing import Final

from stelae.background.capture import MASKED
from stelae.background.capture_text import error_text
from stelae.ports import MemoryReader
from stelae.remember.events import Events, Report
from stelae.schemas.agent_runs import RunEvent, RunStatus
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace

MAX_RUNS: Final = 1_000
MAX_LISTED: Final = 64
"""Tools, and memories shown, that are kept of a run: the last ones, as in `categories.experience.Audit`."""
_TOLD: Final = 8
"""Tools that are named in the text."""
_KEYS: Final = "audit/run/"
"""What the keys of runs begin with, and those of calls do not (`categories.experience.Audit`)."""
_ENDED: Final[dict[RunStatus, str]] = {
    "succeeded": "succeeded",
    "failed": "failed",
    "cancelled": "was cancelled",
}


class RunEvents:
    """Keeps and finds runs of one agent, in its scope."""

    def __init__(self, events: Events, store: MemoryReader, *, masked: frozenset[str]) -> None:
        """Take who keeps them, who finds them, and the types of personal data that the policy masks."""
        self._events, self._store, self._masked = events, store, MASKED | masked

    def keep(self, ns: Namespace, run: RunEvent) -> Outcome:
        """Keep how a run ended, as the word of its `authority`; a later word on the same run is merged into it.

        Raises:
            VersionConflictError: other writers kept changing it.
        """
        error = error_text(run.error, personal=self._masked) if run.error else None
        (outcome,) = self._events.keep(ns, [_report(run, error)], by=run.authority)
        return outcome

    def find(
        self,
        ns: Namespace,
        *,
        status: RunStatus | None,
        since: datetime | None,
        limit: int,
        after: str | None = None,
    ) -> tuple[RunEvent, ...]:
        """Return runs, those first that were noted last.

        That is the order in which they lie: a page that begins behind a run neither repeats nor leaves out one.

        Args:
            ns: the agent's scope; runs of its project and untagged ones.
            status: only those that ended so.
            since: only those that ended at or after.
            limit: at most so many.
            after: begin behind the run of that id; behind one that is not there is nothing.
        """
        runs = self._runs(ns, since, limit)
        if after is not None:
            runs = islice(dropwhile(lambda run: run.id != after, runs), 1, None)
        wanted = (
            run
            for run in runs
            if status in {None, run.status} and (since is None or run.time >= since)
        )
        return tuple(islice(wanted, limit))

    def _runs(self, ns: Namespace, since: datetime | None, limit: int) -> Iterator[RunEvent]:
        """Go through the runs, each once: noted with and without a project it has two memories."""
        told = set[str]()
        for run in map(_run, self._newest(ns, since, limit)):
            if run is not None and run.id not in told:
                told.add(run.id)
                yield run

    def _newest(self, ns: Namespace, since: datetime | None, limit: int) -> Iterator[MemoryRecord]:
        """Go through the runs, stored last first, as far as somebody asks: in growing steps, so that few are read."""
        done, step = 0, 2 * limit
        while True:
            found = self._store.by_key_prefix(ns, _KEYS, limit=step)
            yield from found[done:]
            # No run is stored before it ends.
            if len(found) < step or (since is not None and found[-1].recorded_at < since):
                return
            done, step = step, 4 * step


def _report(run: RunEvent, error: str | None) -> Report:
    why = error if run.status == "failed" else None
    told = f": {why}" if why else ""
    tools = f"\nTools: {', '.join(run.tools[:_TOLD])}" if run.tools else ""
    return Report(
        category="audit",
        text=f"Run {run.id} of {run.agent} {_ENDED[run.status]}{told}{tools}",
        attributes={
            "agent": run.agent,
            "run": run.id,
            "status": run.status,
            "tools": list(run.tools[-MAX_LISTED:]),
            "shown": list(run.shown[-MAX_LISTED:]),
            **({"error": why} if why else {}),
        },
        authority="platform",
        once="merge",
        time=run.time,
    )


def _run(record: MemoryRecord) -> RunEvent | None:
    """Return the run that a memory tells of; None: it was entered by hand and does not say how one ended."""
    told = record.attributes
    if told.get("status") not in _ENDED:
        return None
    return RunEvent(
        id=told["run"],
        agent=told["agent"],
        status=told["status"],
        error=told.get("error") if told["status"] == "failed" else None,
        tools=tuple(told.get("tools", ())),
        shown=tuple(told.get("shown", ())),
        time=record.time,
        authority=record.authority,
    )
