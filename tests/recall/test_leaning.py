"""What preferences do to a title."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.leaning import AFFINITY, DISLIKED, LIKED, blocked, lean
from stelae.schemas.preferences import PreferenceBundle
from stelae.text.terms import expand

FOUND = PreferenceBundle(
    domain="shoes",
    search_terms=expand("复古"),
    exclude=expand("真皮"),
    penalty=expand("plastic"),
    must=("sole",),
    affinity=("black", "cotton"),
)


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("Leather boots, rubber sole", ("真皮",)),
        ("Vegan leather boots, rubber sole", ()),
        ("牛皮靴 sole", ("真皮",)),
        ("Canvas sneaker", ("no sole",)),
    ],
)
def test_a_title_is_left_out_for_a_reason_that_is_told(title: str, why: tuple[str, ...]) -> None:
    """Nothing disappears invisibly."""
    assert blocked(FOUND, title) == why


@pytest.mark.parametrize(
    ("title", "moved"),
    [
        ("Retro vintage sneaker", LIKED),
        ("plastic clogs", -DISLIKED),
        ("black cotton sneaker", AFFINITY),
        ("retro plastic clogs, black", LIKED - DISLIKED + AFFINITY),
        ("plastic-free sandals", 0.0),
    ],
)
def test_likes_lift_dislikes_lower_and_favourites_nudge(title: str, moved: float) -> None:
    """Each thing once, by whatever names it is there."""
    assert lean(FOUND, title) == pytest.approx(moved)


@given(st.text(max_size=30))
def test_without_preferences_nothing_moves(title: str) -> None:
    """Whatever the title."""
    assert (blocked(PreferenceBundle(), title), lean(PreferenceBundle(), title)) == ((), 0.0)
