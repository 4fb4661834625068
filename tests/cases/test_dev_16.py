"""DEV-16: "tomorrow" without an anchor. The user's zone is Asia/Shanghai.

The library's clock stands on 1 May 2026; the command line runs at the real time, which is some later day.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from stelae.testing import FixedClock
from tests.cases.conftest import OpenDoor
from tests.cases.doors import Door, Json, open_door

ZONE = ZoneInfo("Asia/Shanghai")
SAID_AT = "2026-03-12T00:30:00+08:00"
SAID = "明天下午三点看牙医，昨天刚配了眼镜"
SAID_EN = "I have a dentist appointment tomorrow at 3 pm. I got new glasses yesterday."
DENTIST, GLASSES = ("牙医", "dentist"), ("眼镜", "glasses")
INGESTED = datetime(2026, 5, 1, 9, tzinfo=UTC)
both_languages = pytest.mark.parametrize("text", [SAID, SAID_EN], ids=["zh", "en"])


@pytest.fixture
def clock() -> FixedClock:
    """The day of the import."""
    return FixedClock(INGESTED)


@pytest.fixture(autouse=True)
def shanghai(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's zone."""
    monkeypatch.setenv("STELAE_ZONE", "Asia/Shanghai")


def ingest(door: Door, text: str, at: str | None = SAID_AT) -> Json:
    """Hand over the old message."""
    message: Json = {"role": "user", "content": text, "id": "m1"}
    return door.observe([message if at is None else {**message, "time": at}])


def the_one(door: Door, words: tuple[str, ...]) -> Json:
    """Return the only memory with one of the words."""
    (memory,) = [m for m in door.list() if any(word in m["text"] for word in words)]
    return memory


def begins(memory: Json) -> datetime:
    """Return the local begin of an event."""
    return datetime.fromisoformat(memory["attributes"]["begin"]).astimezone(ZONE)


def instants(value: object) -> Iterator[str]:
    """Yield every string that looks like an instant, however deep."""
    if isinstance(value, dict):
        for inner in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from instants(inner)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list):
        for inner in value:  # pyright: ignore[reportUnknownVariableType]
            yield from instants(inner)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, str) and re.match(r"\d{4}-\d{2}-\d{2}T", value):
        yield value


@both_languages
def test_dev_16_1_relative_dates_count_from_the_message(door: Door, text: str) -> None:
    """The dentist is on 13 March at three, the glasses were on the 11th: local days, not those of UTC or of the import."""
    ingest(door, text)
    assert begins(the_one(door, DENTIST)) == datetime(2026, 3, 13, 15, tzinfo=ZONE)
    assert begins(the_one(door, GLASSES)).date().isoformat() == "2026-03-11"


@both_languages
def test_dev_16_2_stored_instants_carry_an_offset(door: Door, text: str) -> None:
    """Everything that is a time says of which zone."""
    ingest(door, text)
    found = list(instants([door.why(m["id"]) for m in door.list(every=True)]))
    assert len(found) > 4
    assert all(datetime.fromisoformat(at).tzinfo is not None for at in found)


def test_dev_16_2_a_time_without_offset_is_read_in_the_users_zone(door: Door) -> None:
    """The one documented rule."""
    ingest(door, SAID, at="2026-03-12T00:30:00")
    dentist = the_one(door, DENTIST)
    (source,) = door.why(dentist["id"])["observations"]
    assert datetime.fromisoformat(source["time"]) == datetime.fromisoformat(SAID_AT)
    assert begins(dentist) == datetime(2026, 3, 13, 15, tzinfo=ZONE)


