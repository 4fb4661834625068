"""The distance gate of reflections is measured, not guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import InvalidInputError
from stelae.recall.gates import KEEP, MIN_PAIRS, gate_of, shipped_gate

COSINES = st.floats(-1, 1)


@given(st.lists(COSINES, min_size=MIN_PAIRS, max_size=60), st.lists(COSINES, min_size=1))
def test_the_gate_keeps_its_share_of_hits_and_no_higher_one_would(
    hits: list[float], noise: list[float]
) -> None:
    """O15: as much noise outside as four hits of five allow."""
    gate = gate_of(hits, noise)
    assert gate.hits_kept >= KEEP
    higher = [one for one in hits if one > gate.at_least + 1e-4]
    assert len(higher) < KEEP * len(hits) + 1


@pytest.mark.parametrize(
    ("hits", "noise"), [([0.5] * (MIN_PAIRS - 1), [0.1]), ([0.5] * MIN_PAIRS, [])]
)
def test_few_pairs_measure_nothing(hits: list[float], noise: list[float]) -> None:
    """A share of three is no share."""
    with pytest.raises(InvalidInputError, match="at least 8 pairs"):
        gate_of(hits, noise)


def test_an_unknown_embedder_has_no_gate() -> None:
    """Only what was measured is shipped."""
    assert shipped_gate("somebody/1/cosine") is None
