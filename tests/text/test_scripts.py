"""Traditional characters fold to simplified ones, one by one."""

from hypothesis import given
from hypothesis import strategies as st

from stelae.text.scripts import simplified


def test_traditional_becomes_simplified() -> None:
    """Every character has its one form, wherever it stands."""
    assert simplified("設備與麵包") == "设备与面包"


def test_other_scripts_pass() -> None:
    """Kana, Latin letters and digits stay as they are."""
    assert simplified("カフェ café 42") == "カフェ café 42"


@given(st.text())
def test_length_never_changes(text: str) -> None:
    """One character in, one character out."""
    assert len(simplified(text)) == len(text)
