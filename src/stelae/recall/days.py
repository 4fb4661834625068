"""How well rows fit the days that a question names.

Two signs: when a row was said, and which days its own words (or its date in the index) name. The second finds the
appointment of a day that was spoken of long before (DEV-16.5).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from stelae.ports import MEMORY, Catalog
from stelae.recall.layout import Array
from stelae.recall.search import Postings
from stelae.text.query_dates import NamedDate

SAID_ONLY = 0.5
"""Part of the fit that a memory gets for having been *said* around that day: what it is about may be another day."""
Days = npt.NDArray[np.datetime64]


def day_fit(catalog: Catalog, dates: Sequence[NamedDate], postings: Postings) -> Array:
    """Return the fit of every row, in [0, 1].

    Args:
        catalog: Rows of one scope.
        dates: What the question names; none: 0 for all rows.
        postings: Of the question's keyword tokens, those of its days among them.

    Returns:
        1 for rows that name the day, else the fit of their time.
    """
    if not dates:
        return np.zeros(len(catalog))
    fit = date_match(catalog.time, dates)
    fit[catalog.type == MEMORY] *= SAID_ONLY
    for term in {date.term for date in dates if date.term}:
        if term in postings:
            fit[postings[term][0]] = 1.0
    return fit


def date_match(time: Array, dates: Sequence[NamedDate]) -> Array:
    """How well rows fit the named dates, in [0, 1]: 1 on that day or the next, .5 up to nine days later.

    People tell things later than they happen. Days are those of UTC, which is what the catalogue holds.

    Args:
        time: Seconds since the epoch, NaN without a time.
        dates: What the question names.

    Returns:
        The best fit of any of the dates, by row.
    """
    day = np.where(np.isnan(time), np.nan, time).astype("M8[s]").astype("M8[D]")
    out = np.zeros(len(time))
    for date in dates:
        out = np.maximum(out, _fit(day, date))
    return np.where(np.isnan(time), 0.0, out)


def _fit(day: Days, date: NamedDate) -> Array:
    year = day.astype("M8[Y]")
    month = day.astype("M8[M]")
    right_year = (
        np.ones(len(day), np.bool_)
        if date.year is None
        else year == np.datetime64(f"{date.year:04d}", "Y")
    )
    if date.month is None:
        if date.day is not None:
            return ((day - month.astype("M8[D]")).astype(np.int64) == date.day - 1).astype(float)
        return 0.3 * right_year.astype(np.float64)
    start = (
        (year.astype("M8[M]") + (date.month - 1))
        if date.year is None
        else np.full(len(day), np.datetime64(f"{date.year:04d}-{date.month:02d}", "M"))
    )
    if date.day is None:
        late = (month == start + 1) & ((day - month.astype("M8[D]")).astype(np.int64) < 10)
        return np.where(month == start, 1.0, np.where(late, 0.5, 0.0))
    gap = (day - (start.astype("M8[D]") + (date.day - 1))).astype(np.int64)
    return np.where((gap >= 0) & (gap <= 1), 1.0, np.where((gap >= -1) & (gap <= 9), 0.5, 0.0))
