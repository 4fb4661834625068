"""Days that a question names select rows."""

from datetime import UTC, datetime

import numpy as np
import pytest

from stelae.recall.days import SAID_ONLY, date_match, day_fit
from stelae.text.query_dates import NamedDate
from tests.recall.catalogs import Row, catalog, memory

DAY = 86_400.0
FIRST = datetime(2026, 3, 12, 9, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("date", "fits"),
    [
        (NamedDate(2026, 3, 13), [0.5, 1.0, 1.0, 0.5, 0.0]),
        (NamedDate(None, 3, 13), [0.5, 1.0, 1.0, 0.5, 0.0]),
        (NamedDate(2025, 3, 13), [0.0] * 5),
        (NamedDate(2026, 3), [1.0, 1.0, 1.0, 1.0, 0.5]),
        (NamedDate(None, 4), [0.0, 0.0, 0.0, 0.0, 1.0]),
        (NamedDate(day=14), [0.0, 0.0, 1.0, 0.0, 0.0]),
        (NamedDate(2026), [0.3] * 5),
    ],
)
def test_a_named_date_fits_its_day_and_those_after(date: NamedDate, fits: list[float]) -> None:
    """People tell things a day or a week later (retrieval.md, section 6)."""
    times = np.array([FIRST + days * DAY for days in (0, 1, 2, 9, 22)])
    assert date_match(times, [date]).tolist() == fits


def test_a_row_without_a_time_fits_no_date() -> None:
    """Nothing is guessed."""
    assert date_match(np.array([np.nan]), [NamedDate(2026)]).tolist() == [0.0]


def test_a_row_that_names_the_day_fits_whenever_it_was_said() -> None:
    """The appointment is found by its own day (DEV-16.5)."""
    held = catalog([memory(time=FIRST - 60 * DAY), memory(time=FIRST - 60 * DAY)])
    postings = {"d0313": (np.array([1]), np.array([1.0]))}
    assert day_fit(held, [NamedDate(None, 3, 13)], postings).tolist() == [0.0, 1.0]


def test_a_memory_said_that_day_fits_less_than_a_message_of_that_day() -> None:
    """A memory said on a day may be about another one."""
    held = catalog([memory(time=FIRST), Row(time=FIRST)])
    assert day_fit(held, [NamedDate(2026, 3, 12)], {}).tolist() == [SAID_ONLY, 1.0]


def test_no_date_no_fit() -> None:
    """Nothing is selected where nothing is named."""
    assert day_fit(catalog([Row()]), [], {}).tolist() == [0.0]
