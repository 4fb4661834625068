"""The many forms of input, and what becomes of bad ones."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import InvalidInputError, TooLargeError
from stelae.memory import Memory
from stelae.remember.messages import authority_of, shape
from stelae.schemas.observation import Message
from stelae.text.normalise import storable
from tests.conftest import Opener


def test_a_text_is_one_user_message() -> None:
    """The shortest form."""
    (message,) = shape("以后报告都用中文", zone="Asia/Shanghai")
    assert (message.role, message.content) == ("user", "以后报告都用中文")


def test_parts_of_openai_style_keep_their_text_and_drop_images() -> None:
    """Images carry no text; the words around them stay."""
    parts = [{"type": "text", "text": "看这只猫"}, {"type": "image_url", "image_url": {"url": "x"}}]
    (message,) = shape({"role": "user", "content": parts}, zone="UTC")
    assert message.content == "看这只猫"


@pytest.mark.parametrize("content", [None, "", [], [{"type": "image_url", "image_url": {}}]])
def test_no_text_is_an_empty_message_not_an_error(content: object) -> None:
    """DEV-20: emptiness is an outcome of observe, not a crash of the shape."""
    (message,) = shape({"role": "user", "content": content}, zone="UTC")
    assert message.content == ""


def test_a_time_without_offset_is_read_in_the_given_zone() -> None:
    """DEV-16.2: one documented rule."""
    (message,) = shape({"content": "x", "time": "2026-03-12T00:30:00"}, zone="Asia/Shanghai")
    assert message.time == datetime(2026, 3, 11, 16, 30, tzinfo=UTC)
    (message,) = shape({"content": "x", "time": "2026-03-12T00:30:00+08:00"}, zone="UTC")
    assert message.time == datetime(2026, 3, 11, 16, 30, tzinfo=UTC)
    assert message.zone == "+08:00"


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ({"time": "2026-03-11T20:00:00Z", "zone": "Europe/Lisbon"}, "Europe/Lisbon"),
        ({"time": "2026-03-11T20:00:00+08:00", "zone": "Europe/Lisbon"}, "Europe/Lisbon"),
        ({"time": "2026-03-11T20:00:00Z"}, "Asia/Shanghai"),
        ({"time": "2026-03-11T20:00:00+00:00"}, "Asia/Shanghai"),
        ({"time": 1773259200}, "Asia/Shanghai"),
        ({"time": "2026-03-11T20:00:00"}, "Asia/Shanghai"),
        ({"time": "2026-03-11T20:00:00-00:30"}, "-00:30"),
        ({"time": datetime(2026, 7, 1, tzinfo=ZoneInfo("America/Lima"))}, "America/Lima"),
        ({"time": datetime(2026, 7, 1, tzinfo=UTC)}, "Asia/Shanghai"),
        ({"zone": "UTC"}, "UTC"),
        ({"zone": "UTC+5:30"}, "+05:30"),
        ({"zone": "-0330"}, "-03:30"),
        ({"zone": ""}, "Asia/Shanghai"),
        ({}, "Asia/Shanghai"),
    ],
)
def test_the_zone_that_is_said_wins_and_utc_alone_says_none(said: Any, zone: str) -> None:
    """Programs write their times in UTC wherever the person sits; whoever names a zone means it."""
    (message,) = shape({"content": "x", **said}, zone="Asia/Shanghai")
    assert message.zone == zone


def test_a_time_without_offset_is_read_in_the_messages_own_zone() -> None:
    """A person in Lisbon writes Lisbon's time."""
    for zone in ("Europe/Lisbon", "+00:00"):
        said = {"content": "x", "time": "2026-03-12T00:30:00", "zone": zone}
        (message,) = shape(said, zone="Asia/Shanghai")
        assert message.time == datetime(2026, 3, 12, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ({"zone": "Asia/Shanghai"}, "2026-03-13"),
        ({"zone": "America/New_York"}, "2026-03-12"),
        ({}, "2026-03-13"),
    ],
    ids=["zone", "another zone", "none"],
)
@pytest.mark.parametrize("text", ["明天看牙医", "I see the dentist tomorrow"])
def test_tomorrow_is_the_speakers_even_when_a_program_wrote_the_time(
    open_memory: Opener,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    said: dict[str, str],
    day: str,
) -> None:
    """What JavaScript's toISOString gives for four in the morning in Shanghai, as an object and as a Message."""
    monkeypatch.setenv("STELAE_ZONE", "Asia/Shanghai")
    at = datetime(2026, 3, 11, 20, tzinfo=UTC)
    for scope, message in (
        ("user:lin", {"content": text, "time": "2026-03-11T20:00:00Z", **said}),
        ("user:mei", Message(content=text, time=at, zone=said.get("zone"))),
    ):
        (outcome,) = open_memory(scope).observe(message).outcomes
        assert day in outcome.text


