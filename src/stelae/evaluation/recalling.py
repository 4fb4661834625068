"""Runs recall samples through the product: memories and raw observations in, questions asked, ranks and times out.

Each sample is a person of their own in a store of their own, in memory. Every question is asked twice: without a floor,
which gives the ranks, and as an agent would ask, which says what the floor lets through. A question without an answer is
right when nothing comes back then.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mean, median
from typing import Any, Literal

from stelae.config import Settings
from stelae.evaluation.counting import Share, share
from stelae.evaluation.intervals import bootstrap
from stelae.evaluation.samples import NOW, Question, RecallSample
from stelae.memory import Memory
from stelae.schemas.base import JsonObject, Value
from stelae.schemas.query import RecallResult
from stelae.testing import FixedClock

LIMIT = 10
"""Hits asked for."""
CUTS = (1, 3, 5, 10)
"""The k of R@k."""


class Asked(Value):
    """One question asked once."""

    run: int
    sample: str
    question: int
    """Its number in the sample, from 1."""
    lang: str
    kind: str
    expected: int
    ranks: tuple[int, ...]
    """Where the expected ids stand without a floor, from 1; those not among the first ten are left out."""
    returned: int
    """Hits at the floor."""
    found: int
    """Expected ids among them."""
    ms: float
    """Wall milliseconds of the recall at the floor."""
    text: str = ""
    """The question, where it went wrong and texts were asked for."""

    @property
    def failed(self) -> bool:
        """Was an expected memory not shown, or anything said where nothing is relevant?"""
        return self.returned > 0 if not self.expected else self.found < self.expected

    def recall(self, k: int) -> float:
        """Which part of the expected ids is among the first k?"""
        return sum(rank <= k for rank in self.ranks) / self.expected

    @property
    def reciprocal(self) -> float:
        """One over the first expected hit's rank; 0 without one."""
        return 1 / min(self.ranks) if self.ranks else 0.0


class Mean(Value):
    """A mean over questions, with its 95% bootstrap interval."""

    mean: float
    min: float
    """Of the runs."""
    max: float
    low: float
    high: float


class RecallFigures(Value):
    """How well questions were answered."""

    answerable: int
    """Questions with an answer."""
    unanswerable: int
    recall: dict[str, Mean]
    """`R@1`, `R@3`, `R@5`, `R@10`, over answerable questions."""
    mrr: Mean
    found: Mean
    """R@10 of what the floor lets through."""
    empty: Share
    """Unanswerable questions that got nothing: right."""
    lost: Share
    """Answerable questions that got nothing: wrong."""


class RecallReport(Value):
    """The whole evaluation."""

    kind: Literal["recall"] = "recall"
    version: str
    samples: str
    sha256: str
    runs: int
    embedders: tuple[str, ...]
    """Fingerprints; none: keywords only."""
    memories: int
    observations: int
    figures: RecallFigures
    by_language: dict[str, RecallFigures]
    by_kind: dict[str, RecallFigures]
    ms_median: float
    """Wall milliseconds of one `recall`, the question's embedding included."""
    ms_p95: float
    questions: tuple[Asked, ...]


def ask_all(
    samples: Sequence[RecallSample],
    settings: Settings,
    *,
    runs: int,
    show: bool = False,
    on_embedders: Callable[[tuple[str, ...]], None] | None = None,
) -> Iterator[Asked]:
    """Yield one row a question and run.

    Args:
        samples: what is measured on.
        settings: the embedder and the policy; the store is always in memory.
        runs: how often each question is asked, each time in a store built anew.
        show: put the texts of questions that went wrong into the rows.
        on_embedders: told the fingerprints of the embedders in use, once.

    Raises:
        InvalidInputError: a memory or message of a sample is not accepted by the product.
    """
    here = settings.model_copy(update={"extractor": "rules", "enabled": True})
    for run in range(1, runs + 1):
        for sample in samples:
            with Memory.open(
                store="memory", scope="user:sample", settings=here, clock=FixedClock(NOW)
            ) as memory:
                if on_embedders is not None and run == 1 and sample is samples[0]:
                    on_embedders(memory.embedders)
                names = _filled(memory, sample)
                for number, question in enumerate(sample.questions, 1):
                    yield _asked(memory, sample, question, names, run, number, show)


