"""English dates: own patterns say where a date stands, dateparser says when it is.

`dateparser.search` takes "may", "sat" and "34 years" for dates; so the words are found here and handed over one by
one. Forms it does not read, or reads wrongly ("the day after tomorrow", seasons, weekends, "next Friday"), are
computed here. The library is imported when the first date is looked for (over half a second).
"""

import importlib
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal

from stelae.ports import FoundDate

Precision = Literal["time", "day", "month", "year", "span"]
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = rf"(?:{'|'.join(_DAYS)}|(?:mon|tue|tues|wed|thu|thur|thurs|fri)\b)"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?"
    r"(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_CLOCK = (
    r"(?:,? (?:at |around |by )?(?:\d{1,2}(?::\d{2})? ?(?:am|pm|a\.m\.|p\.m\.)|\d{1,2}:\d{2}|noon"
    r"|midnight|(?:at )\d{1,2}\b(?! ?(?:people|of|years))))?"
)
_NUMBER = r"(?:\d+|an?|half an|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of)"
_DATE = re.compile(
    rf"\b(?:(?P<after>(?:the )?day after tomorrow)|(?P<before>(?:the )?day before yesterday)|"
    rf"(?P<near>tomorrow|yesterday|today|tonight|last night)(?: (?P<part>morning|afternoon|evening"
    rf"|night))?"
    rf"|(?P<half>in half an hour)|(?P<rel>in {_NUMBER} (?:minutes?|hours?|days?|weeks?|months?"
    rf"|years?)|{_NUMBER} (?:minutes?|hours?|days?|weeks?|months?|years?) (?:ago|from now))"
    rf"|(?P<season>(?:last|this|next) (?:spring|summer|fall|autumn|winter))|(?P<weekend>(?:last"
    rf"|this|next|this coming) weekend)|(?P<unit>(?:last|this|next) (?:week|month|year))"
    rf"|(?:on )?(?P<weekday>(?:(?:last|this|next|coming|this coming) )?{_DAY})(?!s\b| (?:night"
    rf"|morning|evening|afternoon)s\b)"
    rf"|(?:on )?(?P<iso>\d{{4}}-\d{{1,2}}-\d{{1,2}})|(?:on )?(?P<full>{_MONTH} \d{{1,2}}(?:st|nd|rd"
    rf"|th)?(?:,? \d{{4}})?(?!\d)|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}"
    rf"(?:,? \d{{4}})?)"
    rf"|(?P<monthyear>(?:in |since )?{_MONTH},? \d{{4}})|(?:in|by|until|since|last|next) "
    rf"(?P<month>{_MONTH})(?!\w)(?! \d)|(?:in|since|until) (?P<year>(?:19|20)\d\d)\b|on the "
    rf"(?P<dom>\d{{1,2}})(?:st|nd|rd|th)\b)(?P<clock>{_CLOCK})",
    re.IGNORECASE,
)
_RECURRING = re.compile(r"\b(?:every|each|on most|other)\s*$", re.IGNORECASE)
_TIME = re.compile(
    (
        r"(?:at |around |by )?(?P<h>\d{1,2})(?::(?P<m>\d{2}))? ?(?P<half>am|pm|a\.m\.|p\.m\.)?|"
        r"(?P<word>noon|midnight)"
    ),
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b((?:at )?\d{1,2}:\d{2}(?: ?[ap]m)?|(?:at )?\d{1,2} ?[ap]m)\s*(?:on )?$", re.IGNORECASE
)
_PARTS = {"morning": 9, "afternoon": 15, "evening": 19, "night": 21}
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_LAST_OR_NEXT = {"last": -1, "this": 0, "next": 1}


class DateparserDates:
    """`ports.DateParser` for English."""

    def find(self, text: str, *, anchor: datetime) -> Sequence[FoundDate]:
        """Return the dates in the text in order.

        Args:
            text: one message or clause.
            anchor: the moment it was said, in the speaker's zone.

        Returns:
            Dates in the anchor's zone. "Next Friday" is the Friday of next week; a weekday or month alone is the
            nearest to come, unless the text is in the past tense. What happens again and again is none.
        """
        past = _PAST.search(text) is not None and _FUTURE.search(text) is None
        return [
            date
            for found in _DATE.finditer(text)
            if not _RECURRING.search(text[: found.start()])
            and (date := _read(found, anchor, past=past and not _set_for(text, found)))
        ]


def _set_for(text: str, found: re.Match[str]) -> bool:
    """Is it the day that something was moved to, set for, called off or is on, whatever the tense of the rest?"""
    before = _SET_FOR.search(text, 0, found.start())
    return before is not None or _CHANGED.match(text, found.end()) is not None