def test_keys_of_other_programs_are_passed_over() -> None:
    """A list made for a model is taken as it is."""
    (message,) = shape({"content": "x", "refusal": None, "finish_reason": "stop"}, zone="UTC")
    assert message.content == "x"


@pytest.mark.parametrize("nothing", [None, 7, b"bytes", object()], ids=lambda v: type(v).__name__)
def test_what_is_no_message_at_all_is_a_typed_error_that_says_what_to_give(
    memory: Memory, nothing: Any
) -> None:
    """Not a bare TypeError of Python's."""
    with pytest.raises(InvalidInputError, match="a text, a message, or a list"):
        memory.observe(nothing)


@pytest.mark.parametrize(
    "bad",
    [
        {"content": "x", "zone": "Mars/Phobos"},
        {"content": "x", "zone": "Asia"},
        {"content": "x", "zone": "../localtime"},
        {"content": "x", "zone": "+25:00"},
        {"content": "x", "zone": 8},
        Message(content="x", zone="Mars/Phobos"),
        {"role": "wizard", "content": "x"},
        {"content": 7},
        {"content": "x", "time": "yesterday"},
        {"content": "x", "time": "9999-99-99"},
        {"content": "x", "metadata": {"authority": "vendor"}},
        {"content": "x", "metadata": "text"},
        {"content": [3]},
        {"role": "user", "contnt": "我对花生过敏"},
        {"role": "user"},
        {"role": "assistant", "tool_calls": []},
        {"Content": "x"},
        {},
        7,
    ],
)
def test_a_bad_shape_is_a_typed_error(bad: object) -> None:
    """Never a traceback, never a silent drop."""
    with pytest.raises(InvalidInputError, match="Message 2"):
        shape(["fine", bad], zone="UTC")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "said",
    [
        {"content": None},
        {"tool_calls": [{"id": "1"}]},
        {"content": None, "tool_calls": [{"id": "1"}]},
        {"function_call": {"name": "search", "arguments": "{}"}},
        {"refusal": "I can't."},
    ],
    ids=str,
)
def test_an_assistant_that_only_calls_a_tool_or_declines_needs_no_content(said: Any) -> None:
    """As lists made for a model are: nothing was misspelt, there is no text (DEV-20)."""
    (message,) = shape({"role": "assistant", **said}, zone="UTC")
    assert message.content == ""


def test_limits_are_named() -> None:
    """1 MB of text, 16 KB of metadata."""
    with pytest.raises(TooLargeError, match="1,000,000"):
        shape("说" * 400_000, zone="UTC")
    with pytest.raises(TooLargeError, match="16,384"):
        shape({"content": "x", "metadata": {"a": "b" * 20_000}}, zone="UTC")


def test_a_caller_can_lower_but_never_raise_the_authority() -> None:
    """A tool's output may say that it is a document; nobody says that it is a person."""
    document = Message(role="tool", content="x", metadata={"source": "document"})
    forged = Message(role="tool", content="x", metadata={"source": "user"})
    person = Message(role="user", content="x", metadata={"source": "web"})
    assert authority_of(document) == "document"
    assert authority_of(forged) == "tool"
    assert authority_of(person) == "user"


@given(st.text())
def test_clean_text_can_be_stored_and_cleaning_is_stable(text: str) -> None:
    """No NUL, no lone surrogate, and cleaning twice is cleaning once."""
    once = storable(text)
    once.encode("utf-8")
    assert "\x00" not in once
    assert storable(once) == once
