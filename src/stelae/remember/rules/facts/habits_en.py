"""What somebody does each morning, on Mondays, twice a week, in English."""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_DRINK = Caseless(
    r"\b(?P<v>drink|drinking|have|having|eat|eating|drinks|eats) (?:an? |some |my |a cup of "
    r"|a glass of |a bowl of )?(?P<o>(?!to|been|a lot)[\w' -]{2,30}?) (?:every|each|in the|for"
    r"|before) (?P<when>morning|afternoon|evening|night|breakfast|lunch|dinner"
    r"|bed)s?\b|\b(?:every"
    r"|each|in the) (?P<when2>morning|afternoon|evening|night),? I(?:'ll)? (?:now"
    r" )?(?P<v2>drink"
    r"|have|eat) (?:an? |some |my |a cup of )?(?P<o2>[\w' -]{2,30})$"
)
_NO_HABIT = Caseless(r"\b(?:could|would|should|might|will|it|this|that|you|already)\b|'ll\b")
_SLOT = {
    "breakfast": "morning",
    "night": "evening",
    "dinner": "evening",
    "lunch": "noon",
    "bed": "bedtime",
}
_HABIT = Caseless(
    r"\b(?:every (?:other )?(?:day|morning|evening|night|week|weekend|month|year|(?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)day|spring|summer|fall|autumn|winter|single day|few weeks"
    r"|lunch ?time)s?|on (?:weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days)|(?:once"
    r"|twice|three times|four times|\d times) an? (?:day|week|month|year)|daily$"
    r"|each (?:morning"
    r"|evening|night|week|day))\b|^ (?:usually|normally|typically|generally|rarely|regularly"
    r"|tend to) (?!been|thought|wanted|knew|said|wondered|felt|forget|mind"
    r"|understand|know|heard"
    r"|seen|had|have(?: to| been)?|be\b|get it|understood|a\b|ever|thought)[\w' -]{4,60}$"
)


def habit(view: View, plain: str) -> Iterator[Draft]:
    """Yield the habit that a clause states; at most one."""
    clause = view.clause.plain
    if found := _DRINK.search(clause):
        when = (found["when"] or found["when2"]).lower()
        verb = (found["v"] or found["v2"]).lower()
        group = "o" if found["o"] else "o2"
        kind = (
            "drink"
            if verb.startswith("drink")
            or re.search(
                r"coffee|tea|americano|latte|espresso|juice|smoothie|water|milk|cocoa",
                found[group],
                re.IGNORECASE,
            )
            else "meal"
        )
        attribute = f"{_SLOT.get(when, when)}-{kind}"
        yield Draft(
            "habit",
            "fact",
            {
                "attribute": attribute,
                "object": view.clause.text[found.start(group) : found.end(group)].strip(),
                "subject": view.subject.name,
            },
            whole=True,
        )
    elif _HABIT.search(plain) and not _NO_HABIT.search(plain) and len(plain.split()) > 2:
        yield Draft(
            "habit",
            "fact",
            {
                "attribute": "habit",
                "object": view.clause.text[view.subject.at :].strip()[:80],
                "subject": view.subject.name,
            },
            confidence=0.75,
        )
