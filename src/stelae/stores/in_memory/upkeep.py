"""Life cycle, upkeep and repair without a disk: `ports.Upkeep` and `ports.Repairing`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from stelae.ports import KeywordRow, Named, Owned
from stelae.schemas.authority import Authority
from stelae.schemas.change import Job, Trail
from stelae.schemas.extraction import Used
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import Coverage, FolderSize, MaintenanceReport, RepairReport
from stelae.stores.in_memory.repairing import repaired
from stelae.stores.in_memory.space import Space
from stelae.stores.in_memory.state import Part


class Housekeeping(Part):
    """`Upkeep` and `Repairing` over dictionaries: nothing is ever scattered, so little is to be done."""

    def expirable(self, now: datetime, *, after: int, limit: int) -> Sequence[Owned]:
        """See `ports.LifeCycle.expirable`."""
        due = (
            owned
            for owned in self._active(after)
            if owned.record.expires_at is not None and owned.record.expires_at <= now
        )
        return sorted(due, key=_number)[:limit]

    def fading(
        self, category: str, tiers: Sequence[Authority], *, before: datetime, after: int, limit: int
    ) -> Sequence[Owned]:
        """See `ports.LifeCycle.fading`."""
        old = (
            owned
            for owned in self._active(after)
            if owned.record.category == category
            and owned.record.authority in tiers
            and not owned.record.pinned
            and owned.record.time <= before
        )
        return sorted(old, key=_number)[:limit]

    def of_category(self, category: str, *, after: int, limit: int) -> Sequence[Owned]:
        """See `ports.LifeCycle.of_category`."""
        found = (owned for owned in self._active(after) if owned.record.category == category)
        return sorted(found, key=_number)[:limit]

    def idle_observations(
        self, before: datetime, *, after: int, limit: int
    ) -> tuple[Sequence[Named], int | None]:
        """See `ports.LifeCycle.idle_observations`."""
        with self._state.lock:
            logged = [
                (ns, space, seen) for ns, space in self._spaces() for seen in space.observations()
            ]
        page = logged[after : after + limit]
        idle = [
            Named(after + n, ns, seen.id, seen.text)
            for n, (ns, space, seen) in enumerate(page, 1)
            if seen.recorded_at < before and not _rested_on(space, seen.id)
        ]
        # Numbers are places in the log: what is destroyed meanwhile moves the rest up, which the next run sees.
        return idle, after + limit - len(idle) if len(page) == limit else None

    def overdue(self, now: datetime, *, limit: int) -> Sequence[Named]:
        """See `ports.LifeCycle.overdue`."""
        with self._state.lock:
            found = [
                Named(0, ns, item.id)
                for ns, space in self._spaces()
                for item in space.pending.values()
                if item.expires_at <= now
            ]
        return found[:limit]

    def purgeable(self, now: datetime) -> Sequence[Namespace]:
        """See `ports.LifeCycle.purgeable`."""
        with self._state.lock:
            return [
                ns
                for ns, space in self._spaces()
                if any(
                    r.pending_purge and r.purge_after is not None and r.purge_after <= now
                    for r in space.receipts.values()
                )
            ]

    def trim(self, *, refusals_kept: int, traces_before: datetime, limit: int) -> Mapping[str, int]:
        """See `ports.LifeCycle.trim`."""
        with self._state.lock:
            refusals = 0
            for place, space in self._state.spaces.items():
                surplus = max(0, min(len(space.drops) - refusals_kept, limit - refusals))
                if surplus:
                    self._state.spaces[place] = replace(space, drops=space.drops[surplus:])
                refusals += surplus
            old = [pair for pair in self._state.traces if pair[1].at < traces_before][:limit]
            self._state.traces = [pair for pair in self._state.traces if pair not in old]
            return {"refusals": refusals, "traces": len(old)}

    def merge_keywords(self) -> int:
        """See `ports.Upkeep.merge_keywords`."""
        return 0

    def drop_stubs(self, *, limit: int) -> int:
        """See `ports.Upkeep.drop_stubs`: rows that are gone leave nothing here."""
        del limit
        return 0

    def compact_vectors(self) -> Mapping[str, int]:
        """See `ports.Upkeep.compact_vectors`."""
        return {"files": 0, "bytes": 0}

    def tidy_file(self, *, compact: bool = False) -> Mapping[str, int]:
        """See `ports.Upkeep.tidy_file`."""
        del compact
        return {"log_bytes": 0, "free_bytes": 0, "file_bytes": 0}

    def plan_upkeep(self, now: datetime, *, every: timedelta) -> bool:
        """See `ports.Upkeep.plan_upkeep`."""
        with self._state.lock:
            if not self.upkeep_due(now, every=every):
                return False
            new = self._state.upkeep_planned is None
            self._state.upkeep_planned = now
            if not new:
                ns, _ = next(self._spaces())
                job = Job(kind="maintain", payload={"planned": now.isoformat()})
                self._state.enqueue(ns, job, now)
            return not new

    def upkeep_due(self, now: datetime, *, every: timedelta) -> bool:
        """See `ports.Upkeep.upkeep_due`."""
        planned = self._state.upkeep_planned
        return bool(self._state.spaces) and (planned is None or abs(now - planned) >= every)

    def note_upkeep(self, ns: Namespace, report: MaintenanceReport) -> None:
        """See `ports.Upkeep.note_upkeep`."""
        done = tuple(f"{name}={count}" for name, count in report.counts.items())
        entry = Trail(
            action="maintain", subject_id=report.id, actor="platform", reason="done", fields=done
        )
        with self._state.lock:
            self._state.upkeep_last, self._state.upkeep_planned = report, report.at
            self._note(ns, report.at, entry)

    def last_upkeep(self) -> MaintenanceReport | None:
        """See `ports.Upkeep.last_upkeep`."""
        return self._state.upkeep_last

    def category_forms(self) -> Mapping[str, str]:
        """See `ports.Upkeep.category_forms`."""
        with self._state.lock:
            return dict(self._state.category_forms)

    def note_category_form(self, name: str, form: str) -> None:
        """See `ports.Upkeep.note_category_form`."""
        with self._state.lock:
            self._state.category_forms[name] = form

    def coverage(self) -> Coverage:
        """See `ports.Upkeep.coverage`."""
        with self._state.lock:
            rows = [row for _, space in self._spaces() for row in space.rows.values()]
            vectors = {leg: sum(leg in row.vectors for row in rows) for leg in self._state.legs}
            return Coverage(rows=len(rows), keywords=len(rows), vectors=vectors)

    def folder_size(self) -> FolderSize:
        """See `ports.Upkeep.folder_size`."""
        with self._state.lock:
            spaces = [space for _, space in self._spaces()]
            amounts: dict[tuple[str, str], float] = {}
            for place, amount in (one for space in spaces for one in space.used.items()):
                amounts[place] = amounts.get(place, 0) + amount
            pending = sum(len(space.pending) for space in spaces)
        used = tuple(
            Used.model_validate({"model": model, "name": name, "amount": amount})
            for (model, name), amount in sorted(amounts.items())
        )
        return FolderSize(pending=pending, bytes=0, used=used)

    def repair(
        self,
        ns: Namespace,
        *,
        at: datetime,
        tokenizer: str,
        row_of: Callable[[MemoryRecord | Observation], KeywordRow],
        legs: Mapping[str, tuple[str, int]],
    ) -> RepairReport:
        """See `ports.Repairing.repair`."""
        del tokenizer, row_of
        with self._state.lock:
            report = repaired(self._state, at, legs)
            for line in report.lines:
                fields = (f"found={line.found}", f"repaired={line.repaired}")
                entry = Trail(
                    action="repair",
                    subject_id=line.kind,
                    actor="user_edit",
                    reason=line.kind,
                    fields=fields,
                )
                self._note(ns, at, entry)
            return report

    def _spaces(self) -> Iterator[tuple[Namespace, Space]]:
        for (tenant, scope), space in self._state.spaces.items():
            yield Namespace(tenant=tenant, scope=scope), space

    def _active(self, after: int) -> Sequence[Owned]:
        with self._state.lock:
            return [
                Owned(
                    space.memories[record.id].number,
                    ns,
                    record,
                )
                for ns, space in self._spaces()
                for record in space.records()
                if record.status == "active" and space.memories[record.id].number > after
            ]

    def _note(self, ns: Namespace, at: datetime, entry: Trail) -> None:
        space = self._written(ns)
        self._state.spaces[ns.tenant, ns.scope] = replace(space, trail=(*space.trail, (at, entry)))


def _number(owned: Owned) -> int:
    return owned.number


def _rested_on(space: Space, observation: str) -> bool:
    """Does a current memory or a question that waits rest on it?"""
    resting = space.evidence.get(observation, frozenset())
    return any(space.memories[id_].latest.status == "active" for id_ in resting) or any(
        span.observation_id == observation
        for item in space.pending.values()
        for span in item.record.evidence
    )
