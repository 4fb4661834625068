"""From points that a model proposes to points that the samples bear out. Pure.

A point counts as far as code can find it in the samples it names: every literal of it (what stands in backticks, numbers,
names, identifiers) has to occur there, "4 of 6" has to be counted right, and "always" has to be true of all. What does not
hold is dropped with its reason, and counted (O26: facts from the samples only).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from stelae.background.pattern_facts import LEAST_SHARED, Fact
from stelae.background.pattern_prompt import LONGEST_POINT, MOST_POINTS, ProposedPoint
from stelae.background.samples import Sample
from stelae.schemas.learning import PointRefusal
from stelae.text.keys import statement
from stelae.text.language import Language
from stelae.text.normalise import fold, is_blank, squash, storable
from stelae.text.scanner import scan
from stelae.text.secrets import find_secrets

_QUOTED = re.compile(r"`([^`]+)`")
_WORD = re.compile(r"[^\W_](?:[\w.:/@+%-]*[^\W_])?")
"""Of a quoted literal: what has to be found by itself, since JSON puts quotes and braces between."""
_COUNT = re.compile(
    r"(?P<k1>\d+)\s*(?:of|out of|/)\s*(?:the\s+|all\s+)?(?P<n1>\d+)"
    r"|(?P<n2>\d+)\s*(?:次|个|条|份)?(?:调用|样本)?(?:里|之?中)(?:的|有|，)?\s*(?P<k2>\d+)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_IDENTIFIER = re.compile(r"(?<![\w-])[A-Za-z0-9]+(?:[_.-][A-Za-z0-9]+)+(?![\w-])")
_NAME = re.compile(r"(?<![.!?:] )(?<!^)(?<![\w`])[A-Z][A-Za-z0-9]*[A-Za-z0-9]")
_PATH = re.compile(r"[a-z_]\w*(?:\.[a-z_]\w*)+")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]+")
_ALL = re.compile(
    r"\b(?:always|every|each|all|only)\b|总是|始终|每次|每一次|全部|所有|一律|都", re.IGNORECASE
)
_ABOUT_JSON: Final = frozenset({"json", "id", "ids", "api", "url", "null", "true", "false"})
"""What one may call a value without its being called so in the samples."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point that holds, and the ids of the samples behind it."""

    text: str
    backing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Claim:
    """A proposed point, read."""

    text: str
    named: tuple[int, ...]
    """Positions of the samples that it names."""
    literals: tuple[str, ...]
    """Folded; each has to occur."""
    counts: tuple[tuple[int, int], ...]
    total: bool


def judged_points(
    proposed: Sequence[ProposedPoint], samples: Sequence[Sample], *, beside: Iterable[str] = ()
) -> tuple[tuple[Point, ...], dict[PointRefusal, int]]:
    """Return the points that hold, and how many do not, by reason.

    Args:
        proposed: by the model.
        samples: in the order of their numbers.
        beside: what may be named though no sample says it: the tool, the agent.
    """
    texts = [fold(squash(sample.text)) for sample in samples]
    known = fold(" ".join(beside))
    kept: list[Point] = []
    refused = Counter[PointRefusal]()
    for one in proposed:
        claim = _read(one, len(samples))
        taken = {statement(point.text) for point in kept}
        refusal = unsafe(claim.text) or _unfounded(claim, texts, known)
        if refusal is None and statement(claim.text) in taken:
            refusal = "duplicate"
        if refusal is not None:
            refused[refusal] += 1
        else:
            kept.append(Point(claim.text, tuple(samples[at].id for at in claim.named)))
    return tuple(kept), dict(refused)


def counted_points(
    facts: Sequence[Fact], language: Language
) -> tuple[tuple[Point, ...], dict[PointRefusal, int]]:
    """Return facts as points, and how many may not be said, by reason; at most so many as a pattern may have."""
    kept: list[Point] = []
    refused = Counter[PointRefusal]()
    for fact in facts:
        point = Point(fact.said(language), fact.backing)
        refusal = unsafe(point.text) or ("no_room" if len(kept) == MOST_POINTS else None)
        if refusal is None:
            kept.append(point)
        else:
            refused[refusal] += 1
    return tuple(kept), dict(refused)


