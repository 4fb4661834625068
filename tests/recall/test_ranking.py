"""The order of hits: fusion and the rules around it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.layout import Array, layout_of
from stelae.recall.ranking import Ranked, Weights, energy, rank
from stelae.recall.search import Keyword
from stelae.recall.understanding import understand
from stelae.text.cues import PREFERENCE, TIME_WORD
from tests.recall.catalogs import Row, catalog, memory
from tests.recall.rows import POLICY

NOW = 2_000_000_000.0


def _rank(
    rows: list[Row],
    coverage: list[float],
    text: str = "green tea",
    *,
    cosines: list[float] | None = None,
    hidden: tuple[int, ...] = (),
) -> Ranked:
    held = catalog(rows)
    mask = np.ones(len(rows), np.bool_)
    mask[list(hidden)] = False
    joint = np.array(coverage, np.float64)
    dense: list[tuple[float, Array]] = [] if cosines is None else [(1.0, np.array(cosines))]
    return rank(
        understand(text, held.speakers),
        held,
        layout_of(held),
        mask,
        Keyword(joint, joint),
        dense,
        np.zeros(len(rows)),
        policy=POLICY.rows,
        now=NOW,
        weights=Weights(),
    )


def test_words_and_vectors_add_up() -> None:
    """A row that both legs like stands before rows that one leg likes."""
    ranked = _rank([Row()] * 4, [0.5, 0.5, 0.0, 0.0], cosines=[0.6, 0.1, 0.6, 0.1])
    assert ranked.order(10).tolist() == [0, 1, 2, 3]


def test_without_vectors_only_rows_with_a_word_are_hits() -> None:
    """The keyword leg never turns into "the most recent ones" (DEV-17.2)."""
    assert _rank([Row(), Row()], [0.0, 0.4]).order(10).tolist() == [1]


def test_a_row_without_a_vector_stands_at_the_mean() -> None:
    """Waiting for its vector it is neither first nor last."""
    ranked = _rank([Row()] * 3, [0.1] * 3, cosines=[0.9, 0.1, float("nan")])
    assert ranked.order(10).tolist() == [0, 2, 1]


def test_preferences_and_time_words_help_where_they_answer() -> None:
    """A taste is preferred a little; words of time only when a time is asked for."""
    rows = [Row(), Row(cues=PREFERENCE)]
    assert _rank(rows, [0.5, 0.5]).order(1).tolist() == [1]
    turns = [Row(speaker="Nora", session="a"), Row(speaker="Nora", session="b", cues=TIME_WORD)]
    assert _rank(turns, [0.5, 0.5], "when was it").order(1).tolist() == [1]
    assert _rank(turns, [0.5, 0.5], "what was it").order(1).tolist() == [0]


def test_a_recent_turn_helps_a_long_message_only() -> None:
    """Recency is for running conversations; as a prior for questions it does harm (retrieval.md, section 6)."""
    rows = [Row()] * 30
    assert _rank(rows, [0.5] * 30).order(1).tolist() == [0]
    assert _rank(rows, [0.5] * 30, "word " * 60).order(1).tolist() == [29]


def test_a_weighted_category_comes_first() -> None:
    """The policy row's weight decides between equals."""
    rows = [memory(category="document"), memory(category="constraint")]
    assert _rank(rows, [0.5, 0.5]).order(1).tolist() == [1]


@given(
    st.lists(
        st.tuples(
            st.floats(0, 1.9), st.floats(-1, 1), st.booleans(), st.sampled_from([None, "a", "b"])
        ),
        min_size=1,
        max_size=20,
    ),
    st.integers(1, 25),
)
def test_the_order_is_a_part_of_the_visible_units(
    rows: list[tuple[float, float, bool, str | None]], limit: int
) -> None:
    """No hidden row, nothing twice, no more than asked for, best first."""
    hidden = tuple(i for i, row in enumerate(rows) if row[2])
    ranked = _rank(
        [Row(session=row[3]) for row in rows],
        [row[0] for row in rows],
        cosines=[row[1] for row in rows],
        hidden=hidden,
    )
    order = ranked.order(limit).tolist()
    assert len(order) == min(limit, len(rows) - len(hidden)) == len(set(order))
    assert not set(order) & set(hidden)
    scores = ranked.fused[order]
    assert (np.diff(scores) <= 0).all()


@given(st.floats(0, 4e8), st.floats(0, 4e8), st.sampled_from(["fact", "context", "constraint"]))
def test_growing_older_never_raises_a_score(one: float, two: float, category: str) -> None:
    """Energy falls with age and stays in [0.1, 1]; constraints never decay."""
    young, old = sorted((one, two))
    rows = [memory(category=category, time=NOW - young), memory(category=category, time=NOW - old)]
    fresh, stale = energy(catalog(rows), POLICY.rows, NOW).tolist()
    assert 0.1 <= stale <= fresh <= 1
    if category == "constraint":
        assert stale == 1
