"""Chinese dates by jionlp, with the few forms it does not know.

jionlp finds the words and resolves them against the anchor; recurring dates (`每周二`) and bare durations are left
out. It is imported when the first date is looked for: that takes over a second, prints a banner (kept off standard
output), and its own failures go to the root logger (kept quiet).
"""

import contextlib
import importlib
import io
import logging
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal

from stelae.ports import FoundDate

_MONTH = re.compile(
    r"(?P<which>上上|下下|上|下|这|本)个?月(?P<part>底|初|中旬)?(?![0-9一二三四五六七八九十])"
)
_MONTH_STEP = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_MONTH_PART = re.compile(r"(?<![年个上下月])(?P<when>月|年)(?P<part>底|初)")
_NUMBER = "[0-9〇零一二三四五六七八九十]"
_WRITTEN = re.compile(
    rf"(?:{_NUMBER}{{1,4}}\s*年\s*)?{_NUMBER}{{1,3}}\s*月\s*{_NUMBER}{{1,3}}\s*[日号號]"
    rf"|{_NUMBER}{{1,4}}\s*年\s*{_NUMBER}{{1,3}}\s*月"
)
_CLOCK = re.compile(r"[点时:：半刻]|\d分")
_SPAN_DAYS = 1.5


class JionlpDates:
    """`ports.DateParser` for Chinese."""

    def find(self, text: str, *, anchor: datetime) -> Sequence[FoundDate]:
        """Return the dates in the text in order.

        Args:
            text: one message or clause.
            anchor: the moment it was said, in the speaker's zone.

        Returns:
            Dates in the anchor's zone; what happens again and again is none.
        """
        own = list(_own(text, anchor))
        taken = [(d.start, d.end) for d in own]
        for item in _extract(text, anchor):
            date = _read(item, text, anchor)
            if date is None or _torn(date, text):
                continue
            if not any(date.start < end and start < date.end for start, end in taken):
                own.append(date)
        return sorted(own, key=lambda d: d.start)


@cache
def _extractor() -> Callable[..., list[dict[str, Any]]]:
    """Load jionlp, without its banner and without its tracebacks on the root logger of whoever uses us."""
    with contextlib.redirect_stdout(io.StringIO()):
        library = importlib.import_module("jionlp")
        parser = importlib.import_module("jionlp.gadget.time_parser")
    quiet = logging.getLogger("stelae.jionlp")
    quiet.addHandler(logging.NullHandler())
    quiet.propagate = False
    vars(parser)["logging"] = quiet
    return library.ner.extract_time


def _extract(text: str, anchor: datetime) -> list[dict[str, Any]]:
    base = {n: getattr(anchor, n) for n in ("year", "month", "day", "hour", "minute", "second")}
    try:
        return _extractor()(text, time_base=base)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError):
        # jionlp raises these on words it half understands; a date that cannot be read is an unresolved one.
        return []


def _read(item: dict[str, Any], text: str, anchor: datetime) -> FoundDate | None:
    if item["type"] not in {"time_point", "time_span"}:
        return None
    start, end = item["offset"]
    if text[start:end].endswith("起"):
        end -= 1  # `两点起飞`: jionlp reads "from two o'clock"
    times: list[str | None] = item["detail"]["time"]
    begin = _instant(times[0], anchor)
    until = _instant(times[1], anchor)
    if begin is None:
        return None
    quote = text[start:end]
    if _CLOCK.search(quote) and (item["type"] == "time_point" or text[end : end + 1] == "起"):
        return FoundDate(start, end, quote, begin, None, "time")
    length = (until - begin) if until else timedelta()
    precision = _precision(length)
    return FoundDate(start, end, quote, begin, until if precision == "span" else None, precision)


def _torn(date: FoundDate, text: str) -> bool:
    """Is it a piece of a written date that is none as a whole (`30日` of `2月30日`)?"""
    return any(
        written.start() < edge < written.end()
        for written in _WRITTEN.finditer(text)
        for edge in (date.start, date.end)
    )


def _instant(written: str | None, anchor: datetime) -> datetime | None:
    """A time of jionlp's in the anchor's zone; it writes `inf` for open ends."""
    if not written or "inf" in written:
        return None
    try:
        return datetime.fromisoformat(written).replace(tzinfo=anchor.tzinfo)
    except ValueError:
        return None


def _precision(length: timedelta) -> Literal["day", "month", "year", "span"]:
    days = length / timedelta(days=1)
    if days <= _SPAN_DAYS:
        return "day"
    if 27 < days < 32:
        return "month"
    return "year" if 364 < days < 367 else "span"


def _own(text: str, anchor: datetime) -> list[FoundDate]:
    found: list[FoundDate] = []
    for match in _MONTH.finditer(text):
        first = _month_start(anchor, _MONTH_STEP[match["which"]])
        found.append(_part(match, first, match["part"], text))
    for match in _MONTH_PART.finditer(text):
        first = (
            _month_start(anchor, 0)
            if match["when"] == "月"
            else anchor.replace(
                month=12 if match["part"] == "底" else 1,
                day=1,
                hour=0,
                minute=0,
                second=0,
                microsecond=0,
            )
        )
        found.append(_part(match, first, match["part"], text))
    return found


def _part(match: re.Match[str], first: datetime, part: str | None, text: str) -> FoundDate:
    """A month, or its beginning (to the 10th) or end (from the 21st)."""
    after = _month_start(first, 1)
    quote = text[match.start() : match.end()]
    if part == "初":
        return FoundDate(match.start(), match.end(), quote, first, first.replace(day=10), "span")
    if part == "底":
        return FoundDate(
            match.start(),
            match.end(),
            quote,
            first.replace(day=21),
            after - timedelta(days=1),
            "span",
        )
    if part == "中旬":
        return FoundDate(
            match.start(), match.end(), quote, first.replace(day=11), first.replace(day=20), "span"
        )
    return FoundDate(match.start(), match.end(), quote, first, None, "month")


def _month_start(day: datetime, step: int) -> datetime:
    months = day.year * 12 + day.month - 1 + step
    return day.replace(
        year=months // 12, month=months % 12 + 1, day=1, hour=0, minute=0, second=0, microsecond=0
    )
