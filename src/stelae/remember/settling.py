"""What follows from a record that the gate lets through: it meets what is there and is written, or it waits for a person.

`meeting` finds what it meets and `consolidation` decides; this module plans the writes into a `Settlement`, and writes
nothing.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from pydantic import ValidationError

from stelae.remember.asking import asked
from stelae.remember.consolidation import (
    Plan,
    Relation,
    at_that_time,
    closed,
    inherited,
    plan,
    relate,
    retold,
    together,
)
from stelae.remember.meeting.holder import Meeting, Met
from stelae.remember.meeting.rescheduling import change_of, unplaced
from stelae.remember.meeting.speakers import of_another, unsigned
from stelae.remember.parts import WriteParts
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import at_least
from stelae.schemas.base import JsonObject
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.memory import MemoryRecord, Reason
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of

_HELD: Final = frozenset({"supersede", "reinforce", "merge"})
"""Changes after which what was said holds, whatever other keys have said."""
LOOKED_AT: Final = 200
"""Newest memories of a scope by which its speakers are counted."""


class Settling:
    """Plans what becomes of records, on the state as it is now and as the call has planned it so far."""

    def __init__(self, parts: WriteParts, meeting: Meeting) -> None:
        """Take what the write path works with, and what finds the memories that a record meets."""
        self._parts, self._meeting = parts, meeting

    def holders(self, ns: Namespace, key: str, project: str | None) -> list[MemoryRecord]:
        """Return the current memories of a key's concept, as stored; the one that decides is the first."""
        return self._meeting.holders(ns, key, project, Settlement())

    def settle(
        self,
        ns: Namespace,
        record: MemoryRecord,
        payload: CategoryModel,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        """Let an accepted record meet what is there, and plan the writes."""
        met = self._meeting.meet(ns, record, settlement, single=payload.single_valued())
        denial = self._denial(ns, record, payload, settlement)
        if met is None and denial is not None:
            met, denial = Met(denial, "other_value"), None
        if met is None:
            self._carry_out(ns, Plan("add", record), record, None, settlement, now)
            return
        existing = met.record
        related = met.related or self._relate(record, payload, existing)
        if existing.project != record.project and related != "same":
            # What holds for one project alone leaves what holds everywhere as it is.
            self._carry_out(ns, Plan("add", record), record, None, settlement, now)
            return
        before = self._payload(existing)
        fields = text = None
        if related == "more" and before is not None:
            fields = together(record, payload, existing, before)
            both = self._valid(record.category, fields)
            if both is None:
                self.wait(ns, record, "conflict", settlement, now, target=existing)
                return
            text = retold(record, payload, existing, both)
        past: list[MemoryRecord] = []
        if related == "other_value" and record.valid_from < existing.valid_from:
            past = self._meeting.past(ns, existing, settlement, since=record.valid_from)
            then = at_that_time(record, past)
            if then is not None and self._relate(record, payload, then) == "same":
                planned = plan(record, then, related="same")
                self._carry_out(ns, planned, record, then, settlement, now)
                return
        planned = plan(record, existing, related=related, fields=fields, text=text, past=past)
        if planned.change == "supersede":
            if self._of_anybody(ns, record, existing, settlement):
                planned = Plan("conflict", record, reason="conflict")
            else:
                planned = self._inheriting(planned, payload, existing, before)
        self._close_beside(ns, planned, record, payload, existing, settlement)
        self._close_denial(planned, record, denial, settlement)
        self._carry_out(ns, planned, record, existing, settlement, now)

    def wait(
        self,
        ns: Namespace,
        record: MemoryRecord,
        reason: Reason,
        settlement: Settlement,
        now: datetime,
        *,
        target: MemoryRecord | None = None,
    ) -> None:
        """Put a record before a person; the same key and span waiting already is `duplicate` of that item.

        Args:
            ns: where it would be written.
            record: as it would be stored.
            reason: why it waits.
            settlement: what this call has planned so far.
            now: the present.
            target: the memory that it would change; None: who holds its key.
        """
        quotes = {s.quote for s in record.evidence}
        for item in (*self._parts.store.pending(ns, now=now), *settlement.pending):
            if item.key == record.key and quotes & {s.quote for s in item.record.evidence}:
                settlement.tell("duplicate", item.record, "none", "not_novel")
                return
        target = target or self._meeting.holder(ns, record, settlement)
        days = self._parts.policy.pending_days
        item = asked(record, target, reason, now=now, days=days)
        settlement.pending.append(item)
        settlement.note("pending", record, reason)
        settlement.tell("pending", record, item.change, reason)

    def _end_changed(
        self, ns: Namespace, holding: MemoryRecord, said: MemoryRecord, settlement: Settlement
    ) -> None:
        """End the one event that is called off or moved in words that an earlier one had been."""
        found = self._meeting.rescheduled(ns, said, settlement)
        if len(found) == 1 and _outweighs(said, found[0]):
            _end(found[0], holding, said, settlement)

    def _unplaced(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement, now: datetime
    ) -> bool:
        """Does it call off or move one of several events, so that it waits, or one that nobody knows of?"""
        match unplaced(
            record, change_of(record), self._meeting.rescheduled(ns, record, settlement)
        ):
            case "several":
                self.wait(ns, record, "conflict", settlement, now)
            case "none":
                settlement.refuse(record, "needs_context")
            case None:
                return False
        return True

    def _close_beside(
        self,
        ns: Namespace,
        planned: Plan,
        said: MemoryRecord,
        payload: CategoryModel,
        met: MemoryRecord,
        settlement: Settlement,
    ) -> None:
        """End what other keys of a merged concept say otherwise: each may have had a memory before the merge."""
        if planned.change not in _HELD or len(self._meeting.keys(ns, met.key, settlement)) == 1:
            return
        for other in self._meeting.holders(ns, met.key, met.project, settlement):
            if other.id == met.id or other.project != planned.record.project:
                continue
            replaced = planned.change == "supersede"
            if replaced or self._relate(said, payload, other) == "other_value":
                _end(other, planned.record, said, settlement)

    def _of_anybody(
        self, ns: Namespace, said: MemoryRecord, existing: MemoryRecord, settlement: Settlement
    ) -> bool:
        """Do words without a name meet a named person's where several people talk (DEV-05)? An edit is nobody's remark."""
        if not unsigned(said, existing) or at_least(said.authority, "user_edit"):
            return False
        told = (*settlement.active(), *self._parts.store.list(ns, limit=LOOKED_AT))
        return any(of_another(one, existing.speaker) for one in told if one.scope == ns.scope)

    def _denial(
        self, ns: Namespace, record: MemoryRecord, payload: CategoryModel, settlement: Settlement
    ) -> MemoryRecord | None:
        """Return what has denied this very value under a key of its own."""
        opposite = payload.opposite() if payload.single_valued() else None
        if opposite is None:
            return None
        key = key_of(record.category, opposite, record.text)
        return self._meeting.holding(ns, key, record.project, settlement)

    def _close_denial(
        self,
        planned: Plan,
        said: MemoryRecord,
        denial: MemoryRecord | None,
        settlement: Settlement,
    ) -> None:
        """End the denial of what is said to be so now, beside the value that this replaces."""
        if planned.change not in _HELD or denial is None:
            return
        if denial.project != planned.record.project:
            return
        if _outweighs(said, denial):
            _end(denial, planned.record, said, settlement)

    def _relate(
        self, record: MemoryRecord, payload: CategoryModel, existing: MemoryRecord
    ) -> Relation:
        before = self._payload(existing)
        if before is None:
            return "other_value"
        related = relate(record, payload, existing, before)
        if related == "other_value" and self._meeting.same_in_another_language(record, existing):
            return "same"
        return related

    def _carry_out(
        self,
        ns: Namespace,
        planned: Plan,
        said: MemoryRecord,
        existing: MemoryRecord | None,
        settlement: Settlement,
        now: datetime,
    ) -> None:
        record, actor = planned.record, said.authority
        expect = existing.version if existing is not None else None
        match planned.change:
            case "none":
                settlement.tell("duplicate", record, "none", planned.reason)
                return
            case "conflict":
                self.wait(ns, record, planned.reason, settlement, now, target=existing)
                return
            case "reinforce":
                settlement.write(record, "reinforce", expect=expect, actor=actor)
                self._end_changed(ns, record, said, settlement)
                settlement.tell("duplicate", record, "reinforce", planned.reason)
            case "merge":
                settlement.write(record, "merge", expect=expect, actor=actor)
                settlement.tell("accepted", record, "merge", said.reason)
            case "supersede":
                if planned.retired is not None:
                    settlement.write(planned.retired, "supersede", expect=expect, actor=actor)
                settlement.write(record, "supersede", expect=None, actor=actor)
                settlement.tell("accepted", record, "supersede", record.reason)
            case "add":
                if self._unplaced(ns, record, settlement, now):
                    return
                for one in planned.neighbours:
                    settlement.write(one, "supersede", expect=one.version - 1, actor=actor)
                settlement.write(record, "add", expect=None, actor=actor)
                settlement.tell("accepted", record, "add", record.reason)
        settlement.note(planned.change, record, planned.reason)

    def _inheriting(
        self,
        planned: Plan,
        after: CategoryModel,
        existing: MemoryRecord,
        before: CategoryModel | None,
    ) -> Plan:
        """Let a new value take over the fields that go on."""
        if before is None or not after.carried():
            return planned
        new = planned.record
        both = self._valid(new.category, inherited(after, before))
        if both is None:
            return planned
        told = {
            "attributes": both.model_dump(mode="json", exclude_none=True),
            "text": retold(new, after, existing, both),
        }
        return replace(planned, record=new.model_copy(update=told))

    def _valid(self, category: str, fields: JsonObject) -> CategoryModel | None:
        """Return two statements' fields together as one payload; None: they break a bound that each keeps."""
        try:
            return self._parts.registry.payload(category, fields)
        except ValidationError:
            return None

    def _payload(self, record: MemoryRecord) -> CategoryModel | None:
        """Return a record's payload; None: it is of a form that its category had before."""
        return self._valid(record.category, record.attributes)


def _outweighs(said: MemoryRecord, held: MemoryRecord) -> bool:
    """May what was said take the place of what says otherwise?"""
    return plan(said, held, related="other_value").change == "supersede"


def _end(
    held: MemoryRecord, holding: MemoryRecord, said: MemoryRecord, settlement: Settlement
) -> None:
    """Close a memory of another key, now that `holding` holds by what was said."""
    by = holding.model_copy(update={"recorded_at": said.recorded_at})
    ended = closed(held, by, at=max(said.valid_from, held.valid_from))
    settlement.write(ended, "supersede", expect=held.version, actor=said.authority)
