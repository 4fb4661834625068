"""Which event is called off or moved (`my flight got cancelled`, `体检改到下周五了`)? Pure; never a guess between two.

It is the one that is not over, that holds every key word of what was named, of the same person, on the day that is named if
one is.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from stelae.remember.rules.events.changes import EventChange, change_in
from stelae.remember.rules.events.dated import thing_of
from stelae.remember.rules.reading.sentences import sentences_of
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import in_zone
from stelae.text.normalise import fold
from stelae.text.tokens import words

EVENTS: Final = "event/"
"""What the keys of events begin with."""
OFF: Final = "event-off"
"""The rule that reads that something is off."""
_BESIDE: Final = frozenset(
    {"时间", "安排", "预约", "行程", "那个", "这个", "原定", "本来", *words("appointment event")}
)
"""Words that tell no event from another."""
_ALSO: Final[dict[str, str]] = {
    "航班": "航班|飞机|机票|飞往",
    "飞机": "航班|飞机|机票|飞往",
    "机票": "航班|飞机|机票",
    "高铁": "高铁|火车|车票",
    "火车": "高铁|火车|车票",
    "会": "(?:开|例|周|晨|早|评审|讨论|项目|家长|班|董事|股东|电话|视频)会|会议|的会",
    "会议": "会议|开会|例会|评审会|周会|的会",
    "考试": "考试|要考",
    "吃饭": "吃饭|饭局|聚餐",
    "饭局": "吃饭|饭局|聚餐",
}
"""Other words for the same plan, as patterns."""
_ALSO_EN: Final = (
    frozenset(words("flight fly plane")),
    frozenset(words("meeting meet")),
    frozenset(words("exam test")),
)
_WEEKDAYS: Final = "一二三四五六日"
_WEEKDAY: Final = re.compile(
    r"(?P<next>下)?个?(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])|\b(?P<en>mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)
_WEEKDAYS_EN: Final = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_DAY: Final = re.compile(r"(?P<zh>\d{1,2})[号日]|\b(?:the )?(?P<en>\d{1,2})(?:st|nd|rd|th)\b")
_PAST: Final = re.compile(
    r"去年|前年|上个?(?:月|周|星期|礼拜)|昨天|昨晚|前天|\b(?:last (?:year|month|week|night)|yesterday)\b|\bago\b",
    re.IGNORECASE,
)
"""What was then is no plan."""
_NEAR: Final = (("今天", 0), ("明天", 1), ("后天", 2), ("today", 0), ("tomorrow", 1))


def change_of(record: MemoryRecord) -> EventChange | None:
    """Return what a record changes of a plan, by the words that it rests on; None: nothing."""
    if record.category not in {"event", "decision"}:
        return None
    quotes = [span.quote for span in record.evidence if span.quote] or [record.text]
    for quote in quotes:
        for sentence in sentences_of(quote).sentences:
            for clause in sentence.clauses:
                found = change_in(clause.plain, chinese=sentence.chinese)
                if found is not None and (found.kind == "off" or record.rule.endswith("moved")):
                    return found
    return None


def meant(
    record: MemoryRecord, change: EventChange, held: Iterable[MemoryRecord]
) -> Sequence[MemoryRecord]:
    """Return the events that a change can be about.

    Args:
        record: what was said.
        change: what it changes, from `change_of`.
        held: current events of the same scope.
    """
    chinese = not change.thing.isascii()
    keys = [w for w in words(thing_of(change.thing, chinese=chinese)) if w not in _BESIDE]
    return [
        one
        for one in held
        if keys
        and _planned(one, record.valid_from)
        and _whose(one) == _whose(record)
        and all(_says(one, key) for key in keys)
        and _on_that_day(one, record, change.thing)
    ]


def unplaced(
    record: MemoryRecord, change: EventChange | None, found: Sequence[MemoryRecord]
) -> Literal["several", "none"] | None:
    """Say why a change is not carried out: several events can be meant, or nobody knows of one and it names no day.

    A person who confirms it has seen what there is.
    """
    if change is None or len(found) == 1 or record.category != "event":
        return None
    if record.reason == "confirmed" or record.extractor == "caller":
        return None
    if found:
        return "several"
    return "none" if record.rule == OFF and not record.attributes.get("date_words") else None


def _planned(one: MemoryRecord, now: datetime) -> bool:
    """Is it an event that is still to come, or of which nobody knows when it is?"""
    if one.category != "event" or one.rule.endswith(OFF):
        return False
    ends = one.attributes.get("end") or one.attributes.get("begin")
    return ends is None or datetime.fromisoformat(ends) + timedelta(days=1) > now


def _whose(one: MemoryRecord) -> tuple[str, str]:
    return one.subject, str(one.attributes.get("subject", "user"))


def _says(one: MemoryRecord, key: str) -> bool:
    said = fold(one.text)
    if not key.isascii():
        return re.search(_ALSO.get(key, re.escape(key)), said) is not None
    alike = next((names for names in _ALSO_EN if key in names), frozenset({key}))
    return not alike.isdisjoint(words(said))


def _on_that_day(one: MemoryRecord, record: MemoryRecord, thing: str) -> bool:
    """Does the day that stands in the name of the thing agree with the event's?"""
    if _PAST.search(thing):
        return False
    begin = one.attributes.get("begin")
    if begin is None:
        return True
    day = in_zone(datetime.fromisoformat(begin), one.zone).date()
    said = in_zone(record.valid_from, record.zone).date()
    named = _WEEKDAY.search(thing)
    if named is not None:
        wanted = (
            _WEEKDAYS_EN.index(named["en"].lower())
            if named["en"]
            else _WEEKDAYS.index(named["zh"].replace("天", "日"))
        )
        if day.weekday() != wanted:
            return False
    if (number := _DAY.search(thing)) and day.day != int(number["zh"] or number["en"]):
        return False
    near = next((shift for word, shift in _NEAR if word in thing.lower()), None)
    return near is None or day == said + timedelta(days=near)
