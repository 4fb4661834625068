"""The associative graph: which concepts were spoken of together (S26-S28).

Nodes are concepts; `weight(a, b) = co-occurrence(a, b) * idf(a) * idf(b)`, where two concepts co-occur once for every
message that current memories of both rest on. Nothing is counted ahead: the counts follow from which memory rests on
which message, a relation the store writes in the memory's own transaction and loses with it. So the graph takes a change
by replacing that memory's messages, and can never say more than the memories do.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from stelae.concepts.vocabulary import NO_NAMES, Redirects
from stelae.ports.concepts import KeyedRow

MOST_SEEDS: Final = 5
MOST_NEIGHBOURS: Final = 35
"""Concepts that a question activates (S28)."""
_CROWD: Final = 200
"""Concepts of one message above which they say nothing about each other (an import in one message)."""


class Graph:
    """Mutable: kept by `replace` and `remove`. Not thread-safe; its owner holds a lock."""

    def __init__(self, rows: Iterable[KeyedRow] = ()) -> None:
        """Begin with these memories."""
        self._of_memory: dict[int, tuple[str, frozenset[str]]] = {}
        self._in_message: dict[str, Counter[str]] = {}
        self._messages: dict[str, Counter[str]] = {}
        for row in rows:
            if row.key is not None:
                self.replace(row.memory, row.key, row.observations)

    def replace(self, memory: int, key: str, messages: Iterable[str]) -> None:
        """Let a memory with that key rest on these messages, and on no others."""
        self.remove(memory)
        resting = frozenset(messages)
        self._of_memory[memory] = (key, resting)
        for message in resting:
            self._in_message.setdefault(message, Counter())[key] += 1
            self._messages.setdefault(key, Counter())[message] += 1

    def remove(self, memory: int) -> None:
        """Let a memory be gone; one that is not there is no error."""
        key, resting = self._of_memory.pop(memory, ("", frozenset[str]()))
        for message in resting:
            _subtract(self._in_message, message, key)
            _subtract(self._messages, key, message)

    def weights(self, key: str, names: Redirects = NO_NAMES) -> Mapping[str, float]:
        """Return the weight of every concept that co-occurs with one.

        Args:
            key: the concept.
            names: merged concepts count as one.
        """
        messages = self._of(key, names)
        together: Counter[str] = Counter()
        for message in messages:
            here = self._in_message[message]
            if len(here) <= _CROWD:
                together.update({names.canonical(other) for other in here} - {key})
        rare = self._idf(len(messages))
        return {
            other: count * rare * self._idf(len(self._of(other, names)))
            for other, count in together.items()
        }

    def activated(
        self,
        seeds: Mapping[str, float],
        names: Redirects = NO_NAMES,
        *,
        limit: int = MOST_NEIGHBOURS,
    ) -> Mapping[str, float]:
        """Spread from the seeds one hop and no further: two drift (S28).

        Args:
            seeds: concepts and how sure they are, in [0, 1].
            names: merged concepts count as one.
            limit: most concepts returned, the seeds among them.

        Returns:
            Activation in (0, 1] by concept: seeds keep what they had, a neighbour gets of each seed what its weight is
            against the seed's strongest neighbour.
        """
        sure = {key: share for key, share in seeds.items() if share > 0}
        found = dict(sure)
        for seed, share in sure.items():
            weights = self.weights(seed, names)
            strongest = max(weights.values(), default=0.0)
            for other in weights.keys() - sure.keys():
                given = share * (weights[other] / strongest)
                found[other] = min(found.get(other, 0.0) + given, 1.0)
        best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        return dict(best[:limit])

    def pairs(self) -> Mapping[tuple[str, str], int]:
        """Return every pair's co-occurrence, for comparing two graphs."""
        counts: Counter[tuple[str, str]] = Counter()
        for here in self._in_message.values():
            keys = sorted(here)
            counts.update((a, b) for n, a in enumerate(keys) for b in keys[n + 1 :])
        return counts

    def _of(self, key: str, names: Redirects) -> set[str]:
        """Return the messages of a concept: its own, and those of the keys that lead to it."""
        return {m for member in names.members(key) for m in self._messages.get(member, ())}

    def _idf(self, messages: int) -> float:
        """Smoothed, so that it stays positive: a concept of every message still has a little weight."""
        return math.log(1 + len(self._in_message) / max(messages, 1))


def _subtract(table: dict[str, Counter[str]], at: str, what: str) -> None:
    held = table[at]
    held[what] -= 1
    if held[what] <= 0:
        del held[what]
    if not held:
        del table[at]
