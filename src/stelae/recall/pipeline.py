"""The order of the read path; the one module here that knows all steps.

understand -> rewrite -> filter -> keyword and vector legs -> rank -> calibrate -> floor -> merge scopes -> diversify.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from stelae.errors import ModelError
from stelae.ports import Catalog, Clock, Embedder, RecallSource
from stelae.ports.concepts import Activation
from stelae.recall.aggregation import Aggregator
from stelae.recall.bearing import BESIDE, bearing_first, echoes
from stelae.recall.calibration import AUTO_FLOOR, features_of, probability
from stelae.recall.context import context_block
from stelae.recall.days import day_fit
from stelae.recall.diversify import prefer_memories
from stelae.recall.fetching import fetch_enough, passes
from stelae.recall.filters import visible
from stelae.recall.layout import Array, Ints, Layout, Mask, layout_of
from stelae.recall.merging import Found, Pick, beside, explain, merge
from stelae.recall.query_vectors import QueryVectors
from stelae.recall.ranking import Lift, Ranked, Weights, rank
from stelae.recall.reserving import with_reserved
from stelae.recall.rewriting import Reading, Rewriter
from stelae.recall.search import Keyword, keyword_leg, with_answers
from stelae.recall.strategies import Answer, joined, listed
from stelae.recall.structure import Structure
from stelae.recall.understanding import Question, understand
from stelae.recall.updates import newest_value_first
from stelae.schemas.policy import Policy, PolicyRow
from stelae.schemas.query import (
    ContextBlock,
    Hit,
    RecallQuery,
    RecallResult,
    Trace,
)
from stelae.schemas.scope import Namespace
from stelae.text.language import language_index

if TYPE_CHECKING:
    from stelae.ports import Floats

logger = logging.getLogger(__name__)

LEG_WEIGHTS = (1.0, 0.5)
"""Of the first and every further vector leg (retrieval.md, section 8)."""
FAST_COVERAGE = 15.0
"""Weight of coverage when USE is the only vector leg."""
POSTING_BUDGET = 20_000
"""Postings read for one question, rarest words first. A scope of about 1,300 rows loses nothing at 15 words; in the largest
ones the commonest words, which tell least, are left out (`evals/speed/store.py`)."""
LARGE = 50_000
"""Rows of a scope above which further vector legs see the candidates of the first only."""
CANDIDATES = 2_000
BETTER_BY = 0.1
"""Share of the question that an assistant's half must cover more than the user's own words to be shown instead."""
POOL = 32
"""Rows looked at beyond the limit, so that what is dropped can be made up for."""
_LAYOUTS = 256


_Strategy = Literal["filter", "weighted", "intersection", "union", "everything"]
"""A caller's strategy, or a search that knows of no filter by fields."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with everything that was read off it, for all scopes."""

    query: RecallQuery
    question: Question
    structure: Structure
    reading: Reading | None
    catalogs: Sequence[Catalog]
    vectors: Sequence[tuple[Embedder, "Floats"]]
    floor: float | None
    partial: dict[str, None]

    @property
    def listing(self) -> bool:
        """Is there no text, so that everything that fits is the answer?"""
        return not self.query.text.strip()


