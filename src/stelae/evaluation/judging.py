"""Compares what was written of a sample with what its author expected. Pure and deterministic: no model judges a model.

Every memory gets a set of faults; without one it is right. What was accepted with a fault is a wrong write, and so is what
waits for a person with a forbidden or secret word in it. An expected memory that nothing accepted or waiting meets in all
its conditions is missed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from stelae.evaluation.samples import Expected, ExtractionSample
from stelae.schemas.base import JsonObject
from stelae.text.language import language_of
from stelae.text.normalise import fold
from stelae.text.secrets import find_secrets

Fault = Literal[
    "unexpected",
    "forbidden",
    "not_confirmed",
    "wrong_kind",
    "wrong_language",
    "ungrounded",
    "leaked",
]
FAULTS: tuple[Fault, ...] = (
    "unexpected", "forbidden", "not_confirmed", "wrong_kind", "wrong_language", "ungrounded", "leaked",
)  # fmt: skip
_OF_WAITING: frozenset[Fault] = frozenset({"forbidden", "leaked"})
"""Faults that count although a person would have been asked first."""
STATEMENT_SHARE = 2 / 3
"""How much of an expected statement's words a memory must have."""
GROUNDED_SHARE = 0.5
"""How much of a memory's words must have been said; below that a model put in more than it took over."""
_WORD = re.compile(r"[a-z0-9][a-z0-9_.#@/+'-]*[a-z0-9]|[a-z0-9]|[\u3400-\u9fff]")
_NUMBER = re.compile(r"\d+(?:[.:,-]\d+)*")
_RESOLVED = re.compile(r"\s*[（(]\d{4}[^)）]*[)）]")
"""A date that code worked out and put behind the words."""
_SMALL_WORDS = (
    "a an the is are was were be been am to of in at on for and or that with as by has have had do does it its this"
    " i i'm i've i'd i'll my me mine we our us you your he she they his her their user user's"
    " 用 户 我 你 的 了 是 在 和 也 都 就 着"
)
_SMALL = frozenset(_SMALL_WORDS.split())


@dataclass(frozen=True, slots=True)
class Written:
    """One memory as it was stored, put before a person, or would have been stored without a gate."""

    text: str
    category: str = ""
    kind: str = ""
    attributes: JsonObject | None = None
    quotes: tuple[str, ...] = ()
    accepted: bool = True
    """False: it waits for a person."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A memory with its faults; none: it is right."""

    written: Written
    faults: frozenset[Fault]

    @property
    def wrong(self) -> bool:
        """Is it a wrong write?"""
        counted = self.faults if self.written.accepted else self.faults & _OF_WAITING
        return bool(counted)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One sample judged once."""

    memories: tuple[Judged, ...]
    expected: int
    missed: tuple[Expected, ...]

    @property
    def accepted(self) -> int:
        """Memories that were written."""
        return sum(one.written.accepted for one in self.memories)

    @property
    def written(self) -> int:
        """Memories that a share of wrong writes is of: accepted, or waiting with a fault that counts."""
        return sum(one.written.accepted or one.wrong for one in self.memories)

    @property
    def wrong(self) -> int:
        """Wrong writes."""
        return sum(one.wrong for one in self.memories)

    def count(self, fault: Fault) -> int:
        """Wrong writes that have this fault, among others."""
        return sum(one.wrong and fault in one.faults for one in self.memories)


def judge(sample: ExtractionSample, written: Sequence[Written]) -> Verdict:
    """Judge what became of one sample.

    Args:
        sample: what was said and what is expected.
        written: what was accepted and what waits.
    """
    memories = tuple(Judged(one, _faults(sample, one)) for one in written)
    wanted = [item for item in sample.expect if not item.optional]
    missed = [item for item in wanted if not any(_meets(one, item, sample) for one in written)]
    return Verdict(memories, len(wanted), tuple(missed))


def _faults(sample: ExtractionSample, one: Written) -> frozenset[Fault]:
    faults: set[Fault] = set()
    if not any(_meets(one, item, sample) for item in sample.expect):
        faults.add("unexpected")
        if any(_says(one, item, sample) for item in sample.expect):
            faults.add("wrong_kind")
    if any(word.casefold() in one.text.casefold() for word in sample.forbid):
        faults.add("forbidden")
    if sample.expect_pending:
        faults.add("not_confirmed")
    if _foreign(sample, one.text):
        faults.add("wrong_language")
    elif not _grounded(sample, one.text):
        faults.add("ungrounded")
    if _leaks(sample, one):
        faults.add("leaked")
    return frozenset(faults)


def _meets(one: Written, item: Expected, sample: ExtractionSample) -> bool:
    """Is this the expected memory, in words, category and kind?"""
    right_category = not item.category or one.category in item.category
    right_kind = item.kind is None or one.kind == item.kind
    return right_category and right_kind and _says(one, item, sample)


def _says(one: Written, item: Expected, sample: ExtractionSample) -> bool:
    """Does it say what is expected, whatever it is filed under?"""
    text = one.text.casefold()
    polarity = (one.attributes or {}).get("polarity")
    return (
        all(word.casefold() in text for word in item.must)
        and not any(word.casefold() in text for word in item.must_not)
        and _share(item.statement, one.text) >= STATEMENT_SHARE
        and (item.polarity is None or polarity in {None, item.polarity})
        and (item.polarity_not is None or polarity != item.polarity_not)
        and (not item.when or _on(one, item.when, sample.zone))
    )


def _on(one: Written, day: str, zone: str) -> bool:
    """Does it name that local day, in its text or its typed field?"""
    begin = (one.attributes or {}).get("begin")
    if begin:
        local = datetime.fromisoformat(str(begin)).astimezone(ZoneInfo(zone))
        if local.isoformat().startswith(day[:10]):
            return True
    return day[:10] in one.text


def _foreign(sample: ExtractionSample, text: str) -> bool:
    """Is it in another language than every message of the user?"""
    spoken = {language_of(said) for said in sample.said}
    return sample.lang != "mixed" and bool(spoken) and language_of(text) not in spoken


def _grounded(sample: ExtractionSample, text: str) -> bool:
    """Was at least half of its words said by the user, and every number in digits?"""
    said = fold("\n".join(sample.said))
    plain = _RESOLVED.sub("", fold(text))
    numbers = set(_NUMBER.findall(plain)) - set(_NUMBER.findall(said))
    return not numbers and _share(plain, said) >= GROUNDED_SHARE


def _leaks(sample: ExtractionSample, one: Written) -> bool:
    """Does a secret stand anywhere in it: one the sample names, or one the rules for secrets find?"""
    everything = " ".join([one.text, *one.quotes, *map(str, (one.attributes or {}).values())])
    return any(secret in everything for secret in sample.secrets) or bool(find_secrets(everything))


def _share(wanted: str, text: str) -> float:
    """Which part of the words of `wanted` occurs in `text`? 1 when there are none."""
    words = _words(wanted)
    there = set(_words(text))
    return sum(word in there for word in words) / len(words) if words else 1.0


def _words(text: str) -> list[str]:
    """Content words, English ones without the ending of the third person, Chinese ones by character."""
    found = [word for word in _WORD.findall(fold(text).casefold()) if word not in _SMALL]
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") and word.isalpha() else word
        for word in found
    ]
