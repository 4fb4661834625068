"""Numbers, dates and identifiers of a text: what two statements must share to be the same one (DEV-09).

Vector similarity never decides over them: 415 and 451, `B2-117` and `B2-171`, Monday and Sunday differ.
"""

import re
import unicodedata

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY_EN = re.compile(rf"\b({'|'.join(_WEEKDAYS)})s?\b|\b(mon|tues?|wed|thu(?:rs)?|fri)\b\.?")
_WEEKDAY_ZH = re.compile(r"(?:周|星期|礼拜|禮拜|週)([一二三四五六日天])")
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_MONTH_EN = re.compile(
    rf"\b({_MONTHS})\b(?=\s+\d)|(?<=\d)\s+({_MONTHS})\b|(?:in|since|of|by|until)\s+({_MONTHS})\b"
)
_NUMBER = re.compile(r"[-+]?\d+(?:[.,:/]\d+)*%?")
_IDENTIFIER = re.compile(
    (
        r"\b(?=[a-z0-9_.#@/+-]*[a-z])(?=[a-z0-9_.#@/+-]*\d)[a-z0-9][a-z0-9_.#@/+-]*[a-z0-9]\b"
        r"|\b[a-z0-9]+(?:[_-][a-z0-9]+)+\b"
    ),
    re.ASCII,
)
_HAN_NUMBER = re.compile(
    r"[零〇一二三四五六七八九十百千万两]+(?=[个只条名位岁年月日号点分钟小时天周元块斤公里米层楼栋室次辆台本]|$)"
)
_WORDS_EN = {
    w: str(i)
    for i, w in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
_WORD_EN = re.compile(rf"\b(?:{'|'.join(w for w in _WORDS_EN if w != 'one')})\b")
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10_000}


def signature(text: str) -> frozenset[str]:
    """Return the numbers, weekdays, months and identifiers of a text, in one spelling.

    Full-width digits equal plain ones, `1,000` equals `1000`, `三点` equals `3点`, `周三` equals `Wednesday`.

    Args:
        text: Any text.

    Returns:
        Marks to compare; two statements with different marks are never the same statement.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return frozenset((*_numbers(plain), *_days(plain), *_identifiers(plain)))


def _numbers(plain: str) -> list[str]:
    marks = [_number(m.group()) for m in _NUMBER.finditer(plain)]
    if not plain.isascii():
        marks += [str(_han_value(m.group())) for m in _HAN_NUMBER.finditer(plain)]
    return [*marks, *(_WORDS_EN[m.group()] for m in _WORD_EN.finditer(plain))]


def _number(found: str) -> str:
    """One spelling of a number: no thousands separators, no plus, `-` only as a sign."""
    thousands = re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?%?", found)
    plain = found.replace(",", "") if thousands else found
    plain = plain.lstrip("+-")
    return plain.lstrip("0") or "0" if plain.isdigit() else plain


def _han_value(word: str) -> int:
    """The value of a number in Chinese characters; digits in a row are read as such (`二〇二六`)."""
    if not any(c in _UNITS for c in word):
        return int("".join(str(_DIGITS[c]) for c in word))
    total = part = 0
    for char in word:
        if char in _DIGITS:
            part = _DIGITS[char]
        elif char == "万":
            total, part = (total + part or 1) * 10_000, 0
        else:
            total, part = total + (part or 1) * _UNITS[char], 0
    return total + part


def _days(plain: str) -> list[str]:
    marks = [
        "sunday" if m[1] in "日天" else _WEEKDAYS["一二三四五六".index(m[1])]
        for m in _WEEKDAY_ZH.finditer(plain)
    ]
    marks += [
        found[1] or next(d for d in _WEEKDAYS if d.startswith(found[2][:3]))
        for found in _WEEKDAY_EN.finditer(plain)
    ]
    marks += [next(g for g in m.groups() if g) for m in _MONTH_EN.finditer(plain)]
    return marks


def _identifiers(plain: str) -> list[str]:
    return [m.group() for m in _IDENTIFIER.finditer(plain)]
