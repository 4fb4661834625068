"""How filters meet the search (S7, S16): one test for what each strategy promises, Chinese and English."""

from typing import Any

import pytest

from stelae.recall.structure import BY_NAME
from stelae.schemas.query import Trace
from stelae.testing import HashEmbedder
from tests.recall.rows import Desk

ALLERGY, DIET = {"type": "allergy"}, {"type": "diet"}


def _trace(desk: Desk, text: str, **options: Any) -> Trace:
    return desk.trace(text, **options)[1]


def _desk(**options: Any) -> Desk:
    """Limits and a fact, in two languages; the fact answers "peanut" questions best."""
    desk = Desk(**options)
    for text, fields in (
        ("对花生过敏", {**ALLERGY, "object": "花生"}),
        ("Allergic to shellfish", {**ALLERGY, "object": "shellfish"}),
        ("Eats no beef", {**DIET, "object": "beef"}),
    ):
        attributes = {"subject": "user", "active": True, **fields}
        desk.know(text, category="constraint", attributes=attributes)
    desk.know("花生在厨房左边的柜子里", attributes={"subject": "花生", "attribute": "place"})
    desk.know("The shellfish stall opens at nine", attributes={"subject": "stall"})
    desk.embed()
    return desk


ANSWERED = [
    ("花生在哪个柜子里", "花生在厨房左边的柜子里"),
    ("when does the shellfish stall open", "The shellfish stall opens at nine"),
]
QUESTIONS = [question for question, _ in ANSWERED]
FITTING = {"对花生过敏", "Allergic to shellfish"}


@pytest.mark.parametrize("query", QUESTIONS)
def test_filter_searches_only_what_fits(query: str) -> None:
    """The default: nothing else can come back, however well it answers."""
    found = _desk().texts(query, where=ALLERGY, floor=None)
    assert found
    assert set(found) <= FITTING
    assert found == _desk().texts(query, where=ALLERGY, floor=None, strategy="filter")


@pytest.mark.parametrize(("query", "answer"), ANSWERED)
def test_weighted_lifts_what_fits_and_keeps_the_rest(query: str, answer: str) -> None:
    """A far better answer still comes first; among weak ones what fits does."""
    desk = _desk(embedders=[HashEmbedder()])
    plain, lifted = (
        desk.texts(query, floor=None),
        desk.texts(query, floor=None, where=ALLERGY, strategy="weighted"),
    )
    assert set(lifted) == set(plain)
    assert answer in lifted
    assert all(lifted.index(text) <= plain.index(text) for text in FITTING)
    legs = {
        leg.leg
        for hit in _trace(desk, query, where=ALLERGY, strategy="weighted").hits
        for leg in hit.legs
    }
    assert "filter" in legs


@pytest.mark.parametrize("query", QUESTIONS)
def test_intersection_shows_what_both_find(query: str) -> None:
    """What fits, scored among everything: no row that the search alone would not show."""
    desk = _desk()
    both = desk.texts(query, where=ALLERGY, strategy="intersection")
    assert set(both) <= set(desk.texts(query)) & FITTING
    assert both == [text for text in desk.texts(query) if text in FITTING]


@pytest.mark.parametrize("query", QUESTIONS)
def test_union_shows_what_either_finds_first_what_both_do(query: str) -> None:
    """Nothing that one of the two would show is missing."""
    desk = _desk()
    either = desk.texts(query, where=ALLERGY, strategy="union")
    plain, fitting = desk.texts(query), desk.texts(query, where=ALLERGY)
    assert set(either) == {*plain, *fitting}
    both = [text for text in either if text in plain and text in fitting]
    assert either[: len(both)] == both
    assert _trace(desk, query, where=ALLERGY, strategy="union").strategy == "union"


def test_without_a_filter_every_strategy_is_a_plain_search() -> None:
    """There is nothing to meet."""
    desk = _desk()
    for query in QUESTIONS:
        plain = desk.texts(query)
        assert all(
            desk.texts(query, strategy=s) == plain for s in ("weighted", "intersection", "union")
        )


@pytest.mark.parametrize("strategy", ["filter", "weighted", "intersection", "union"])
@pytest.mark.parametrize(
    ("query", "rival", "name"),
    [
        ("我对花生过敏吗", "我对花生过敏吗？医生说花生过敏会越来越重", "对花生过敏"),
        ("Is shellfish an allergy of mine", "Is shellfish an allergy? Is it an allergy of mine", "Allergic to shellfish"),
    ],
)  # fmt: skip
def test_type_and_name_outrank_a_greater_similarity(
    strategy: str, query: str, rival: str, name: str
) -> None:
    """S16, R14: the memory whose type and name the question gives comes first though another one is more alike."""
    desk = Desk(embedders=[HashEmbedder()])
    attributes = {"subject": "user", "active": True, **ALLERGY}
    desk.know(
        name,
        category="constraint",
        attributes={**attributes, "object": "花生" if "花" in name else "shellfish"},
    )
    desk.know(rival, category="constraint", attributes={**attributes, "object": "somebody said"})
    desk.embed()
    options: dict[str, Any] = {"category": "constraint", "strategy": strategy, "floor": None}
    trace = _trace(desk, query, **options)
    first, second = ({leg.leg: leg.value for leg in hit.legs} for hit in trace.hits[:2])
    assert [hit.text for hit in desk.ask(query, **options).hits[:2]] == [name, rival]
    assert first["hash"] < second["hash"]
    assert "exact" in first
    assert trace.hits[0].score >= BY_NAME
    assert desk.texts(query)[0] == name


def test_a_name_without_its_type_is_no_exact_match() -> None:
    """A word that happens to be somebody's allergy pins nothing by itself, and half a name is none."""
    desk = _desk()
    for query in ("花生", "shellfish stall", "过敏的花", "an allergy to shell"):
        assert "exact" not in {
            leg.leg for hit in _trace(desk, query, floor=None).hits for leg in hit.legs
        }


def test_the_name_may_stand_among_the_conditions() -> None:
    """Type by `category`, name by `where`: it is on top also where the filter only lifts."""
    desk = _desk(embedders=[HashEmbedder()])
    where = {"type": "diet", "object": "BEEF"}
    found = desk.ask(
        QUESTIONS[1], category="constraint", where=where, strategy="weighted", floor=None
    )
    assert found.hits[0].text == "Eats no beef"


def test_a_filter_without_text_lists_what_fits_newest_first() -> None:
    """Each answers what was asked, which was only to fit."""
    desk = _desk()
    hits = desk.ask("", category="constraint").hits
    assert [(hit.text, hit.score) for hit in hits] == [
        ("Eats no beef", 1.0),
        ("Allergic to shellfish", 1.0),
        ("对花生过敏", 1.0),
    ]
    assert len(desk.ask("", category="constraint", limit=2).hits) == 2
    assert desk.texts("", where={"type": {"prefix": "die"}}) == ["Eats no beef"]
