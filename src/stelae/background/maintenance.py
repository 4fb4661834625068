"""The `maintain` job: what time has done is written down, what nobody needs is deleted, the files are kept in shape.

Beside live use: every write is a short transaction, and others may write between two of them. Every step can be done again
and changes nothing then, so that a run that was killed is simply run again.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from stelae.background import lifecycle
from stelae.background.batches import Batches
from stelae.background.handling import Interrupted
from stelae.errors import StoreBusyError
from stelae.ports import ClaimedJob, Clock, Store
from stelae.schemas.forgetting import Receipt
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import MaintenanceReport, Step, StepReport

EVERY: Final = timedelta(days=1)
ASKING: Final = timedelta(hours=1)
MERGING_S: Final = 2.0
"""Most time spent in one run on merging the keyword index; the next run goes on."""
STUBS: Final = 2_000
"""Rows that are gone, deleted in one transaction."""
LOG_ROWS: Final = 500
"""Messages looked at in one read."""
JOBS_TOLD: Final = timedelta(days=7)
"""How long a caller is told that a job was done."""
LOOKED_FOR: Final = 100
"""Texts of deleted messages looked for in the files, spread over all that went in a run."""
Counts = Mapping[str, int]
Told = Callable[[StepReport], None]
Purge = Callable[[Namespace, datetime], Sequence[Receipt]]


class Maintenance:
    """Runs maintenance, as a job once a day or at once for a caller."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        policy: Policy,
        purge: Purge,
        new_id: Callable[[], str],
        *,
        halted: Callable[[], bool],
        end_sessions: Callable[[datetime], int] = lambda _now: 0,
    ) -> None:
        """Take the store and what decides.

        Args:
            store: to be maintained, all tenants and scopes.
            clock: the present.
            policy: retention and half-lives, with a row for every category.
            purge: destroys what was forgotten in a scope and is due.
            new_id: makes the ids of reports.
            halted: asked between two transactions of a job; true: leave the rest for later.
            end_sessions: deletes session states that are out of date, and returns how many.
        """
        self._end_sessions = end_sessions
        self._store, self._clock, self._policy = store, clock, policy
        self._purge, self._new_id, self._halted = purge, new_id, halted
        self._asked: datetime | None = None
        self._unswept: list[tuple[Namespace, str]] = []
        """Some texts of messages that were deleted, as long as their bytes may be there; in memory only."""

    def due(self) -> bool:
        """Was the last run more than a day ago? The store is asked once an hour."""
        now = self._clock.now()
        if self._asked is not None and abs(now - self._asked) < ASKING:
            return False
        self._asked = now
        return self._store.upkeep_due(now, every=EVERY)

    def plan(self) -> None:
        """Put a job in the queue, at most once a day for the whole store."""
        self._store.plan_upkeep(self._clock.now(), every=EVERY)

    def __call__(self, jobs: Sequence[ClaimedJob]) -> None:
        """Run once for all of these jobs, unless somebody has meanwhile.

        Raises:
            Interrupted: the process ends, or another writer held the lock for too long; the job comes back.
        """
        last = self._store.last_upkeep()
        newest = max(datetime.fromisoformat(str(job.job.payload["planned"])) for job in jobs)
        if last is not None and last.at >= newest:
            return
        try:
            self._run(jobs[0].ns, halted=self._halted)
        except StoreBusyError as error:
            raise Interrupted from error

    def run(
        self, ns: Namespace, *, compact: bool = False, on_step: Told | None = None
    ) -> MaintenanceReport:
        """Run now, in the caller's thread.

        Args:
            ns: whose audit the report goes to; the whole store is maintained.
            compact: also give free pages back to the file system, during which nobody can write.
            on_step: called after each step.

        Raises:
            StoreBusyError: another writer held the lock for too long; what was done is kept.
        """
        return self._run(ns, halted=lambda: False, compact=compact, on_step=on_step)

    def _run(
        self,
        ns: Namespace,
        *,
        halted: Callable[[], bool],
        compact: bool = False,
        on_step: Told | None = None,
    ) -> MaintenanceReport:
        now, done = self._clock.now(), list[StepReport]()
        batches = Batches(self._store, now, halted)
        for step, work in self._steps(batches, now, compact):
            batches.pause()
            begun = time.monotonic()
            counts = {name: n for name, n in work().items() if n}
            done.append(
                StepReport(step=step, counts=counts, seconds=round(time.monotonic() - begun, 3))
            )
            if on_step is not None:
                on_step(done[-1])
        report = MaintenanceReport(id=self._new_id(), at=now, steps=tuple(done))
        self._store.note_upkeep(ns, report)
        return report

    def _steps(
        self, batches: Batches, now: datetime, compact: bool
    ) -> Iterator[tuple[Step, Callable[[], Counts]]]:
        store = self._store
        yield "sweep", lambda: self._sweep(batches, now)
        yield "expire", lambda: {"expired": self._expire(batches, now)}
        yield "archive", lambda: {"archived": self._archive(batches, now)}
        yield "purge", lambda: self._purge_all(batches, now)
        yield "observations", lambda: self._let_go(batches, now)
        yield "keywords", lambda: {"merged_pages": _merge(store, batches)}
        yield "vectors", lambda: _renamed(store.compact_vectors(), "vector_")
        yield "stubs", lambda: {"stubs": batches.until_none(lambda: store.drop_stubs(limit=STUBS))}
        yield "file", lambda: store.tidy_file(compact=compact)

    def _expire(self, batches: Batches, now: datetime) -> int:
        return batches.write(
            lambda after, limit: self._store.expirable(now, after=after, limit=limit),
            lifecycle.expired,
        )

    def _archive(self, batches: Batches, now: datetime) -> int:
        days, count = self._policy.archive_after, 0
        for category, row in self._policy.rows.items() if days is not None else ():
            half_life = row.half_life_days
            if half_life is None or category in lifecycle.NEVER_ARCHIVED:
                continue
            count += batches.write(
                lambda after, limit, category=category: self._store.fading(
                    category, lifecycle.FADING, before=now, after=after, limit=limit
                ),
                lambda record, half_life=half_life: (
                    lifecycle.archived(record)
                    if lifecycle.to_archive(record, half_life, days or 0.0, now)
                    else None
                ),
            )
        return count

    def _purge_all(self, batches: Batches, now: datetime) -> Counts:
        purged = waiting = 0
        for ns in self._store.purgeable(now):
            batches.pause()
            for receipt in self._purge(ns, now):
                purged, waiting = (
                    purged + (not receipt.pending_purge),
                    waiting + receipt.pending_purge,
                )
        return {"purged": purged, "still_to_purge": waiting}

    def _let_go(self, batches: Batches, now: datetime) -> Counts:
        """Delete messages that the policy does not keep, and what their rows leave behind; quotes in memories stay."""
        if self._policy.observation_days is None:
            return {}
        before, after, count = now - timedelta(days=self._policy.observation_days), 0, 0
        while after is not None:
            idle, after = self._store.idle_observations(before, after=after, limit=LOG_ROWS)
            for ns, group in groupby(idle, key=lambda named: named.ns):
                gone = list(group)
                count += batches.destroy(ns, [named.id for named in gone])
                self._unswept += [(ns, named.text) for named in gone]
                self._unswept = self._unswept[:: -(-len(self._unswept) // LOOKED_FOR)]
        if self._unswept and self._store.sweep(_by_scope(self._unswept)):
            self._unswept = []
        return {"observations": count, "still_to_scrub": len(self._unswept)}

    def _sweep(self, batches: Batches, now: datetime) -> Counts:
        pending = batches.drop_overdue()
        traces_before = now - timedelta(days=self._policy.trace_days)
        trimmed = {"refusals": 0, "traces": 0}
        while True:
            batches.pause()
            some = self._store.trim(
                refusals_kept=self._policy.refusals_kept,
                traces_before=traces_before,
                limit=LOG_ROWS,
            )
            trimmed = {name: n + some[name] for name, n in trimmed.items()}
            if not any(some.values()):
                break
        old = batches.until_none(lambda: self._store.expire_replies(now, limit=LOG_ROWS))
        done = batches.until_none(
            lambda: self._store.drop_ended_jobs(now - JOBS_TOLD, limit=LOG_ROWS)
        )
        over = self._end_sessions(now)
        return {"pending": pending, **trimmed, "replies": old, "jobs": done, "sessions": over}


def _by_scope(texts: Sequence[tuple[Namespace, str]]) -> Mapping[Namespace, Sequence[str]]:
    found: dict[Namespace, list[str]] = {}
    for ns, text in texts:
        found.setdefault(ns, []).append(text)
    return found


def _merge(store: Store, batches: Batches) -> int:
    until = time.monotonic() + MERGING_S
    return batches.until_none(lambda: store.merge_keywords() if time.monotonic() < until else 0)


def _renamed(counts: Counts, prefix: str) -> Counts:
    return {prefix + name: n for name, n in counts.items()}
