"""Dated words that are no event: an order not to do something on a day, and what comes round again.

`周五不要发版` happens on no day. In `房租每月5000，15号交` the day is one of every month, though its own clause does not say
so.
"""

import re

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import View

_FORBIDS_ZH = re.compile(
    r"(?:请|麻烦|千万|记得|拜托|大家|各位|你们?|您|的|早上|上午|中午|下午|晚上|之?前|以前|之?后|以后|期间|那天|当天|先|绝对|一定|都|也|就|，|,|\s)*"
    r"(?:不要(?!紧|忘)|别(?!人|的|墅|处|忘|说|提|看)|禁止|请?勿|不准|不许|不得|不必|不用(?:再|来|去)*(?:给|等|叫|找|管|接|喊|通知|提醒|打扰)我)"
)
"""Somebody is told; `我周五不用上班` tells of oneself."""
_FORBIDS_EN = Caseless(
    r"(?:please|pls|and|so|but|ok(?:ay)?|also|just|on|by|until|,|\s)*"
    r"(?:(?:don't|do not|never|you (?:can't|cannot|must not|mustn't|shouldn't)) (?!forget|worry)|(?:stop|avoid) \w+ing\b)"
)
_REGULAR = Caseless(
    r"每(?:一?[天日周月年次季]|个?(?:月|星期|礼拜|季度)|隔|两)|按[月周年季]|月租|月供|年费|例会"
    r"|\b(?:every|each|per|an?) (?:other )?(?:day|week|fortnight|month|quarter|year)\b"
    r"|\b(?:daily|weekly|monthly|quarterly|yearly|annual)\b"
)
_BARE_ZH = re.compile(
    r"(?:我们?|都|就|要|得|会|固定|准时|统一|之?前|[上下中]午|早上|晚上|凌晨|[0-9一二三四五六七八九十两]+点[半整]?钟?|\s)*"
    r"(?:[交开去发还付扣来做缴收结搞办聚跑练上]|举行|召开|到期|扣款|还款|结算|发放|缴费|进行|开始|出账)?(?:一次|[了的])*"
)
"""A verb whose object stands in the clause before."""
_DUE_EN = Caseless(r"\b(?:due|paid|payable|charged|billed|collected|deducted)\b")
_BARE_EN = Caseless(
    r"(?:it's|it is|and|usually|always|\s)*(?:due|paid|payable|charged|billed|collected|deducted)?"
)


def forbids(plain: str, day: re.Match[str]) -> bool:
    """Is it an order not to do something on that day? A reminder (`don't forget`) is none."""
    rest = f"{plain[: day.start()]} {plain[day.end() :]}"
    return any(shape.match(rest) is not None for shape in (_FORBIDS_ZH, _FORBIDS_EN))


def comes_round(view: View, what: str) -> bool:
    """Does the sentence say that it happens again and again?

    Args:
        view: the clause with the day.
        what: happens; what names its own object is another matter than the clause before.
    """
    plain = view.clause.plain
    if not view.chinese and _REGULAR.search(plain) and _DUE_EN.search(plain):
        return True
    bare = (_BARE_ZH if view.chinese else _BARE_EN).fullmatch(what)
    before = view.sentence.clauses[: view.index]
    return bare is not None and any(_REGULAR.search(clause.plain) for clause in before)
