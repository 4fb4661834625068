"""Writing many things in short transactions, with room for others in between."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from stelae.background.handling import Interrupted
from stelae.background.lifecycle import trail_of
from stelae.errors import VersionConflictError
from stelae.ports import Owned, Store
from stelae.schemas.change import ChangeSet, Trail, Write
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace

BATCH: Final = 25
"""Changes in one transaction: it holds the write lock for about 20 milliseconds."""
PAUSE_S: Final = 0.002
"""Between two transactions, so that other processes get the lock."""


class Batches:
    """Writes of one run of maintenance."""

    def __init__(self, store: Store, at: datetime, halted: Callable[[], bool]) -> None:
        """Take the store, the time of the run, and what tells that it must end."""
        self._store, self._at, self._halted = store, at, halted

    def pause(self) -> None:
        """Let others write.

        Raises:
            Interrupted: the run must end here.
        """
        if self._halted():
            raise Interrupted
        time.sleep(PAUSE_S)

    def until_none(self, work: Callable[[], int]) -> int:
        """Do some of the work until there is nothing left, and return the sum."""
        total = 0
        while done := work():
            total += done
            self.pause()
        return total

    def write(
        self,
        page: Callable[[int, int], Sequence[Owned]],
        change: Callable[[MemoryRecord], Write | None],
    ) -> int:
        """Change memories page by page.

        Args:
            page: returns memories after that number, at most so many.
            change: what becomes of a memory; None: it stays.

        Returns:
            How many were changed; those that somebody else changed meanwhile are left for the next run.
        """
        after, count = 0, 0
        while owned := page(after, BATCH):
            self.pause()
            after = owned[-1].number
            for ns, group in groupby(owned, key=lambda one: one.ns):
                writes = [w for w in (change(one.record) for one in group) if w is not None]
                count += self._each(
                    [
                        (
                            ns,
                            ChangeSet(
                                actor="platform", at=self._at, writes=(w,), trail=(trail_of(w),)
                            ),
                        )
                        for w in writes
                    ]
                )
        return count

    def destroy(self, ns: Namespace, ids: Sequence[str]) -> int:
        """Destroy messages, with an audit entry each."""
        for begin in range(0, len(ids), BATCH):
            self.pause()
            some = tuple(ids[begin : begin + BATCH])
            trail = tuple(_entry("retain", id_, "expired") for id_ in some)
            self._store.apply(
                ns, ChangeSet(actor="platform", at=self._at, destroyed=some, trail=trail)
            )
        return len(ids)

    def drop_overdue(self) -> int:
        """Take pending items off the list that nobody answered in time."""
        count = 0
        while overdue := self._store.overdue(self._at, limit=BATCH):
            self.pause()
            done = self._each(
                [
                    (
                        named.ns,
                        ChangeSet(
                            actor="platform",
                            at=self._at,
                            resolved=(named.id,),
                            trail=(_entry("expire", named.id, "expired"),),
                        ),
                    )
                    for named in overdue
                ]
            )
            count += done
            if not done:  # somebody else is at them
                break
        return count

    def _each(self, changes: Sequence[tuple[Namespace, ChangeSet]]) -> int:
        """Write those of one scope together; when one of them is out of date, each by itself."""
        count = 0
        for ns, group in groupby(changes, key=lambda one: one[0]):
            alone = [one for _, one in group]
            try:
                self._store.apply(ns, _together(alone))
                count += len(alone)
            except VersionConflictError:
                count += sum(self._alone(ns, one) for one in alone)
        return count

    def _alone(self, ns: Namespace, one: ChangeSet) -> bool:
        try:
            self._store.apply(ns, one)
        except VersionConflictError:
            return False
        return True


def _together(changes: Sequence[ChangeSet]) -> ChangeSet:
    return ChangeSet(
        actor="platform",
        at=changes[0].at,
        writes=tuple(w for one in changes for w in one.writes),
        resolved=tuple(id_ for one in changes for id_ in one.resolved),
        trail=tuple(entry for one in changes for entry in one.trail),
    )


def _entry(action: str, id_: str, reason: str) -> Trail:
    return Trail(action=action, subject_id=id_, actor="platform", reason=reason)
