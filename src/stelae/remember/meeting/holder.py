"""Which memory an accepted record meets: the holder of its key, a translation of it, or what says the same without a key.

Reads only. Nothing is met by similarity alone: numbers, dates, identifiers, names and polarity must agree (DEV-09).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from stelae.errors import MemoryNotFoundError
from stelae.ports import MemoryReader
from stelae.ports.concepts import ConceptMembers
from stelae.remember.consolidation import Relation
from stelae.remember.meeting.denials import denied_as
from stelae.remember.meeting.giving_up import given_up, habits_of
from stelae.remember.meeting.paraphrase import Paraphrases, slot
from stelae.remember.meeting.rescheduling import EVENTS, change_of, meant
from stelae.remember.meeting.speakers import of_another
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import TIERS
from stelae.schemas.candidate import Span
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.keys import statement
from stelae.text.numbers import signature
from stelae.text.polarity import disliking, negated
from stelae.text.tokens import words

LONGEST: Final = 1_000
"""Links followed back; there are no circles, and a damaged store must not hang a writer."""
MOST_EVENTS: Final = 500
"""Newest events of a scope among which the one that is called off is looked for."""
MOST_TRANSLATIONS: Final = 20
"""Newest memories of one slot that are compared with a statement in another language."""


@dataclass(frozen=True, slots=True)
class Met:
    """A memory that a record meets."""

    record: MemoryRecord
    related: Relation | None = None
    """How the two stand to each other; None: they share a key, so their payloads say it."""


class Meeting:
    """Finds what a record meets, in the store and among what the same call has planned."""

    def __init__(
        self,
        store: MemoryReader,
        paraphrases: Paraphrases,
        members: ConceptMembers | None = None,
    ) -> None:
        """Take the reader, who knows translations, and who knows which keys were merged."""
        self._store, self._paraphrases, self._members = store, paraphrases, members

    def meet(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement, *, single: bool
    ) -> Met | None:
        """Return what the record meets, or None when it is new.

        Args:
            ns: the written scope; no other one is looked at.
            record: what the gate accepted.
            settlement: what this call has planned so far.
            single: the key omits the value, so that a translation has the same key.
        """
        if (known := self._read_before(ns, record)) is not None:
            return Met(known, "same")
        if (held := self.holder(ns, record, settlement)) is not None:
            return Met(held)
        if len(changed := self.rescheduled(ns, record, settlement)) == 1:
            return Met(changed[0], "other_value")
        ended = self._given_up(ns, record, settlement) or self._denied(ns, record, settlement)
        if ended is not None:
            return Met(ended, "other_value")
        if (told := self._told_in_these_words(ns, record, settlement)) is not None:
            return Met(told, "same")
        if not single and (other := self._translated(ns, record, settlement)) is not None:
            return Met(other, "same")
        return self._without_key(ns, record, settlement)

    def rescheduled(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> Sequence[MemoryRecord]:
        """Return the events that a record can be calling off or moving; where they are several, nobody knows which."""
        change = change_of(record)
        if change is None:
            return ()
        stored = self._store.by_key_prefix(ns, EVENTS, limit=MOST_EVENTS)
        planned = (r for r in settlement.active() if r.key.startswith(EVENTS))
        others = {r.id: r for r in (*map(settlement.latest, stored), *planned)}
        # What has its key is its new day, or the same words of an earlier one.
        found = (r for r in _current(others.values(), record) if r.key != record.key)
        return meant(record, change, found)

    def _given_up(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> MemoryRecord | None:
        """Return the one habit that a record says is over."""
        prefixes = habits_of(record)
        stored = (r for one in prefixes for r in self._store.by_key_prefix(ns, one))
        planned = (r for r in settlement.active() if r.key.startswith(tuple(prefixes)))
        others = {r.id: r for r in (*map(settlement.latest, stored), *planned)}
        return given_up(record, _current(others.values(), record)) if others else None

    def _denied(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> MemoryRecord | None:
        """Return the fact that a limit did not hold, for a record that says it does."""
        key = denied_as(record)
        held = self.holding(ns, key, record.project, settlement) if key else None
        return next(iter(_current([held], record)), None) if held else None

    def same_in_another_language(self, record: MemoryRecord, held: MemoryRecord) -> bool:
        """Is another value of one key the same one, translated?"""
        return self._paraphrases.find(record, [held]) is not None

    def holder(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> MemoryRecord | None:
        """Return the current memory of the record's key: its own project's, else the one without a project."""
        return self.holding(ns, record.key, record.project, settlement)

    def holding(
        self, ns: Namespace, key: str, project: str | None, settlement: Settlement
    ) -> MemoryRecord | None:
        """Return the current memory of that key: the project's, else the one without a project.

        Of a merged concept several keys may have one: the strongest source goes first, then the newest, then that of the key
        to which the others lead.
        """
        held = self.holders(ns, key, project, settlement)
        return held[0] if held else None

    def holders(
        self, ns: Namespace, key: str, project: str | None, settlement: Settlement
    ) -> list[MemoryRecord]:
        """Return the current memories of all keys of that key's concept; the one that decides is the first."""
        keys = self.keys(ns, key, settlement)
        stored = [settlement.latest(r) for one in keys for r in self._store.by_key(ns, one)]
        found = {r.id: r for r in (*settlement.active(), *stored) if r.status == "active"}
        held = [r for r in found.values() if r.key in keys and r.project in {project, None}]
        held.sort(key=lambda r: (r.project != project, *_standing(r), r.key != keys[0]))
        return held

    def keys(self, ns: Namespace, key: str, settlement: Settlement) -> Sequence[str]:
        """Return the keys of that key's concept, the one that the others lead to first; asked for once in a plan."""
        if self._members is None:
            return (key,)
        if key not in settlement.concepts:
            settlement.concepts[key] = self._members(ns, key)
        return settlement.concepts[key]

    def past(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement, *, since: datetime
    ) -> list[MemoryRecord]:
        """Return what a memory has replaced, nearest first, back to what began at that time or before."""
        found: list[MemoryRecord] = []
        at = record
        while at.supersedes is not None and at.valid_from > since and len(found) < LONGEST:
            earlier = self._as_planned(ns, at.supersedes, settlement)
            if earlier is None or earlier.superseded_by != at.id:
                break
            found.append(earlier)
            at = earlier
        return found

    def _as_planned(self, ns: Namespace, id_: str, settlement: Settlement) -> MemoryRecord | None:
        planned = settlement.planned.get(id_)
        if planned is not None:
            return planned.record
        try:
            return self._store.get(ns, id_)
        except MemoryNotFoundError:  # forgotten since
            return None

    def _read_before(self, ns: Namespace, record: MemoryRecord) -> MemoryRecord | None:
        """Return the memory that this very message has given under this key, current or not.

        A model that reads a message late does not bring back what was replaced meanwhile, nor tell it twice.
        """
        for other in self._of_the_same_message(ns, record):
            if other.key == record.key and other.status != "active" and _one_value(other, record):
                return other
        return None

    def _told_in_these_words(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> MemoryRecord | None:
        """Return what the rules have read out of the same words, if a model proposes it under another key."""
        for other in self._of_the_same_message(ns, record):
            overlaps = any(_overlap(other, span) for span in record.evidence)
            if other.category == record.category and overlaps:
                return settlement.latest(other)
        return None

    def _of_the_same_message(self, ns: Namespace, record: MemoryRecord) -> Iterator[MemoryRecord]:
        for span in record.evidence if record.extractor == "llm" else ():
            yield from self._store.by_observation(ns, span.observation_id)

    def _translated(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> MemoryRecord | None:
        where = slot(record.key) if self._paraphrases.able else None
        if where is None:
            return None
        stored = self._store.by_key_prefix(ns, where, limit=MOST_TRANSLATIONS)
        planned = (r for r in settlement.active() if r.key.startswith(where))
        others = {r.id: r for r in (*map(settlement.latest, stored), *planned)}
        return self._paraphrases.find(record, _current(others.values(), record))

    def _without_key(
        self, ns: Namespace, record: MemoryRecord, settlement: Settlement
    ) -> Met | None:
        """Find a current memory that already says all of this one's words, or denies just them.

        Only where one of the two has no key of its own: two typed keys that differ are two things.
        """
        said = _content_words(record.text)
        if len(said) < 2:
            return None
        found = map(settlement.latest, self._store.containing(ns, said))
        for other in _current(found, record):
            unkeyed = "/=" in record.key or "/=" in other.key
            alike = other.category == record.category and other.subject == record.subject
            if not (unkeyed and alike and signature(other.text) >= signature(record.text)):
                continue
            if _polarity(other.text) == _polarity(record.text):
                return Met(other, "same")
            if frozenset(_content_words(other.text)) == frozenset(said):
                return Met(other, "other_value")
        return None


def _current(records: Iterable[MemoryRecord], record: MemoryRecord) -> list[MemoryRecord]:
    """Keep what is current, of the record's project or of none, and no other speaker's."""
    return [
        r
        for r in records
        if r.status == "active"
        and r.project in {record.project, None}
        and not of_another(r, record.speaker)
    ]


def _standing(record: MemoryRecord) -> tuple[int, float]:
    """Order by authority, then by recency (R8)."""
    return TIERS.index(record.authority), -record.valid_from.timestamp()


def _one_value(one: MemoryRecord, other: MemoryRecord) -> bool:
    return one.attributes == other.attributes or statement(one.text) == statement(other.text)


def _overlap(record: MemoryRecord, span: Span) -> bool:
    return any(
        s.observation_id == span.observation_id and s.start < span.end and span.start < s.end
        for s in record.evidence
    )


def _polarity(text: str) -> tuple[bool, bool]:
    return negated(text), disliking(text)


_FILLER = "用户 user 对 嗯 是 还 仍 仍然 还是 一直 也 依然 我 说 现在 still yes yeah also now"
"""What a restatement adds without saying anything new (“对，我还在…”, “yes, I still …”)."""
_DENIALS = "不 没 没有 从不 从未 不再 不会 未 别 never cannot cant dont doesnt didnt isnt arent wasnt werent wont"
"""What turns a statement into its opposite, as keyword tokens; polarity is compared by itself."""
_UNSAID: Final = frozenset(f"{_FILLER} {_DENIALS}".split())


def _content_words(text: str) -> list[str]:
    return [w for w in dict.fromkeys(words(text)) if w not in _UNSAID]
