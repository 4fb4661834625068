"""Exact matches: a memory whose type and whole name a question gives (S16, R14). It stands above all that is only similar.

The type is given by `category`, by a rewriting or by the category's own word in the question; the name are the parts of the
memory's key, each of them in the question or among the conditions. What a model leaves at its default (`subject`: user) need
not be said.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from stelae.schemas.base import JsonObject
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.registry import Category, Registry
from stelae.schemas.where import Condition, Where
from stelae.text.normalise import fold, squash

MAX_PARTS = 400
"""Parts of a question that are looked up."""
_LONGEST_NAME = 8
"""Words, or Chinese characters, of a name in a question."""
_UNITS = 60
"""Words and characters of a question that are looked at."""
_UNIT = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:[-.'+#/][^\W\u3400-\u9fff]+)*[+#]*")
_TYPE_WORDS: tuple[tuple[re.Pattern[str], str, tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), category, said)
    for pattern, category, said in (
        (r"过敏|\ballerg(?:y|ies|ic)\b", "constraint", ("allergy",)),
        (r"忌口|\bdiet\b", "constraint", ("diet",)),
        (r"喜欢|偏好|讨厌|\b(?:dis)?likes?\b|\bprefer(?:s|ence|ences)?\b|\blove\b|\bhate\b", "preference", ()),
        (r"决定|\bdecisions?\b|\bdecided?\b", "decision", ()),
        (r"任务|待办|\btasks?\b|\bto-?dos?\b", "task", ()),
    )
)  # fmt: skip
"""Words of built-in categories, and the key parts that they say by themselves."""


def named_category(text: str, registry: Registry) -> str | None:
    """Return the category that a question names by its own name or a word for it; None: it names none.

    Args:
        text: the question, as asked.
        registry: which categories there are.
    """
    folded = fold(text)
    found = _names(registry.names).search(folded)
    if found is not None:
        return registry.names[(found.lastindex or 1) - 1]
    words = (one for pattern, one, _ in _TYPE_WORDS if one in registry and pattern.search(folded))
    return next(words, None)


@cache
def _names(names: tuple[str, ...]) -> re.Pattern[str]:
    """One group for each name, as a word of its own."""
    spelt = (re.sub(r"_|\\-", "[ _-]", re.escape(fold(name))) for name in names)
    return re.compile(rf"(?<![a-z])(?:{'|'.join(f'({one})' for one in spelt)})(?![a-z])")


def said_by_type(text: str, category: str) -> tuple[str, ...]:
    """Return the key parts that the question's words for a category say by themselves: 过敏 says `allergy`."""
    folded = fold(text)
    return tuple(
        part
        for pattern, one, said in _TYPE_WORDS
        if one == category and pattern.search(folded)
        for part in said
    )


def parts_of(text: str) -> tuple[str, ...]:
    """Return the folded parts of a question that may be a name: up to eight words or Chinese characters in a row."""
    folded = squash(fold(text))
    units = [m.span() for m in _UNIT.finditer(folded)][:_UNITS]
    found = dict.fromkeys(
        folded[units[first][0] : units[last][1]]
        for length in range(1, _LONGEST_NAME + 1)
        for first in range(len(units) - length + 1)
        for last in (first + length - 1,)
    )
    return tuple(found)[:MAX_PARTS]


def sought(category: Category, said: Iterable[str]) -> Sequence[Where]:
    """Return the conditions that find memories one of whose key texts was said; one for each key field."""
    values = tuple(said)
    texts = [s.name for s in described(category.model) if s.key and s.type == "text" and not s.many]
    if not values:
        return ()
    return [
        Where(conditions=(Condition(field=name, operator="in", value=values),))
        for name in texts
        if name not in defaults_of(category.model)
    ]


def is_named(category: Category, attributes: JsonObject, said: frozenset[str]) -> bool:
    """Is every part of the memory's key among what was said, or what nobody needs to say?"""
    model = category.model.model_validate(attributes)
    parts = model.identity()
    if not parts:
        return False
    unsaid = frozenset(fold(value) for value in defaults_of(category.model).values())
    folded = [fold(part) for part in parts]
    return all(part in said or part in unsaid for part in folded) and any(
        part in said and part not in unsaid for part in folded
    )


@cache
def defaults_of(model: type[CategoryModel]) -> Mapping[str, str]:
    """Return the key fields of a category that have a default text, with it: nobody needs to say them."""
    return {
        spec.name: default
        for spec in described(model)
        if spec.key and isinstance(default := model.model_fields[spec.name].default, str)
    }
