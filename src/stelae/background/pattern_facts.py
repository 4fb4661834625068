"""What samples of one tool have in common, counted by code: constant arguments, ranges, common beginnings. Pure.

They are the result where there is no language model, and hints for one where there is. Each says of how many samples it is
true, and holds the ids of those (O26: facts from the samples only, variance noted).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Literal

from stelae.background.samples import Sample, Scalar
from stelae.text.language import Language

Shape = Literal["always", "mostly", "if_given", "begins", "between", "given"]
_ORDER: Final[tuple[Shape, ...]] = ("always", "mostly", "begins", "between", "if_given", "given")
"""The most telling first."""
LEAST_SHARED: Final = 2
"""Samples that a fact rests on at least: one call is no convention."""
_SHARE: Final = 0.5
"""From this share on, the commonest value is worth saying."""
_STEM = re.compile(r".*[-_./:@ ]")
"""A common beginning is one up to a separator; letters that names share by chance are none."""
_LEAST_STEM: Final = 3
_SOURCE: Mapping[bool, Mapping[Language, str]] = {
    False: {"zh": "参数 `{path}` ", "en": "argument `{path}` "},
    True: {"zh": "结果中的 `{path}` ", "en": "in the result, `{path}` "},
}
_SAID: Mapping[Shape, Mapping[Language, str]] = {
    "always": {"zh": "总是 `{value}`（{n} 次中 {k} 次）", "en": "is always `{value}` ({k} of {n})"},
    "mostly": {"zh": "{n} 次中 {k} 次是 `{value}`", "en": "is `{value}` in {k} of {n}"},
    "if_given": {
        "zh": "给出时是 `{value}`（{n} 次中 {k} 次）",
        "en": "is `{value}` where it is given ({k} of {n})",
    },
    "begins": {
        "zh": "以 `{value}` 开头（{n} 次中 {k} 次）",
        "en": "begins with `{value}` ({k} of {n})",
    },
    "between": {
        "zh": "在 {value} 之间（{n} 次中 {k} 次）",
        "en": "lies between {value} ({k} of {n})",
    },
    "given": {
        "zh": "每次都给出，值各不相同（{n} 次中 {k} 次）",
        "en": "is given each time, with another value ({k} of {n})",
    },
}
_AND: Mapping[Language, str] = {"zh": " 和 ", "en": " and "}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is true of some of the samples."""

    shape: Shape
    path: str
    values: tuple[str, ...]
    """One, or the two ends of a range; none where they all differ."""
    backing: tuple[str, ...]
    """Ids of the samples of which it is true."""
    of: int
    """Samples in all."""
    result: bool = False
    """It is about what came back, not about what was given."""

    def said(self, language: Language) -> str:
        """Return it as a sentence."""
        sentence = _SOURCE[self.result][language] + _SAID[self.shape][language]
        value = _AND[language].join(self.values)
        told = sentence.format(path=self.path, value=value, k=len(self.backing), n=self.of)
        return told[0].upper() + told[1:]


def facts_of(samples: Sequence[Sample]) -> list[Fact]:
    """Return what code can count, the most telling first: arguments before results, then by name."""
    given = [(sample.id, sample.arguments) for sample in samples]
    came = [(sample.id, sample.result) for sample in samples]
    found = [*_of(given, result=False), *_of(came, result=True)]
    return sorted(found, key=lambda fact: (fact.result, _ORDER.index(fact.shape), fact.path))


def _of(rows: Sequence[tuple[str, Mapping[str, Scalar]]], *, result: bool) -> Iterator[Fact]:
    paths = dict.fromkeys(path for _, values in rows for path in values)
    for path in paths:
        having = [(id_, values[path]) for id_, values in rows if path in values]
        found = _common(having, len(rows))
        # That a result differs each time says nothing about how the tool is called.
        if found is not None and not (result and found[0] in {"given", "between"}):
            shape, values, backing = found
            yield Fact(shape, path, values, backing, len(rows), result)


Common = tuple[Shape, tuple[str, ...], tuple[str, ...]]


def _common(having: Sequence[tuple[str, Scalar]], of: int) -> Common | None:
    """Return what the values of one path have in common."""
    if len(having) < LEAST_SHARED:
        return None
    ids = tuple(id_ for id_, _ in having)
    texts = [shown(value) for _, value in having]
    (top, count), everywhere = Counter(texts).most_common(1)[0], len(having) == of
    if count == len(having):
        return ("always" if everywhere else "if_given"), (top,), ids
    if count >= LEAST_SHARED and count >= _SHARE * of:
        same = tuple(id_ for (id_, _), text in zip(having, texts, strict=True) if text == top)
        return "mostly", (top,), same
    if (span := _span([value for _, value in having])) is not None:
        return "between", span, ids
    if (stem := _stem(texts)) is not None:
        return "begins", (stem,), ids
    return ("given", (), ids) if everywhere and len(set(texts)) == of else None


def shown(value: Scalar) -> str:
    """Return a value as JSON writes it, a text without its quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def _span(values: Sequence[Scalar]) -> tuple[str, ...] | None:
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(numbers) < len(values):
        return None
    return shown(min(numbers)), shown(max(numbers))


def _stem(texts: Sequence[str]) -> str | None:
    first, last = min(texts), max(texts)
    shared = [
        a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    ]
    found = _STEM.match("".join(shared))
    return found[0] if found and len(found[0].strip()) >= _LEAST_STEM else None
