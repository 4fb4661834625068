"""A text leads to keys without a model, in both languages."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.concepts.matching import MOST_BY_VECTOR, Matching
from stelae.concepts.vocabulary import Vocabulary
from stelae.schemas.concepts import ConceptName

KEYS = (
    "fact/user/home",
    "fact/user/employer",
    "preference/global/report-language",
    "preference/global/reply-language",
    "preference/global/material/塑料",
    "preference/global/drink/大麦茶",
    "constraint/user/allergy/peanut",
)
ALIAS = ConceptName.model_validate(
    {
        "id": "n1",
        "kind": "alias",
        "name": "报告语言",
        "key": "preference/global/report-language",
        "at": "2026-05-01T00:00:00Z",
        "actor": "user_edit",
    }
)


def best(text: str, *names: ConceptName) -> str | None:
    """Return the first key that a text leads to."""
    found = Matching(Vocabulary.of(KEYS, names)).decode(text)
    return found[0].key if found else None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("which language do I want my reports in?", "preference/global/report-language"),
        ("My reply languages", "preference/global/reply-language"),
        ("我对塑料怎么看", "preference/global/material/塑料"),
        ("我平时喝大麥茶", "preference/global/drink/大麦茶"),
        ("Peanuts are in it", "constraint/user/allergy/peanut"),
        ("employer", "fact/user/employer"),
        ("preference/global/material/塑料", "preference/global/material/塑料"),
    ],
)
def test_shared_words_lead_to_the_key(text: str, key: str) -> None:
    """Whatever their form: plural, traditional characters, the key itself."""
    assert best(text) == key


def test_an_alias_leads_where_no_word_is_shared() -> None:
    """A person's own word, in another language."""
    assert best("报告语言") is None
    assert best("报告语言", ALIAS) == "preference/global/report-language"
    assert best("我的报告语言是什么", ALIAS) == "preference/global/report-language"


def test_the_key_itself_is_certain_and_its_last_part_nearly() -> None:
    """The scores say how sure it is."""
    matching = Matching(Vocabulary.of(KEYS))
    assert matching.decode("fact/user/home")[0].score == 1
    assert 0.9 < matching.decode("Home")[0].score < 1


def test_a_last_part_that_two_keys_share_is_no_name() -> None:
    """`塑料` alone says neither which one is meant nor nothing."""
    matching = Matching(Vocabulary.of(["preference/global/material/塑料", "fact/user/stock/塑料"]))
    scores = [one.score for one in matching.decode("塑料")]
    assert len(scores) == 2
    assert max(scores) < 0.9


def test_what_only_vectors_find_stays_below_the_floor() -> None:
    """A likeness is no identity (DEV-09)."""

    def similar(text: str) -> Iterable[tuple[str, float]]:
        return [("fact/user/home", 0.99)] if "住" in text else []

    (found,) = Matching(Vocabulary.of(KEYS)).decode("我住哪儿", similar=similar)
    assert found.key == "fact/user/home"
    assert found.score <= MOST_BY_VECTOR


@given(text=st.text(max_size=60), limit=st.integers(0, 5))
def test_nothing_but_keys_comes_out(text: str, limit: int) -> None:
    """Scores are in [0, 1] and fall."""
    found = Matching(Vocabulary.of(KEYS, [ALIAS])).decode(text, limit=limit)
    assert len(found) <= limit
    assert {one.key for one in found} <= set(KEYS)
    assert [o.score for o in found] == sorted((o.score for o in found), reverse=True)


@given(
    first=st.sets(st.sampled_from(KEYS)), then=st.sets(st.sampled_from(KEYS)), named=st.booleans()
)
def test_following_a_change_equals_indexing_anew(
    first: set[str], then: set[str], named: bool
) -> None:
    """Whatever came, went, or got a name."""
    names = [ALIAS] if named else []
    kept = Matching(Vocabulary.of(first))
    kept.follow(Vocabulary.of(then, names))
    fresh = Matching(Vocabulary.of(then, names))
    for text in ("我的报告语言", "report language", "home", "塑料", "大麦茶", "peanut", *KEYS):
        assert kept.decode(text) == fresh.decode(text)
