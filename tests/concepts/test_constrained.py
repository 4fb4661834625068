"""A model that generates a key cannot leave the vocabulary, whatever it says (S23)."""

import math
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.concepts.constrained import Constrained, renormalised

END = 0
KEYS = (
    "fact/user/home",
    "fact/user/home-town",
    "fact/user/pet/猫",
    "preference/global/material/塑料",
    "preference/global/report-language",
)
wild = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True),
    st.sampled_from([math.nan, math.inf, -math.inf, 1e308, -1e308, 0.0, 1e-308]),
)


class Letters:
    """A model whose tokens are characters, and whose logits come from a function."""

    def __init__(self, logits: "Mapping[int, float] | None" = None, favourite: str = "") -> None:
        """Say the same at every step, or follow a favourite text."""
        self._logits, self._favourite = dict(logits or {}), favourite
        self.asked = 0

    @property
    def end(self) -> int:
        """No character."""
        return END

    def encode(self, text: str) -> Sequence[int]:
        """One token a character."""
        return [ord(c) for c in text.strip()]

    def logits(self, prompt: str, prefix: Sequence[int], wanted: Sequence[int]) -> dict[int, float]:
        """Say what it was made to say, of whatever tokens."""
        assert "{text}" not in prompt
        assert wanted
        self.asked += 1
        said = dict(self._logits)
        following = ord(self._favourite[len(prefix)]) if len(prefix) < len(self._favourite) else END
        if self._favourite:
            said[following] = 10.0
        return said


@given(
    logits=st.dictionaries(st.integers(-1, 0x9FFF), wild, max_size=40),
    aimed=st.dictionaries(st.sampled_from([END, *map(ord, "fp/ermh-塑料猫")]), wild, max_size=14),
    beams=st.integers(1, 6),
)
def test_no_logits_lead_out_of_the_vocabulary(
    logits: dict[int, float], aimed: dict[int, float], beams: int
) -> None:
    """NaN, infinities, everything outside: P(key not in the vocabulary) = 0, and the rest is a distribution."""
    found = Constrained(KEYS, Letters(logits | aimed), beams=beams).decode("我家", limit=5)
    assert found
    assert {one.key for one in found} <= set(KEYS)
    assert all(0 <= one.score <= 1 for one in found)
    assert sum(one.score for one in found) <= 1 + 1e-6
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@given(
    logits=st.dictionaries(st.integers(0, 20), wild, max_size=20),
    allowed=st.lists(st.integers(0, 30), min_size=1, max_size=10, unique=True),
)
def test_what_stays_is_renormalised_to_one(logits: dict[int, float], allowed: list[int]) -> None:
    """Tokens that leave have no probability, those that stay have all of it."""
    steps = renormalised(logits, allowed)
    assert set(steps) == set(allowed)
    assert math.isclose(sum(math.exp(s.constrained) for s in steps.values()), 1, rel_tol=1e-9)
    assert all(s.free <= s.constrained + 1e-6 for s in steps.values())


@pytest.mark.parametrize("key", KEYS)
def test_a_model_that_is_sure_of_a_key_gets_it(key: str) -> None:
    """And is not surprised by it."""
    best = Constrained(KEYS, Letters(favourite=key)).decode("whatever")[0]
    assert best.key == key
    assert best.score > 0.99
    assert best.perplexity is not None
    assert best.perplexity < 1.1


def test_a_model_that_wants_something_else_is_surprised() -> None:
    """The constraint forces a key on it; the perplexity says so, and accommodation can tell (S25)."""
    wish = {ord("x"): 50.0}
    best = Constrained(KEYS, Letters(wish)).decode("天气不错")[0]
    assert best.key in KEYS
    assert best.perplexity is not None
    assert best.perplexity > 1e6


def test_all_keys_come_when_enough_are_asked_for() -> None:
    """Beams wide enough find the whole distribution."""
    found = Constrained(KEYS, Letters()).decode("anything", limit=len(KEYS))
    assert {one.key for one in found} == set(KEYS)
    assert math.isclose(sum(one.score for one in found), 1, rel_tol=1e-9)


def test_where_no_choice_is_left_the_model_is_not_asked() -> None:
    """One key: certain without a single call."""
    model = Letters()
    (only,) = Constrained(["fact/user/home"], model).decode("我住在成都")
    assert (only.key, only.score, model.asked) == ("fact/user/home", 1.0, 0)
    assert Constrained([], model).decode("我住在成都") == []
