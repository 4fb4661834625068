"""Spans of days that a question names: "this week", 上个月, "tomorrow", 3月. Weeks begin on Monday, days are of a zone.

Only whole spans with one plain reading. What was said in passing ("recently", 最近) is no span, and what needs a sentence
around it is the business of the date parsers.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from stelae.text.query_dates import NamedDate, query_dates

Days = tuple[date, date]
"""First day, and the day after the last."""


@dataclass(frozen=True, slots=True)
class Period:
    """A named span, and where the question names it."""

    since: datetime
    until: datetime
    """Exclusive."""
    start: int
    end: int
    """Of the words in the text; both 0 for a date that `query_dates` found, whose words are keywords as well."""


def named_period(text: str, *, now: datetime, zone: str) -> Period | None:
    """Return the first span of days that a text names, or None.

    Args:
        text: the question.
        now: the present, zone-aware.
        zone: IANA name of the zone whose days count.
    """
    home = ZoneInfo(zone)
    today = now.astimezone(home).date()
    low = text.lower()
    spans = _SPANS if any(map(low.__contains__, _PARTS)) else ()
    for pattern, span in spans:
        found = pattern.search(text)
        if found is not None:
            first, behind = span(today, found.group().lower())
            return Period(_start(first, home), _start(behind, home), *found.span())
    for named in query_dates(text):
        days = _days(named, today)
        if days is not None:
            return Period(_start(days[0], home), _start(days[1], home), 0, 0)
    return None


def _start(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)


def _offset(words: str) -> int:
    if re.search(r"last|past|previous|上|去|前", words):
        return -1
    return 1 if re.search(r"next|下|明", words) else 0


def _week(today: date, words: str) -> Days:
    monday = today - timedelta(today.weekday()) + timedelta(7 * _offset(words))
    return monday, monday + timedelta(7)


def _month(today: date, words: str) -> Days:
    month = today.year * 12 + today.month - 1 + _offset(words)
    return _first(month), _first(month + 1)


def _first(month: int) -> date:
    return date(month // 12, month % 12 + 1, 1)


def _year(today: date, words: str) -> Days:
    year = today.year + _offset(words)
    return date(year, 1, 1), date(year + 1, 1, 1)


def _single(days: int) -> Callable[[date, str], Days]:
    return lambda today, _: (today + timedelta(days), today + timedelta(days + 1))


def _days(named: NamedDate, today: date) -> Days | None:
    """A named date as days; without a year that of the present."""
    year = named.year or today.year
    try:
        if named.month is None:
            return None if named.day is not None else (date(year, 1, 1), date(year + 1, 1, 1))
        if named.day is None:
            month = year * 12 + named.month - 1
            return _first(month), _first(month + 1)
        day = date(year, named.month, named.day)
    except ValueError:
        return None
    return day, day + timedelta(1)


_SPANS: tuple[tuple[re.Pattern[str], Callable[[date, str], Days]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), span)
    for pattern, span in (
        (r"\bday before yesterday\b|前天", _single(-2)),
        (r"\bday after tomorrow\b|后天", _single(2)),
        (r"\byesterday\b|昨天|昨日", _single(-1)),
        (r"\btomorrow\b|明天|明日", _single(1)),
        (r"\btoday\b|今天|今日", _single(0)),
        (
            r"\b(?:this|last|past|previous|next) week\b|(?:这个?|本|上个?|下个?)(?:周|星期|礼拜)(?![一二三四五六日天])",
            _week,
        ),
        (r"\b(?:this|last|past|previous|next) month\b|(?:这个|本|上个|下个|上|下)月", _month),
        (r"\b(?:this|last|past|previous|next) year\b|今年|本年|去年|明年", _year),
    )
)
_PARTS = ("day", "tomorrow", "week", "month", "year", *"天日周月年", "星期", "礼拜")
"""Of these each span above holds one."""
