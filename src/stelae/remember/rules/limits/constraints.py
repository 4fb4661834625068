"""Hard limits: allergies, what somebody must not or will not eat, health, bans (P14: the statements without a liking cue).

They are the costliest to lose, so an uncertain finding is kept in the person's own words rather than dropped.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.limits import limits_en, limits_zh, listed_limits
from stelae.remember.rules.reading.draft import Draft, View

_ONCE_ZH = re.compile(r"[我俺]?(?:小时候|以前|之前|曾经|从前|过去|当年|那时候?)")
"""What was once not to be had is no limit of now."""
_STILL_ZH = re.compile(r"现在(?:也|都|依然)?[还仍]|至今|到现在|一直")


def find(view: View) -> Iterator[Draft]:
    """Yield the hard limits a clause states; the first family that recognises it speaks for it."""
    once = _ONCE_ZH.match(view.clause.plain) or _ONCE_ZH.match(view.predicate)
    if once and not _STILL_ZH.search(view.sentence.piece.plain):
        return
    for family in (*listed_limits.FAMILIES, *(limits_zh if view.chinese else limits_en).FAMILIES):
        drafts = family(view)
        if drafts is not None:
            yield from drafts
            return
