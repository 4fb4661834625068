"""Spans of days that a question names."""

from datetime import UTC, datetime

import pytest

from stelae.recall.periods import named_period

NOW = datetime(2026, 3, 10, 17, tzinfo=UTC)
"""A Wednesday by now in Shanghai, still a Tuesday in Lisbon."""


@pytest.mark.parametrize(
    ("text", "first", "behind"),
    [
        ("今天有什么安排", "03-11", "03-12"),
        ("what's on today", "03-11", "03-12"),
        ("昨天", "03-10", "03-11"),
        ("tomorrow", "03-12", "03-13"),
        ("the day after tomorrow", "03-13", "03-14"),
        ("前天", "03-09", "03-10"),
        ("这周约了几次会", "03-09", "03-16"),
        ("this week", "03-09", "03-16"),
        ("上周开的会", "03-02", "03-09"),
        ("next week", "03-16", "03-23"),
        ("上个月", "02-01", "03-01"),
        ("this month", "03-01", "04-01"),
        ("下个月", "04-01", "05-01"),
        ("3月有什么活动", "03-01", "04-01"),
        ("on 13 March", "03-13", "03-14"),
    ],
)
def test_a_span_is_whole_days_of_the_zone(text: str, first: str, behind: str) -> None:
    """Weeks begin on Monday; a date without a year is of this one."""
    found = named_period(text, now=NOW, zone="Asia/Shanghai")
    assert found is not None
    assert found.since.isoformat() == f"2026-{first}T00:00:00+08:00"
    assert found.until.isoformat() == f"2026-{behind}T00:00:00+08:00"


def test_the_zone_decides_what_today_is() -> None:
    """The same moment is another day elsewhere."""
    found = named_period("today", now=NOW, zone="Europe/Lisbon")
    assert found is not None
    assert found.since.isoformat() == "2026-03-10T00:00:00+00:00"


def test_years_span_years() -> None:
    """去年 and "next year"."""
    for text, year in (("去年", 2025), ("next year", 2027), ("in 2023", 2023)):
        found = named_period(text, now=NOW, zone="UTC")
        assert found is not None
        assert (found.since.year, found.until.year) == (year, year + 1)


@pytest.mark.parametrize(
    "text", ["上周三开的会", "最近", "recently", "on Friday", "13号", "2月30日", ""]
)
def test_what_has_no_plain_reading_is_none(text: str) -> None:
    """A weekday, a bare day, a day there is not."""
    assert named_period(text, now=NOW, zone="UTC") is None
