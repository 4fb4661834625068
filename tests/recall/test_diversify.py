"""Nothing is shown twice, and not too much of one kind."""

from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.diversify import capped, prefer_memories
from stelae.schemas.candidate import Span
from tests.recall.rows import a_hit


def _from(observation: str) -> tuple[Span, ...]:
    return (Span(observation_id=observation, quote="q", start=0, end=1),)


def test_the_memory_takes_the_better_place() -> None:
    """A memory below its observation moves up into its place."""
    said = a_hit("said", type="observation", category=None)
    other = a_hit("other")
    known = a_hit("known", evidence=_from("said"))
    assert prefer_memories([said, other, known]) == [known, other]


def test_an_observation_without_a_shown_memory_stays() -> None:
    """Only what is a hit itself can stand for it."""
    said = a_hit("said", type="observation", category=None)
    assert prefer_memories([said, a_hit("known", evidence=_from("elsewhere"))])[0] == said


def test_two_memories_of_one_observation_both_stay() -> None:
    """One sentence may hold two facts."""
    said = a_hit("said", type="observation", category=None)
    first, second = (a_hit(name, evidence=_from("said")) for name in ("first", "second"))
    assert prefer_memories([said, first, second]) == [first, second]


@given(
    st.lists(st.sampled_from(["fact", "event", "task"]), max_size=30),
    st.dictionaries(st.sampled_from(["fact", "event"]), st.integers(0, 5)),
)
def test_caps_hold_and_order_stays(categories: list[str], caps: dict[str, int]) -> None:
    """What is kept is a part of the hits in the same order, within every cap; other categories are whole."""
    hits = [a_hit(str(i), category=c) for i, c in enumerate(categories)]
    kept = capped(hits, caps)
    assert kept == [hit for hit in hits if hit in kept]
    for category in set(categories):
        found = [hit for hit in kept if hit.category == category]
        assert len(found) == min(categories.count(category), caps.get(category, 99))
