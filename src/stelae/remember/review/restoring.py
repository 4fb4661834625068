"""Bringing back what a memory was, and taking back what was done to it. A person asks; nothing is ever rewritten.

Every undoing is a new version. A memory whose place somebody else holds by now comes back as a new memory that replaces the
holder, so that the chain of supersession never closes into a circle.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from stelae.errors import InvalidInputError, MemoryNotFoundError
from stelae.remember.asking import asked
from stelae.remember.consolidation import closed
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement, outcome_of
from stelae.remember.wording import in_form
from stelae.schemas.authority import Authority
from stelae.schemas.change import Outcome, Trail
from stelae.schemas.memory import Change, MemoryRecord, Reason
from stelae.schemas.scope import Namespace

PERSON: Final[Authority] = "user_edit"
LONGEST: Final = 1_000
"""Successors followed to the current one."""
States = Mapping[int, MemoryRecord]
"""What a memory was, by version."""
_CONFIRMED: Final = frozenset[Change]({"add", "supersede", "merge", "reinforce"})
"""What becomes of a pending item that a person confirms."""


class Restoring:
    """Restores versions and undoes changes. The caller has made sure that it is a person."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline = pipeline
        self._parts = pipeline.parts

    def restore(self, ns: Namespace, id: str, *, version: int | None = None) -> Outcome:  # noqa: A002
        """Make a memory what it was in a version, or undo the last thing that was done to it.

        Without a version: an edit, a merge or a confirmation is taken back; what was superseded, expired or archived holds
        again; what was just added is retracted, what it had replaced holds again, and what a person had confirmed waits
        again.

        Args:
            ns: the written scope.
            id: of the memory.
            version: its content is taken from there.

        Returns:
            The outcome, `change` = `restore` or `retract`; its id is another one when somebody else had taken the place.
            `detail` names the memory that it replaces, or the one that holds again.

        Raises:
            MemoryNotFoundError: no such memory or version in this scope, or it was forgotten.
            InvalidInputError: it already is as it was in that version, or it is about something else by now and another
                memory has taken its old place.
            VersionConflictError: it kept changing.
        """
        return self._pipeline.retry(lambda: self._attempt(ns, id, version))

    def _attempt(self, ns: Namespace, id_: str, version: int | None) -> Outcome:
        now, settlement = self._parts.clock.now(), Settlement()
        record = self._parts.store.get(ns, id_)
        if record.scope != ns.scope:
            raise MemoryNotFoundError(id_)
        states = self._states(ns, id_)
        wanted = _before(record, states) if version is None else states.get(version)
        if version is None and wanted is None:
            if record.status == "active":
                return self._retract(ns, record, settlement, now)
            wanted = record  # told late, it has never held
        if wanted is None:
            raise MemoryNotFoundError(id_ if version is None else f"{id_} (version {version})")
        if record.status == "active" and wanted.version == record.version:
            raise InvalidInputError(f"It already is as in version {record.version}.")
        if version is None:
            self._ask_again(ns, record, wanted, settlement, now)
        wanted = in_form(ns, wanted, self._parts.registry, self._parts.concept_key)
        return self._bring_back(ns, record, wanted, settlement, now)

    def _bring_back(
        self,
        ns: Namespace,
        record: MemoryRecord,
        wanted: MemoryRecord,
        settlement: Settlement,
        now: datetime,
    ) -> Outcome:
        holder, told = self._by_key(ns, wanted, but=record.id) or self._successor(ns, record), ""
        if holder is not None and record.status == "active":
            raise InvalidInputError(
                f"Memory {holder.id} says something about this by now; edit or restore that one."
            )
        if holder is None:
            back = opened(wanted, record, now)
            settlement.write(back, "restore", expect=record.version)
        else:
            fresh = {
                "id": self._parts.new_id(),
                "version": 1,
                "supersedes": holder.id,
                "valid_from": now,
                "recorded_at": now,
            }
            back = opened(wanted, record, now).model_copy(update=fresh)
            settlement.write(
                closed(holder, back, at=_moment(holder, now)), "supersede", expect=holder.version
            )
            settlement.write(back, "restore", expect=None)
            _note(settlement, "supersede", holder, "restored")
            told = f"it replaces {_named(holder)}"
        return self._done(ns, settlement, now, "restore", back, told)

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
        earlier, told = self._replaced(ns, record), ""
        if earlier is not None:
            states = self._states(ns, earlier.id)
            back = opened(_before(earlier, states) or earlier, earlier, now)
            settlement.write(back, "restore", expect=earlier.version)
            _note(settlement, "restore", back, "restored")
            told = f"what holds again is {_named(back)}"
        self._ask_again(ns, record, earlier and settlement.latest(earlier), settlement, now)
        return self._done(ns, settlement, now, "retract", gone, told)

    def _done(
        self,
        ns: Namespace,
        settlement: Settlement,
        now: datetime,
        change: Change,
        record: MemoryRecord,
        told: str,
    ) -> Outcome:
        reason: Reason = "retracted" if change == "retract" else "restored"
        _note(settlement, change, record, reason)
        self._pipeline.commit(ns, settlement, now, actor=PERSON)
        return outcome_of("accepted", record, change, reason).model_copy(update={"detail": told})

    def _ask_again(
        self,
        ns: Namespace,
        record: MemoryRecord,
        target: MemoryRecord | None,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        """Let wait again what a person had confirmed, if that is what is being taken back."""
        last = self._parts.store.versions(ns, record.id)[-1]
        confirmed = [
            entry.reason
            for at, entry in self._parts.store.trail(ns, record.id)
            if entry.action == "confirm" and at == last.recorded_at and last.change in _CONFIRMED
        ]
        if not confirmed:
            return
        waits = record.model_copy(
            update={
                "id": self._parts.new_id(),
                "version": 1,
                "authority": self._source(ns, record),
                "confirmed": False,
                "reason": confirmed[0],
                "supersedes": None,
                "evidence_count": 1,
            }
        )
        days = self._parts.policy.pending_days
        settlement.pending.append(asked(waits, target, waits.reason, now=now, days=days))

    def _source(self, ns: Namespace, record: MemoryRecord) -> Authority:
        """Return who had said it, as far as the log still tells."""
        for span in reversed(record.evidence):
            try:
                return self._parts.store.observation(ns, span.observation_id).authority
            except MemoryNotFoundError:
                continue
        return record.authority

    def _states(self, ns: Namespace, id_: str) -> States:
        return {v.version: v.record for v in self._parts.store.versions(ns, id_)}

    def _by_key(self, ns: Namespace, wanted: MemoryRecord, *, but: str) -> MemoryRecord | None:
        """Return who holds the key by now, if it is somebody else."""
        held = self._parts.store.by_key(ns, wanted.key)
        same = [r for r in held if r.project == wanted.project and r.id != but]
        return same[0] if same else None

    def _successor(self, ns: Namespace, record: MemoryRecord) -> MemoryRecord | None:
        """Return the current end of the chain, for successors under another key that are about the same thing still."""
        at = record
        for _ in range(LONGEST):
            if at.superseded_by is None:
                break
            try:
                at = self._parts.store.get(ns, at.superseded_by)
            except MemoryNotFoundError:
                return None
        if at.id == record.id or at.status != "active":
            return None
        first = min(self._states(ns, at.id).items())[1]
        return at if first.key == at.key else None

    def _replaced(self, ns: Namespace, record: MemoryRecord) -> MemoryRecord | None:
        """Return what the record had replaced, if it is there and nothing else has taken its place."""
        if record.supersedes is None:
            return None
        try:
            earlier = self._parts.store.get(ns, record.supersedes)
        except MemoryNotFoundError:
            return None
        taken = self._by_key(ns, earlier, but=record.id)
        return earlier if earlier.superseded_by == record.id and taken is None else None


def _before(record: MemoryRecord, states: States) -> MemoryRecord | None:
    """Return the state before the last change; of one that no longer holds, the last in which it did.

    A link to something that was told late and came before it is no change of its own, nor is being recalled.
    """
    aside = ("version", "supersedes", "access_count", "last_access")
    same = {name: getattr(record, name) for name in aside}
    for number in sorted(states, reverse=True):
        state = states[number]
        if state.status == "active" and state.model_copy(update=same) != record:
            return state
    return None


def opened(wanted: MemoryRecord, record: MemoryRecord, now: datetime) -> MemoryRecord:
    """Return the record as it was, holding again. An end that has passed would hide what was just brought back."""
    stated = wanted.valid_to if wanted.status == "active" and wanted.closed_at is None else None
    update: dict[str, Any] = {
        "version": record.version + 1,
        "status": "active",
        "valid_to": _to_come(stated, now),
        "closed_at": None,
        "retracted_at": None,
        "superseded_by": None,
        "supersedes": record.supersedes,
        "expires_at": _to_come(wanted.expires_at, now),
        "reason": "restored",
    }
    return wanted.model_copy(update=update)


def _named(record: MemoryRecord) -> str:
    """Name another memory that is changed, too, by its words and its id."""
    return f"“{record.text}” ({record.id})"


def _moment(holder: MemoryRecord, now: datetime) -> datetime:
    return max(now, holder.valid_from)


def _to_come(end: datetime | None, now: datetime) -> datetime | None:
    return end if end is None or end > now else None


def _note(settlement: Settlement, action: str, record: MemoryRecord, reason: str) -> None:
    settlement.trail.append(Trail(action=action, subject_id=record.id, actor=PERSON, reason=reason))
