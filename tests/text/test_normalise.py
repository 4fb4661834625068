"""Folding makes spellings comparable and never invents text."""

from hypothesis import given
from hypothesis import strategies as st

from stelae.text.normalise import fold, is_blank, squash


def test_width_case_and_script_do_not_matter() -> None:
    """Full width, upper case and traditional characters fold to one spelling."""
    assert fold("ＢＫ－０７ 設備 MÜNCHEN") == fold("bk-07 设备 münchen")


def test_characters_without_width_are_gone() -> None:
    """Zero-width spaces, direction marks and control characters do not split a word."""
    assert fold("pass\u200bport\u202e \x07备\u2060份") == "passport 备份"


def test_line_breaks_stay_white_space() -> None:
    """A line break separates words after folding too."""
    assert fold("one\ntwo").split() == ["one", "two"]


def test_squash_makes_one_blank_of_many() -> None:
    """White space of every kind collapses, none stays at the ends."""
    assert squash("  a \t\n b\u3000c ") == "a b c"


def test_text_of_invisible_characters_is_blank() -> None:
    """Zero-width, bidirectional and control characters alone are nothing to read."""
    assert is_blank("\u200b\u200f\u202e \ufeff\n\x07")
    assert is_blank("")


def test_a_single_visible_character_is_not_blank() -> None:
    """One character is text, in any script."""
    assert not is_blank("\u200b猫")
    assert not is_blank("?")


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    """What is folded for the index and folded again for a comparison is the same."""
    once = fold(text)
    assert fold(once) == once
