"""What is kept of blocks is bounded, and gone when it is over."""

from datetime import UTC, datetime

from stelae.recall.kept_blocks import KEPT_S, Asker, KeptBlocks, Moment, moment
from stelae.schemas.auto_recall import AutoBlock, AutoQuery
from stelae.schemas.scope import Namespace

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
LIN = Namespace(scope="user:lin")


def asker(text: str) -> Asker:
    """Somebody with a message."""
    return Asker(LIN, AutoQuery(text=text, top_k=2, budget=800, floor=None), "UTC", None)


def at(seconds: float) -> Moment:
    """So many seconds later."""
    begun = moment(NOW, "UTC", ())
    return Moment(begun.at + seconds, begun.sequences, begun.days)


def test_the_block_used_longest_ago_goes_first() -> None:
    """There are never more than the capacity."""
    kept = KeptBlocks(capacity=2)
    for text in "ab":
        kept.keep(asker(text), at(0), AutoBlock(text=text), ())
    assert kept.find(asker("a"), at(1)) == AutoBlock(text="a")
    kept.keep(asker("c"), at(1), AutoBlock(text="c"), ())
    found = [kept.find(asker(text), at(1)) is not None for text in "abc"]
    assert found == [True, False, True]


def test_what_is_over_is_let_go_of_with_the_next_block() -> None:
    """A text does not stay in memory because nobody asks for it again."""
    kept = KeptBlocks()
    kept.keep(asker("a"), at(0), AutoBlock(text="a"), ())
    kept.keep(asker("b"), at(KEPT_S), AutoBlock(text="b"), ())
    assert kept.find(asker("a"), at(0)) is None
