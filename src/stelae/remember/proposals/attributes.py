"""From the flat fields of a model's proposal to the typed fields of a category. Pure.

Keys are built from these fields (architecture, section 2), so a field is taken over only when the words of the statement
bear it out; what is left out makes the statement stand for itself.
"""

import re
from collections.abc import Mapping
from typing import Final, assert_never, get_args

from stelae.remember.proposals.proposed import Proposed
from stelae.remember.rules.facts.places import employer_en, employer_zh, home_en, home_zh
from stelae.remember.rules.facts.tables import Fits
from stelae.schemas.base import JsonObject
from stelae.schemas.categories.personal import SINGLE_FACTS, SINGLE_PREFERENCES, Limit
from stelae.text.normalise import fold
from stelae.text.polarity import disliking, negated

_SLUG = re.compile(r"[a-z][a-z0-9-]{1,30}")
_CUT = re.compile(r"[，,;；。!?！？]|\bbut\b|但是?|不过")
_TYPES = frozenset(get_args(Limit))
_PLAIN = frozenset({"name", "phone", "email"})
_QUALIFIED = re.compile(
    r"(?:微信|QQ|工作|公司|单位|办公室?|家里|家庭|英文|中文|曾用|小|花|网|笔)的?(?:号|名|电话|手机|座机|邮箱)|姓氏|用户姓"
    r"|\b(?:work|office|business|company|home|school|personal|private|wechat|emergency|first|last|family|middle|maiden|full|nick|pen"
    r"|stage|english|chinese)[ -]?(?:tele)?(?:phone|number|cell|mobile|e-?mail|name)\b|\bsurname\b",
    re.IGNORECASE,
)
"""Of these there may be one beside the plain one."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_PLACES_ZH: Final[Mapping[str, Fits]] = {"home": home_zh, "employer": employer_zh}
_PLACES_EN: Final[Mapping[str, Fits]] = {"home": home_en, "employer": employer_en}
_ALLERGY = re.compile(r"过敏|allerg", re.IGNORECASE)


def attributes_of(proposed: Proposed, text: str, subject: str) -> JsonObject:
    """Return the fields of the proposed category.

    Args:
        proposed: one item of a model's answer.
        text: the statement as it will stand.
        subject: whom it is about, as code decided.
    """
    value = _value(proposed.object, text)
    match proposed.category:
        case "fact":
            return _fact(proposed, text, value, subject)
        case "preference":
            return _preference(proposed, text, value, subject)
        case "constraint":
            return _constraint(proposed, text, value, subject)
        case "context":
            return {"subject": subject, "topic": _slug(proposed.attribute)}
        case "decision":
            return {"topic": _slug(proposed.attribute) if value else None, "choice": value}
        case "event":
            return {"subject": subject, "what": value}
        case "task":
            return {"goal": value}
        case _:
            assert_never(proposed.category)


def _fact(proposed: Proposed, text: str, value: str | None, subject: str) -> JsonObject:
    attribute = _slug(proposed.attribute)
    # A name the model made up would keep two statements of one thing apart, or join two things.
    known = attribute if attribute in SINGLE_FACTS else None
    if known and value:
        known = _itself(known, value, text)
    return {
        "subject": subject,
        "attribute": known if value else None,
        "object": value if known else None,
        "negated": negated(text),
    }


def _itself(attribute: str, value: str, text: str) -> str | None:
    """Return the attribute that the value is of; None: of something beside it (`work phone`, `in a small flat`)."""
    fits = (_PLACES_ZH if _HAN.search(text) else _PLACES_EN).get(attribute)
    if fits is not None:
        return fits("", value, text) or None
    return None if attribute in _PLAIN and _QUALIFIED.search(text) else attribute


def _preference(proposed: Proposed, text: str, value: str | None, subject: str) -> JsonObject:
    aspect = _slug(proposed.attribute)
    if aspect in SINGLE_PREFERENCES:
        return {"subject": subject, "aspect": aspect, "object": value, "polarity": "like"}
    polarity, said = proposed.polarity, _clause_of(value, text)
    if disliking(said) != negated(said):
        polarity = "dislike"
    elif polarity == "dislike":
        # The model alone says so: no word of the statement does (DEV-11).
        polarity = "neutral"
    return {"subject": subject, "object": value, "polarity": polarity}


def _constraint(proposed: Proposed, text: str, value: str | None, subject: str) -> JsonObject:
    slug = "allergy" if _ALLERGY.search(text) else _slug(proposed.attribute)
    return {"subject": subject, "type": slug if slug in _TYPES else "ban", "object": value}


def _clause_of(value: str | None, text: str) -> str:
    """The clause that names the object: a `not` in another one does not turn its polarity."""
    clauses = _CUT.split(text)
    return next((c for c in clauses if value and fold(value) in fold(c)), text)


def _value(found: str, text: str) -> str | None:
    """The object, when it stands in the statement."""
    value = found.strip()
    return value if value and fold(value) in fold(text) else None


def _slug(found: str) -> str | None:
    slug = found.strip().casefold().replace("_", "-").replace(" ", "-")
    return slug if _SLUG.fullmatch(slug) else None
