"""Question vectors are remembered for a while, and for one tenant only."""

from stelae.recall.query_vectors import QueryVectors
from stelae.testing import HashEmbedder


def test_the_least_recently_used_goes_first() -> None:
    """The cache is bounded."""
    held, embedder = QueryVectors(capacity=2), HashEmbedder()
    for text in ("a", "b", "a", "c", "a"):
        held.get(embedder, "t", text)
    assert embedder.calls == 3
    held.get(embedder, "t", "b")
    assert embedder.calls == 4


def test_tenants_and_embedders_do_not_share() -> None:
    """The key is fingerprint, tenant and text."""
    held, one, two = QueryVectors(), HashEmbedder(), HashEmbedder(name="other")
    held.get(one, "t", "a")
    held.get(one, "u", "a")
    held.get(two, "t", "a")
    assert (one.calls, two.calls) == (2, 1)
