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
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal

from stelae.ports import FoundDate
from stelae.text.house_numbers import is_house_number
from stelae.text.scripts import simplified

_MONTH = re.compile(
    r"(?P<which>上上|下下|上|下|这|本)个?月(?P<part>底|初|中旬)?(?![0-9一二三四五六七八九十])"
)
_MONTH_STEP = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_NUMBER = "[0-9〇零一二三四五六七八九十]"
_MONTH_PART = re.compile(
    rf"(?<![年个上下月今去明前后大正腊臘冬份0-9〇零一二三四五六七八九十])(?P<when>月|年)(?P<part>底|初)(?!{_NUMBER})"
)
"""Alone: `三月底`, `去年底` and `腊月初八` say which month, year or day, and jionlp reads them."""
_WRITTEN = re.compile(
    rf"(?:{_NUMBER}{{1,4}}\s*年\s*)?{_NUMBER}{{1,3}}\s*月\s*{_NUMBER}{{1,3}}\s*[日号號]"
    rf"|{_NUMBER}{{1,4}}\s*年\s*{_NUMBER}{{1,3}}\s*月"
)
_CLOCK = re.compile(r"[点时:：半刻]|\d分")
_SHORT_DAY = re.compile(
    r"(?:(?<![文说声证表聪高发透光清分照鲜简注申标英精失天判开公阐])明|(?<![至如而当迄])今|昨)"
    r"(?P<part>早(?![期已就])|晨|午(?!夜)|儿(?![子女童])个?)"
)
_SPELLED = {"早": "天早", "晨": "天早", "午": "天中午"}
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")
_WHICH_WEEK = re.compile(r"(?:上|下|这|本|每)个?\s*$")
_SET_TO = re.compile(
    r"(?:改|推|推迟|延|延迟|延期|延后|挪|移|调|换|提前|提早|顺延|约|约好|定|订|排|安排|放)(?:到|至|在|成|为)了?\s*$"
)
_TO_COME = re.compile(
    r"要|会(?![议员诊展计])|将|打算|准备|得去|约了|开会|[面考]试|体检|复查|复诊|手术|答辩|出差|航班|飞机|高铁|火车"
)
_DID = "[去来看见吃买打听参玩聊喝跑做拍考办拿收]"
_OVER = re.compile(rf"(?<!忘)了(?!吗|没)|{_DID}过|刚(?![好巧])|已|当时|那天|的时候")
_DONE = re.compile(rf"(?!.*(?:再|就|后)).*{_DID}了[\u4e00-\u9fff]")
"""Behind its day: `周五去了趟医院`."""
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
        plain = simplified(text)
        own = list(_own(plain, anchor))
        taken = [(d.start, d.end) for d in own]
        spelled, places = _spelled(plain)
        for item in _extract(spelled, anchor):
            start, end = item["offset"]
            date = _read({**item, "offset": (places[start], places[end - 1] + 1)}, plain, anchor)
            if date is None or _torn(date, plain) or is_house_number(plain, date.start, date.end):
                continue
            if not any(date.start < end and start < date.end for start, end in taken):
                own.append(date)
        meant = (_in_its_week(date, plain, anchor) for date in own)
        said = (replace(d, quote=text[d.start : d.end]) for d in meant if d is not None)
        return sorted(said, key=lambda d: d.start)


def _spelled(text: str) -> tuple[str, Sequence[int]]:
    """Return the text with short words for a day as jionlp knows them (`明早` as `明天早`), and whence each character is."""
    if _SHORT_DAY.search(text) is None:
        return text, range(len(text))
    out: list[str] = []
    places: list[int] = []
    at = 0
    for found in _SHORT_DAY.finditer(text):
        start, end = found.span("part")
        new = _SPELLED.get(found["part"], "天")
        out += [text[at:start], new]
        places += [*range(at, start), *([start] * (len(new) - 1)), end - 1]
        at = end
    return "".join([*out, text[at:]]), [*places, *range(at, len(text))]


def _in_its_week(date: FoundDate, text: str, anchor: datetime) -> FoundDate | None:
    """Return a weekday that is named alone in the week that is meant, since jionlp takes the current one.

    What something is moved to, or is still to be done on, comes next; what is over has been. Where neither is said of a day
    that has passed, nobody can say which one is meant: None.
    """
    before, after, week = text[: date.start], text[date.end :], timedelta(days=7)
    if not _WEEKDAY.match(date.quote) or _WHICH_WEEK.search(before):
        return date
    if date.begin.date() > anchor.date():
        return _moved(date, -week) if _DONE.match(after) and date.until is None else date
    if date.begin.date() == anchor.date() or (date.until and date.until > anchor):
        return date
    if not _SET_TO.search(before):
        if _OVER.search(before + after):
            return date
        if not _TO_COME.search(before + after):
            return None
    return _moved(date, week)


def _moved(date: FoundDate, by: timedelta) -> FoundDate:
    return replace(date, begin=date.begin + by, until=date.until and date.until + by)


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
    if until is not None and until < begin:
        until += timedelta(days=7)  # `下周一到周五`: jionlp ends it in this week
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
