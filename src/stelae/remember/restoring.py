"""Bringing back what a memory was, and taking back what was done to it. A person asks; nothing is ever rewritten.

Every undoing is a new version. A memory whose key somebody else holds by now comes back as a new memory that replaces the
holder, so that the chain of supersession never closes into a circle.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from stelae.errors import InvalidInputError, MemoryNotFoundError
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement, outcome_of
from stelae.schemas.authority import Authority
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.scope import Namespace

PERSON: Final[Authority] = "user_edit"
_NOW: Final[dict[str, Any]] = {
    "status": "active",
    "valid_to": None,
    "closed_at": None,
    "retracted_at": None,
    "superseded_by": None,
    "reason": "restored",
}
"""What a memory is that holds again."""


class Restoring:
    """Restores versions and undoes changes. The caller has made sure that it is a person."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline = pipeline
        self._parts = pipeline.parts

    def restore(self, ns: Namespace, id: str, *, version: int | None = None) -> Outcome:  # noqa: A002
        """Make a memory what it was in a version, or undo the last thing that was done to it.

        Without a version: an edit or a merge is taken back; what was superseded, expired or archived holds again; what was
        just added is retracted, what it had replaced holds again, and what a person had confirmed waits again.

        Args:
            ns: the written scope.
            id: of the memory.
            version: its content is taken from there.

        Returns:
            The outcome, `change` = `restore` or `retract`.

        Raises:
            MemoryNotFoundError: no such memory or version in this scope, or it was forgotten.
            InvalidInputError: it already is as it was in that version.
            VersionConflictError: it kept changing.
        """
        return self._pipeline.retry(lambda: self._attempt(ns, id, version))

    def _attempt(self, ns: Namespace, id_: str, version: int | None) -> Outcome:
        now, settlement = self._parts.clock.now(), Settlement()
        record = self._parts.store.get(ns, id_)
        if record.scope != ns.scope:
            raise MemoryNotFoundError(id_)
        states = {v.version: v.record for v in self._parts.store.versions(ns, id_)}
        if version is None and record.status == "active" and len(states) == 1:
            return self._retract(ns, record, settlement, now)
        wanted = states.get(version) if version is not None else _before(record, states)
        if wanted is None:
            raise MemoryNotFoundError(id_)
        if record.status == "active" and wanted.version == record.version:
            raise InvalidInputError(f"It already is as in version {record.version}.")
        return self._bring_back(ns, record, wanted, settlement, now)

    def _bring_back(
        self,
        ns: Namespace,
        record: MemoryRecord,
        wanted: MemoryRecord,
        settlement: Settlement,
        now: datetime,
    ) -> Outcome:
        holder = self._holder(ns, record, wanted)
        if holder is None:
            back = wanted.model_copy(
                update={
                    **_NOW,
                    "version": record.version + 1,
                    "supersedes": record.supersedes,
                    "expires_at": _still(wanted.expires_at, now),
                }
            )
            settlement.write(back, "restore", expect=record.version)
        else:
            back = wanted.model_copy(
                update={
                    **_NOW,
                    "id": self._parts.new_id(),
                    "version": 1,
                    "supersedes": holder.id,
                    "valid_from": now,
                    "recorded_at": now,
                    "expires_at": _still(wanted.expires_at, now),
                }
            )
            settlement.write(_closed(holder, back, now), "supersede", expect=holder.version)
            settlement.write(back, "restore", expect=None)
        settlement.note("restore", back.model_copy(update={"authority": PERSON}), "restored")
        self._pipeline.commit(ns, settlement, now, actor=PERSON)
        return outcome_of("accepted", back, "restore", "restored")

    def _retract(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement, now: datetime
    ) -> Outcome:
        """Take back an addition: it was never right, so the store stops saying it, for any time in the world."""
        gone = record.model_copy(
            update={
                "version": record.version + 1,
                "status": "archived",
                "retracted_at": now,
                "reason": "retracted",
            }
        )
        settlement.write(gone, "retract", expect=record.version)
        earlier = self._replaced(ns, record)
        if earlier is not None:
            back = earlier.model_copy(update={**_NOW, "version": earlier.version + 1})
            settlement.write(back, "restore", expect=earlier.version)
            settlement.note("restore", back.model_copy(update={"authority": PERSON}), "restored")
        if record.confirmed and record.reason == "confirmed":
            settlement.pending.append(self._asked_again(record, earlier, now))
        settlement.note("retract", gone.model_copy(update={"authority": PERSON}), "retracted")
        self._pipeline.commit(ns, settlement, now, actor=PERSON)
        return outcome_of("accepted", gone, "retract", "retracted")

    def _holder(
        self, ns: Namespace, record: MemoryRecord, wanted: MemoryRecord
    ) -> MemoryRecord | None:
        """Return who holds the key by now, if it is somebody else."""
        held = self._parts.store.by_key(ns, wanted.key)
        same = [r for r in held if r.project == wanted.project and r.id != record.id]
        return same[0] if same else None

    def _replaced(self, ns: Namespace, record: MemoryRecord) -> MemoryRecord | None:
        """Return what the record had replaced, if it is there and nothing else has taken its place."""
        if record.supersedes is None:
            return None
        try:
            earlier = self._parts.store.get(ns, record.supersedes)
        except MemoryNotFoundError:
            return None
        return earlier if earlier.superseded_by == record.id else None

    def _asked_again(
        self, record: MemoryRecord, target: MemoryRecord | None, now: datetime
    ) -> PendingItem:
        waits = record.model_copy(update={"id": self._parts.new_id(), "confirmed": False})
        return PendingItem(
            id=waits.id,
            key=waits.key,
            record=waits,
            change="add" if target is None else "supersede",
            target=target.id if target else None,
            target_version=target.version + 1 if target else None,
            before=target.text if target else None,
            reason="needs_confirmation",
            recorded_at=now,
            expires_at=now + timedelta(days=self._parts.policy.pending_days),
        )


def _before(record: MemoryRecord, states: dict[int, MemoryRecord]) -> MemoryRecord | None:
    """Return the state before the last change; of one that no longer holds, the last in which it did."""
    for number in sorted(states, reverse=True):
        if number < record.version and states[number].status == "active":
            return states[number]
    return None


def _closed(holder: MemoryRecord, successor: MemoryRecord, now: datetime) -> MemoryRecord:
    return holder.model_copy(
        update={
            "version": holder.version + 1,
            "status": "superseded",
            "valid_to": max(now, holder.valid_from),
            "closed_at": now,
            "superseded_by": successor.id,
        }
    )


def _still(expires_at: datetime | None, now: datetime) -> datetime | None:
    """An end that has passed would hide what was just brought back."""
    return expires_at if expires_at is None or expires_at > now else None
