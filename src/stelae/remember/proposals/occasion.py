"""Is a wish of a person theirs, or of this occasion only? (P18). Pure; in doubt it is of the occasion."""

from typing import Final

from stelae.remember.rules.assertion.stance import stance_of
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.sentences import Sentence, sentences_of

ONCE: Final = Caseless(
    r"这(?:一)?(?:次|回|趟|单|顿|把|批)(?!性)|就(?:这|今天)|今[天晚早晨]|明[天晚早晨]|后天|这个?(?:周末|星期|周)|暂时|眼下|临时"
    r"|\b(?:this (?:time|once|one|order|trip|round|week|weekend)|(?:just|only) (?:this|for) (?:once|today|now|tonight)"
    r"|today|tonight|tomorrow|for (?:now|once|the moment)|right now|as an exception)\b"
)
"""Words that bind a wish to this occasion; with them it is never promoted (P18)."""
LASTING: Final = Caseless(
    r"一直|总是|从来|从不|平时|向来|一向|每次|永远|以后|今后|过敏|天生|一般|通常|习惯"
    r"|\b(?:always|never|usually|normally|in general|generally|from now on|every time|allergic|as a rule)\b"
)
_PRICE: Final = Caseless(r"预算|价位|价格|\b(?:budget|price range|spend)\b")
"""What may be spent is of this purchase, unless it is said to be usual."""
PAST: Final = Caseless(
    r"以前|从前|原来|原先|过去|曾经|小时候|之前|本来|\b(?:used to|formerly|previously|in the past|as a (?:kid|child))\b"
)
NOW: Final = Caseless(
    r"现在|如今|眼下|最近|后来|这两年|\b(?:but now|now|nowadays|these days|lately|any ?more|no longer|since then)\b"
)


def for_once(quote: str, text: str, *, read: bool) -> bool:
    """Is it wanted for this occasion only, by its own clauses or, where no rule knows better, by their sentence?"""
    if LASTING.search(quote):
        return False
    if ONCE.search(quote) or _PRICE.search(quote):
        return True
    return not read and any(
        ONCE.search(one.piece.plain) for one in sentences_of(text).sentences if _holds(one, quote)
    )


def is_request(quote: str, text: str) -> bool:
    """Does it only ask for something now? What it rules out may last, what it asks for is this search (P18)."""
    if LASTING.search(quote):
        return False
    stances = [
        stance_of(sentence, index)
        for sentence in sentences_of(text).sentences
        for index, clause in enumerate(sentence.clauses)
        if clause.text and clause.text in quote
    ]
    return bool(stances) and all(stance == "request" for stance in stances)


def is_past(quote: str) -> bool:
    """Is it told of then, and nothing of now? A dislike is taken to last (P12)."""
    return PAST.search(quote) is not None and NOW.search(quote) is None


def _holds(sentence: Sentence, quote: str) -> bool:
    return any(clause.text and clause.text in quote for clause in sentence.clauses)
