"""Vectors that come later, and vectors that are made anew."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stelae.assembly import reembed
from stelae.config import load
from stelae.errors import EmbedderMismatchError, EmbeddingDimMismatchError, ModelUnavailableError
from stelae.memory import Memory
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener

if TYPE_CHECKING:
    from stelae.ports import Floats

FACTS = ("我家猫叫芝麻", "The staging cluster is in Osaka", "我对花生过敏")


class FailingEmbedder(HashEmbedder):
    """Fails as long as `broken` is set."""

    broken = True

    def passages(self, texts: Sequence[str]) -> "Floats":
        """Embed, or fail."""
        if self.broken:
            raise ModelUnavailableError("the embedder is away")
        return super().passages(texts)


def test_flush_gives_raw_messages_their_vectors(open_memory: Opener) -> None:
    """Observations get theirs from a job; after `flush` none is missing."""
    memory = open_memory(embedder=HashEmbedder())
    memory.observe([{"content": f} for f in FACTS], extract=False)
    assert memory.flush() == 0
    assert memory.stats()["unindexed:hash"] == 0


def test_a_failing_embedder_loses_nothing(open_memory: Opener) -> None:
    """The memory is stored and found by its words; the vector comes later."""
    embedder = FailingEmbedder()
    memory = open_memory(embedder=embedder)
    assert memory.remember(FACTS[0]).outcome == "accepted"
    assert memory.recall("芝麻", floor=None).hits[0].text == FACTS[0]
    assert memory.stats()["unindexed:hash"] > 0
    embedder.broken = False
    memory.remember(FACTS[1])
    memory.flush(timeout_s=5)
    assert memory.stats()["unindexed:hash"] == 0


@pytest.mark.parametrize("other", [HashEmbedder(64, "hash2"), HashEmbedder(96, "hash")])
def test_another_embedder_is_refused_until_vectors_are_made_anew(
    tmp_path: Path, clock: FixedClock, other: HashEmbedder
) -> None:
    """Vectors of two embedders are never compared; `reembed` changes vectors and nothing else (DEV-22)."""
    folder = tmp_path / "data"

    def open_with(embedder: object) -> Memory:
        return Memory.open(folder, scope="user:lin", embedder=embedder, clock=clock)  # pyright: ignore[reportArgumentType]

    with open_with(HashEmbedder()) as memory:
        for fact in FACTS:
            memory.remember(fact)
        before = memory.list()
    with pytest.raises(EmbedderMismatchError) as refused:
        open_with(other)
    assert isinstance(refused.value, EmbeddingDimMismatchError) == (other.dim != 64)
    with open_with(HashEmbedder()) as memory:
        assert memory.list() == before
    settings = load(data=folder, environ={}).settings
    steps: list[int] = []
    made = reembed(settings, embedder=other, on_progress=lambda _, n: steps.append(n))
    assert made == sum(steps) >= len(FACTS)
    with open_with(other) as memory:
        assert memory.list() == before
        assert memory.recall("staging cluster", floor=None).hits[0].text == FACTS[1]
    assert reembed(settings, embedder=other) == 0
