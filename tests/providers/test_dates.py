"""Dates in words become instants of the speaker's zone (issue point 8, DEV-16)."""

import io
import logging
from contextlib import redirect_stdout
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.ports import DateParser
from stelae.providers.dates.dateparser import DateparserDates
from stelae.providers.dates.jionlp import JionlpDates

ANCHOR = datetime(2026, 3, 12, 0, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
"""A Thursday, half past midnight."""

CHINESE = [
    ("明天下午三点看牙医", "明天下午三点", "2026-03-13T15:00", "time"),
    ("昨天刚配了眼镜", "昨天", "2026-03-11T00:00", "day"),
    ("后天交稿", "后天", "2026-03-14T00:00", "day"),
    ("我上个月去了大理", "上个月", "2026-02-01T00:00", "month"),
    ("下个月15号搬家", "下个月15号", "2026-04-15T00:00", "day"),
    ("下个月初出发", "下个月初", "2026-04-01T00:00", "span"),
    ("月底搬家", "月底", "2026-03-21T00:00", "span"),
    ("下周三上午10点体检", "下周三上午10点", "2026-03-18T10:00", "time"),
    ("2019年毕业", "2019年", "2019-01-01T00:00", "year"),
    ("5月1日到5月7日休假", "5月1日到5月7日", "2026-05-01T00:00", "span"),
    ("半小时后开会", "半小时后", "2026-03-12T01:00", "time"),
    ("下周五下午两点起飞", "下周五下午两点", "2026-03-20T14:00", "time"),
    ("我的航班是明早8点的", "明早8点", "2026-03-13T08:00", "time"),
    ("明晨开会", "明晨", "2026-03-13T00:00", "day"),
    ("明儿早上8点开会", "明儿早上8点", "2026-03-13T08:00", "time"),
    ("今早8点的火车", "今早8点", "2026-03-12T08:00", "time"),
    ("昨早8点到的", "昨早8点", "2026-03-11T08:00", "time"),
    ("和老王的会改到周一上午了", "周一上午", "2026-03-16T07:00", "day"),
    ("評審挪到週二", "週二", "2026-03-17T00:00", "day"),
    ("周一要体检", "周一", "2026-03-16T00:00", "day"),
    ("周一去了趟医院", "周一", "2026-03-09T00:00", "day"),
    ("周日去看了场电影", "周日", "2026-03-08T00:00", "day"),
    ("周日看电影", "周日", "2026-03-15T00:00", "day"),
    ("下周一到周五出差", "下周一到周五", "2026-03-16T00:00", "span"),
    ("腊月初八", "腊月初八", "2027-01-15T00:00", "day"),
    ("农历七月初七", "农历七月初七", "2026-08-19T00:00", "day"),
    ("五月底交房", "五月底", "2026-05-25T00:00", "span"),
    ("去年底毕业", "去年底", "2025-11-01T00:00", "span"),
    ("年底搬家", "年底", "2026-12-21T00:00", "span"),
]
ENGLISH = [
    ("dentist tomorrow at 3pm", "tomorrow at 3pm", "2026-03-13T15:00", "time"),
    ("got glasses yesterday", "yesterday", "2026-03-11T00:00", "day"),
    ("the day after tomorrow", "the day after tomorrow", "2026-03-14T00:00", "day"),
    ("back in half an hour", "in half an hour", "2026-03-12T01:00", "time"),
    ("last winter was cold", "last winter", "2025-12-01T00:00", "span"),
    ("see her next Friday", "next Friday", "2026-03-20T00:00", "day"),
    ("I told him on Monday", "on Monday", "2026-03-09T00:00", "day"),
    ("I see him on Monday", "on Monday", "2026-03-16T00:00", "day"),
    ("I went there in October", "in October", "2025-10-01T00:00", "month"),
    ("I'm getting married in September", "in September", "2026-09-01T00:00", "month"),
    ("on 2026-05-03 at 14:20", "on 2026-05-03 at 14:20", "2026-05-03T14:20", "time"),
    ("this weekend", "this weekend", "2026-03-14T00:00", "span"),
    ("3 days ago", "3 days ago", "2026-03-09T00:00", "day"),
    ("on the 20th", "on the 20th", "2026-03-20T00:00", "day"),
    ("14 June 2025", "14 June 2025", "2025-06-14T00:00", "day"),
    ("at 7:30 tonight", "tonight", "2026-03-12T19:30", "time"),
    ("exam got moved to friday", "friday", "2026-03-13T00:00", "day"),
    ("it was pushed back to monday at 10", "monday at 10", "2026-03-16T10:00", "time"),
    ("the wedding got moved to May 5", "May 5", "2026-05-05T00:00", "day"),
    ("I booked a table for Monday", "Monday", "2026-03-16T00:00", "day"),
    ("I told him the exam is on Monday", "on Monday", "2026-03-16T00:00", "day"),
    ("I moved to Leeds on Monday", "on Monday", "2026-03-09T00:00", "day"),
    ("the exam was on Monday", "on Monday", "2026-03-09T00:00", "day"),
]
PARSERS: dict[str, DateParser] = {"zh": JionlpDates(), "en": DateparserDates()}


@pytest.mark.parametrize(
    ("language", "text", "quote", "begin", "precision"),
    [("zh", *c) for c in CHINESE] + [("en", *c) for c in ENGLISH],
)
def test_a_date_in_words_is_resolved_against_the_anchor(
    language: str, text: str, quote: str, begin: str, precision: str
) -> None:
    """Place, instant and precision, in the speaker's zone."""
    found = PARSERS[language].find(text, anchor=ANCHOR)
    assert len(found) == 1
    date = found[0]
    assert (date.quote, text[date.start : date.end]) == (quote, quote)
    assert (date.begin.isoformat()[:16], date.precision) == (begin, precision)
    assert date.begin.utcoffset() == ANCHOR.utcoffset()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "每周二晚上打羽毛球"),
        ("zh", "A 栋的物业费是每月 415 元"),
        ("zh", "我的车停在 B2-117"),
        ("zh", "叫外卖送到槐树巷12号"),
        ("zh", "张江路88号"),
        ("zh", "坐地铁2号线"),
        ("zh", "文明早期的城市"),
        ("zh", "说明早就写好了"),
        ("zh", "周一跟老板吵架"),
        ("en", "every Thursday"),
        ("en", "on Tuesdays"),
        ("en", "I may go and I sat there"),
        ("en", "I'm 34 years old"),
        ("en", "February 30"),
    ],
)
def test_habits_ages_and_impossible_days_are_no_dates(language: str, text: str) -> None:
    """What happens again and again, or never, has no instant."""
    assert list(PARSERS[language].find(text, anchor=ANCHOR)) == []


