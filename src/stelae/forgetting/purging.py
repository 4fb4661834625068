"""Destroying what was forgotten: the rows, then what they have left behind in the files, with patience for readers."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from stelae.errors import StoreBusyError, VersionConflictError
from stelae.forgetting import cascade
from stelae.forgetting.sight import Sight
from stelae.ports import ClaimedJob, Clock, Store
from stelae.schemas.change import ChangeSet, Job
from stelae.schemas.forgetting import Receipt
from stelae.schemas.scope import Namespace

SCRUBS = 4
"""Attempts before the rest is left to a job: a reader may hold the log for a moment."""
PAUSE_S = 0.05
ForgetFiles = Callable[[Namespace, Collection[str], Sequence[str]], Mapping[str, int]]
"""Deletes the files beside the store that name these memories or repeat these texts, and counts them by kind."""
OthersFiles = Callable[[Namespace], Collection[Path]]
"""Returns the files beside the store that are another scope's or tenant's."""


class Purging:
    """Destroys at once, when a soft forgetting is due, and as handler of `purge` jobs."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        clear: Callable[[Namespace], int],
        forget_files: ForgetFiles,
        others: OthersFiles,
    ) -> None:
        """Take what it works with.

        Args:
            store: with the rows.
            clock: the present.
            clear: drops what is held in memory, and counts notes of recalls.
            forget_files: deletes files.
            others: whose files are not looked at.
        """
        self._store, self._clock, self._clear = store, clock, clear
        self._forget_files, self._others = forget_files, others
        self._owed: dict[str, tuple[tuple[str, ...], tuple[str, ...], bool]] = {}
        """By receipt: texts and values still to be looked for, and whether nobody read them any more. In memory only, since
        nothing may keep them."""

    def __call__(self, jobs: Sequence[ClaimedJob]) -> None:
        """Finish what had to wait.

        Raises:
            StoreBusyError: a reader is still in the way; the jobs come back.
        """
        done = [self._finish(job.ns, str(job.job.payload.get("receipt", ""))) for job in jobs]
        if not all(done):
            raise StoreBusyError("A reader still holds what was forgotten; it is purged later.")

    def purge(self, ns: Namespace, now: datetime) -> tuple[Receipt, ...]:
        """Destroy what was forgotten in the written scope and is due; what is due already and had to wait, too.

        Returns:
            The receipts as they are now.
        """
        due = (
            receipt
            for receipt in self._store.forgotten(ns)
            if receipt.pending_purge
            and receipt.purge_after is not None
            and receipt.purge_after <= now
        )
        return tuple(self._purge(ns, receipt, leave_job=True) for receipt in due)

    def destroy(
        self,
        ns: Namespace,
        receipt: Receipt,
        texts: Sequence[str],
        values: Sequence[str],
        *,
        leave_job: bool = True,
    ) -> Receipt:
        """Destroy what a receipt names, and look for its text in the files.

        Args:
            ns: the scope.
            receipt: of a forgetting nobody reads any more.
            texts: what must not be found; without any nothing can be looked for, and the receipt says so.
            values: fields, keys and names that go along; they stay where another row holds them.
            leave_job: when a reader is in the way, a job does it later.
        """
        own = ns.model_copy(update={"reads": ()})
        now = self._clock.now()
        also = self._store.apply(own, cascade.hard(receipt, now))
        notes = {"traces": self._clear(own), **self._forget_files(own, receipt.forgotten, texts)}
        # What other memories say as well, of whatever project, is theirs, and stays.
        sights = list(
            Sight(self._store, own.model_copy(update={"project": None}), now).everywhere()
        )
        alone = [t for t in texts if not any(sight.says(t) for sight in sights)]
        clean = self._scrubbed(own, alone, tuple(dict.fromkeys(values)))
        if clean:
            self._owed.pop(receipt.id, None)
        else:
            self._owed[receipt.id] = (tuple(texts), tuple(values), receipt.verified)
        held = None if clean else self._held_until(own, receipt, alone)
        done = receipt.model_copy(
            update={
                "cascaded": cascade.summed(receipt.cascaded, also, notes),
                "purge_after": held or receipt.purge_after,
                "out_of_reach": self._out_of_reach(own, receipt),
                "verified": clean and bool(texts) and receipt.verified,
                "pending_purge": not clean,
            }
        )
        later = Job(kind="purge", payload={"receipt": receipt.id})
        self._store.apply(
            own,
            ChangeSet(
                actor="platform",
                at=now,
                receipts=(done,),
                jobs=(later,) if leave_job and not clean and held is None else (),
            ),
        )
        return done

    def _held_until(self, ns: Namespace, receipt: Receipt, texts: Sequence[str]) -> datetime | None:
        """Until when do other forgettings, which may still be undone, keep one of the texts?"""
        ends = [
            other.purge_after
            for other in self._store.forgotten(ns)
            if other.id != receipt.id and other.pending_purge and other.purge_after is not None
            if not set(texts).isdisjoint(self._store.buried_texts(ns, other.id))
        ]
        return max(ends, default=None)

    def _out_of_reach(self, ns: Namespace, receipt: Receipt) -> tuple[str, ...]:
        """Return the copies that hold its text: backups of the time since it was forgotten, too."""
        since = (told for told in self._store.copies(ns) if told.startswith("backup "))
        return tuple(dict.fromkeys((*receipt.out_of_reach, *since)))

    def _finish(self, ns: Namespace, id_: str) -> bool:
        for receipt in self._store.forgotten(ns):
            if receipt.id == id_ and receipt.pending_purge:
                return not self._purge(ns, receipt, leave_job=False).pending_purge
        return True

    def _purge(self, ns: Namespace, receipt: Receipt, *, leave_job: bool) -> Receipt:
        owed, along, unread = self._owed.get(receipt.id, ((), (), receipt.verified))
        receipt = receipt.model_copy(update={"verified": unread})
        texts = (*owed, *self._store.buried_texts(ns, receipt.id))
        values = (*along, *self._store.buried_values(ns, receipt.id))
        try:
            return self.destroy(ns, receipt, texts, values, leave_job=leave_job)
        except VersionConflictError:  # undone meanwhile: nothing was destroyed
            return next(kept for kept in self._store.forgotten(ns) if kept.id == receipt.id)

    def _scrubbed(self, ns: Namespace, texts: Sequence[str], values: Sequence[str]) -> bool:
        for attempt in range(SCRUBS):
            if attempt:
                time.sleep(PAUSE_S * 2**attempt)
            if self._store.scrub(ns, texts, values, others=self._others(ns)):
                return True
        return False
