"""From the flat fields of a model's proposal to the typed fields of a category. Pure.

Keys are built from these fields (architecture, section 2), so a field is taken over only when the words of the statement
bear it out; what is left out makes the statement stand for itself.
"""

import re
from typing import assert_never, get_args

from stelae.remember.proposed import Proposed
from stelae.schemas.base import JsonObject
from stelae.schemas.categories.personal import SINGLE_FACTS, SINGLE_PREFERENCES, Limit
from stelae.text.normalise import fold
from stelae.text.polarity import disliking, negated

_SLUG = re.compile(r"[a-z][a-z0-9-]{1,30}")
_CUT = re.compile(r"[，,;；。!?！？]|\bbut\b|但是?|不过")
_TYPES = frozenset(get_args(Limit))
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
    return {
        "subject": subject,
        "attribute": known if value else None,
        "object": value if known else None,
        "negated": negated(text),
    }


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
