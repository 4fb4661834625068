"""What only adds to the statement before it: `我执业十二年，主做劳动争议，刑事案子不接` is one memory, not three. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from stelae.remember.rules.reading.candidates import Found
from stelae.remember.rules.reading.draft import LOOSE

_OPPOSITE = re.compile("(?:别|不要|甭|莫)(?:再)?(?:给我|用|写|算|说)")
"""`我习惯用公里，别给我英里` says one thing twice."""


def joined(found: Sequence[Found]) -> list[Found]:
    """Join what goes on about the same to the statement in front of it.

    Args:
        found: what the clauses of one sentence gave, in their order.

    Returns:
        The statements, each stretched over what rides on it.
    """
    heads: list[Found] = []
    for one in found:
        head = heads[-1] if heads else None
        if head is None or not _rides(one, head):
            heads.append(one)
        elif head.draft.swap is None:
            reach = one.view.index - head.view.index + one.draft.clauses
            heads[-1] = Found(head.view, replace(head.draft, clauses=reach))
    return heads


def _rides(one: Found, head: Found) -> bool:
    if one.view.subject.at or one.view.index <= head.view.index:
        return False
    if one.draft.rule == "way":
        opposed = head.draft.category == "preference" or head.draft.rule in LOOSE
        return opposed and _OPPOSITE.match(one.view.clause.plain) is not None
    return one.draft.rule == "lasting" or (_keeps_words(one) and _keeps_words(head))


def _keeps_words(one: Found) -> bool:
    """Does it only keep the person's words, without a value of its own?"""
    told = one.draft.rule in LOOSE and one.draft.category == "fact"
    return told and not one.draft.attributes.get("attribute")