@pytest.mark.parametrize(
    "bound",
    ["2026-03-01", "2026-03-01T00:00:00", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00-05:00"],
)
def test_dev_16_2_naive_and_aware_times_compare(door: Door, bound: str) -> None:
    """A filter with or without offset never raises, and both sides of it are right."""
    ingest(door, SAID)
    assert door.recall("牙医", since=bound, floor="none")["hits"]
    assert door.recall("牙医", until=bound, floor="none")["hits"] == []


def test_dev_16_3_said_recorded_and_happening_are_three_times(door: Door) -> None:
    """A back-filled chat keeps its own time."""
    started = datetime.now(UTC)
    ingest(door, SAID)
    dentist = the_one(door, DENTIST)
    (source,) = door.why(dentist["id"])["observations"]
    said = datetime.fromisoformat(source["time"])
    recorded = datetime.fromisoformat(dentist["recorded_at"])
    assert said == datetime.fromisoformat(SAID_AT)
    if door.name == "library":
        assert recorded == INGESTED
    else:
        assert started <= recorded <= datetime.now(UTC)
    assert begins(dentist) not in {said, recorded}
    (hit,) = door.recall("牙医", floor="none", include="observations")["hits"]
    assert datetime.fromisoformat(hit["time"]) == said


@pytest.mark.parametrize(
    "text", ["后天交稿", "I submit the manuscript the day after tomorrow"], ids=["zh", "en"]
)
def test_dev_16_4_without_a_time_no_date_is_invented(door: Door, text: str) -> None:
    """The time of recording is the anchor and marked so, or the words stay unresolved; nothing vanishes."""
    result = ingest(door, text, at=None)
    (ref,) = result["observations"]
    assert result["outcomes"], "neither a memory nor a reason"
    for memory in door.list():
        fields = memory["attributes"]
        if fields.get("begin") is None:
            assert not fields.get("resolved")
            continue
        (source,) = door.why(memory["id"])["observations"]
        recorded = datetime.fromisoformat(source["recorded_at"]).astimezone(ZONE)
        assert (fields["anchor"], source["time_given"]) == ("recording", False)
        assert begins(memory).date() == recorded.date() + timedelta(days=2)
    (hit,) = door.recall(text, floor="none", include="observations")["hits"]
    assert (hit["id"], hit["text"]) == (ref["id"], text)


def test_dev_16_4_a_bare_text_is_read_in_the_users_zone(door: Door, clock: FixedClock) -> None:
    """Half past midnight in Shanghai is still the day before in UTC: the anchor is the user's day."""
    clock.advance(hours=7.5)
    door.observe("后天交稿")
    (memory,) = door.list()
    (source,) = door.why(memory["id"])["observations"]
    recorded = datetime.fromisoformat(source["recorded_at"]).astimezone(ZONE)
    assert begins(memory).date() == recorded.date() + timedelta(days=2)


def test_dev_16_4_words_without_a_time_stay_findable(door: Door) -> None:
    """The case's own words come back as they were said."""
    ingest(door, "后天交稿", at=None)
    assert "后天交稿" in door.recall("交稿")["hits"][0]["text"]


@pytest.mark.parametrize(
    "asked", ["3月13日有什么安排", "what is planned on 13 March?", "2026-03-13"]
)
def test_dev_16_5_the_day_finds_the_dentist(door: Door, asked: str) -> None:
    """The date was never said, only worked out; at the command line today is a later day."""
    ingest(door, SAID)
    ingest_others(door)
    assert "牙医" in door.recall(asked)["hits"][0]["text"]


def ingest_others(door: Door) -> None:
    """Add what happens on other days."""
    others = [("m2", "后天去游泳"), ("m3", "大后天和老周吃饭"), ("m4", "明天开家长会")]
    door.observe(
        [
            {
                "role": "user",
                "content": text,
                "id": name,
                "time": f"2026-03-{14 + n}T09:00:00+08:00",
            }
            for n, (name, text) in enumerate(others)
        ]
    )


@pytest.mark.parametrize("days", [0, 1, 30, 200, 400])
def test_dev_16_5_any_later_day_finds_the_dentist(
    tmp_path: Path, clock: FixedClock, days: int
) -> None:
    """On the day itself, the day after, and more than a year later."""
    clock = FixedClock(SAID_AT)
    door = open_door("library", tmp_path / "data", "user:lin", clock)
    ingest(door, SAID)
    clock.advance(days=1 + days)
    assert "牙医" in door.recall("2026年3月13日有什么安排")["hits"][0]["text"]
    assert "牙医" in door.recall("3月13日有什么安排")["hits"][0]["text"]
    door.close()


def test_dev_16_5_another_day_does_not_find_the_dentist(opened: OpenDoor) -> None:
    """The date decides, not the word for plans."""
    door = opened()
    ingest(door, SAID)
    ingest_others(door)
    assert "游泳" in door.recall("3月16日有什么安排")["hits"][0]["text"]
    assert "家长会" in door.recall("3月17日有什么安排")["hits"][0]["text"]
