"""Bit flags that the ranking reads of a stored text, computed once when it is written.

They are hints for the order of hits (retrieval.md, sections 2 and 7), no extraction and no classification: a false flag
costs a place in a list, never a memory.
"""

import re

from stelae.text.letters import lowered
from stelae.text.query_dates import MONTHS

ASKS = 1
"""Ends in a question: the next turn probably answers it."""
TIME_WORD = 2
"""Says when: answers a question of time."""
PREFERENCE = 4
"""Sounds like a taste, a habit or a standing wish."""

_TAIL = 120
"""Characters at the end in which a question mark counts."""

_TIME_WORD = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|recently|just|since|"
    r"(?:last|next|this) (?:night|morning|evening|week|weekend|month|year|spring|summer|autumn|fall|winter|"
    r"mon|tues|wednes|thurs|fri|satur|sun)\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"in (?:january|february|march|april|may|june|july|august|september|october|november|december)|"
    r"few (?:days|weeks|months) back|for (?:\w+ )?(?:years|months))\b|"
    r"昨天|前天|今天|今晚|明天|后天|上周|下周|这周|上个月|下个月|去年|前年|明年|最近|刚刚|周[一二三四五六日末]|星期[一二三四五六日天]"
)
_TIME_PARTS = (
    *("day", "tonight", "tomorrow", "ago", "recently", "just", "since", "last ", "next ", "this "),
    *("few ", "years", "months", *(f"in {month.lower()}" for month in MONTHS)),
)
"""Of these an English phrase above holds one."""
# The boundary before the word stands behind its first letter, so that the search may look for that letter alone.
_I = re.compile(
    r"i(?<!\w.)(?:'m|\u2019m| am)? (?:(?:really|strongly|absolutely|always|never|only|just|usually|generally|often) )*"
    r"(?:prefer|like|love|enjoy|adore|hate|dislike|despise|detest|avoid|refuse|value|need|insist|oppos\w+|"
    r"can['\u2019]?t stand|don['\u2019]?t (?:like|want|eat|drink|enjoy|use|believe|watch)|allergic|vegan|vegetarian|"
    r"interested|committed|passionate|afraid|scared|uncomfortable|sensitive|averse|fan of)\b"
)
_WISH = re.compile(
    r"\bmy (?:favou?rite|preferred|preference|ideal)\b|\bprefer(?:ence|red|s)?\b|\bi['\u2019]d rather\b|"
    r"\b(?:rather than|instead of|not a fan|believe in|strictly|from now on|make sure to|when(?:ever)? i ask)\b|"
    r"\b(?:allerg|intoleran)\w+|\balways (?:include|use|format|provide|give|mention|show|list|make|keep|add)\b|"
    r"\bnever (?:include|use|mention|give)\b|\bplease (?:make sure|always|never|remember)\b|"
    r"\bonly (?:buy|use|eat|watch|read|stay|work|travel)\b|"
    r"讨厌|偏好|不吃|过敏|从不|以后都|请记住|请不要|只喝|只吃"
)
_WISH_PARTS = (
    *("my ", "prefer", "rather", "instead of", "not a fan", "believe in", "strictly", "now on"),
    *("make sure", "i ask", "allerg", "intoleran", "always ", "never ", "please ", "only "),
)
"""Of these an English phrase of `_WISH` holds one."""
_ENDED = re.compile(r"[.!。！;；\n](?=.*\S)", re.DOTALL)
"""The end of a sentence behind which another one stands."""


def cues_of(text: str) -> int:
    """Return the flags of a text, or-ed together."""
    flags = ASKS if _asks(text) else 0
    low, english = lowered(text), text.isascii()
    if _may_hold(low, _TIME_PARTS, english) and _TIME_WORD.search(low):
        flags |= TIME_WORD
    if _I.search(low) or (_may_hold(low, _WISH_PARTS, english) and _WISH.search(low)):
        flags |= PREFERENCE
    return flags


def _asks(text: str) -> bool:
    tail = text[-_TAIL:]
    return "?" in tail or "？" in tail


def _may_hold(low: str, parts: tuple[str, ...], english: bool) -> bool:
    return not english or any(map(low.__contains__, parts))


def only_asks(text: str) -> bool:
    """Is it one question and nothing else? Who asks after having told something has told it."""
    return _asks(text) and _ENDED.search(text.strip()[:-1]) is None
