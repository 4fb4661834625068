"""What a sentence means, from the surest to the vaguest: a typed field, a key, the very words, all words, the meaning.

Each way is asked only when the surer ones leave room for it. Nothing found is an answer; nothing is ever "everything".
"""

import re
from collections.abc import Callable, Iterator, Sequence

from stelae.forgetting.fields import in_slot
from stelae.forgetting.found import Found
from stelae.forgetting.sight import Sight
from stelae.forgetting.topic import Topic
from stelae.forgetting.wording import must_terms, texts_of, values_of
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.schemas.query import Hit
from stelae.text.keys import statement
from stelae.text.scripts import simplified
from stelae.text.tokens import words

Meaning = Callable[[str, bool], Sequence[Hit]]
"""Recall of a topic: with the floor, or (True) with the weak hits too."""

_OWN = re.compile(
    r"^(?:(?:my|our|the|that|i am|i'm|i have|i've|i)\s+|我们?的?(?:新|旧|老|那个|这个)?|关于)",
    re.IGNORECASE,
)
_FILLER = frozenset({"user", "用户", "about", "everything", "事", "事情"})


def locate(topic: Topic, sight: Sight, meaning: Meaning) -> list[Found]:
    """Find what a topic is about.

    Args:
        topic: from `topic_of`, not empty.
        sight: the written scope.
        meaning: recall of it.

    Returns:
        What was found, the surest first, each once; why is said in the words of the surest way.
    """
    slot = topic.slot
    if slot is not None and slot.value:
        return _once([*_literally(slot.value, sight), *all_words(slot.value, sight, least=3)])
    held = list(in_slot(slot, sight)) if slot else []
    if slot is not None and slot.says:
        held = [one for one in held if _says(one, slot.says)]
    if slot is not None and (slot.which or slot.says):
        # Nothing of that kind: the words may mean anything.
        held = [one for one in held if _of_which(one, slot.which)]
        slot = slot if held else None
    found = _once([*held, *_by_key(topic.words, sight)])
    if found and not topic.about:
        return found
    bare = _OWN.sub("", topic.words).strip() or topic.words
    found = _once([*found, *_literally(bare, sight)])
    if not found or topic.about:
        found = _once([*found, *all_words(bare, sight)])
    if not found:
        found = list(_named(topic.words, sight, meaning))
    # A field that was named and not found is not there: what resembles it is somebody else's.
    if slot is None and (not found or topic.about):
        found = _once([*found, *_meant(topic, sight, meaning, beside=bool(found))])
    return found


def _of_which(found: Found, which: str) -> bool:
    """Does it say the words that tell one of several apart, each as a word?"""
    return any(set(words(which)) <= set(words(text)) for text in _said(found))


def _says(found: Found, pattern: str) -> bool:
    """Does it name what is meant of such a field?"""
    return any(re.search(pattern, simplified(text), re.IGNORECASE) for text in _said(found))


def _said(found: Found) -> tuple[str, ...]:
    thing = found.thing.record if isinstance(found.thing, PendingItem) else found.thing
    return tuple(texts_of(thing)) if isinstance(thing, MemoryRecord) else (thing.text,)


def _by_key(words_: str, sight: Sight) -> Iterator[Found]:
    if "/" in words_:
        for record in sight.store.by_key(sight.ns, words_):
            yield Found(record, f"key {record.key}")


def _literally(literal: str, sight: Sight) -> Iterator[Found]:
    for thing in sight.saying(literal):
        yield Found(thing, f"says “{literal}”", literal=literal)


def all_words(bare: str, sight: Sight, *, least: int = 2) -> Iterator[Found]:
    """Find what says every word of a text, in any order and form; a text of fewer words than `least` finds nothing."""
    wanted = [w for w in dict.fromkeys(words(bare)) if w not in _FILLER]
    if len(wanted) < least:
        return
    # Latin words are terms as they are; Chinese ones are looked for each by itself, whatever stands between.
    latin = [w for w in wanted if w.isascii()]
    chinese = must_terms(" ".join(w for w in wanted if not w.isascii()))
    why = f"says every word of “{bare}”"
    for thing in sight.with_terms([*latin, *chinese]):
        yield Found(thing, why, parts=tuple(wanted))
    for item in sight.pending():
        said = {w for text in texts_of(item.record) for w in words(text)}
        if said.issuperset(wanted):
            yield Found(item, why)


def _named(topic: str, sight: Sight, meaning: Meaning) -> Iterator[Found]:
    """A memory whose object the request spells out among other words (P30: the match may go either way)."""
    whole = statement(topic)
    for thing in (*_fetched(meaning(topic, True), sight), *sight.pending()):
        record = thing.record if isinstance(thing, PendingItem) else thing
        if isinstance(record, MemoryRecord):
            for value in values_of(record):
                if 2 * len(statement(value)) >= len(whole) and statement(value) in whole:
                    yield Found(thing or record, f"you named “{value}”", literal=value)
                    break


def _meant(topic: Topic, sight: Sight, meaning: Meaning, *, beside: bool) -> Iterator[Found]:
    """What recall finds; beside surer finds only what shares no word, since half of a topic's words is another topic."""
    said = set(words(topic.words))
    hits = [
        hit
        for hit in meaning(topic.words, False)
        if not (beside and said.intersection(words(hit.text)))
    ]
    for hit, thing in zip(hits, _fetched(hits, sight), strict=True):
        if thing is not None:
            yield Found(thing, f"meaning {hit.score:.2f}".replace("0.", "."))


def _fetched(hits: Sequence[Hit], sight: Sight) -> Iterator[MemoryRecord | Observation | None]:
    for hit in hits:
        yield sight.memory(hit.id) if hit.type == "memory" else sight.observation(hit.id)


def _once(found: "Sequence[Found] | Iterator[Found]") -> list[Found]:
    kept: dict[str, Found] = {}
    for one in found:
        kept.setdefault(one.id, one)
    return list(kept.values())


__all__ = ["Meaning", "all_words", "locate"]
