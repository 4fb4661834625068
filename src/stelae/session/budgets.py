"""What a clause says of money: `预算 500 以内`, `under $50`, `never mind the budget`. Pure.

A number is money only beside a currency or a word for price: `500 字以内` and `under 50 pages` are none.
"""

import re
from dataclasses import dataclass

from stelae.remember.rules.reading.caseless import Caseless
from stelae.schemas.session import Budget, Currency

_CURRENCIES: dict[Currency, tuple[str, ...]] = {
    "CNY": ("元", "块", "块钱", "人民币", "rmb", "cny", "yuan", "¥", "￥"),
    "USD": ("美元", "美金", "刀", "dollar", "dollars", "bucks", "usd", "us$", "$"),
    "EUR": ("欧元", "欧", "euro", "euros", "eur", "€"),
    "GBP": ("英镑", "镑", "pound", "pounds", "quid", "gbp", "£"),
    "JPY": ("日元", "円", "yen", "jpy"),
}
_CODE: dict[str, Currency] = {name: code for code, names in _CURRENCIES.items() for name in names}
_SIGN = r"(?:us\$|[$€£¥￥])"
_UNIT = (
    r"(?:块钱|[元块刀円]|人民币|美[元金]|欧元|英镑|日元|[€£¥￥]"
    r"|(?:dollars?|bucks|usd|euros?|eur|pounds?|quid|gbp|yuan|rmb|cny|yen|jpy)\b)"
)
_HAN = r"(?:[一二两三四五六七八九](?=[十百千万])|十(?![分足]))[一二两三四五六七八九十百千万]{0,7}"
"""It begins with a digit, so that 千万别… and 万一 are no numbers; a single one is no price."""
_NUMBER = rf"(?:(?<![\d.])\d[\d,']{{0,11}}(?:\.\d{{1,4}})?(?!\d)|{_HAN})"


def _amount(name: str) -> str:
    return (
        rf"(?P<{name}_sign>{_SIGN})?\s*(?P<{name}>{_NUMBER})\s*(?P<{name}_k>[千万]|[kw]\b)?\s*"
        rf"(?P<{name}_unit>{_UNIT})?"
    )


_TO = r"\s*(?:到|至|~|～|-|–|—|to|and)\s*"
_PRICE = r"(?:预算|价格|价位|价钱|花费|\bbudget|\bprice|\bspend|\bcost|\bpay)"
_ZH_MOST = r"以内|以下|之内|之下|封顶|内"
_CUE = Caseless(_PRICE)
_RANGE = Caseless(rf"{_amount('a')}{_TO}{_amount('b')}")
_MOST = Caseless(
    rf"(?:不超过|别超过|不要超过|不能超过|最多|至多|不高于|低于|控制在|"
    rf"\b(?:under|below|less than|cheaper than|up to|at most|max(?:imum)?(?: of)?|no more than|not (?:more than|over)"
    rf"|within))\s*{_amount('a')}"
)
_MOST_AFTER = Caseless(
    rf"{_amount('a')}\s*(?:{_ZH_MOST}|\b(?:or (?:less|under)|max(?:imum)?\b|tops|at most|and under))"
)
_LEAST = Caseless(
    rf"(?:不低于|至少|起码|高于|超过|\b(?:over|above|at least|more than))\s*{_amount('a')}"
)
_NEAR = Caseless(rf"{_PRICE}[^\d一二两三四五六七八九十百千万$€£¥￥]{{0,16}}{_amount('a')}")
_BARE_ZH = re.compile(
    rf"(?:还是|改成|要|就|大概|大约|有没有|有)?\s*[\d,']+\s*(?:{_ZH_MOST})的?(?:吧|就行|就好|都行|有吗|吗)?"
)
_NO_LIMIT = Caseless(
    r"(?:不限|不管|别管|不用管|不用考虑|不考虑|不在乎|无所谓|取消)(?:我的|这个|什么)?(?:预算|价格|价钱|价位|价)"
    r"|(?:预算|价格|价钱|价位)(?:上)?(?:都|就|是)?(?:不限|无所谓|不是问题|没有?(?:限制|上限|要求)|随便|不用管|不用考虑|取消)"
    r"|贵(?:一)?点(?:儿)?(?:也|都)?(?:没关系|没事|行|可以|无所谓)"
    r"|\b(?:never mind|forget(?: about)?|ignore|drop|skip|don't (?:worry about|mind)) (?:the |my |that |about the )?"
    r"(?:budget|price|cost)\b"
    r"|\bno (?:budget|price limit|price cap|spending limit)\b(?! for)|\bno limit on (?:the )?(?:price|budget|cost)\b"
    r"|\b(?:money|price|cost|budget) (?:is|'s) no (?:object|issue|problem)\b"
    r"|\b(?:the )?(?:budget|price|cost) (?:doesn't|does not|no longer) matters?\b|\bany price (?:is fine|will do)\b"
)
_STILL_LIMITED = Caseless(
    r"(?:不是|并非|没说)(?:说)?(?:预算|价格)?(?:不限|无所谓)|\bnot that\b.*\bno (?:object|issue)\b"
)
_SEPARATORS = str.maketrans("", "", ",'")
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000}
_TIMES = {"千": 1_000, "k": 1_000, "万": 10_000, "w": 10_000}


