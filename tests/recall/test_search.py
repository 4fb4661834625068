"""The keyword leg says which share of a question a row covers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.layout import Array, Ints, layout_of
from stelae.recall.search import Keyword, keyword_leg
from tests.recall.catalogs import Row, catalog

Postings = dict[str, tuple[Ints, Array]]


def _leg(
    rows: list[Row], postings: Postings, terms: dict[str, int], hidden: tuple[int, ...] = ()
) -> Keyword:
    held = catalog(rows)
    mask = np.ones(len(rows), np.bool_)
    mask[list(hidden)] = False
    return keyword_leg(terms, postings, held.length, layout_of(held), mask)


def _at(*positions: int) -> tuple[Ints, Array]:
    return np.array(positions, np.int64), np.ones(len(positions))


def test_the_whole_question_is_about_one() -> None:
    """A row of average length that holds every word once covers all of it."""
    found = _leg([Row(), Row()], {"tea": _at(0), "green": _at(0)}, {"tea": 1, "green": 1})
    assert found.joint.tolist() == pytest.approx([1.0, 0.0])


def test_an_unknown_word_lowers_the_coverage() -> None:
    """Words that no row holds count with the highest weight: the question is about something else too."""
    found = _leg([Row(), Row()], {"tea": _at(0), "zxqv": _at()}, {"tea": 1, "zxqv": 1})
    assert found.joint[0] < 0.5


def test_a_word_beyond_the_budget_counts_for_nobody() -> None:
    """What was not read neither helps nor hurts."""
    known = _leg([Row(), Row()], {"tea": _at(0)}, {"tea": 1})
    left_out = _leg([Row(), Row()], {"tea": _at(0)}, {"tea": 1, "the-commonest": 1})
    assert left_out.joint.tolist() == known.joint.tolist()


def test_hidden_rows_have_no_part_in_the_statistics() -> None:
    """A filtered row changes no score (architecture section 5: pre-filters)."""
    alone = _leg([Row(), Row()], {"tea": _at(0)}, {"tea": 1})
    beside = _leg([Row(), Row(), Row(length=90.0)], {"tea": _at(0, 2)}, {"tea": 1}, hidden=(2,))
    assert beside.joint[:2].tolist() == alone.joint.tolist()
    assert beside.joint[2] == 0


def test_the_answers_half_counts_half() -> None:
    """An exchange is found by its answer, at half weight (retrieval.md, section 3)."""
    rows = [Row(session="a"), Row(session="a", role=1), Row(session="b"), Row(session="b", role=1)]
    found = _leg(rows, {"tea": _at(0, 3)}, {"tea": 1})
    assert found.joint[0] == pytest.approx(2 * found.joint[2])
    assert found.own[3] == pytest.approx(found.own[0])


@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=8), min_size=1, max_size=8))
def test_coverage_stays_in_its_range(texts: list[list[str]]) -> None:
    """Never negative; at most 1 + k1 for a row that repeats everything."""
    postings: Postings = {}
    for term in "abcdef":
        at = [i for i, text in enumerate(texts) if term in text]
        postings[term] = (
            np.array(at, np.int64),
            np.array([float(texts[i].count(term)) for i in at]),
        )
    rows = [Row(length=float(len(text))) for text in texts]
    found = _leg(rows, postings, dict.fromkeys("abcdef", 1))
    assert (found.joint >= 0).all()
    assert (found.joint <= 1.9 + 1e-9).all()
