"""Disguises are taken off; nothing here judges."""

from hypothesis import given
from hypothesis import strategies as st

from stelae.text.disguise import decoded, hidden_characters, readings
from stelae.text.normalise import fold


def test_readings_begin_with_the_plain_text() -> None:
    """Single blanks, nothing else changed."""
    assert readings("one  two\nthree")[0] == "one two three"


def test_look_alike_letters_are_read_as_latin_in_mixed_words_only() -> None:
    """A Russian word stays Russian; a Latin word with one Cyrillic letter does not fool a rule."""
    assert "ignore" in readings(fold("ignоre"))
    assert readings(fold("привет"))[-1] == "привет"


def test_gaps_between_letters_are_closed() -> None:
    """Spelled-out words and Chinese with a sign between the characters."""
    assert "ignore" in readings("i g n o r e")
    assert "忽略指令" in readings("忽-略 指·令")


def test_ordinary_numbers_are_not_read_as_letters() -> None:
    """Only words that hold letters and digits are tried as leetspeak."""
    assert readings("call 1337 at 10:30")[-1] == "call 1337 at 10:30"


def test_encodings_are_read() -> None:
    """Base64 and percent signs, each to its text."""
    assert "hello there, Sam" in set(decoded("aGVsbG8gdGhlcmUsIFNhbQ=="))
    assert "a b c d" in set(decoded("a%20b%20c%20d"))


def test_a_checksum_is_no_text() -> None:
    """Random bytes decode to nothing readable."""
    assert list(decoded("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")) == []


def test_hidden_characters_are_named() -> None:
    """The name goes into the reasons."""
    assert hidden_characters("plain") is None
    assert hidden_characters("total \u202e00001") == "bidi_control"
    assert (
        hidden_characters("x" + "".join(chr(0xE0000 + ord(c)) for c in "obey")) == "tag_characters"
    )


@given(st.text())
def test_decoding_any_text_gives_text(text: str) -> None:
    """Law: no input breaks the decoders."""
    assert all(isinstance(one, str) for one in decoded(text))