_SET_FOR = re.compile(
    r"\b(?:moved|pushed|rescheduled|postponed|shifted|delayed|bumped|brought|changed|switched|deferred|extended|adjourned"
    r"|put|set|scheduled|booked|planned|slated)\b[^,;]{0,40}? (?:to|until|till|for)(?: the)? $"
    r"|(?:\b(?:is|are|begins|starts|leaves|departs|opens|due)|\b(?:it|that)'s)(?: now| still)?(?: on| for| by)? $",
    re.IGNORECASE,
)
_PAST = re.compile(
    (
        r"\b(?:was|were|went|had|did|got|met|saw|ate|bought|moved|started|finished|came|took|left|told"
        r"|ran|won|lost|made|gave|drove|flew|grew|spent|wrote|taught|built|broke|fell|sold|paid|began"
        r"|held|sent|quit|hiked|swam|slept|caught|threw|wore|chose|\w{3,}ed)\b"
    ),
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:will|going to|(?:am|is|are) \w+ing)\b|'(?:ll|m \w+ing|re \w+ing)\b", re.IGNORECASE
)
_CHANGED = re.compile(
    r" (?:(?:has|have) been|was|were|got|is|are)(?: just| now| already)?"
    r" (?:cancell?ed|called off|scrapped|postponed|put off|moved|pushed|rescheduled)\b",
    re.IGNORECASE,
)
_Read = Callable[[str, datetime, bool], "tuple[datetime, datetime | None, Precision] | None"]


def _read(found: re.Match[str], anchor: datetime, *, past: bool) -> FoundDate | None:
    name = next(n for n in _READERS if found[n])
    read = _READERS[name](found[name].lower(), anchor, past)
    if read is None:
        return None
    begin, until, precision = read
    if found["part"] and found["near"]:
        begin = begin.replace(hour=_PARTS[found["part"].lower()])
    clock_words = found["clock"] or _clock_before(found)
    if (
        clock_words
        and precision == "day"
        and (clock := _clock(clock_words, tonight="night" in found[0].lower()))
    ):
        begin, precision = begin.replace(hour=clock[0], minute=clock[1]), "time"
    return FoundDate(found.start(), found.end(), found[0], begin, until, precision)


def _clock_before(found: re.Match[str]) -> str:
    """The time of day in front of its day (`at 7:30 tonight`)."""
    before = _BEFORE.search(found.string, 0, found.start())
    return before[1] if before else ""


def _clock(words: str, *, tonight: bool) -> tuple[int, int] | None:
    """The time of day; an hour without am or pm is taken in the afternoon up to 7 (`at 3`), and in the evening tonight."""
    found = _TIME.search(words)
    if found is None:
        return None
    if found["word"]:
        return (12, 0) if found["word"].lower() == "noon" else (0, 0)
    hour, minute = int(found["h"]), int(found["m"] or 0)
    half = (found["half"] or "").lower().replace(".", "")
    if (
        (half == "pm" and hour < 12)
        or (not half and not found["m"] and 1 <= hour <= 7)
        or (not half and tonight and hour < 12)
    ):
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    return (hour, minute) if hour < 24 and minute < 60 else None


def _day(anchor: datetime, shift: int) -> datetime:
    return (anchor + timedelta(days=shift)).replace(hour=0, minute=0, second=0, microsecond=0)


def _near(words: str, anchor: datetime, _past: bool) -> tuple[datetime, datetime | None, Precision]:
    return (
        _day(anchor, {"tomorrow": 1, "yesterday": -1, "last night": -1}.get(words, 0)),
        None,
        "day",
    )


def _weekday(
    words: str, anchor: datetime, past: bool
) -> tuple[datetime, datetime | None, Precision]:
    which, _, name = words.rpartition(" ")
    wanted = next(i for i, d in enumerate(_DAYS) if d.startswith(name[:3]))
    here = anchor.weekday()
    if which == "next":
        shift = wanted - here + 7
    elif which == "last" or (past and not which):
        shift = -((here - wanted - 1) % 7 + 1)
    else:
        shift = (wanted - here) % 7 or 7
    return _day(anchor, shift), None, "day"


def _weekend(
    words: str, anchor: datetime, _past: bool
) -> tuple[datetime, datetime | None, Precision]:
    saturday = _day(anchor, 5 - anchor.weekday() + 7 * _LAST_OR_NEXT[words.split()[0]])
    return saturday, saturday + timedelta(days=1), "span"


