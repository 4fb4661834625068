"""Of the moment: an order about the draft at hand, a progress report, what holds while something hurts.

The shape of such a clause is that of a lasting one; only its words and its surroundings tell the two apart.
"""

import re

from stelae.remember.rules.assertion.material import Material
from stelae.remember.rules.assertion.stance import stance_of
from stelae.remember.rules.durability.for_now import for_now
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import LOOSE, Draft, Unfit, View

_STANDING = Caseless(
    r"\b(?:always|never|from now on|from here on|going forward|moving forward|in (?:the )?future|henceforth|whenever"
    r"|every time|each time|any ?time|by default|all my|for all|in all|as a rule|(?:these|this|such) (?:sorts?|kinds?"
    r"|types?) of|for me in general|permanently|generally|in general|every \w+ you|any(?:thing"
    r"|one)? (?:that )?you|until I say|all the time|at all times)\b"
    r"|以后|今后|往后|从现在|从今|每次|每回|总是|一律|永远|默认|一直|都|凡是|所有|长期|任何时候|统一"
)
_AT_WORK = Caseless(
    r"\b(?:immediately|right away|asap|at once|proceed|get it done|just do it|let's move|go ahead"
    r"|without (?:further )?delay"
    r"|for (?:now|today|tonight|this (?:one|task|time|trip|draft))|this (?:draft|document|plan|version"
    r"|response|format|text"
    r"|email|report|article|table|answer|analysis|exact|list|is exactly)|next(?: step)?,|now,|then,|sharp sharp|today"
    r"|confirm when|as (?:I )?requested|just (?:tell|show|give) me|let's (?:just )?(?:do|move|go|get|start))\b"
    r"|马上|立刻|赶紧|现在就|这(?:份|版|篇|个|次)|先(?:把|写|做)"
)
_REQUEST = Caseless(
    r"\b(?:I|we)(?:'ll| will) (?:also |just |still )?(?:need|want|expect|require)\b|\b(?:I|we) (?:just |only "
    r"|also |really |now )*(?:expect (?:you|an?|the|that|to see|full|nothing|every)|require\b"
    r"|need (?:you|an?|the|that|this|confirmation|clarity|some|more|your|it|full)|want (?:you|the|an?|to see"
    r"|full)|'d (?:like|expect)"
    r"|would (?:like|expect)"
    r"|'ll (?:want|expect)|am waiting|demand|insist)\b"
    r"|\b(?:I think )?it(?:'s| is|'d be| would be) better if you\b|\byou (?:don't|do not|need not"
    r"|needn't) (?:need|have) to\b"
    r"|\bplease (?:reply|respond|answer|confirm|provide|send|make|ensure|add|include|let)\b"
    r"|\b(?:immediately )?(?:ensure|make sure|see to it)\b|\bexpecting (?:good|an?|the|your)\b|\blooking forward\b"
)
_REQUEST_TO = Caseless(
    r"\b(?:I|we) (?:just |only |also |really |now )*need to (?:see|know|make sure|ensure|get|review|have"
    r"|check|search|be sure)\b"
)
_LASTING_NEED = Caseless(
    r"\b(?:every|each|always|usually|daily|because of my|for my (?:health|back|condition|work|job)"
    r"|to (?:sleep|work|live|eat))\b"
)
_STILL = Caseless(
    r"(?:\b(?:is|are)|'s|'re) (?:still|now with|almost|nearly|already|currently|on track|good to go)\b"
)
_NEXT = Caseless(
    r"\b(?:next (?:step|phase|task|item|move)|swap|draft|list|response|update|confirmation is|status|version"
    r"|snag|window is"
    r"|summary|briefing|phase|milestone|task|deliverable)s?\b"
)
_DURABLE_STILL = Caseless(
    r"\bstill (?:live|living|work at|own|single|married|unmarried|vegan|vegetarian|allergic|a (?:student|member))\b"
)
_ILL_NOW = Caseless(
    r"\b(?:hurts?|hurting|sore|sick|ill|fever|flu|a cold|malaria|covid|injured|sprained|pulled|twisted"
    r"|recovering|surgery"
    r"|not feeling|need(?:s)? to rest|rest for|for (?:a|at least a|the|this|one|two|a few) (?:\w+ )?(?:days?"
    r"|weeks?|months?)"
    r"|this (?:week|month)|until (?:it|my|I)|like we planned|as planned|today)\b"
    r"|感冒|发烧|生病|受伤|扭伤|扭了|拉伤|不舒服|这(?:周|几天|段时间|个月)|这两天|养伤|恢复期|最近(?:腰|腿|背)"
)
_CHRONIC = Caseless(
    r"\b(?:chronic|disc|hernia\w*|permanent\w*|for (?:years|life)|since|anymore|any longer|allerg\w+"
    r"|pregnan\w+|condition"
    r"|disease|disorder|never)\b|慢性|长期|一直|多年|以来|突出|病史"
)
_BODILY = frozenset({"must-not", "body-limit", "rules-out", "ban", "never-eats"})
_SHORT_ORDER = 160
"""Weight of a message up to which a bare order of style is meant for good: there is no task beside it."""
_ORDERS = frozenset({"standing-instruction", "style", "procedural"})
_OF_SERVING = frozenset({"standing-instruction", "style", "language", "form-of-address"})
_LANGUAGE = frozenset(
    {"reply-language", "report-language", "email-language", "commit-language", "comment-language"}
)
"""What language somebody wants is lasting also in the middle of a task."""
_OWN_NEED = Caseless(r"^(?:and |so |but )*I (?:just |really |also )*(?:need|have|want) to\b")
_KEYED = frozenset(
    {
        "name",
        "nickname",
        "home",
        "hometown",
        "employer",
        "job",
        "age",
        "birthday",
        "likes",
        "dislikes",
    }
)
_DIGIT = re.compile(r"\d")
_REPORT = Caseless(
    r"\b(?:is|are) hitting (?:a|some) snag|\bwith more (?:purpose|energy|focus)\b|\b(?:isn't|is not|are not"
    r"|aren't) (?:ready|there|solid|done)\b|\bI don't understand\b|\bon every day\b|\bon Day \d"
)
_MISSION = Caseless(
    r"\b(?:desire to|our (?:mission|vision)|mission is|commitment to|dedicated to|passionate about|strive to"
    r"|believe in)\b"
)
"""How an organisation speaks of itself; a person who says `we` tells what they do."""
_NEAR = 160
"""Characters in front of a sentence in which the cause of what it says may stand."""