def unsafe(text: str) -> PointRefusal | None:
    """Return why a text may not be said at all, whatever bears it out."""
    if is_blank(text):
        return "empty"
    if len(text) > LONGEST_POINT:
        return "too_long"
    if find_secrets(text):
        return "secret"
    found = scan(text)
    return "injection" if found.verdict != "clean" or found.procedural else None


def foreign(text: str, said: str) -> bool:
    """Does a text hold a literal that does not stand in what was said?"""
    known = fold(squash(said))
    return any(not _occurs(word, known) for word in _literals(text))


def _read(one: ProposedPoint, of: int) -> _Claim:
    text = squash(storable(one.text)).lstrip("-*• ")
    named = dict.fromkeys(number - 1 for number in one.samples if 1 <= number <= of)
    counts = [
        (int(found["k1"] or found["k2"]), int(found["n1"] or found["n2"]))
        for found in _COUNT.finditer(_QUOTED.sub(" ", text))
    ]
    total = bool(_ALL.search(_QUOTED.sub(" ", text))) and not counts
    return _Claim(text, tuple(named), tuple(_literals(text)), tuple(counts), total)


def _literals(text: str) -> Mapping[str, None]:
    """Return what of a point has to occur in a sample, folded, each once."""
    found = [word for quoted in _QUOTED.findall(text) for word in _WORD.findall(fold(quoted))]
    plain = _COUNT.sub(" ", _QUOTED.sub(" ", text))
    found += map(fold, _IDENTIFIER.findall(plain))
    plain = _IDENTIFIER.sub(" ", plain)
    found += _NUMBER.findall(plain)
    chinese = not plain.isascii()
    found += map(fold, (_LATIN if chinese else _NAME).findall(plain))
    return dict.fromkeys(word for word in found if word not in _ABOUT_JSON)


def _unfounded(claim: _Claim, texts: Sequence[str], known: str) -> PointRefusal | None:
    """Return what of a claim the samples do not bear out."""
    if not claim.named:
        return "no_backing"
    if len(claim.named) < LEAST_SHARED:
        return "single_sample"
    literals = [word for word in claim.literals if not _occurs(word, known)]
    holding = {
        word: {at for at, text in enumerate(texts) if _occurs(word, text)} for word in literals
    }
    named = set(claim.named)
    if any(not places & named for places in holding.values()):
        return "not_in_samples"
    if any(
        n != len(texts) or k not in _countable(holding.values(), named, n) for k, n in claim.counts
    ):
        return "miscounted"
    everywhere = all(len(places) == len(texts) for places in holding.values())
    if claim.total and not (everywhere if holding else len(named) == len(texts)):
        return "overclaimed"
    return None


def _countable(holding: Iterable[set[int]], named: set[int], of: int) -> set[int]:
    """Return what a count may be: in how many samples a literal occurs that is not in all; without one, what is named."""
    found = [len(places) for places in holding]
    some = {count for count in found if count < of}
    return some or ({len(named), of} if found else {len(named)})


def _occurs(word: str, text: str) -> bool:
    """Does a folded word stand in a folded text? Of a path (`device.region`) each part has to."""
    return _stands(word, text) or (
        _PATH.fullmatch(word) is not None and all(_stands(part, text) for part in word.split("."))
    )


def _stands(word: str, text: str) -> bool:
    """Does it stand there by itself, not as a part of a longer number or word?"""
    before = r"(?<![0-9a-z])" if word[0].isascii() and word[0].isalnum() else ""
    behind = r"(?![0-9a-z])" if word[-1].isascii() and word[-1].isalnum() else ""
    return re.search(f"{before}{re.escape(word)}{behind}", text) is not None
