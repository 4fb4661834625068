"""The many forms of input, and what becomes of bad ones."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import InvalidInputError, TooLargeError
from stelae.remember.messages import authority_of, shape
from stelae.schemas.observation import Message
from stelae.text.normalise import storable


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
    "bad",
    [
        {"role": "wizard", "content": "x"},
        {"content": 7},
        {"content": "x", "time": "yesterday"},
        {"content": "x", "time": "9999-99-99"},
        {"content": "x", "metadata": {"authority": "vendor"}},
        {"content": "x", "metadata": "text"},
        {"content": [3]},
        7,
    ],
)
def test_a_bad_shape_is_a_typed_error(bad: object) -> None:
    """Never a traceback, never a silent drop."""
    with pytest.raises(InvalidInputError, match="Message 2"):
        shape(["fine", bad], zone="UTC")  # pyright: ignore[reportArgumentType]


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