def test_several_dates_come_in_the_order_of_the_text() -> None:
    """Each with its own place."""
    dates = PARSERS["zh"].find("明天下午三点看牙医，昨天刚配了眼镜，上个月去了大理", anchor=ANCHOR)
    assert [d.quote for d in dates] == ["明天下午三点", "昨天", "上个月"]


def test_nothing_is_printed_and_nothing_reaches_the_root_logger(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The libraries' banner and tracebacks stay away from standard output and other people's logs."""
    printed = io.StringIO()
    with redirect_stdout(printed), caplog.at_level(logging.DEBUG):
        JionlpDates().find("每月 415 元，每年6.", anchor=ANCHOR)
    assert printed.getvalue() == ""
    assert not [r for r in caplog.records if r.name == "root"]


@given(st.text(alphabet="明后昨天上下个月周年底初二三1230号日点半前每春节 :-.", max_size=12))
def test_any_chinese_words_are_read_without_an_error(text: str) -> None:
    """Words that are half a date are none."""
    for date in PARSERS["zh"].find(text, anchor=ANCHOR):
        assert date.begin.tzinfo is not None
        assert 0 <= date.start < date.end <= len(text)


@given(
    st.lists(
        st.sampled_from(
            [
                "in",
                "on",
                "the",
                "31st",
                "99",
                "February",
                "may",
                "2026-13-40",
                "next",
                "last",
                "friday",
                "weekend",
                "ago",
                "3",
                "days",
                "30:99",
                "at",
                "12",
                "a",
            ]
        ),
        max_size=8,
    ).map(" ".join)
)
def test_any_english_words_are_read_without_an_error(text: str) -> None:
    """Days that do not exist are none."""
    for date in PARSERS["en"].find(text, anchor=ANCHOR):
        assert date.begin.tzinfo is not None
        assert text[date.start : date.end] == date.quote


@pytest.mark.parametrize(
    "text", ["2月30日看牙医", "4月31号开会", "2027年2月30日开会", "9999年12月31日见"]
)
def test_a_piece_of_an_impossible_date_is_no_date(text: str) -> None:
    """`30日` of `2月30日` is not the 30th of this month."""
    assert PARSERS["zh"].find(text, anchor=ANCHOR) == []
