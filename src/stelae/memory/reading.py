"""Ways out: recall, context, and why something is stored or was recalled."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from stelae.errors import InvalidInputError, MemoryNotFoundError, ModelError, StoreBusyError
from stelae.memory.door import Door
from stelae.recall.queries import Instant, shape_auto, shape_query, shape_structured
from stelae.schemas.aggregate import Aggregate, AggregateKind
from stelae.schemas.auto_recall import TIERS, AutoBlock, Tier
from stelae.schemas.explanation import Explanation
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.query import (
    MAX_LIMIT,
    ContextBlock,
    Include,
    RecallQuery,
    RecallResult,
    Rewrite,
    Strategy,
    Trace,
)

logger = logging.getLogger(__name__)


class Reading(Door):
    """Recall in all its forms, context blocks, one memory, why it is there, counts."""

    def recall(
        self,
        query: str,
        *,
        limit: int = 10,
        include: Include = "all",
        floor: Literal["auto", "none"] | float | None = "auto",
        strategy: Strategy = "filter",
        rewrite: Rewrite = "rules",
        category: str | None = None,
        session: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        as_of: Instant = None,
        known_at: Instant = None,
    ) -> RecallResult:
        """Find what answers a question; "nothing" is a valid answer.

        Args:
            query: the question or message; may be empty where a category or `where` says what is wanted: then what fits is
                listed, newest first.
            limit: at most so many hits, 1-100.
            include: memories, raw observations, or both.
            floor: `auto` for the calibrated floor, None or `none` to see weak hits, or a probability.
            strategy: how category and conditions meet the search: `filter` searches only what fits, `weighted` lifts what
                fits, `intersection` shows what both find, `union` what either finds.
            rewrite: `rules` read the fields that a question asks for ("what do I like"), `model` asks the configured
                language model to, `none` nobody. What fits comes first; nothing is hidden by it.
            category: memories of that category.
            session: only what was said in that session.
            where: conditions on fields of memories, all of which must hold: `{"score": {"gte": 0.5}, "level": ["basic",
                "advanced"], "topic": {"prefix": "py"}, "due": None, "tags": {"has": "x"}}`. With a category its fields are
                checked and values read as their types; without one some category must have such a field.
            since: only what happened at or after.
            until: only what happened before.
            as_of: what was true in the world then.
            known_at: what the store knew then.

        Raises:
            InvalidInputError: an empty query, a limit or time out of range, an unknown category.
            FilterError: a condition names an unknown field or operator, or a value that does not go with it.
        """
        asked = shape_query(
            query,
            zone=self._parts.settings.zone,
            registry=self._parts.registry,
            limit=limit,
            include=include,
            floor=None if floor == "none" else floor,
            strategy=strategy,
            rewrite=rewrite,
            category=category,
            session=session,
            where=where,
            since=since,
            until=until,
            as_of=as_of,
            known_at=known_at,
        )
        if not self._parts.settings.enabled:
            return RecallResult()
        return self._recall(asked)

    def query(self, asked: Mapping[str, Any] | str) -> RecallResult:
        """Answer a structured query, `{"query_type": "preference", "filter": {"polarity": "like"}}` (S2).

        Args:
            asked: a mapping, or JSON text of one. `query_type` is a category (null: any), `filter` is as `where` in
                `recall`. Optional: `text` to search by, else what fits is listed, newest first; and `limit`, `strategy`,
                `include`, `floor`, `session`, `since`, `until`, `as_of`, `known_at` as in `recall`.

        Raises:
            InvalidInputError: no JSON object, an unknown name, or nothing that is asked for.
            UnknownCategoryError: there is no such `query_type`; the message names those that there are.
            FilterError: a condition names an unknown field or operator, or a value that does not go with it.
        """
        shaped = shape_structured(
            asked, zone=self._parts.settings.zone, registry=self._parts.registry
        )
        return self._recall(shaped) if self._parts.settings.enabled else RecallResult()

    def aggregate(
        self,
        question: str = "",
        *,
        kind: AggregateKind | None = None,
        by: str | None = None,
        category: str | None = None,
        session: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        as_of: Instant = None,
        known_at: Instant = None,
    ) -> Aggregate:
        """Return several memories as one summary with their ids: what they are, how many, on which days (S8).

        Made by rules from fields, never by a model. Which memories: the caller's filters, else what a rule reads off the
        question ("what do I drink", "how many meetings this week"), else what recall finds.

        Args:
            question: may be empty where a category or `where` says what is wanted.
            kind: `list`, `count` or `group`; None: as the question says.
            by: `day` or a field to group by; None: as the question says.
            category: memories of that category.
            session: what was said in that session.
            where: conditions on fields, as in `recall`.
            since: what happened at or after.
            until: what happened at or before.
            as_of: what was true in the world then.
            known_at: what the store knew then.

        Raises:
            InvalidInputError: neither question nor filter, a time out of range, an unknown category or kind.
            FilterError: a condition or `by` names an unknown field.
        """
        if kind not in {None, *get_args(AggregateKind)}:
            raise InvalidInputError(f"kind is one of {', '.join(get_args(AggregateKind))}.")
        asked = shape_query(
            question,
            zone=self._parts.settings.zone,
            registry=self._parts.registry,
            limit=MAX_LIMIT,
            include="memories",
            category=category,
            session=session,
            where=where,
            since=since,
            until=until,
            as_of=as_of,
            known_at=known_at,
        )
        if not self._parts.settings.enabled:
            return Aggregate(kind=kind or "list", text="")
        return self._parts.recall.aggregator.aggregate(self._ns, asked, kind=kind, by=by)

    def context(
        self, query: str, *, budget: int = 800, limit: int = 20, **filters: Any
    ) -> ContextBlock:
        """Return what a model should see beside this message: pinned constraints and what is relevant.

        Args:
            query: the user's message.
            budget: most tokens of the block, markers included.
            limit: most hits considered.
            filters: as for `recall`.

        Raises:
            InvalidInputError: as for `recall`; a budget below 1.
        """
        if budget < 1:
            raise InvalidInputError("The budget must be at least 1 token.")
        if not self._parts.settings.enabled:
            return ContextBlock()
        found = self.recall(query, limit=limit, **filters)
        return self._parts.recall.context(
            self._ns, found, budget=budget, zone=self._parts.settings.zone
        )

    def warm(self) -> None:
        """Load embedders, dictionaries and catalogues now, so that no question has to wait for them.

        Raises:
            StoreError: the store cannot be read.
        """
        if self._parts.settings.enabled:
            self._parts.recall.warm(self._ns)

    def auto_context(
        self,
        message: str,
        *,
        tier: Tier | None = None,
        top_k: int | None = None,
        budget: int | None = None,
        floor: Literal["auto", "none"] | float | None = "auto",
        include: Include = "all",
        beside: str | None = None,
        vectors: bool = True,
        counted: bool = True,
    ) -> AutoBlock:
        """Return what an agent's model should see beside a person's message, chosen by itself (O11-O18).

        Pinned memories, then what is relevant: guides that the message asks for by a keyword, curated knowledge in places
        kept for it, the rest by rank. `considered` says of every candidate what became of it.

        Args:
            message: the person's last message.
            tier: how much the model can use; None: `recall.tier` of the settings.
            top_k: most memories beside the pinned ones; wins over the tier.
            budget: most tokens of the block; wins over the tier, and over `top_k`.
            floor: as for `recall`.
            include: memories, raw observations, or both.
            beside: the running conversation's session: its own messages are not repeated.
            vectors: False asks the keywords alone.
            counted: False only looks: no memory counts as used.

        Raises:
            InvalidInputError: an empty message, a number out of range.
        """
        row = TIERS[self._parts.settings.recall.tier if tier is None else tier]
        asked = shape_auto(
            message,
            top_k=row.top_k if top_k is None else top_k,
            budget=row.budget if budget is None else budget,
            floor=floor,
            include=include,
            beside=beside,
            vectors=vectors,
        )
        if not self._parts.settings.enabled:
            return AutoBlock()
        try:
            block, trace = self._parts.beside.block(self._ns, asked, zone=self._parts.settings.zone)
        except (StoreBusyError, ModelError):
            logger.warning("recall failed open", exc_info=True)
            return AutoBlock(partial=("store",))
        if trace is not None:  # once for a block, however many calls of the turn it stands in
            self._note_recall(trace, block.ids if counted else ())
        return block

    def list(
        self,
        *,
        category: str | None = None,
        include_inactive: bool = False,
        limit: int = 100,
        after: str | None = None,
    ) -> tuple[MemoryRecord, ...]:
        """Return memories, newest first; `after` is the last id of the page before.

        Raises:
            UnknownCategoryError: no such category.
        """
        name = self._parts.registry.get(category).name if category else None
        return tuple(
            self._parts.store.list(
                self._ns, category=name, include_inactive=include_inactive, limit=limit, after=after
            )
        )

    def get(self, id: str) -> MemoryRecord:  # noqa: A002
        """Return one memory.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes.
        """
        return self._parts.store.get(self._ns, id)

    def why(self, id: str) -> Explanation:  # noqa: A002
        """Explain a memory.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes.
        """
        record = self.get(id)
        ids = dict.fromkeys(s.observation_id for s in record.evidence)
        return Explanation(
            memory=record,
            observations=tuple(o for o in map(self._observation, ids) if o is not None),
            versions=tuple(self._parts.store.versions(self._ns, id)),
        )

    def why_recalled(self, trace_id: str) -> Trace:
        """Explain a recall: the query's reading, every leg's score, the floor.

        Raises:
            MemoryNotFoundError: that trace is not kept (the newest 1,000 are), or it tells of scopes that are not read here.
        """
        trace = self._parts.notes.find(self._ns, trace_id)
        trace = trace or self._parts.store.trace(self._ns, trace_id)
        if not set(trace.scopes).issubset(self._ns.readable):
            raise MemoryNotFoundError(trace_id, recall=True)
        return trace

    def stats(self) -> Mapping[str, int]:
        """Count what this scope holds, and what language models have cost in it (`usage` has it by model)."""
        counts = self._parts.store.counts(self._ns)
        return {**counts, **self._parts.observing.counters(self._ns)}

    def check(self) -> tuple[str, ...]:
        """Look for damage in the whole store; empty = sound.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        return tuple(self._parts.store.check())

    def _observation(self, id: str) -> Observation | None:  # noqa: A002
        """A message that the policy did not keep is no longer there; its quote is in the memory."""
        try:
            return self._parts.store.observation(self._ns, id)
        except MemoryNotFoundError:
            return None

    def _recall(self, asked: RecallQuery) -> RecallResult:
        """Recall fails open: an agent's turn must not die of its memory (R22)."""
        try:
            result, trace = self._parts.recall.run(self._ns, asked)
        except (StoreBusyError, ModelError):
            logger.warning("recall failed open", exc_info=True)
            result = RecallResult(partial=("store",))
            self._parts.watchers.recalled(result)
            return result
        self._parts.watchers.recalled(result)
        self._note_recall(trace, [hit.id for hit in result.hits if hit.type == "memory"])
        return result

    def _note_recall(self, trace: Trace, shown: Sequence[str]) -> None:
        if self._parts.notes.add(self._ns, trace, shown):
            self._parts.worker.wake()
