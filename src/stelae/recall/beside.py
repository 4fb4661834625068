"""What stands beside a message by itself: pinned memories, and what is relevant of the rest (O11-O18).

search with places reserved -> relevance for this message -> gates, keywords, caps, places -> context block.
"""

from collections.abc import Sequence
from typing import Protocol

from stelae.ports import Clock, MemoryReader, RecallSource
from stelae.recall.asking import LEG, asks, relevance
from stelae.recall.auto_block import nearness, told
from stelae.recall.context import context_block
from stelae.recall.kept_blocks import Asker, KeptBlocks, moment
from stelae.recall.pipeline import Recall
from stelae.recall.selection import select
from stelae.schemas.auto_recall import LOOKED_AT, AutoBlock, AutoQuery
from stelae.schemas.policy import Policy
from stelae.schemas.query import MAX_LIMIT, Hit, RecallQuery, Trace
from stelae.schemas.scope import Namespace
from stelae.text.cues import only_asks
from stelae.text.normalise import squash

PINNED_TOKENS = 20
"""Tokens of a block for each pinned memory that is looked at: a line of one takes more, however short its text."""


class Source(RecallSource, MemoryReader, Protocol):
    """What is searched and what records say."""


class Beside:
    """Puts blocks together. Thread-safe; holds finished blocks for a minute at most."""

    def __init__(
        self,
        recall: Recall,
        source: Source,
        policy: Policy,
        clock: Clock,
        gate: float | None = None,
    ) -> None:
        """Stand on a read path.

        Args:
            recall: searches.
            source: its store, for what is pinned and what a message was remembered as.
            policy: caps by category.
            clock: the present.
            gate: least cosine of a reflection, for the first embedder, beside the floor (O15); None: there is none.
        """
        self._recall, self._source, self._policy = recall, source, policy.rows
        self._clock, self._kept = clock, KeptBlocks()
        self.gate = gate

    def clear(self) -> None:
        """Drop everything held in memory, after a forget."""
        self._kept.clear()

    def block(
        self, ns: Namespace, asked: AutoQuery, *, zone: str
    ) -> tuple[AutoBlock, Trace | None]:
        """Return the block and its story; no story where the same block was returned before and nothing has changed.

        Args:
            ns: tenant and readable scopes.
            asked: the message, and how much is wanted.
            zone: whose days the dates are.

        Raises:
            StoreError: the store cannot be read.
        """
        catalogs = [self._source.catalog(ns, scope) for scope in ns.readable]
        asker, now = Asker(ns, asked, zone, self.gate), moment(self._clock.now(), zone, catalogs)
        known = self._kept.find(asker, now)
        if known is not None:
            return known, None
        block, trace = self._made(ns, asked, zone)
        if not block.partial:
            self._kept.keep(asker, now, block, catalogs)
        return block, trace

    def _made(self, ns: Namespace, asked: AutoQuery, zone: str) -> tuple[AutoBlock, Trace]:
        pinned = self._source.pinned(ns, limit=asked.budget // PINNED_TOKENS)
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
        scored = [hit.model_copy(update={"score": relevant[hit.id]}) for hit in result.hits]
        always = {record.id for record in pinned}
        hits = [hit for hit in self._stated(ns, scored, asked.floor) if hit.id not in always]
        greeting = understood.question.greeting and asked.floor is not None
        selection = select(
            [] if greeting else hits,
            nearness(trace, legs[0] if legs else None),
            message=asked.text,
            top_k=asked.top_k,
            floor=asked.floor,
            gate=self.gate,
            caps={name: row.context_cap for name, row in self._policy.items()},
        )
        block = context_block(
            selection.hits, pinned, budget=asked.budget, policy=self._policy, zone=zone
        )
        return told(block, selection, trace, asked.floor)

    def _stated(self, ns: Namespace, hits: Sequence[Hit], floor: float | None) -> list[Hit]:
        """Put a memory in the place of the message that says no more than it, and leave out what only asks.

        A category's weight would not hold if the memory's own words came in as somebody's; and a question asked before,
        most of all this one, is no answer.
        """
        kept: dict[str, Hit] = {}
        for hit in hits:
            one: Hit | None = hit
            if hit.type == "observation":
                relevant = floor is None or hit.score >= floor
                one = None if only_asks(hit.text) else hit
                if one and relevant:
                    one = self._memory_of(ns, hit) or hit
            if one is not None:
                kept.setdefault(one.id, one)
        return list(kept.values())

    def _memory_of(self, ns: Namespace, said: Hit) -> Hit | None:
        place = ns.model_copy(update={"scope": said.scope})
        for record in self._source.by_observation(place, said.id):
            if record.status == "active" and squash(record.text) == squash(said.text):
                return Hit.of(record, said.score)
        return None
