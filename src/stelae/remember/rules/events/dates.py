"""What a date in a clause means there: a parser reads the words, the clause can say that another or no day is meant."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from stelae.ports import FoundDate
from stelae.remember.rules.reading.caseless import Caseless

_SINCE = re.compile(r"\bsince\s+(?:the\s+)?$", re.IGNORECASE)
_FOR_THE = re.compile(r"\b(?:for|over|during) the $", re.IGNORECASE)
_NEXT = {"next week": 6, "next month": 29, "next year": 364}
_LASTED = re.compile(r"in (?:\d+|an?|two|three|four|five|six|a few) \w+", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d")
_PAST = Caseless(
    r"\b(?:was|were|had|did|ago|last|went|got|came|back in|used to|previous)\b|\b(?:I|we) (?:\w+ )?\w{2,}ed\b"
)
_LONG_AGO = timedelta(days=200)
_TO_COME = Caseless(r"要|会|将|\b(?:will|going to|am \w+ing|'m \w+ing|'ll)\b")


def meant(date: FoundDate, text: str, anchor: datetime, said: datetime) -> FoundDate | None:
    """Return the date as the clause means it; None when which one is meant was not said.

    Args:
        date: What the parser read.
        text: The clause.
        anchor: When it was said, in the speaker's zone.
        said: The same moment, for what is over.
    """
    if _SINCE.search(text[: date.start]) or date.quote.lower().startswith("since "):
        return None  # when something began is not when it happens
    if _TO_COME.search(text) and ended(date) < said:
        return None  # a feast of this year that is over (`春节我要回老家`)
    if (days := _NEXT.get(date.quote.lower())) and _FOR_THE.search(text[: date.start]):
        begin = anchor.replace(hour=0, minute=0, second=0, microsecond=0)
        return replace(date, begin=begin, until=begin + timedelta(days=days), precision="span")
    if _LASTED.match(date.quote) and _PAST.search(text):
        return None  # `finished it in 12 days` says how long it took
    years = set(_YEAR.findall(text))
    if years and str(date.begin.year) not in years:
        return None  # `in May or June 2023` names a year that the parser's words leave out
    named = _YEAR.search(date.quote) is not None
    if (
        not named
        and anchor - date.begin > _LONG_AGO
        and date.precision == "day"
        and not _PAST.search(text)
    ):
        return None  # `the window for February 1st is …`, said in January
    return date


def ended(date: FoundDate) -> datetime:
    """When the whole of a date is over."""
    lasts = {"time": 1, "day": 2, "month": 32, "year": 367, "span": 1}[date.precision]
    return (date.until or date.begin) + timedelta(days=lasts)


def written(date: FoundDate, *, chinese: bool) -> str:
    """Return the absolute date as it is added to the person's own words."""
    form = {
        "time": "%Y-%m-%d %H:%M",
        "day": "%Y-%m-%d",
        "month": "%Y-%m",
        "year": "%Y",
        "span": "%Y-%m-%d",
    }[date.precision]
    words = date.begin.strftime(form)
    if date.precision == "span" and date.until is not None:
        words += f" {'至' if chinese else 'to'} {date.until.strftime(form)}"
    return f"（{words}）" if chinese else f" ({words})"
