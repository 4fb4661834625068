"""Which keys there are, and where names lead."""

from stelae.concepts.vocabulary import Redirects, Vocabulary, is_typed
from stelae.ports.concepts import KeyedRow
from stelae.schemas.concepts import ConceptName

A, B, C = "fact/user/a", "fact/user/b", "fact/user/c"


def name(kind: str, said: str, key: str) -> ConceptName:
    """Return a name that holds."""
    return ConceptName.model_validate(
        {
            "id": said,
            "kind": kind,
            "name": said,
            "key": key,
            "at": "2026-05-01T00:00:00Z",
            "actor": "user_edit",
        }
    )


def test_only_typed_keys_are_concepts() -> None:
    """Nobody can generate a hash."""
    assert is_typed("preference/global/material/塑料")
    assert not is_typed("fact/=0123456789abcdef")
    assert not is_typed("fact")
    rows = [KeyedRow(1, 1, "fact/=0123456789abcdef"), KeyedRow(2, 2, None), KeyedRow(3, 3, A)]
    assert Vocabulary(rows).keys == (A,)


def test_merges_are_followed_to_their_end() -> None:
    """In a chain, and without end where somebody made a circle in the file."""
    chain = Redirects([name("merge", A, B), name("merge", B, C)])
    assert [chain.canonical(key) for key in (A, B, C)] == [C, C, C]
    assert set(chain.members(C)) == {A, B, C}
    circle = Redirects([name("merge", A, B), name("merge", B, A)])
    assert circle.canonical(A) == circle.canonical(B)


def test_a_projects_own_name_goes_before_one_of_no_project() -> None:
    """Whichever was first, and no circle comes of it."""
    own = {"project": "one"}
    words = [name("alias", "住处", A), name("alias", "住处", B).model_copy(update=own)]
    assert Redirects(words).named("住处") == B
    merges = [name("merge", A, B), name("merge", B, A).model_copy(update=own)]
    for names in (merges, merges[::-1]):
        assert [Redirects(names).canonical(key) for key in (A, B)] == [A, A]


def test_an_alias_of_a_merged_concept_leads_to_where_that_leads() -> None:
    """Whatever its spelling."""
    names = Redirects([name("alias", "住处", A), name("merge", A, B)])
    assert names.named("住處") == B
    assert names.named("别处") is None


def test_a_concept_tells_its_names_memories_and_messages() -> None:
    """A merged one has those of both; a message that both rest on counts once."""
    rows = [KeyedRow(1, 1, A, None, ("m1", "m2")), KeyedRow(2, 2, B, None, ("m2",))]
    (concept,) = Vocabulary(rows, [name("alias", "住处", A), name("merge", A, B)]).concepts()
    assert (concept.key, concept.category) == (B, "fact")
    assert (concept.aliases, concept.merged) == (("住处",), (A,))
    assert (concept.memories, concept.sources) == (2, 2)


def test_a_name_whose_concept_is_gone_sleeps() -> None:
    """It is no concept by itself, and wakes with the next memory of that key."""
    names = [name("alias", "住处", A)]
    assert Vocabulary((), names).concepts() == ()
    (concept,) = Vocabulary([KeyedRow(1, 1, A)], names).concepts()
    assert concept.aliases == ("住处",)


def test_the_trie_is_the_vocabularys() -> None:
    """Merged keys are not in it."""
    vocabulary = Vocabulary.of([A, B, C], [name("merge", A, B)])
    assert vocabulary.trie.allowed("fact/user/") == ["b", "c"]
    assert A not in vocabulary
    assert len(vocabulary) == 2
