"""The plain view shows what a reader sees and knows the way back."""

from hypothesis import given
from hypothesis import strategies as st

from stelae.text.plain_view import plain_view


def test_full_width_letters_are_plain_and_chinese_punctuation_stays() -> None:
    """A value written in full width is readable; the comma that ends it is still Chinese."""
    assert plain_view("密码：Ａｂ１２，好").text == "密码：Ab12，好"


def test_a_stretch_is_translated_back_with_the_invisible_characters_inside_it() -> None:
    """Masking by the original offsets leaves no half of a key behind."""
    text = "x\u200bAb\u200bcd y"
    view = plain_view(text)
    start, end = view.origin(view.text.index("Abcd"), view.text.index("Abcd") + 4)
    assert text[start:end] == "Ab\u200bcd"


@given(st.text())
def test_every_stretch_of_the_view_lies_in_the_original(text: str) -> None:
    """Law: the way back never leaves the text and never runs backwards."""
    view = plain_view(text)
    for start in range(len(view.text)):
        first, after = view.origin(start, start + 1)
        assert 0 <= first < after <= len(text)
