"""What stands beside a message by itself: pinned memories, and what is relevant of the rest (O11-O18).

search with places reserved -> relevance for this message -> gates, keywords, caps, places -> context block.
"""

from stelae.ports import RecallSource
from stelae.recall.asking import LEG, asks, relevance
from stelae.recall.auto_block import nearness, told
from stelae.recall.context import context_block
from stelae.recall.pipeline import Recall
from stelae.recall.selection import select
from stelae.schemas.auto_recall import LOOKED_AT, AutoBlock, AutoQuery
from stelae.schemas.policy import Policy
from stelae.schemas.query import MAX_LIMIT, RecallQuery, Trace
from stelae.schemas.scope import Namespace


class Beside:
    """Puts blocks together. Thread-safe; holds nothing of its own."""

    def __init__(
        self, recall: Recall, source: RecallSource, policy: Policy, gate: float | None = None
    ) -> None:
        """Stand on a read path.

        Args:
            recall: searches.
            source: its store, for what is pinned.
            policy: caps by category.
            gate: least cosine of a reflection, for the first embedder (O15); None: the floor decides on it, too.
        """
        self._recall, self._source, self._policy, self._gate = recall, source, policy.rows, gate

    def block(self, ns: Namespace, asked: AutoQuery, *, zone: str) -> tuple[AutoBlock, Trace]:
        """Return the block and its story.

        Args:
            ns: tenant and readable scopes.
            asked: the message, and how much is wanted.
            zone: whose days the dates are.

        Raises:
            StoreError: the store cannot be read.
        """
        pinned = self._source.pinned(ns)
        query = RecallQuery(
            text=asked.text,
            limit=min(2 * asked.top_k + len(pinned), MAX_LIMIT),
            include=asked.include,
            floor=None,
            reserve=tuple(LOOKED_AT.items()),
            beside=asked.beside,
            vectors=asked.vectors,
        )
        result, trace, understood = self._recall.search(ns, query)
        legs = [embedder.leg for embedder, _ in understood.vectors]
        wanted = next((asks(v) for e, v in understood.vectors if e.leg == LEG), None)
        relevant = relevance(trace.hits, legs, wanted)
        always = {record.id for record in pinned}
        hits = [
            hit.model_copy(update={"score": relevant[hit.id]})
            for hit in result.hits
            if hit.id not in always
        ]
        greeting = understood.question.greeting and asked.floor is not None
        selection = select(
            [] if greeting else hits,
            nearness(trace, legs[0] if legs else None),
            message=asked.text,
            top_k=asked.top_k,
            floor=asked.floor,
            gate=self._gate,
            caps={name: row.context_cap for name, row in self._policy.items()},
        )
        block = context_block(
            selection.hits, pinned, budget=asked.budget, policy=self._policy, zone=zone
        )
        return told(block, selection, trace, asked.floor)
