"""Which habit is given up (`I stopped drinking coffee`, `我戒咖啡了`)? Pure; never a guess between two.

It is the one of the same thing, whatever its time of day. What is given up in part (`not in the evening`) ends no habit.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from stelae.schemas.categories.personal import SINGLE_FACTS
from stelae.schemas.memory import MemoryRecord
from stelae.text.keys import slug
from stelae.text.normalise import fold
from stelae.text.tokens import words

_MEALS: Final = sorted(one for one in SINGLE_FACTS if one.endswith(("-drink", "-meal")))
_IN_PART: Final = re.compile(
    r"\b(?:after|before|at|on|in|with|when|while|if|unless|except|during|until|for|so|as|too|much|mornings?|evenings?"
    r"|afternoons?|nights?|noon|week\w*|month|today|tonight|yet|almost|nearly|tr(?:y|ied|ying))\b"
    r"|早|晚|中午|下午|上午|半夜|夜里|睡前|空腹|饭后|饭前|周末|工作日|平时|今天|这周|本周|这个?月|暂时|时候|的话|差点|快要|打算|想|试",
    re.IGNORECASE,
)
"""A time, a condition or a mere try."""
_OFTEN: Final = re.compile(
    r"\s+(?:every|each|daily|weekly|once|twice|most|on (?:mon|tues|wednes|thurs|fri|satur|sun|week)\w+)\b.*$"
)
_DOING: Final = frozenset(words("drink have eat smoke play do go take use")) | {"cup", "glass"}
"""Words of a habit that the thing itself says."""
_DOING_ZH: Final = re.compile(r"^(?:喝|吃|抽|打|玩|踢|练|做)(?=.)")


def habits_of(record: MemoryRecord) -> Sequence[str]:
    """Return what the keys of the habits begin with that a record can be giving up; nothing where it gives up none."""
    told = record.attributes
    quits = told.get("attribute") == "habit-quit" and not told.get("negated")
    never = record.category == "constraint" and record.rule.endswith("never-eats")
    if not (quits or never) or not told.get("object"):
        return ()
    if _IN_PART.search(" ".join([record.text, *(span.quote for span in record.evidence)])):
        return ()
    whose = f"fact/{slug(_whose(record))}"
    return (f"{whose}/habit/", *(f"{whose}/{meal}" for meal in _MEALS))


def given_up(record: MemoryRecord, held: Iterable[MemoryRecord]) -> MemoryRecord | None:
    """Return the one habit of what a record gives up; None: there is none, or there are several.

    Args:
        record: what was said.
        held: current habits of the same scope.
    """
    thing = _thing(str(record.attributes["object"]))
    found = [
        one
        for one in held
        if not one.attributes.get("negated")
        and _whose(one) == _whose(record)
        and thing == _thing(str(one.attributes.get("object") or ""))
    ]
    return found[0] if len(found) == 1 else None


def _whose(record: MemoryRecord) -> str:
    return str(record.attributes.get("subject", "user"))


def _thing(said: str) -> frozenset[str]:
    plain = _OFTEN.sub("", fold(said))
    if not plain.isascii():
        return frozenset({_DOING_ZH.sub("", plain)})
    every = frozenset(words(plain))
    return every - _DOING or every
