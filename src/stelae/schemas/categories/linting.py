"""What makes a category hard to fill or to keep apart, found before a small model finds it. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations
from typing import Literal

from stelae.schemas.base import Value
from stelae.schemas.categories.fields import FieldSpec, described
from stelae.schemas.categories.registry import Category

MOST_FIELDS = 12
"""More than that, small models fill the last ones with anything (S4: a minimal viable set)."""
LONGEST_KEY = 120
"""A key field that may be longer is a sentence, and two sentences are seldom the same one."""
Code = Literal[
    "invalid",
    "many_fields",
    "no_key",
    "optional_key",
    "free_text_key",
    "undescribed_choice",
    "same_choice",
    "contained_choice",
    "same_meaning",
]
_NOT_WORD = re.compile(r"[\W_]+")


class Finding(Value):
    """One thing to look at. An `error` has to be put right; a `warning` is a risk that somebody may take."""

    level: Literal["error", "warning"]
    code: Code
    category: str
    field: str | None = None
    message: str


def lint(category: Category) -> tuple[Finding, ...]:
    """Return what to look at in a registered category; empty: nothing.

    What cannot be registered at all (reserved names, templates of unknown fields, …) is refused by `category_of`.
    """
    specs = described(category.model)
    return (*_whole(category, specs), *(f for spec in specs for f in _field(category.name, spec)))


def _whole(category: Category, specs: tuple[FieldSpec, ...]) -> Iterator[Finding]:
    name, key = category.name, category.model.__key__
    if len(specs) > MOST_FIELDS:
        text = f"{len(specs)} fields; more than {MOST_FIELDS} are hard to fill. Part it in two."
        yield Finding(level="warning", code="many_fields", category=name, message=text)
    if not key:
        text = (
            "no key: every statement stands for itself, and nothing replaces or confirms another."
        )
        yield Finding(level="warning", code="no_key", category=name, message=text)
    optional = {spec.name for spec in specs if spec.key and not spec.required}
    for field in key[:-1] if len(key) > 1 else key:
        if field in optional:
            text = "a key field that may be left out has to be the last one; make it required."
            yield Finding(
                level="error", code="optional_key", category=name, field=field, message=text
            )


def _field(category: str, spec: FieldSpec) -> Iterator[Finding]:
    if spec.key and spec.type == "text" and not 0 < (spec.max_length or 0) <= LONGEST_KEY:
        text = (
            f"a key of free text: two wordings are two memories. Give it choices, or a max_length of {LONGEST_KEY}"
            " at most."
        )
        yield Finding(
            level="warning", code="free_text_key", category=category, field=spec.name, message=text
        )
    undescribed = [value for value, meaning in spec.choices if not meaning.strip()]
    if undescribed:
        text = f"without a description: {', '.join(undescribed)}. Say what each is and is not."
        yield Finding(
            level="warning",
            code="undescribed_choice",
            category=category,
            field=spec.name,
            message=text,
        )
    for one, other in combinations(spec.choices, 2):
        if (found := _overlap(one, other)) is not None:
            level, code, text = found
            yield Finding(level=level, code=code, category=category, field=spec.name, message=text)


def _overlap(
    one: tuple[str, str], other: tuple[str, str]
) -> tuple[Literal["error", "warning"], Code, str] | None:
    first, second = _folded(one[0]), _folded(other[0])
    pair = f"{one[0]!r} and {other[0]!r}"
    if first == second:
        return "error", "same_choice", f"{pair} are one word to a reader; keep one of them."
    if _folded(one[1]) == _folded(other[1]) and one[1].strip():
        return "warning", "same_meaning", f"{pair} have the same description; say how they differ."
    if first and second and (first in second or second in first):
        text = f"one of {pair} is part of the other; small models mix them up. Rename one."
        return "warning", "contained_choice", text
    return None


def _folded(text: str) -> str:
    return _NOT_WORD.sub("", unicodedata.normalize("NFKC", text).casefold())
