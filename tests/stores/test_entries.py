"""A row as the search sees it, and the small rules that both stores share."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from stelae.schemas.scope import Namespace
from stelae.stores.entries import (
    backoff_s,
    instant,
    memory_entry,
    observation_entry,
    pending_mark,
    seconds,
    visible,
)
from tests.contracts.builders import indexed, observation, pending, record, span


@given(st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_an_instant_survives_as_seconds(at: datetime) -> None:
    """To the microsecond, for the times people talk about."""
    assert instant(seconds(at)) == at


def test_absent_times_stay_absent() -> None:
    """None is not the epoch."""
    assert seconds(None) is None
    assert instant(None) is None


def test_a_superseded_memory_is_not_live() -> None:
    """The search hides it unless the past is asked for."""
    assert memory_entry(record(), length=1, cues=0).live == 1
    assert memory_entry(record(status="superseded"), length=1, cues=0).live == 0


def test_chinese_is_told_from_the_rest() -> None:
    """`zh-Hant` is Chinese too; centring goes by this code."""
    codes = [
        memory_entry(record(language=t), length=0, cues=0).language for t in ("zh-Hant", "en", "ja")
    ]
    assert codes == [1, 0, 0]


def test_what_may_not_be_recalled_is_no_row() -> None:
    """The raw track does not walk around the gate."""
    assert observation_entry(indexed(observation(flags=("hidden",)))) is None
    assert observation_entry(indexed(observation(), "停 车")) is not None


def test_untagged_rows_are_visible_in_every_project() -> None:
    """A project narrows; without one only untagged rows are read (O42)."""
    none, atlas = Namespace(scope="global"), Namespace(scope="global", project="atlas")
    assert [visible(p, none) for p in (None, "atlas")] == [True, False]
    assert [visible(p, atlas) for p in (None, "atlas", "other")] == [True, True, False]


def test_pauses_grow_and_end() -> None:
    """Seconds first, ten minutes at most."""
    assert [backoff_s(n) for n in (1, 2, 3, 30)] == [2.0, 4.0, 8.0, 600.0]


def test_a_question_without_a_quote_is_its_own() -> None:
    """Only what rests on the same words is the same question."""
    held = record("x", id="m", key="k")
    assert pending_mark(pending(held)) != pending_mark(pending(held))
    quoted = held.model_copy(update={"evidence": (span(observation("x")),)})
    assert pending_mark(pending(quoted)) == pending_mark(pending(quoted))
