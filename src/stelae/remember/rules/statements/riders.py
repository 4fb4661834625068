"""What only adds to the statement before it: `我执业十二年，主做劳动争议，刑事案子不接` is one memory, not three. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from stelae.remember.rules.reading.candidates import Found
from stelae.remember.rules.reading.draft import LOOSE


def parted(found: Sequence[Found]) -> tuple[list[Found], list[Found]]:
    """Part what stands for itself from what rides on it.

    Args:
        found: what the clauses of one sentence gave, in their order.

    Returns:
        The statements, those that only keep words stretched over what goes on with them; and what is left out because the
        whole sentence is kept for the one statement in it.
    """
    heads: list[Found] = []
    riders: list[Found] = []
    for one in found:
        if not heads or one.view.subject.at or not _keeps_words(one):
            heads.append(one)
        elif _keeps_words(heads[-1]):
            head = heads[-1]
            reach = one.view.index - head.view.index + 1
            heads[-1] = Found(head.view, replace(head.draft, clauses=reach))
        else:
            heads.append(one)
            riders.append(one)
    firm = [one for one in heads if one not in riders]
    if len(firm) > 1 or any(one.draft.rule != "lasting" for one in riders):
        return heads, []
    return firm, riders


def _keeps_words(one: Found) -> bool:
    """Does it only keep the person's words, without a value of its own?"""
    told = one.draft.rule in LOOSE and one.draft.category == "fact"
    return told and not one.draft.attributes.get("attribute")
