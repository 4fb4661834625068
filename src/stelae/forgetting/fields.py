"""What memories and messages hold of a named field of a person's life."""

import re
from collections.abc import Iterator

from stelae.forgetting.found import Found
from stelae.forgetting.referred import referred
from stelae.forgetting.sight import Sight
from stelae.forgetting.slots import Kept, Slot
from stelae.forgetting.wording import must_terms
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.text.scripts import simplified

_ASKED = re.compile(r"[?？]\s*$|吗\W*$|(?:多少|什么|哪里?|几号)\W*$")


def in_slot(slot: Slot, sight: Sight) -> Iterator[Found]:
    """Typed fields first, then memories that name the field as their subject, then messages that speak of it."""
    why = f"{slot.name} of {slot.owner}"
    for kept in slot.kept:
        for record in sight.with_field(kept.field, kept.value):
            if (
                record.category == kept.category
                and _owner(record) == slot.owner
                and _fits(kept, record)
            ):
                yield Found(record, f"{why}: {record.key}")
        for record in sight.store.by_key_prefix(
            sight.ns, f"{kept.category}/{slot.owner}/{kept.value}-"
        ):
            yield Found(record, f"{why}: {record.key}")
    for item in sight.pending():
        if any(
            item.record.category == k.category
            and item.record.attributes.get(k.field) == k.value
            and _fits(k, item.record)
            for k in slot.kept
        ) and _owner(item.record) == slot.owner:  # fmt: skip
            yield Found(item, f"{why}, waiting")
    for word in slot.words:
        yield from _speaks_of(word, slot, sight)


def _speaks_of(word: str, slot: Slot, sight: Sight) -> Iterator[Found]:
    whose = r"(?:我的?|我们?家?的?|\bmy\s+)" if slot.owner == "user" else re.escape(slot.owner)
    end = "s?(?![a-z])" if word.isascii() else ""
    end += f"(?!{slot.unless})" if slot.unless else ""
    near = re.compile(
        rf"{whose}(?:'s|的)?\s*(?:新|旧|老|new |old |current )?(?:[\w-]+ )?{re.escape(word)}{end}",
        re.IGNORECASE,
    )
    why = f"speaks of the {slot.name} of {slot.owner} (“{word}”)"
    for thing in sight.with_terms(must_terms(word)):
        if isinstance(thing, MemoryRecord):
            if near.search(simplified(str(thing.attributes.get("subject", "")))):
                yield Found(thing, why)
        elif said := _told(near, slot, word, thing):
            yield Found(thing, why, parts=said)


def _told(near: re.Pattern[str], slot: Slot, word: str, said: Observation) -> tuple[str, ...]:
    """Return the words with which a message speaks of it; a question tells nothing."""
    if _ASKED.search(said.text):
        return ()
    plain = simplified(said.text)
    by_pronoun = () if slot.owner == "user" else referred(slot.owner, word, plain)
    return tuple(dict.fromkeys((*near.findall(plain), *by_pronoun)))


def _fits(kept: Kept, record: MemoryRecord) -> bool:
    return not kept.number or bool(re.search(r"\d{5}", str(record.attributes.get("object", ""))))


def _owner(record: MemoryRecord) -> str:
    subject = record.attributes.get("subject", record.subject)
    return str(subject).casefold()