class Recall:
    """Answers questions from a store. Thread-safe; holds no text beyond the cached question vectors' keys."""

    def __init__(
        self,
        source: RecallSource,
        *,
        embedders: Sequence[Embedder],
        clock: Clock,
        new_id: Callable[[], str],
        policy: Policy,
        weights: Weights | None = None,
        rewriter: Rewriter | None = None,
        activation: Activation | None = None,
        may_ask: Callable[[Embedder, str], bool] = lambda _embedder, _text: True,
    ) -> None:
        """Connect the read path.

        Args:
            source: The store.
            embedders: Vector legs, the strongest first; none: keywords only.
            clock: The present.
            new_id: Makes trace ids.
            policy: Half-lives, weights and caps by category.
            weights: Of the ranking's signals; None: the measured ones.
            rewriter: Reads filters off questions; None: by rules, days in UTC, built-in categories.
            activation: The concept graph as one more list; None: without it.
            may_ask: Which questions an embedder may see.
        """
        self._source, self._embedders, self._clock = source, tuple(embedders), clock
        self._new_id = new_id
        self._activation = activation
        self._may_ask = may_ask
        self._rewriter = rewriter or Rewriter(clock)
        self.aggregator = Aggregator(
            source, clock, self._rewriter, lambda ns, query: self.run(ns, query)[0]
        )
        """Summaries of several memories over the same store."""
        self._policy: Mapping[str, PolicyRow] = policy.rows
        fast = tuple(e.leg for e in embedders) == ("use",)
        self._weights = weights or Weights(coverage=FAST_COVERAGE if fast else Weights().coverage)
        self._vectors = QueryVectors()
        self._layouts: OrderedDict[tuple[str, str], tuple[Catalog, Layout]] = OrderedDict()
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Drop everything held in memory, after a forget or a `reembed`."""
        self._vectors.clear()
        with self._lock:
            self._layouts.clear()

    def warm(self, ns: Namespace) -> None:
        """Load what the first question would wait for: embedders, dictionaries, the catalogues of the readable scopes.

        Args:
            ns: tenant and readable scopes.

        Raises:
            StoreError: the store cannot be read.
        """
        self._understand(ns, RecallQuery(text="where is it? 它在哪里？"))

    def context(
        self, ns: Namespace, result: RecallResult, *, budget: int, zone: str
    ) -> ContextBlock:
        """Render the hits of a recall, after the pinned memories, for a model.

        Args:
            ns: tenant and readable scopes.
            result: from `run`.
            budget: most tokens of the block.
            zone: whose days the dates are.
        """
        return context_block(
            result.hits, self._source.pinned(ns), budget=budget, policy=self._policy, zone=zone
        )

    def run(self, ns: Namespace, query: RecallQuery) -> tuple[RecallResult, Trace]:
        """Answer a question.

        Args:
            ns: tenant and readable scopes; each scope is searched with its own statistics.
            query: the question and its filters.

        Returns:
            Hits best first, and the story of how they came about. Without an answer there are no hits.

        Raises:
            StoreError: the store cannot be read.
        """
        result, trace, _ = self.search(ns, query)
        return result, trace

    def search(self, ns: Namespace, query: RecallQuery) -> tuple[RecallResult, Trace, "Asked"]:
        """Do as `run`; also return what was read off the question. With places reserved the trace has all candidates."""
        began, trace_id = time.perf_counter(), self._new_id()
        asked = self._understand(ns, query)
        if query.strategy == "union" and asked.structure.filtered and not asked.listing:
            answer = joined(
                self._answer(ns, asked, "filter"), self._answer(ns, asked, "everything")
            )
        else:
            answer = self._answer(ns, asked, query.strategy)
        every = prefer_memories([hit for _, hit in answer.fetched])[: query.most]
        hits = prefer_memories(answer.passing)[: query.most]
        reading = asked.reading
        trace = Trace.model_validate(
            {
                "id": trace_id,
                "query": query.text,
                "scopes": ns.readable,
                "at": self._clock.now(),
                "floor": asked.floor,
                "best": answer.best,
                "names": asked.question.names,
                "strategy": query.strategy,
                "category": query.category,
                "filters": tuple(map(str, query.where)),
                "rewriting": reading.told(asked.structure.fitting) if reading else None,
                "hits": _explained(
                    answer.fetched if query.reserve else answer.fetched[: query.limit], hits
                ),
                "took_ms": round(1000 * (time.perf_counter() - began), 3),
                "partial": tuple(asked.partial),
            }
        )
        result = RecallResult(
            hits=tuple(hits),
            hidden=max(0, len(every) - len(hits)),
            trace_id=trace_id,
            partial=tuple(asked.partial),
        )
        return result, trace, asked

    def _understand(self, ns: Namespace, query: RecallQuery) -> "Asked":
        """Read the question, and embed it where it will be compared with anything."""
        catalogs = [self._source.catalog(ns, scope) for scope in ns.readable]
        question = understand(query.text, (name for c in catalogs for name in c.speakers))
        reading, failed = self._rewriter.read(query)
        partial: dict[str, None] = dict.fromkeys(failed)
        vectors: list[tuple[Embedder, Floats]] = []
        if query.vectors and not question.empty and any(map(len, catalogs)):
            vectors = self._embed(ns, question, partial)
        floor = _floor(query)
        return Asked(
            query,
            question,
            Structure(self._source, ns, query, reading, self._rewriter.registry),
            reading,
            catalogs,
            vectors,
            None if question.about_talk else floor,
            partial,
        )

    def _answer(self, ns: Namespace, asked: "Asked", strategy: "_Strategy") -> Answer:
        """Search every scope in one way, and fetch what is worth showing."""
        found: list[Found] = []
        whole = asked.reading is not None and asked.reading.whole
        if asked.listing or whole or not asked.question.empty:
            for catalog in asked.catalogs:
                one = self._search(ns, catalog, asked, strategy)
                if one is not None:
                    found.append(one)
        if whole:
            found = beside(found, BESIDE)
        floor, question = asked.floor, asked.question
        best = max((float(one.scores.max()) for one in found), default=0.0)
        if question.greeting and floor is not None and not asked.listing:
            best = 0.0
        # Raw messages that are asked for by themselves are left as they are.
        bears = asked.query.include != "observations" and not asked.listing
        fetched = fetch_enough(
            *(self._source, ns, merge(found), asked.query.limit),
            floor=floor,
            best=best,
            reserve=asked.query.reserve,
            gone=partial(echoes, question) if bears else None,
        )
        pinned = sum(bool(pick.found.pinned[pick.place]) for pick, _ in fetched)
        fetched = [*fetched[:pinned], *newest_value_first(question, fetched[pinned:])]
        if bears:
            fetched = bearing_first(question, asked.reading, fetched)
        return Answer(fetched, [hit for pick, hit in fetched if passes(pick, floor, best)], best)

    def _embed(
        self, ns: Namespace, question: Question, partial: dict[str, None]
    ) -> list[tuple[Embedder, "Floats"]]:
        """Embed the question with every leg; one that fails, or may not see it, is left out and named."""
        out: list[tuple[Embedder, Floats]] = []
        for embedder in self._embedders:
            if not self._may_ask(embedder, question.dense):
                partial[f"vectors:{embedder.leg}"] = None
                continue
            try:
                out.append((embedder, self._vectors.get(embedder, ns.tenant, question.dense)))
            except ModelError as error:
                logger.warning("recall without the %s vectors: %s", embedder.leg, error)
                partial[f"vectors:{embedder.leg}"] = None
        return out

    def _search(
        self, ns: Namespace, catalog: Catalog, asked: "Asked", strategy: "_Strategy"
    ) -> Found | None:
        """Rank one scope; None when nothing in it may be seen."""
        now, query = self._clock.now(), asked.query
        mask = visible(catalog, query, project=ns.project, now=now)
        fits = asked.structure.fits(catalog)
        if fits is not None and (strategy == "filter" or asked.listing):
            mask &= fits
        layout = self._layout(ns, catalog)
        if not (mask & layout.unit).any():
            return None
        if asked.listing:
            return listed(catalog, mask & layout.unit, query.limit + POOL)
        lifts = asked.structure.lifts(catalog, mask, fits)
        ranked, keyword, cosines, days = self._ranked(ns, catalog, layout, asked, mask, lifts)
        order = ranked.order(query.limit + POOL)
        if query.reserve:
            order = with_reserved(order, ranked, catalog, query.reserve)
        if fits is not None and strategy == "intersection":
            order = order[fits[order]]
        if not len(order):
            return None
        features = features_of(asked.question, catalog, layout, keyword, cosines, days, order)
        scores, pinned = probability(features, tuple(cosines)), np.zeros(len(order), np.bool_)
        for lift in lifts:
            inside = lift.rows[order]
            scores = np.where(inside, np.maximum(scores, lift.at_least), scores)
            pinned |= inside & (lift.weight is None)
        shown = _better_half(order, layout, mask, keyword)
        return Found(catalog, ranked, order, shown, features, scores, pinned, layout.answer, mask)

    def _ranked(
        self,
        ns: Namespace,
        catalog: Catalog,
        layout: Layout,
        asked: "Asked",
        mask: Mask,
        lifts: Sequence[Lift],
    ) -> tuple[Ranked, Keyword, dict[str, Array], Array]:
        """Ask the legs and rank; also what each of them said, for the score."""
        question = asked.question
        postings = self._postings(ns, catalog, tuple(question.terms))
        keyword = keyword_leg(question.terms, postings, catalog.length, layout, mask)
        cosines = self._cosines(ns, catalog, layout, question, asked.vectors, keyword, mask)
        days = day_fit(catalog, question.dates, postings)
        weighted = zip(
            LEG_WEIGHTS + LEG_WEIGHTS[-1:] * len(cosines), cosines.values(), strict=False
        )
        ranked = rank(
            question,
            catalog,
            layout,
            mask,
            keyword,
            list(weighted),
            days,
            policy=self._policy,
            now=self._clock.now().timestamp(),
            weights=self._weights,
            lifts=lifts,
            activation=self._activated(ns, catalog, asked, cosines),
        )
        return ranked, keyword, cosines, days

    def _activated(
        self, ns: Namespace, catalog: Catalog, asked: "Asked", cosines: Mapping[str, Array]
    ) -> Array | None:
        if self._activation is None:
            return None
        return self._activation(ns, catalog, asked.query.text, next(iter(cosines.values()), None))

    def _postings(
        self, ns: Namespace, catalog: Catalog, terms: Sequence[str]
    ) -> Mapping[str, tuple[Ints, Array]]:
        """Read what the budget allows, and the rarest word in any case: a scope that says one thing often still knows it."""
        found = self._source.postings(ns, catalog, terms, budget=POSTING_BUDGET)
        if len(found) == len(terms) or any(len(rows) for rows, _ in found.values()):
            return found
        return self._source.postings(ns, catalog, terms, budget=len(catalog))

    def _cosines(
        self,
        ns: Namespace,
        catalog: Catalog,
        layout: Layout,
        question: Question,
        vectors: Sequence[tuple[Embedder, "Floats"]],
        keyword: Keyword,
        mask: Mask,
    ) -> dict[str, Array]:
        """Ask every vector leg; legs that know none of the visible rows are left out."""
        out: dict[str, Array] = {}
        units = mask & layout.unit
        for embedder, vector in vectors:
            rows = None
            if out and len(catalog) > LARGE:
                rows = _candidates(self._so_far(keyword, out, units), units, layout)
            values = self._source.similarities(
                ns,
                catalog,
                embedder.leg,
                vector,
                language=language_index(question.language),
                means=[embedder.language_mean("en"), embedder.language_mean("zh")],
                rows=rows,
            ).astype(np.float64)
            if rows is not None:
                spread = np.full(len(catalog), np.nan)
                spread[rows] = values
                values = spread
            values = with_answers(np.where(mask, values, np.nan), layout)
            if not np.isnan(values[units]).all():
                out[embedder.leg] = values
        return out

    def _so_far(self, keyword: Keyword, cosines: Mapping[str, Array], units: Mask) -> Array:
        """Return the score of every row by the legs that have answered: it picks the candidates for the next one."""
        score = self._weights.coverage * keyword.joint
        for values in cosines.values():
            score = score + np.nan_to_num(values) / (np.nanstd(values[units]) + 1e-9)
        return score

    def _layout(self, ns: Namespace, catalog: Catalog) -> Layout:
        key = (ns.tenant, catalog.scope)
        with self._lock:
            known = self._layouts.get(key)
            if known is not None and known[0] is catalog:
                self._layouts.move_to_end(key)
                return known[1]
        layout = layout_of(catalog)
        with self._lock:
            self._layouts[key] = (catalog, layout)
            while len(self._layouts) > _LAYOUTS:
                self._layouts.popitem(last=False)
        return layout


def _floor(query: RecallQuery) -> float | None:
    """Return the floor. What fits conditions that the caller set is what was asked for, however the words are put."""
    if query.floor != "auto":
        return query.floor
    return None if query.where and query.strategy == "filter" else AUTO_FLOOR


def _explained(fetched: Sequence[tuple[Pick, Hit]], hits: Sequence[Hit]) -> list[Mapping[str, Any]]:
    shown = {hit.id for hit in hits}
    return [
        explain(pick, hit, rank=place, shown=hit.id in shown)
        for place, (pick, hit) in enumerate(fetched, 1)
    ]


def _better_half(order: Ints, layout: Layout, mask: Mask, keyword: Keyword) -> Ints:
    """Return for each unit the row to show: the assistant's half where it covers clearly more of the question."""
    answer = layout.answer[order]
    usable = (answer >= 0) & mask[answer]
    better = usable & (keyword.own[answer] > keyword.own[order] + BETTER_BY)
    return np.where(better, answer, order)


def _candidates(score: Array, units: Mask, layout: Layout) -> Ints:
    """Return the positions of the best units and of their answers, ascending."""
    rows = np.flatnonzero(units)
    if len(rows) > CANDIDATES:
        rows = rows[np.argpartition(-score[rows], CANDIDATES)[:CANDIDATES]]
    answers = layout.answer[rows]
    return np.sort(np.concatenate([rows, answers[answers >= 0]]))
