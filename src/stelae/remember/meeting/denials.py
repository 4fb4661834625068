"""Denials of what has one value at a time: `I don't live in Munich` contradicts a home in Munich, and no other. Pure.

A denial has a key of its own (`fact/user/home/munich`), so that it stands beside whatever is true. Only where it denies the
current value does it take that one's key, and with it its place. So `I'm not vegan` is a fact, unless a limit is held.
"""

import re
from collections.abc import Iterable
from typing import Final

from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.personal import Fact
from stelae.schemas.memory import MemoryRecord
from stelae.text.keys import key_of
from stelae.text.normalise import fold

_ROLES: Final = frozenset({"job"})
"""Whose values end in the noun that says it all: who is no nurse any more is no `night nurse` either."""
_BY_KIND: Final = frozenset({"pet"})
"""Of these there may be several, each known by its kind: the dog that died is the dog there was."""
_SEVERAL: Final = re.compile(
    r"\band\b|[和跟与]|\b(?:two|three|four|five|\d)\b|[两二三四五几]", re.IGNORECASE
)
_ARTICLE: Final = re.compile(r"^(?:an?|my|any|the|our|[一那这]?[只条头个])\s*", re.IGNORECASE)
_LIMITS: Final = frozenset({"diet", "health"})
"""Limits whose denial is a fact as long as nobody has told of the limit."""
_GOES_ON: Final = (
    r"s?(?: person| patient)?(?=\W*$|\s*[,.;:!?\u2013\u2014-]\s"
    r"| (?:at all|any ?more|any longer|either|yet|and|but|or|so|though|actually|really|honestly"
    r"|now|right now|currently|these days|per se|after all)\b)"
)
"""What may come after the name of a diet: with a noun behind it (`no vegan chef`) something else is denied."""
_GOES_ON_ZH: Final = (
    r"(?:主义)?(?:者|的人|的|患者|病人)?(?:[了啦啊呢吧呀哦]|其实|而已)*(?=\W*$|[，,。；;！!？?])"
)
_VEGETARIAN_ZH: Final = frozenset({"吃素", "纯素"})
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


def lifting(denial: CategoryModel | None, candidate: MemoryCandidate) -> MemoryCandidate | None:
    """Return the denial of a diet or an illness as the end of that limit, for where it is held; None: it denies no such.

    Args:
        denial: the fields of what is said.
        candidate: the same as proposed.
    """
    if not isinstance(denial, Fact) or not denial.negated or denial.attribute not in _LIMITS:
        return None
    if not denial.object or not _is_all(denial.object, candidate.text):
        return None
    over = {
        "type": denial.attribute,
        "object": denial.object,
        "subject": denial.subject,
        "active": False,
    }
    return candidate.model_copy(update={"category": "constraint", "attributes": over})


def denied_as(limit: MemoryRecord) -> str | None:
    """Return the key of the fact that there was no such limit, for where one is told of; None: no fact denies it."""
    told = limit.attributes
    if limit.category != "constraint" or not told.get("active") or told.get("type") not in _LIMITS:
        return None
    if not told.get("object"):
        return None
    fact = Fact(
        subject=told.get("subject", "user"),
        attribute=told["type"],
        object=told["object"],
        negated=True,
    )
    return key_of("fact", fact, limit.text)


def _is_all(denied: str, text: str) -> bool:
    """Is that denied and nothing that is named after it?"""
    name = r"(?:吃素|纯?素(?:食)?)" if denied in _VEGETARIAN_ZH else re.escape(fold(denied))
    if denied.isascii() and text.isascii():
        return re.search(rf"\b{name}{_GOES_ON}", fold(text)) is not None
    return re.search(rf"{name}{_GOES_ON_ZH}", fold(text)) is not None


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