def at_work(view: View, draft: Draft, message: Material) -> Unfit | None:
    """An order, wish or feedback about the work at hand, taken for a lasting one because a cue word is in it."""
    plain = view.clause.plain
    if draft.rule in _OF_SERVING and for_now(view):
        return "transient", "order-at-hand"
    if draft.rule == "form-of-address" or draft.attributes.get("aspect") in _LANGUAGE:
        return None
    lasting = _STANDING.search(view.sentence.piece.plain) is not None
    if draft.rule == "style" and not lasting and _beside_a_task(view, message):
        return "transient", "order-at-hand"
    if draft.rule == "procedural" and not lasting:
        if message.weight > _SHORT_ORDER or _AT_WORK.search(view.sentence.piece.plain):
            return "transient", "order-at-hand"
        return None
    if view.chinese or draft.category == "constraint" or draft.rule in _KEYED:
        return None
    asked = _REQUEST.search(plain) is not None or (
        draft.category != "event" and _REQUEST_TO.search(plain) is not None
    )
    if asked and not lasting and not _own_habit(draft, plain):
        return "transient", "request-at-hand"
    if asked and draft.rule in _ORDERS and _OWN_NEED.match(plain):
        return "transient", "own-need"
    return None


def _own_habit(draft: Draft, plain: str) -> bool:
    """Is it a need the speaker has again and again (`I need two coffees every morning`)?"""
    return (
        draft.category == "fact"
        and "expect" not in plain
        and _LASTING_NEED.search(plain) is not None
    )


def _beside_a_task(view: View, message: Material) -> bool:
    """Does the order stand in a message that asks for something else, and not in front of it?"""
    if message.weight <= _SHORT_ORDER or view.clause.start == 0:
        return False
    others = (s for s in message.sentences if s.piece.start != view.sentence.piece.start)
    return any(stance_of(s, 0) in {"request", "question"} for s in others)


def status(view: View, draft: Draft) -> Unfit | None:
    """A report of where something stands."""
    plain = view.clause.plain
    if view.chinese or draft.rule not in LOOSE:
        return None
    if (
        draft.rule == "plain-statement"
        and _NEXT.search(draft.attributes.get("subject", ""))
        and (not _DIGIT.search(plain))
    ):
        named = draft.attributes.get("object", "")
        if not re.search(r"[A-Z]", named) or _STILL.search(plain):
            return "transient", "status"
    if _STILL.search(plain) and not _DIGIT.search(plain) and not _DURABLE_STILL.search(plain):
        return "transient", "status"
    if draft.category != "event" and _REPORT.search(plain):
        return "transient", "status"
    if view.subject.words.lower() == "we" and _MISSION.search(plain):
        return "not_asserted", "mission"
    return None


def while_ill(view: View, draft: Draft, message: Material) -> Unfit | None:
    """What somebody cannot do while something hurts holds as long as it hurts."""
    if draft.rule not in _BODILY or draft.attributes.get("type") in {"allergy", "diet"}:
        return None
    piece = view.sentence.piece
    near = message.plain[max(0, piece.start - _NEAR) : piece.end]
    if _ILL_NOW.search(near) and not _CHRONIC.search(near):
        return "transient", "while-ill"
    return None
