"""What was said together, weighted by how rare it is; one hop and no further."""

import math

from hypothesis import given
from hypothesis import strategies as st

from stelae.concepts.graph import Graph
from stelae.concepts.vocabulary import Redirects
from stelae.ports.concepts import KeyedRow
from stelae.schemas.concepts import ConceptName

TEA, HOME, WORK, PET = (
    "preference/global/drink/茶",
    "fact/user/home",
    "fact/user/job",
    "fact/user/pet",
)


def row(number: int, key: str, *messages: str) -> KeyedRow:
    """Return a current memory."""
    return KeyedRow(number, number, key, None, messages)


def merged(one: str, into: str) -> Redirects:
    """Return names that hold one merge."""
    name = {"id": "n", "kind": "merge", "name": one, "key": into}
    given_name = ConceptName.model_validate({**name, "at": "2026-05-01T00:00:00Z", "actor": "user"})
    return Redirects([given_name])


def test_the_weight_is_co_occurrence_times_both_rarities() -> None:
    """As the formula says (S26), over the messages that anything rests on."""
    graph = Graph([row(1, TEA, "m1", "m2"), row(2, HOME, "m1", "m2", "m3"), row(3, WORK, "m4")])
    idf = {TEA: math.log(1 + 4 / 2), HOME: math.log(1 + 4 / 3)}
    assert graph.weights(TEA) == {HOME: 2 * idf[TEA] * idf[HOME]}
    assert graph.weights(HOME) == {TEA: 2 * idf[TEA] * idf[HOME]}
    assert graph.weights(WORK) == {}
    assert graph.weights("fact/user/unknown") == {}


def test_a_rare_concept_counts_more_than_one_that_is_everywhere() -> None:
    """Both were said once together with the tea."""
    everywhere = [f"m{n}" for n in range(20)]
    graph = Graph([row(1, TEA, "m1"), row(2, HOME, *everywhere), row(3, WORK, "m1")])
    weights = graph.weights(TEA)
    assert weights[WORK] > weights[HOME] > 0


def test_activation_goes_one_hop() -> None:
    """Two drift (S28): the pet was said with the home only, the home with the tea."""
    graph = Graph([row(1, TEA, "m1"), row(2, HOME, "m1", "m2"), row(3, PET, "m2")])
    active = graph.activated({TEA: 0.8})
    assert set(active) == {TEA, HOME}
    assert active[TEA] == 0.8
    assert 0 < active[HOME] <= 0.8
    assert graph.activated({TEA: 0.0}) == {}


def test_activation_is_bounded() -> None:
    """In number and in size, however much hangs together."""
    rows = [row(n, f"fact/user/k{n}", "m1") for n in range(60)]
    active = Graph(rows).activated({f"fact/user/k{n}": 1.0 for n in range(5)}, limit=35)
    assert len(active) == 35
    assert all(0 < share <= 1 for share in active.values())


def test_a_message_that_everything_rests_on_says_nothing() -> None:
    """Hundreds of concepts of one message were imported, not spoken of together."""
    graph = Graph([row(n, f"fact/user/k{n}", "import") for n in range(300)])
    assert graph.weights("fact/user/k1") == {}


def test_merged_concepts_count_as_one() -> None:
    """And as two when the names are gone: the graph itself has not changed."""
    graph = Graph([row(1, TEA, "m1"), row(2, HOME, "m1"), row(3, PET, "m2"), row(4, WORK, "m2")])
    names = merged(PET, TEA)
    assert set(graph.weights(TEA, names)) == {HOME, WORK}
    assert set(graph.weights(TEA)) == {HOME}


rows = st.dictionaries(
    st.integers(0, 8),
    st.tuples(
        st.sampled_from([TEA, HOME, WORK, PET]), st.sets(st.sampled_from(["m1", "m2", "m3"]))
    ),
)


@given(before=rows, after=rows)
def test_replacing_and_removing_equals_building_anew(
    before: dict[int, tuple[str, set[str]]], after: dict[int, tuple[str, set[str]]]
) -> None:
    """Whatever was there before; weights are the same both ways."""
    graph = Graph(row(n, key, *sorted(m)) for n, (key, m) in before.items())
    for number in before.keys() - after.keys():
        graph.remove(number)
    for number, (key, messages) in after.items():
        graph.replace(number, key, messages)
    fresh = Graph(row(n, key, *sorted(m)) for n, (key, m) in after.items())
    assert graph.pairs() == fresh.pairs()
    for key in (TEA, HOME, WORK, PET):
        assert graph.weights(key) == fresh.weights(key)
        for other, weight in graph.weights(key).items():
            assert math.isclose(weight, graph.weights(other)[key])