@dataclass(frozen=True, slots=True)
class Money:
    """What was read: a budget, or that there is none any more."""

    budget: Budget | None = None
    cleared: bool = False
    end: int = 0
    """Where in the clause the amount ends."""


def money(clause: str) -> Money:
    """Read a clause.

    Args:
        clause: one clause of a message, for matching (`sentences.Piece.plain`).
    """
    if _NO_LIMIT.search(clause) and not _STILL_LIMITED.search(clause):
        return Money(cleared=True)
    found = _bounds(clause)
    if found is None:
        return Money()
    at, least, most = found
    return Money(Budget(least=least, most=most, currency=_currency(at)), end=at.end())


def _bounds(clause: str) -> tuple[re.Match[str], float | None, float | None] | None:
    """Return where the amount stands, and its bounds."""
    cue = _CUE.search(clause) is not None or _BARE_ZH.fullmatch(clause) is not None
    if found := _RANGE.search(clause):
        low, high = _value(found, "a", shared="b"), _value(found, "b")
        if low < high and (cue or _currency(found)):
            return found, low, high
    for pattern in (_MOST, _MOST_AFTER):
        found = pattern.search(clause)
        if found and (cue or _currency(found)):
            return found, None, _value(found, "a")
    found = _LEAST.search(clause)
    if found and (cue or _currency(found)):
        return found, _value(found, "a"), None
    found = _NEAR.search(clause)
    return (found, None, _value(found, "a")) if found else None


def _value(found: re.Match[str], name: str, *, shared: str = "") -> float:
    """The number, in ones; in `1-2万` the second one's unit is the first one's, too."""
    raw = found[name].translate(_SEPARATORS)
    number = float(raw) if raw[0].isdigit() else float(_han(raw))
    times = found[f"{name}_k"] or (found[f"{shared}_k"] if shared else None)
    return number * _TIMES.get((times or "").lower(), 1)


def _han(word: str) -> int:
    """`一千五` is 1500, `三百五` is 350: a last digit without a unit is of the next lower one."""
    total = part = 0
    unit = 10
    for char in word:
        if char in _DIGITS:
            part = _DIGITS[char]
            continue
        unit = _UNITS[char]
        total = (total + part) * unit if unit == _UNITS["万"] else total + (part or 1) * unit
        part = 0
    return total + part * (unit // 10 if total else 1)


def _currency(found: re.Match[str]) -> Currency | None:
    words = (word for name, word in found.groupdict().items() if name.endswith(("_sign", "_unit")))
    return next((_CODE[word.lower()] for word in words if word), None)
