"""Dates that a text names outright, Chinese and English, without a parser and without a calendar.

Only what is said: `3月13日`, `13 March`, `in May 2023`, `2023`. Relative words ("last week") need an anchor and are the
business of the date parsers behind `ports.DateParser`.
"""

import re
from dataclasses import dataclass

from stelae.text.letters import lowered

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MONTHS = tuple(m.lower() for m in MONTHS)
_BEGINNINGS = tuple(m[:3] for m in _MONTHS)
_NAMES = "|".join(m if len(m) <= 4 else f"{m}|{m[:3]}" for m in _MONTHS)
_EN = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?(sept|{_NAMES})\b\.?"
    r"(?: (\d{1,2})(?:st|nd|rd|th)?\b)?(?:,? (\d{4})\b)?"
)
_MODAL_UNLESS = re.compile(
    r"\b(?:in|of|during|by|since|until|last|this|early|late|mid) may\b", re.IGNORECASE
)
_EN_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)-(\d{1,2})-(\d{1,2})(?!\d)")
_NUMERAL = "[0-9〇零一二三四五六七八九十]"
_ZH = re.compile(
    rf"(?:((?:19|20)\d\d)\s*年\s*)?({_NUMERAL}{{1,3}})\s*月(?:份|\s*({_NUMERAL}{{1,3}})\s*[日号號])?"
)
_ZH_DAY = re.compile(rf"(?<!{_NUMERAL})({_NUMERAL}{{1,3}})[日号號](?!楼|线|線|店|房|门)")
_ZH_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)\s*年")
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0}


@dataclass(frozen=True, slots=True)
class NamedDate:
    """A day, month or year as far as it was named; at least one part is there."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    @property
    def term(self) -> str | None:
        """The keyword token of that day (`d0313`) or month (`m03`), the same in every way of writing it."""
        if self.month is None:
            return None
        return f"m{self.month:02}" if self.day is None else f"d{self.month:02}{self.day:02}"


def query_dates(text: str) -> tuple[NamedDate, ...]:
    """Return the dates named in a question, in order.

    Args:
        text: The question, as asked.

    Returns:
        Dates with the parts that were said. "May" as a verb is none; a bare day counts only in Chinese (`13号`).
    """
    found = full_dates(text)
    if found:
        return tuple(found)
    days = [NamedDate(day=d) for m in _ZH_DAY.finditer(text) if (d := _number(m[1], 31))]
    if days:
        return tuple(days)
    years = [*_ZH_YEAR.finditer(text), *_EN_YEAR.finditer(text)]
    return tuple(dict.fromkeys(NamedDate(year=int(m[1])) for m in years))


def full_dates(text: str) -> list[NamedDate]:
    """Return the dates that name at least a month, in the order: numbers, Chinese, English."""
    found: list[NamedDate] = []
    if "-" in text:
        found += [
            NamedDate(int(m[1]), month, day)
            for m in _ISO.finditer(text)
            if (month := _number(m[2], 12)) and (day := _number(m[3], 31))
        ]
    for m in _ZH.finditer(text) if "月" in text else ():
        month = _number(m[2], 12)
        if month:
            found.append(NamedDate(int(m[1]) if m[1] else None, month, _number(m[3], 31)))
    low = lowered(text)
    if any(map(low.__contains__, _BEGINNINGS)):
        found += [date for m in _EN.finditer(low) if (date := _english(m, text))]
    return found


def _english(match: re.Match[str], text: str) -> NamedDate | None:
    """Read a match in the lower-case text; the text itself tells whether a month is capitalised."""
    before, name, after, year = match.groups()
    bare = not (before or after or year)
    if name == "may" and bare and not _MODAL_UNLESS.search(text):
        return None
    if name in {"mar", "march"} and bare and text[match.start(2)] == "m":
        return None  # "to march", "mar" in other words; months are capitalised
    month = 1 + next(i for i, m in enumerate(_MONTHS) if m.startswith(name[:3]))
    return NamedDate(int(year) if year else None, month, _number(before or after, 31))


def _number(written: str | None, most: int) -> int | None:
    """Read up to 99, in digits or Chinese numerals; None outside 1..most."""
    if not written:
        return None
    if written.isascii():
        value = int(written)
    elif "十" in written:
        tens, _, ones = written.partition("十")
        if tens not in {"", *_DIGITS} or ones not in {"", *_DIGITS}:
            return None
        value = 10 * _DIGITS.get(tens, 1) + _DIGITS.get(ones, 0)
    elif len(written) == 1:
        value = _DIGITS[written]
    else:
        return None
    return value if 1 <= value <= most else None
