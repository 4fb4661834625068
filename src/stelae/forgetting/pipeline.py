"""The order of forgetting; the one module here that knows all steps.

find -> show -> (a person agrees) -> one transaction -> caches, session states -> check -> receipt; destroying adds:
destroy -> scrub. A hard forgetting is a soft one that is purged at once, so that a crash in between leaves nothing readable
and a receipt that says what is still to be done.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stelae.errors import InvalidInputError, MemoryNotFoundError, VersionConflictError
from stelae.forgetting import cascade
from stelae.forgetting.census import Census
from stelae.forgetting.finding import AGAIN, EVERYTHING, find, find_everything, load
from stelae.forgetting.purging import ForgetFiles, OthersFiles, Purging
from stelae.forgetting.selection import Filters
from stelae.forgetting.sight import Sight
from stelae.forgetting.verify import all_taken, unread
from stelae.ports import Clock, Embedder, Store
from stelae.recall.pipeline import Recall
from stelae.schemas.change import ChangeSet
from stelae.schemas.forgetting import ForgetPreview, Receipt
from stelae.schemas.policy import Policy
from stelae.schemas.query import Hit, RecallQuery
from stelae.schemas.scope import Namespace


@dataclass(frozen=True, slots=True)
class ForgetParts:
    """What the steps work with."""

    store: Store
    recall: Recall
    clock: Clock
    policy: Policy
    new_id: Callable[[], str]
    clear: Callable[[Namespace], int]
    """Drops what is held in memory of a scope: question vectors, notes of recalls; returns how many notes those were."""
    forget_sessions: Callable[[Namespace, Sequence[str] | None, Collection[str]], int]
    """Deletes session states of a scope: those that repeat one of the texts (None: all), and those of the named
    conversations; returns how many."""
    forget_files: ForgetFiles
    """Deletes drafts, archives and guide files of what is destroyed."""
    others_files: OthersFiles
    """What stands in these is another scope's or tenant's own."""
    embedders: Sequence[Embedder]


class Forgetter:
    """Previews, executes and undoes forgettings in the written scope of a namespace."""

    def __init__(self, parts: ForgetParts) -> None:
        """Take the parts; nothing is read yet."""
        self._parts = parts
        self.purging = Purging(
            parts.store, parts.clock, parts.clear, parts.forget_files, parts.others_files
        )

    def preview(
        self,
        ns: Namespace,
        what: str | Sequence[str],
        filters: Filters,
        *,
        everything: bool = False,
    ) -> ForgetPreview:
        """Show what a request would touch; nothing is changed. Arguments and errors: `finding.find`.

        Raises:
            InvalidInputError: the handle is of another project than the filter.
        """
        if filters.project is not None:
            if ns.project not in {None, filters.project}:
                raise InvalidInputError("This handle is of another project; open one without.")
            ns = ns.model_copy(update={"project": filters.project})
        sight = Sight(self._parts.store, ns, self._parts.clock.now())
        if everything:
            return find_everything(sight)
        return find(sight, what, filters, self._ask, by_meaning=bool(self._parts.embedders))

    def execute(self, ns: Namespace, shown: ForgetPreview, *, hard: bool = False) -> Receipt:
        """Forget exactly what a preview names.

        Args:
            ns: where it was previewed.
            shown: from `preview`.
            hard: destroy the text at once.

        Raises:
            InvalidInputError: the preview is empty.
            VersionConflictError: something in it has changed or gone since; nothing was forgotten.
        """
        if not shown:
            raise InvalidInputError("The preview is empty: there is nothing to forget.")
        parts, own, now = self._parts, ns.model_copy(update={"reads": ()}), self._parts.clock.now()
        doomed = load(Sight(parts.store, own, now), shown)
        at_once = hard or parts.policy.forgotten_days == 0
        receipt = Receipt(
            id=parts.new_id(),
            at=now,
            hard=at_once,
            forgotten=tuple(record.id for record in doomed.memories),
            observations=tuple(said.id for said in doomed.observations),
            pending_purge=True,
            purge_after=now + timedelta(days=0 if at_once else parts.policy.forgotten_days),
            out_of_reach=tuple(parts.store.copies(own)),
            was={r.id: r.status for r in doomed.memories if r.status != "active"},
            said_elsewhere=len(shown.beside),
        )
        taken = all_taken(parts.store, own, doomed)
        census = Census(parts.store, own, parts.embedders)
        also = self._apply(own, cascade.soft(doomed, receipt), refused=AGAIN)
        receipt = receipt.model_copy(
            update={
                "cascaded": cascade.summed(
                    cascade.counted(doomed), census.gone(), also, self._sessions(own, shown, doomed)
                ),
                "verified": taken and unread(parts.store, own, doomed, self._ask, at=now),
            }
        )
        if at_once:
            texts = (*doomed.texts, *parts.store.buried_texts(own, receipt.id))
            values = (*doomed.waiting_values, *parts.store.buried_values(own, receipt.id))
            return self.purging.destroy(own, receipt, tuple(dict.fromkeys(texts)), values)
        try:
            parts.store.apply(own, ChangeSet(actor=cascade.PERSON, at=now, receipts=(receipt,)))
        except VersionConflictError:  # undone already, and its receipt says so
            return next(kept for kept in parts.store.forgotten(own) if kept.id == receipt.id)
        return receipt

    def restore(self, ns: Namespace, id: str) -> Receipt:  # noqa: A002 - the word every door uses
        """Undo a soft forgetting that is not purged yet, all of it.

        Raises:
            MemoryNotFoundError: there is no such receipt in the written scope.
            InvalidInputError: it was undone already, or its text is gone.
            VersionConflictError: something with the same key was said since.
        """
        parts, own = self._parts, ns.model_copy(update={"reads": ()})
        receipt = next((r for r in parts.store.forgotten(own) if r.id == id), None)
        if receipt is None:
            raise MemoryNotFoundError(id)
        if receipt.restored_at is not None:
            raise InvalidInputError("This forgetting was undone already.")
        if receipt.hard or not receipt.pending_purge:
            raise InvalidInputError("This forgetting cannot be undone: its text is destroyed.")
        undone = receipt.model_copy(
            update={"restored_at": parts.clock.now(), "pending_purge": False, "verified": False}
        )
        buried = parts.store.buried(own, id)
        self._apply(
            own,
            cascade.undone(undone, buried, embed=bool(parts.embedders)),
            refused="Something with the same key was said since; forget or edit that first.",
        )
        return undone

    def purge(self, ns: Namespace, now: datetime) -> tuple[Receipt, ...]:
        """Destroy what was forgotten in the written scope and is due by then; see `Purging.purge`."""
        return self.purging.purge(ns, now)

    def _apply(self, ns: Namespace, changes: ChangeSet, *, refused: str) -> Mapping[str, int]:
        """Write, with caches emptied before (nothing of them is saved meanwhile) and after; return what went along."""
        notes = self._parts.clear(ns)
        try:
            also = self._parts.store.apply(ns, changes)
        except (VersionConflictError, MemoryNotFoundError):
            raise VersionConflictError(refused) from None
        return cascade.summed(also, {"traces": notes + self._parts.clear(ns)})

    def _sessions(
        self, ns: Namespace, shown: ForgetPreview, doomed: cascade.Doomed
    ) -> Mapping[str, int]:
        """Delete the session states that repeat what goes, and those of conversations that go as a whole."""
        store, named = self._parts.store, {said.session for said in doomed.observations}
        over = {
            s for s in named if s is not None and not store.observations(ns, session=s, limit=1)
        }
        texts = None if shown.request == EVERYTHING else (*doomed.texts, *doomed.values)
        return {"sessions": self._parts.forget_sessions(ns, texts, over)}

    def _ask(self, ns: Namespace, query: RecallQuery) -> Sequence[Hit]:
        return self._parts.recall.run(ns, query)[0].hits


__all__ = ["Filters", "ForgetParts", "Forgetter"]
