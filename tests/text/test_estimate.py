"""The token estimate is safe and cheap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.estimate import estimate_tokens


@pytest.mark.parametrize(
    ("text", "at_least"),
    [
        ("我对花生过敏", 6),
        ("hello world", 2),
        ("2026-03-12", 10),
        ("🙂🙂", 4),
        ("internationalization", 4),
    ],
)
def test_it_is_never_below_one_token_a_piece(text: str, at_least: int) -> None:
    """A Chinese character, a digit and a short word cost a token each in common vocabularies."""
    assert estimate_tokens(text) >= at_least


def test_nothing_costs_nothing() -> None:
    """Empty and blank."""
    assert estimate_tokens("") == estimate_tokens("   ") == 0


@given(st.text(max_size=80), st.text(max_size=80))
def test_more_text_never_costs_less(one: str, two: str) -> None:
    """The estimate grows with the text, which is what a budget relies on."""
    assert estimate_tokens(f"{one}\n{two}") >= max(estimate_tokens(one), estimate_tokens(two))
    assert (
        estimate_tokens(f"{one}\n{two}") <= estimate_tokens(one) + estimate_tokens(f"\n{two}") + 1
    )
