"""What a constraint is about, as words: when two are about the same thing, and when a message names one. Pure.

Deliberately coarse. It decides what replaces what and what may be taken back within one task, never what an answer
contains.
"""

import re
from functools import lru_cache

from stelae.schemas.session import ProposedConstraint
from stelae.text.domains import domains_in, named_domain
from stelae.text.normalise import fold, squash
from stelae.text.tokens import words

_POLARITY_EN = (
    "no not never without avoid none nothing don dont only must want need like prefer just one ones"
)
_POLARITY_ZH = "不要 不想 不想要 别 不 没有 只要 想要 必须 一定 换成 要"
_POLARITY = frozenset((*_POLARITY_EN.split(), *_POLARITY_ZH.split()))
"""Words that say whether something is wanted, not what."""
_MADE_LONGER = re.compile(r"^([\u4e00-\u9fff])(?:\1|子|儿)$")
_SHORT_COLOUR = re.compile(r"([红蓝绿黄黑白灰粉紫棕橙米])的")
"""`红的也行` names 红色."""


def same(one: str, other: str) -> bool:
    """Are these the same words, but for case, width, script and white space?"""
    return squash(fold(one)) == squash(fold(other))


def says_the_same(one: ProposedConstraint, other: ProposedConstraint) -> bool:
    """Is it the same constraint, said again?"""
    return one.polarity == other.polarity and same(one.content, other.content)


def overlap(one: ProposedConstraint, other: ProposedConstraint) -> bool:
    """Are both about the same thing: do they share half of the words of the shorter one (P28)?"""
    mine, theirs = terms(one), terms(other)
    shared = len(mine & theirs)
    return shared > 0 and 2 * shared >= min(len(mine), len(theirs))


def echoed(constraint: ProposedConstraint, said: str) -> bool:
    """Does a message name what the constraint is about (P28)?"""
    return named(terms(constraint), said)


def named(wanted: frozenset[str], said: str) -> bool:
    """Does one of these words stand in a message: a whole word of a spaced script, any place in Chinese?"""
    spoken, plain = frozenset(words(said)), _SHORT_COLOUR.sub(r"\1色", fold(said))
    return any(term in spoken or (not term.isascii() and term in plain) for term in wanted)


def same_kind(one: str, other: str) -> bool:
    """Is what is searched for the same kind of thing, if narrower or wider: `鞋子` and `运动鞋`, `shoes` and `sneakers`?

    Unsure counts as the same: a ban that goes with its task breaks a promise, one that stays only narrows a search (P12).
    """
    if content_words(one) & content_words(other):
        return True
    shared = {*domains_in(one)} & {*domains_in(other)}
    if {named_domain(one), named_domain(other)} & shared:
        return True
    short, long = sorted((_noun(one), _noun(other)), key=len)
    alone = len(short) > 1 or shared or f"{short}子" in {one, other}
    return bool(alone) and not short.isascii() and long.endswith(short)


def _noun(category: str) -> str:
    """Return a Chinese noun without what makes a word of a single sign: `鞋子`, `包包`."""
    return _MADE_LONGER.sub(r"\1", squash(fold(category)))


def quoted(quote: str, said: str) -> bool:
    """Does the quote stand in the message?"""
    return bool(squash(quote)) and squash(fold(quote)) in squash(fold(said))


def terms(constraint: ProposedConstraint) -> frozenset[str]:
    """Return the words of a constraint: its keywords, without them those of its content."""
    return content_words(" ".join(constraint.keywords) or constraint.content)


@lru_cache(maxsize=512)
def content_words(text: str) -> frozenset[str]:
    """Return the words of a text that say what it is about; the text itself where there is nothing else in it."""
    return frozenset(words(text)) - _POLARITY or frozenset({squash(fold(text))})
