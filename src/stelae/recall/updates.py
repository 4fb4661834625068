"""Two values of one thing among the best hits: the newer one comes first.

Being near in meaning is the wrong test (`retrieval.md`, section 7): a new value often comes in a message about something
else. What is asked here is whether both hits speak of what the question asks about and carry a value of the kind it asks
for. Stored supersession decides where there is one; this is for what nobody has extracted.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from stelae.recall.merging import Pick
from stelae.recall.understanding import Question
from stelae.schemas.query import Hit
from stelae.text.tokens import tokens

Kind = Literal["money", "percent", "clock", "date", "span", "count"]

LEADING: Final = 5
"""Hits that may change places. The new value is among the first three for 82% of the questions it was measured on."""
COVERED: Final = 0.4
"""Least share of the question's words that a hit must hold."""
AS_WELL: Final = 0.75
"""How much of the older hit's share the newer one must hold to speak of the same thing."""

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_NUMBER: Final = r"\d+(?:,\d{3})*(?:\.\d+)?"
_VALUES: Final[dict[Kind, re.Pattern[str]]] = {
    "money": re.compile(
        rf"[$€£¥￥]\s?{_NUMBER}k?|{_NUMBER}\s?(?:dollars?|euros?|usd|eur|rmb|万?元|块钱?|美元|欧元)",
        re.IGNORECASE,
    ),
    "percent": re.compile(
        rf"{_NUMBER}\s?(?:%|％|percent)|百分之[\d一二三四五六七八九十]+", re.IGNORECASE
    ),
    "clock": re.compile(
        r"\b\d{1,2}(?::\d{2})?\s?[ap]\.?m\b|\b\d{1,2}:\d{2}\b|[\d一二两三四五六七八九十]{1,3}点(?:半|[\d一二三四五]+分?)?",
        re.IGNORECASE,
    ),
    "date": re.compile(
        rf"\b{_MONTH}\.?\s\d{{1,2}}\b|\b\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}\b|\b\d{{4}}-\d{{2}}-\d{{2}}\b"
        r"|\d{1,2}月\d{1,2}[日号]|(?:周|星期|礼拜)[一二三四五六日天]",
        re.IGNORECASE,
    ),
    "span": re.compile(
        rf"\b{_NUMBER}(?:\s?[-\u2013]\s?{_NUMBER})?\s?(?:ms|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b"
        r"|[\d一二两三四五六七八九十半]+(?:个)?(?:小时|分钟|天|周|星期|月|年)",
        re.IGNORECASE,
    ),
    "count": re.compile(rf"(?<![\d.:/$€£¥-]){_NUMBER}(?!\s?[%％:/]|\d)"),
}
_ASKED: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    (
        "percent",
        re.compile(
            r"\bpercent|\brate\b|\baccuracy\b|\bcoverage\b|百分|比例|准确率|覆盖率", re.IGNORECASE
        ),
    ),
    (
        "money",
        re.compile(
            r"\bbudget|\bcosts?\b|\bprice|\bsalary|\brent\b|\bfee\b|\bhow much\b|预算|价格|多少钱|工资|房租|费",
            re.IGNORECASE,
        ),
    ),
    ("clock", re.compile(r"\bwhat time\b|几点", re.IGNORECASE)),
    (
        "date",
        re.compile(r"^when\b|\b(?:what|which) (?:date|day)\b|什么时候|哪天|几号", re.IGNORECASE),
    ),
    (
        "span",
        re.compile(
            r"\bhow long\b|\b(?:response|load\w*) time\b|\bduration\b|多久|多长时间", re.IGNORECASE
        ),
    ),
    (
        "count",
        re.compile(
            r"\bhow many\b|\b(?:quota|limit|number|goal|target)\b|多少|几[个本次条台]",
            re.IGNORECASE,
        ),
    ),
)


def asked_kind(text: str) -> Kind | None:
    """Return what kind of value a question asks for, or None."""
    return next((kind for kind, pattern in _ASKED if pattern.search(text)), None)


def values_of(kind: Kind, text: str) -> frozenset[str]:
    """Return the values of that kind in a text, without white space and case."""
    return frozenset("".join(m.group().lower().split()) for m in _VALUES[kind].finditer(text))


def newest_value_first(
    question: Question, fetched: Sequence[tuple[Pick, Hit]]
) -> list[tuple[Pick, Hit]]:
    """Return the hits with the newer value before the older one, where both answer the question.

    Only hits of one kind, scope and authority change places: a lower authority never overrides a higher one, however new it
    is (architecture section 2).

    Args:
        question: one that asks for a value as it is now; any other is left alone.
        fetched: hits in the order of the ranking.
    """
    kind = asked_kind(question.text) if question.asks_current else None
    out = list(fetched)
    if kind is None or len(out) < 2:
        return out
    asked = set(question.terms)
    rival: list[int] = []
    best, seen = 0.0, frozenset[str]()
    for place, (pick, hit) in enumerate(out[:LEADING]):
        values = values_of(kind, hit.text)
        share = len(asked.intersection(tokens(hit.text))) / len(asked)
        if not values or share < max(COVERED, AS_WELL * best):
            continue
        if rival and (values <= seen or _side(pick, hit) != _side(*out[rival[0]])):
            continue
        rival.append(place)
        best, seen = max(best, share), seen | values
    newest = sorted(rival, key=lambda place: _said(*out[place]), reverse=True)
    moved = [out[place] for place in newest]
    for place, pair in zip(rival, moved, strict=True):
        out[place] = pair
    return out


def _side(pick: Pick, hit: Hit) -> tuple[str, str, int]:
    return hit.type, hit.scope, int(pick.found.catalog.authority[pick.row])


def _said(pick: Pick, hit: Hit) -> tuple[datetime, int]:
    """When it was said; of one instant, what was written later was said later."""
    return hit.time, int(pick.found.catalog.rid[pick.row])