def _filled(memory: Memory, sample: RecallSample) -> dict[str, str]:
    """Put the sample's rows into the store; return the sample's id by the store's."""
    names: dict[str, str] = {}
    for row in sample.memories:
        given: JsonObject = {n: v for n, v in row.items() if n not in {"id", "text"}}
        outcome = memory.remember(
            str(row.get("text", "")), id=str(row["id"]), authority="user_edit", **given
        )
        if outcome.id is not None:
            names[outcome.id] = str(row["id"])
    if sample.observations:
        seen = memory.observe(list(sample.observations), extract=False)
        for ref in seen.observations:
            names[ref.id] = str(ref.external_id)
    memory.flush()
    return names


def _asked(
    memory: Memory,
    sample: RecallSample,
    question: Question,
    names: dict[str, str],
    run: int,
    number: int,
    show: bool,
) -> Asked:
    filters: dict[str, Any] = {"limit": LIMIT, **question.filters}
    begun = time.perf_counter()
    shown = memory.recall(question.text, **filters)
    took = 1000 * (time.perf_counter() - begun)
    filters["floor"] = None
    hits = _names(memory.recall(question.text, **filters), names)
    row = Asked(
        run=run,
        sample=sample.id,
        question=number,
        lang=str(sample.lang),
        kind=question.kind,
        expected=len(question.expect),
        ranks=tuple(sorted(hits.index(one) + 1 for one in question.expect if one in hits)),
        returned=len(shown.hits),
        found=len(set(question.expect).intersection(_names(shown, names))),
        ms=took,
    )
    return row.model_copy(update={"text": question.text}) if show and row.failed else row


def _names(result: RecallResult, names: Mapping[str, str]) -> list[str]:
    """The sample's ids of hits, best first; a memory and the message it came from count as one."""
    return list(dict.fromkeys(names.get(hit.id, hit.external_id or hit.id) for hit in result.hits))


def recall_figures(rows: Sequence[Asked]) -> RecallFigures:
    """Summarise rows; a figure without questions is 0."""
    answerable = [row for row in rows if row.expected]
    others = [row for row in rows if not row.expected]
    return RecallFigures(
        answerable=len({(row.sample, row.question) for row in answerable}),
        unanswerable=len({(row.sample, row.question) for row in others}),
        recall={f"R@{k}": _mean(answerable, lambda row, k=k: row.recall(k)) for k in CUTS},
        mrr=_mean(answerable, lambda row: row.reciprocal),
        found=_mean(answerable, lambda row: row.found / row.expected),
        empty=_share(others, lambda row: not row.returned),
        lost=_share(answerable, lambda row: not row.returned),
    )


def recall_report(
    rows: Sequence[Asked],
    *,
    version: str,
    name: str,
    sha256: str,
    samples: Sequence[RecallSample],
    embedders: Sequence[str],
) -> RecallReport:
    """Put a report together from the rows of `ask_all`."""
    times = sorted(row.ms for row in rows)
    return RecallReport(
        version=version,
        samples=name,
        sha256=sha256,
        runs=len({row.run for row in rows}),
        embedders=tuple(embedders),
        memories=sum(len(sample.memories) for sample in samples),
        observations=sum(len(sample.observations) for sample in samples),
        figures=recall_figures(rows),
        by_language=_parted(rows, lambda row: row.lang),
        by_kind=_parted(rows, lambda row: row.kind),
        ms_median=median(times),
        ms_p95=times[min(len(times) - 1, int(0.95 * len(times)))],
        questions=tuple(rows),
    )


def _parted(rows: Sequence[Asked], by: Callable[[Asked], str]) -> dict[str, RecallFigures]:
    groups: dict[str, list[Asked]] = defaultdict(list)
    for row in rows:
        groups[by(row)].append(row)
    return {name: recall_figures(groups[name]) for name in sorted(groups)}


def _mean(rows: Sequence[Asked], value: Callable[[Asked], float]) -> Mean:
    if not rows:
        return Mean(mean=0.0, min=0.0, max=0.0, low=0.0, high=0.0)
    by_question: dict[tuple[str, int], list[float]] = defaultdict(list)
    by_run: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        by_question[row.sample, row.question].append(value(row))
        by_run[row.run].append(value(row))
    each = [mean(found) for found in by_question.values()]
    means = [mean(found) for found in by_run.values()]
    low, high = bootstrap(each, mean)
    return Mean(mean=mean(each), min=min(means), max=max(means), low=low, high=high)


def _share(rows: Sequence[Asked], counts: Callable[[Asked], bool]) -> Share:
    runs: dict[int, list[Asked]] = defaultdict(list)
    for row in rows:
        runs[row.run].append(row)
    return share([(sum(map(counts, run)), len(run)) for run in runs.values()] or [(0, 0)])
