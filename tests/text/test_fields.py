"""Field values as they are compared. What conditions mean over a store is in `tests/contracts/test_search.py`."""

from datetime import date, datetime, timedelta, timezone

import pytest

from stelae.schemas.where import Where
from stelae.text.fields import field_forms, fits, form_of


def test_a_time_is_a_text_and_an_instant() -> None:
    """Whatever its offset; a date alone is its noon in UTC, within that day in nearly every zone."""
    east = datetime(2026, 3, 12, 16, 30, tzinfo=timezone(timedelta(hours=8)))
    held = {one.form for one in field_forms({"begin": "2026-03-12T08:30:00Z"})}
    assert form_of(east) in held
    assert len(held) == 2
    day = {one.form for one in field_forms({"day": "2026-03-12"})}
    assert form_of(date(2026, 3, 12)) in day


@pytest.mark.parametrize("text", ["2026-13-40", "2026-03-12T99:00", "2026-03-12 08:00", "12:00"])
def test_what_is_no_time_with_an_offset_is_a_text_alone(text: str) -> None:
    """A clock time without a zone is no instant."""
    assert [one.form.name for one in field_forms({"x": text})] == ["text"]


@pytest.mark.parametrize("value", [None, [], [None], float("nan"), 10**400])
def test_nothing_has_no_form(value: object) -> None:
    """It is null, like a field that is not there."""
    assert field_forms({"x": value}) == frozenset()
    assert fits({"x": value}, Where.of({"x": None}))


def test_spellings_of_one_text_are_one() -> None:
    """Case, width and script variants, as in keys."""
    for held, asked in (("臺灣茶", "台湾茶"), ("ＢＫ-07", "bk-07"), ("Straße", "STRASSE")):
        assert fits({"x": held}, Where.of({"x": asked}))
    assert not fits({"x": "bk-07"}, Where.of({"x": "bk07"}))
