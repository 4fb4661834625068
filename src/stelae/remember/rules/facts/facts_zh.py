"""Facts about a person in Chinese: asks the tables in order; the first rule that matches a clause speaks for it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from stelae.remember.rules.facts import (
    belongings_zh,
    home_and_work_zh,
    identity_zh,
    labelled,
    pursuits_zh,
)
from stelae.remember.rules.facts.habits_zh import habit
from stelae.remember.rules.facts.pets import gone
from stelae.remember.rules.facts.tables import FactRule, fact, speaking
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.subjects import Subject

RULES: Final[tuple[FactRule, ...]] = (
    *identity_zh.RULES,
    *home_and_work_zh.RULES,
    *belongings_zh.RULES,
    *pursuits_zh.RULES,
)
_BY_OTHERS = re.compile(r"(?:大家|他们|别人|朋友们?|同事们?).{0,4}(?:叫|喊|称呼?)我")


def find(view: View) -> Iterator[Draft]:
    """Yield the fact about a person that a clause states; at most one, but for a list of them."""
    if view.subject.who == "nobody" and not _BY_OTHERS.match(view.clause.plain):
        return
    if over := list(gone(view)):
        yield from over
        return
    if _BY_OTHERS.match(view.clause.plain):
        # The whole clause is read: whoever calls them so, it is said of the speaker.
        view = replace(view, subject=Subject("user", start=view.clause.start))
    plain = view.predicate
    for rule in speaking(RULES, plain):
        if draft := fact(view, rule, plain):
            yield (
                replace(draft, clauses=2)
                if rule.attribute == "age" and _zodiac_next(view)
                else draft
            )
            return
    labels = list(labelled.find(view)) if view.subject.who == "open" else []
    yield from labels or habit(view)


def _zodiac_next(view: View) -> bool:
    """Does the next clause only give the year of birth again as its animal (`我今年四十一了，属牛的`)?"""
    after = view.sentence.clauses[view.index + 1 :]
    return (
        bool(after) and re.fullmatch(r"属[鼠牛虎兔龙蛇马羊猴鸡狗猪]的?", after[0].plain) is not None
    )