def _unit(words: str, anchor: datetime, _past: bool) -> tuple[datetime, datetime | None, Precision]:
    which, unit = words.split()
    step = _LAST_OR_NEXT[which]
    if unit == "week":
        monday = _day(anchor, 7 * step - anchor.weekday())
        return monday, monday + timedelta(days=6), "span"
    first = _day(anchor, 0).replace(day=1)
    if unit == "year":
        return first.replace(year=anchor.year + step, month=1), None, "year"
    months = anchor.year * 12 + anchor.month - 1 + step
    return first.replace(year=months // 12, month=months % 12 + 1), None, "month"


def _season(
    words: str, anchor: datetime, _past: bool
) -> tuple[datetime, datetime | None, Precision]:
    """Meteorological seasons of the northern hemisphere; winter belongs to the year it begins in."""
    which, name = words.split()
    month = _SEASONS[name]
    start = _day(anchor, 0).replace(day=1, month=month)
    begun = start <= anchor
    year = (
        anchor.year
        if which == "this"
        else anchor.year - (0 if begun else 1)
        if which == "last"
        else anchor.year + (1 if begun else 0)
    )
    if which == "last" and begun and anchor < start + timedelta(days=90):
        year -= 1
    start = start.replace(year=year)
    return start, start + timedelta(days=90), "span"


def _month(
    words: str, anchor: datetime, past: bool
) -> tuple[datetime, datetime | None, Precision] | None:
    parsed = _parse(f"1 {words} {anchor.year}", anchor)
    if parsed is None:
        return None
    if past and parsed > anchor:
        parsed = parsed.replace(year=parsed.year - 1)
    elif not past and (parsed.year, parsed.month) < (anchor.year, anchor.month):
        parsed = parsed.replace(year=parsed.year + 1)
    return parsed, None, "month"


def _month_year(
    words: str, anchor: datetime, _past: bool
) -> tuple[datetime, datetime | None, Precision] | None:
    parsed = _parse(
        re.sub(r"^(?:in|since) ", "1 ", words)
        if words.startswith(("in ", "since "))
        else f"1 {words}",
        anchor,
    )
    return (parsed, None, "month") if parsed else None


def _full(
    words: str, anchor: datetime, past: bool
) -> tuple[datetime, datetime | None, Precision] | None:
    named = re.search(r"\d{4}", words) is not None
    parsed = _parse(
        re.sub(r"^the | of\b", "", words) + ("" if named else f" {anchor.year}"), anchor
    )
    if parsed is None:
        return None
    if not named:
        today = _day(anchor, 0)
        shift = (
            -1
            if past and parsed > today
            else 1
            if not past and parsed < today - timedelta(days=1)
            else 0
        )
        if (parsed.month, parsed.day) == (2, 29) and shift:
            return None
        parsed = parsed.replace(year=parsed.year + shift)
    return parsed, None, "day"


def _relative(
    words: str, anchor: datetime, _past: bool
) -> tuple[datetime, datetime | None, Precision] | None:
    counted = re.sub(r"\ba few\b", "3", re.sub(r"\ba couple of\b", "2", words)).replace(
        " from now", ""
    )
    counted = counted if counted.startswith("in ") or counted.endswith("ago") else f"in {counted}"
    parsed = _parser()(
        counted, languages=["en"], settings={"RELATIVE_BASE": anchor.replace(tzinfo=None)}
    )
    if parsed is None:
        return None
    moment = parsed.replace(tzinfo=anchor.tzinfo)
    if re.search(r"minute|hour", words):
        return moment, None, "time"
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if "year" in words:
        return day.replace(month=1, day=1), None, "year"
    return (day.replace(day=1), None, "month") if "month" in words else (day, None, "day")


def _day_of_month(
    words: str, anchor: datetime, past: bool
) -> tuple[datetime, datetime | None, Precision] | None:
    months = anchor.year * 12 + anchor.month - 1
    ahead = int(words) >= anchor.day
    months += (0 if ahead else 1) if not past else (-1 if ahead and int(words) != anchor.day else 0)
    try:
        return (
            _day(anchor, 0).replace(year=months // 12, month=months % 12 + 1, day=int(words)),
            None,
            "day",
        )
    except ValueError:
        return None


def _year(words: str, anchor: datetime, _past: bool) -> tuple[datetime, datetime | None, Precision]:
    return _day(anchor, 0).replace(year=int(words), month=1, day=1), None, "year"


def _iso(
    words: str, anchor: datetime, _past: bool
) -> tuple[datetime, datetime | None, Precision] | None:
    year, month, day = (int(part) for part in words.split("-"))
    try:
        return datetime(year, month, day, tzinfo=anchor.tzinfo), None, "day"
    except ValueError:
        return None


@cache
def _parser() -> Callable[..., Any]:
    return importlib.import_module("dateparser").parse


def _parse(words: str, anchor: datetime) -> datetime | None:
    """A named day at midnight in the anchor's zone, or None where there is no such day."""
    settings = {"RELATIVE_BASE": anchor.replace(tzinfo=None), "DATE_ORDER": "DMY"}
    parsed = _parser()(words, languages=["en"], settings=settings)
    return (
        None
        if parsed is None
        else parsed.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=anchor.tzinfo)
    )


_READERS: dict[str, _Read] = {
    "after": lambda _words, anchor, _past: (_day(anchor, 2), None, "day"),
    "before": lambda _words, anchor, _past: (_day(anchor, -2), None, "day"),
    "near": _near,
    "half": lambda _words, anchor, _past: (anchor + timedelta(minutes=30), None, "time"),
    "rel": _relative,
    "season": _season,
    "weekend": _weekend,
    "unit": _unit,
    "weekday": _weekday,
    "iso": _iso,
    "full": _full,
    "monthyear": _month_year,
    "month": _month,
    "year": _year,
    "dom": _day_of_month,
}
