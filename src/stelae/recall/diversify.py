"""Which hits say the same thing twice, and how many of one kind are enough."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from stelae.schemas.query import Hit


def prefer_memories(hits: Sequence[Hit]) -> list[Hit]:
    """Put a memory in the place of the observation it was made from, where both are hits.

    Args:
        hits: Best first.

    Returns:
        The hits without those observations; the best memory of each stands where the better of the two stood.
    """
    memory_of: dict[str, Hit] = {}
    for hit in hits:
        if hit.type == "memory":
            for span in hit.evidence:
                memory_of.setdefault(span.observation_id, hit)
    kept: dict[str, Hit] = {}
    for hit in hits:
        best = memory_of.get(hit.id, hit) if hit.type == "observation" else hit
        kept.setdefault(best.id, best)
    return list(kept.values())


def capped(hits: Iterable[Hit], caps: Mapping[str, int]) -> list[Hit]:
    """Keep at most so many hits of each category.

    Args:
        hits: Best first.
        caps: Most hits by category; categories that are not named, and observations, have no limit.

    Returns:
        A part of the hits, in the same order.
    """
    seen: Counter[str] = Counter()
    kept: list[Hit] = []
    for hit in hits:
        category = hit.category or ""
        seen[category] += 1
        if seen[category] <= caps.get(category, seen[category]):
            kept.append(hit)
    return kept
