"""Dated words that are no event: an order not to do something on a day, and what comes round again.

`周五不要发版` happens on no day. In `房租每月5000，15号交` the day is one of every month, though its own clause does not say
so.
"""

import re

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import View

_FORBIDS_ZH = re.compile(
    r"(?:请|麻烦|千万|记得|拜托|大家|各位|你们?|您|的|早上|上午|中午|下午|晚上|之?前|以前|之?后|以后|期间|那天|当天|先|绝对"
    r"|一定|都|也|就|，|,|\s)*"
    r"(?:不要(?!紧|忘)|别(?!人|的|墅|处|忘|说|提|看)|禁止|请?勿|不准|不许|不得|不必|不用(?:再|来|去)*(?:给|等|叫|找|管|接|喊"
    r"|通知|提醒|打扰)我)"
)
"""Somebody is told; `我周五不用上班` tells of oneself."""
_FORBIDS_EN = Caseless(
    r"(?:please|pls|and|so|but|ok(?:ay)?|also|just|on|by|until|,|\s)*"
    r"(?:(?:don't|do not|never|you (?:can't|cannot|must not|mustn't|shouldn't)) (?!forget|worry)|(?:stop|avoid) \w+ing\b)"
)
_REGULAR = Caseless(
    r"每(?:一?[天日周月年次季]|个?(?:月|星期|礼拜|季度)|隔|两)|按[月周年季]|月租|月供|年费|例会|工资|薪水|房租|房贷"
    r"|车贷|信用卡|花呗|社保|公积金|物业费|水电费|生活费"
    r"|\b(?:every|each|per|an?) (?:other )?(?:day|week|fortnight|month|quarter|year)\b"
    r"|\b(?:daily|weekly|monthly|quarterly|yearly|annual)\b"
)
_BARE_ZH = re.compile(
    r"(?:我们?|都|就|要|得|会|固定|准时|统一|之?前|[上下中]午|早上|晚上|凌晨|[0-9一二三四五六七八九十两]+点[半整]?钟?|\s)*"
    r"(?:[交开去发还付扣来做缴收结搞办聚跑练上]|举行|召开|到期|扣款|还款|结算|发放|缴费|进行|开始|出账)?(?:一次|[了的])*"
)
"""A verb whose object stands in the clause before."""
_DUE_EN = Caseless(r"\b(?:due|paid|payable|charged|billed|collected|deducted)\b")
_DUE_ZH = re.compile(
    r"^[^，。下上这本个月]*(?<![0-9月])[0-9一二三四五六七八九十]{1,3}[号日][^，。]{0,3}(?:发|交|还|到账|扣|出账|结"
    r"|打到)"
)
"""A day of the month on which money is due."""
_BARE_EN = Caseless(
    r"(?:it's|it is|and|usually|always|\s)*(?:due|paid|payable|charged|billed|collected|deducted)?"
)


_WEEKDAY_ZH = "(?:周|星期|礼拜)[一二三四五六日天末]"
_BARE_DAY_ZH = re.compile(f"(?<![上下这本个])(?:{_WEEKDAY_ZH})")
_ROUND_ZH = re.compile(
    rf"^[^，。]{{0,8}}?(?:{_WEEKDAY_ZH})(?:[、和跟及]?(?:{_WEEKDAY_ZH}|[一二三四五六日天]))+"
    rf"|(?:{_WEEKDAY_ZH})[^，。]{{0,6}}?(?:在(?:学|练|上|教|带|做|跑)|是|不(?!是|去|来|在|用|能|想|行|上|回|开)|店?休|公休"
    rf"|轮休|只|都|固定"
    rf"|雷打不动|值班|例会|归|留给|属于)"
    r"|[0-9一二三四五六七八九十]+月[^，。到至]{1,6}[0-9一二三四五六七八九十]+月|(?:月|[0-9一二三四五六七八九十])(?:到"
    r"|至)[^，。]{1,4}月[^，。]*(?:必|都|一般|基本|没|不|每|得|要)"
)
"""Days of every week and year: two of them, or one that is said to be something (`周五是我的休息日`, `周五不发版`)."""


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
    if view.chinese and _comes_round_zh(plain):
        return True
    bare = (_BARE_ZH if view.chinese else _BARE_EN).fullmatch(what)
    before = view.sentence.clauses[: view.index]
    return bare is not None and any(_REGULAR.search(clause.plain) for clause in before)


def _comes_round_zh(plain: str) -> bool:
    day = _BARE_DAY_ZH.search(plain) is not None or "月" in plain
    due = _DUE_ZH.search(plain) is not None and _REGULAR.search(plain) is not None
    return due or (day and _ROUND_ZH.search(plain) is not None)
