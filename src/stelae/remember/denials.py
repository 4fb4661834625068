"""Denials of what has one value at a time: `I don't live in Munich` contradicts a home in Munich, and no other. Pure.

A denial has a key of its own (`fact/user/home/munich`), so that it stands beside whatever is true. Only where it denies the
current value does it take that one's key, and with it its place.
"""

import re
from collections.abc import Iterable
from typing import Final

from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.personal import Fact
from stelae.schemas.memory import MemoryRecord
from stelae.text.normalise import fold

_ROLES: Final = frozenset({"job"})
"""Whose values end in the noun that says it all: who is no nurse any more is no `night nurse` either."""
_BY_KIND: Final = frozenset({"pet"})
"""Of these there may be several, each known by its kind: the dog that died is the dog there was."""
_SEVERAL: Final = re.compile(
    r"\band\b|[和跟与]|\b(?:two|three|four|five|\d)\b|[两二三四五几]", re.IGNORECASE
)
_ARTICLE: Final = re.compile(r"^(?:an?|my|any|the|our|[一那这]?[只条头个])\s*", re.IGNORECASE)
_PARTS = re.compile(r"[,，]\s*")
_HAN_PART: Final = 2
"""Characters: a part of a Chinese name that can be named alone (`浦东` of `上海浦东`)."""


def ends(denial: CategoryModel, held: MemoryRecord) -> bool:
    """Does the denial speak of what is held: the value itself, its denial, or the same said more narrowly?

    Args:
        denial: what is denied.
        held: who holds the place that the denied value would have.
    """
    if not isinstance(denial, Fact) or not denial.object:
        return False
    denied, value = fold(denial.object), fold(str(held.attributes.get("object") or ""))
    if denied == value:
        return True
    if held.attributes.get("negated"):
        return False
    return _starts(value, denied) or _contained(value, denied, role=denial.attribute in _ROLES)


def kind_of(denial: CategoryModel) -> tuple[str, str] | None:
    """Return subject and attribute where a denial ends a thing that it names by its kind."""
    if not isinstance(denial, Fact) or not denial.negated or denial.attribute not in _BY_KIND:
        return None
    return denial.subject, denial.attribute


def the_one(denial: CategoryModel, held: Iterable[MemoryRecord]) -> MemoryRecord | None:
    """Return what is of the denied kind, where it is one record and tells of one thing only."""
    kind = _ARTICLE.sub("", fold(getattr(denial, "object", None) or ""))
    found = [one for one in held if kind and _is_of(fold(str(one.attributes.get("object"))), kind)]
    if len(found) != 1:
        return None
    return None if _SEVERAL.search(found[0].text) else found[0]


def _is_of(value: str, kind: str) -> bool:
    if not kind.isascii():
        return kind in value
    return re.search(rf"\b{re.escape(kind)}\b", value) is not None


def _starts(value: str, denied: str) -> bool:
    """`Google` of `Google in Zurich`, `上海` of `上海浦东`."""
    if not value.startswith(denied):
        return False
    return not value.isascii() or re.match(r"\W", value[len(denied) :]) is not None


def _contained(value: str, denied: str, *, role: bool) -> bool:
    """`Germany` of `Berlin, Germany`; `nurse` of `night nurse`; `浦东` of `上海浦东`."""
    if denied in _PARTS.split(value):
        return True
    if value.isascii():
        return role and value.endswith(f" {denied}")
    return len(denied) >= _HAN_PART and value.endswith(denied)
