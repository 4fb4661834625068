"""Dates named outright in a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.query_dates import NamedDate, query_dates


@pytest.mark.parametrize(
    ("query", "date"),
    [
        ("3月13日有什么安排", NamedDate(None, 3, 13)),
        ("三月十三号有什么安排", NamedDate(None, 3, 13)),
        ("2023年5月8日聊了什么", NamedDate(2023, 5, 8)),
        ("五月份去了哪", NamedDate(None, 5)),
        ("二十一号交稿吗", NamedDate(day=21)),
        ("what is on 13 March?", NamedDate(None, 3, 13)),
        ("March 13th, 2026", NamedDate(2026, 3, 13)),
        ("what did I do in May 2023", NamedDate(2023, 5)),
        ("plans for Sept 5", NamedDate(None, 9, 5)),
        ("2026-03-13", NamedDate(2026, 3, 13)),
        ("what happened in 2023?", NamedDate(2023)),
        ("2023年发生了什么", NamedDate(2023)),
    ],
)
def test_named_dates_are_read(query: str, date: NamedDate) -> None:
    """Days, months and years, in both languages and both kinds of numerals (DEV-16.5)."""
    assert query_dates(query) == (date,)


@pytest.mark.parametrize(
    "query",
    ["may I ask something", "they march on", "where is staging", "13月40日", "room 2204", "五楼"],
)
def test_other_words_are_no_dates(query: str) -> None:
    """The modal verb, a walk, impossible dates and other numbers name no date."""
    assert query_dates(query) == ()


def test_two_dates_in_one_question() -> None:
    """Both ends of a span are found in order."""
    assert query_dates("between 3 May and 7 June") == (
        NamedDate(None, 5, 3),
        NamedDate(None, 6, 7),
    )


@given(st.text(alphabet="0123456789年月日号十三 Mayarch.,-"))
def test_parts_are_always_possible(text: str) -> None:
    """Whatever is asked, months lie in 1..12 and days in 1..31."""
    for date in query_dates(text):
        assert date.month is None or 1 <= date.month <= 12
        assert date.day is None or 1 <= date.day <= 31
        assert date != NamedDate()


def test_an_old_fashioned_letter_breaks_nothing() -> None:
    """A long s, which ignores case as an s does, is read as one."""
    assert [date.term for date in query_dates("3 \u017feptember 2026")] == ["d0903"]
