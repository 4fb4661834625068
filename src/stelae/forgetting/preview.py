"""What goes along with what was found, each with its reason: nothing that repeats the forgotten is left behind.

One step from each thing that was asked for, never further: what goes along does not draw in its own neighbours.
"""

import re
from collections.abc import Iterator, Sequence

from stelae.forgetting.found import Found
from stelae.forgetting.locate import all_words
from stelae.forgetting.sight import Sight
from stelae.forgetting.wording import holds, values_of
from stelae.schemas.candidate import Span
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.text.forget_requests import sentence_at
from stelae.text.keys import statement
from stelae.text.language import language_of
from stelae.text.scripts import simplified

_PLAIN_ZH, _PLAIN_EN = 2, 4
_TELLING_ZH, _TELLING_EN = 4, 12
"""Characters from which a value alone gives somebody away, wherever it is said; shorter ones do so in their session only."""


class Expansion:
    """Adds what goes along to a list of finds."""

    def __init__(
        self, sight: Sight, roots: Sequence[Found], *, derived: bool, search: bool
    ) -> None:
        """Begin with what was asked for.

        Args:
            sight: the written scope.
            roots: what was found.
            derived: memories that rest on messages asked for and on no other go with them, and those that have their
                words from there, whoever else confirms them in other words.
            search: messages and memories elsewhere that say the same value go, too.
        """
        self._sight, self._roots = sight, tuple(roots)
        self._derived, self._search = derived, search
        self._asked = {root.id for root in self._roots if isinstance(root.thing, Observation)}
        self._found: dict[str, Found] = {}

    def run(self) -> tuple[Found, ...]:
        """Return everything that would go, what was asked for first."""
        self._add(self._roots)
        for root in self._roots:
            self._add(self._along(root))
        for found in tuple(self._found.values()):
            if found.memory is not None:
                self._add(self._sources(found.memory))
        self._add(self._waiting())
        return tuple(self._found.values())

    def _add(self, found: Iterator[Found] | Sequence[Found]) -> None:
        for one in found:
            self._found.setdefault(one.id, one)

    def _along(self, root: Found) -> Iterator[Found]:
        if isinstance(root.thing, MemoryRecord):
            yield from self._sources(root.thing)
            yield from self._earlier(root, root.thing)
            yield from self._same_words(root.thing, root.thing.evidence)
            if self._search:
                yield from self._told_elsewhere(root.thing)
        elif isinstance(root.thing, PendingItem):
            record = root.thing.record
            yield from self._sources(record)
            yield from self._same_words(record, record.evidence)
        elif self._derived:
            yield from self._made_from(root.thing)
        elif root.literal:
            yield from self._same_breath(root.thing, root.literal)
        else:
            yield from self._same_part(root.thing, root.parts)

    def _made_from(self, said: Observation) -> Iterator[Found]:
        for record in self._sight.resting_on(said.id):
            if {span.observation_id for span in record.evidence} <= self._asked:
                yield Found(record, f"rests on message {_short(said.id)}")
            elif self._worded_by(record, said):
                yield Found(record, f"has its words from message {_short(said.id)}")

    def _worded_by(self, record: MemoryRecord, said: Observation) -> bool:
        """Does a wording of the memory, now or earlier, stand in this message and in none of the others it rests on?"""
        versions = self._sight.store.versions(self._sight.ns, record.id)
        theirs = [
            statement(span.quote)
            for span in record.evidence
            if span.observation_id not in self._asked
        ]
        whole = statement(said.text)
        return any(
            wording in whole and not any(wording in other for other in theirs)
            for wording in {statement(version.record.text) for version in versions}
        )

    def _earlier(self, root: Found, record: MemoryRecord) -> Iterator[Found]:
        """Values that this one took over from; where words were named, only those that hold them."""
        seen: set[str] = set()
        while record.supersedes and record.supersedes not in seen:
            seen.add(record.supersedes)
            before = self._sight.memory(record.supersedes)
            if before is None:
                return
            if not root.literal or holds(before, statement(root.literal)):
                yield Found(before, f"an earlier value of {_short(root.id)}")
            record = before

    def _same_words(self, record: MemoryRecord, spans: Sequence[Span]) -> Iterator[Found]:
        """Memories that were made from the same words of the same message."""
        for span in spans:
            for other in self._sight.resting_on(span.observation_id):
                if other.id != record.id and any(
                    _overlap(span, theirs) for theirs in other.evidence
                ):
                    yield Found(other, f"rests on the same words as {_short(record.id)}")

    def _same_breath(self, said: Observation, literal: str) -> Iterator[Found]:
        """Memories made from the sentence in which the named words stand."""
        at = said.text.casefold().find(literal.casefold())
        if at < 0:
            return
        begin, end = sentence_at(said.text, at)
        for record in self._sight.resting_on(said.id):
            if any(
                s.observation_id == said.id and s.start < end and begin < s.end
                for s in record.evidence
            ):
                yield Found(record, f"from the sentence that says “{literal}”")

    def _same_part(self, said: Observation, parts: Sequence[str]) -> Iterator[Found]:
        """Memories made from a part of the message that says what it was found by; the rest of it is another matter."""
        for record in self._sight.resting_on(said.id):
            quotes = (s.quote for s in record.evidence if s.observation_id == said.id)
            if any(_says(quote, part) for quote in quotes for part in parts):
                yield Found(record, f"from the same words of message {_short(said.id)}")

    def _told_elsewhere(self, record: MemoryRecord) -> Iterator[Found]:
        """Whatever else says the forgotten value: our own answers, calls, summaries, other memories."""
        quotes = (span.quote for span in record.evidence)
        for value in dict.fromkeys((*values_of(record), record.text, *quotes)):
            zh = language_of(value) == "zh"
            size = len(statement(value))
            if size < (_PLAIN_ZH if zh else _PLAIN_EN):
                continue
            anywhere = bool(re.search(r"\d{3}", value)) or size >= (
                _TELLING_ZH if zh else _TELLING_EN
            )
            for thing in self._sight.saying(value):
                near = record.session is not None and _session(thing) == record.session
                if anywhere or (near and isinstance(thing, Observation)):
                    yield Found(thing, f"says “{value}”, too", literal=value)
            if anywhere:
                yield from all_words(value, self._sight, least=3)

    def _sources(self, record: MemoryRecord) -> Iterator[Found]:
        for id_ in dict.fromkeys(span.observation_id for span in record.evidence):
            said = self._sight.observation(id_)
            if said is not None:
                yield Found(said, f"the message that {_short(record.id)} came from")

    def _waiting(self) -> Iterator[Found]:
        """Questions that rest on what goes."""
        memories = [f.memory for f in self._found.values() if f.memory is not None]
        keys = {m.key for m in memories if m.status == "active"}
        for item in self._sight.pending():
            named = {item.target, item.record.supersedes} | {
                span.observation_id for span in item.record.evidence
            }
            if item.key in keys or named & self._found.keys():
                yield Found(item, "waits for a person, and rests on what goes")


def _says(quote: str, part: str) -> bool:
    """Does a quote say a word, in any of its forms, or a phrase?"""
    begin = r"\b" if part[:1].isascii() else ""
    return bool(re.search(begin + re.escape(part.casefold()), simplified(quote).casefold()))


def _overlap(one: Span, other: Span) -> bool:
    same = one.observation_id == other.observation_id
    return same and one.start < other.end and other.start < one.end


def _session(thing: MemoryRecord | Observation | PendingItem) -> str | None:
    return thing.record.session if isinstance(thing, PendingItem) else thing.session


def _short(id_: str) -> str:
    return id_[-8:]
