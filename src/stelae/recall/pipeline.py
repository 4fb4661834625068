"""The order of the read path; the one module here that knows all steps and the one that asks the store.

understand -> filter -> keyword and vector legs -> rank -> calibrate -> floor -> merge scopes -> diversify.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stelae.errors import ModelError
from stelae.ports import Catalog, Clock, Embedder, RecallSource
from stelae.recall.calibration import AUTO_FLOOR, features_of, probability
from stelae.recall.context import context_block
from stelae.recall.days import day_fit
from stelae.recall.diversify import prefer_memories
from stelae.recall.filters import visible
from stelae.recall.layout import Array, Ints, Layout, Mask, layout_of
from stelae.recall.merging import Found, Pick, explain, merge
from stelae.recall.query_vectors import QueryVectors
from stelae.recall.ranking import Weights, rank
from stelae.recall.search import Keyword, keyword_leg, with_answers
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
    ) -> None:
        """Connect the read path.

        Args:
            source: The store.
            embedders: Vector legs, the strongest first; none: keywords only.
            clock: The present.
            new_id: Makes trace ids.
            policy: Half-lives, weights and caps by category.
            weights: Of the ranking's signals; None: the measured ones.
        """
        self._source, self._embedders, self._clock = source, tuple(embedders), clock
        self._new_id = new_id
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
        began, trace_id = time.perf_counter(), self._new_id()
        catalogs = [self._source.catalog(ns, scope) for scope in ns.readable]
        question = understand(query.text, (name for c in catalogs for name in c.speakers))
        floor = AUTO_FLOOR if query.floor == "auto" else query.floor
        if question.about_talk:
            floor = None
        found: list[Found] = []
        partial: dict[str, None] = {}
        if not question.empty:
            vectors = self._embed(ns, question, partial) if any(map(len, catalogs)) else []
            for catalog in catalogs:
                one = self._search(ns, catalog, question, query, vectors)
                if one is not None:
                    found.append(one)
        best = max((float(one.scores.max()) for one in found), default=0.0)
        if question.greeting and floor is not None:
            best = 0.0
        fetched = newest_value_first(
            question, self._enough(ns, merge(found), query.limit, floor, best)
        )
        every = prefer_memories([hit for _, hit in fetched])[: query.limit]
        hits = prefer_memories([hit for pick, hit in fetched if _passes(pick, floor, best)])
        hits = hits[: query.limit]
        trace = Trace.model_validate(
            {
                "id": trace_id,
                "query": query.text,
                "at": self._clock.now(),
                "floor": floor,
                "best": best,
                "names": question.names,
                "hits": _explained(fetched[: query.limit], hits),
                "took_ms": round(1000 * (time.perf_counter() - began), 3),
                "partial": tuple(partial),
            }
        )
        result = RecallResult(
            hits=tuple(hits),
            hidden=max(0, len(every) - len(hits)),
            trace_id=trace_id,
            partial=tuple(partial),
        )
        return result, trace

    def _embed(
        self, ns: Namespace, question: Question, partial: dict[str, None]
    ) -> list[tuple[Embedder, "Floats"]]:
        """Embed the question with every leg; one that fails is left out and named."""
        out: list[tuple[Embedder, Floats]] = []
        for embedder in self._embedders:
            try:
                out.append((embedder, self._vectors.get(embedder, ns.tenant, question.dense)))
            except ModelError:
                logger.warning("recall without the %s vectors", embedder.leg, exc_info=True)
                partial[f"vectors:{embedder.leg}"] = None
        return out

    def _search(
        self,
        ns: Namespace,
        catalog: Catalog,
        question: Question,
        query: RecallQuery,
        vectors: Sequence[tuple[Embedder, "Floats"]],
    ) -> Found | None:
        """Rank one scope; None when nothing in it may be seen."""
        now = self._clock.now()
        where = self._source.matching(ns, catalog.scope, query.where) if query.where else None
        mask = visible(catalog, query, project=ns.project, now=now, where=where)
        layout = self._layout(ns, catalog)
        if not (mask & layout.unit).any():
            return None
        postings = self._postings(ns, catalog, tuple(question.terms))
        keyword = keyword_leg(question.terms, postings, catalog.length, layout, mask)
        cosines = self._cosines(ns, catalog, layout, question, vectors, keyword, mask)
        days = day_fit(catalog, question.dates, postings)
        ranked = rank(
            question,
            catalog,
            layout,
            mask,
            keyword,
            list(
                zip(LEG_WEIGHTS + LEG_WEIGHTS[-1:] * len(cosines), cosines.values(), strict=False)
            ),
            days,
            policy=self._policy,
            now=now.timestamp(),
            weights=self._weights,
        )
        order = ranked.order(query.limit + POOL)
        if not len(order):
            return None
        features = features_of(question, catalog, layout, keyword, cosines, days, order)
        return Found(
            catalog,
            ranked,
            order,
            _better_half(order, layout, mask, keyword),
            features,
            probability(features, tuple(cosines)),
        )

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

    def _enough(
        self, ns: Namespace, picks: Sequence[Pick], limit: int, floor: float | None, best: float
    ) -> list[tuple[Pick, Hit]]:
        """Fetch the first hits, and good ones from further down while observations that give way leave places open."""
        fetched = self._fetch(ns, picks[:limit])
        rest = [pick for pick in picks[limit:] if _passes(pick, floor, best)]
        for start in range(0, len(rest), limit):
            if len(prefer_memories([hit for _, hit in fetched])) >= limit:
                break
            fetched += self._fetch(ns, rest[start : start + limit])
        return fetched

    def _fetch(self, ns: Namespace, picks: Sequence[Pick]) -> list[tuple[Pick, Hit]]:
        """Fetch the rows of picks, in order; what was deleted in the meantime is left out."""
        by_scope: dict[str, list[Pick]] = {}
        for pick in picks:
            by_scope.setdefault(pick.found.catalog.scope, []).append(pick)
        hits: dict[tuple[str, int], Hit] = {}
        for scope, group in by_scope.items():
            for part in self._in_one(ns, scope, group):
                hits.update(part)
        return [
            (pick, hits[pick.found.catalog.scope, pick.row])
            for pick in picks
            if (pick.found.catalog.scope, pick.row) in hits
        ]

    def _in_one(
        self, ns: Namespace, scope: str, group: Sequence[Pick]
    ) -> Iterator[Mapping[tuple[str, int], Hit]]:
        """Fetch a scope's rows with one call, or one by one when some of them are gone."""
        rids = [int(pick.found.catalog.rid[pick.row]) for pick in group]
        hits = self._source.hits(ns, scope, rids, [pick.score for pick in group])
        if len(hits) == len(group):
            yield {(scope, pick.row): hit for pick, hit in zip(group, hits, strict=True)}
            return
        for pick, rid in zip(group, rids, strict=True):
            for hit in self._source.hits(ns, scope, [rid], [pick.score]):
                yield {(scope, pick.row): hit}


def _passes(pick: Pick, floor: float | None, best: float) -> bool:
    """Does the floor let it through? First the question as a whole must be answered, then the single hit must be good."""
    return floor is None or (best >= floor and pick.score >= floor)


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
