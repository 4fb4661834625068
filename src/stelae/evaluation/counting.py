"""From rows of runs to figures with intervals: shares over runs, by language and by kind. Pure.

A share's mean, least and greatest are over runs; its interval is Wilson's over the counts of one run, since repeats of a
run are no further samples. Differences are bootstrapped over samples, each with all of its runs.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import mean, median
from typing import Literal

from stelae.background.shares import wilson
from stelae.evaluation.extraction import SampleRun
from stelae.evaluation.intervals import bootstrap
from stelae.evaluation.judging import FAULTS, Fault
from stelae.schemas.base import Value


class Share(Value):
    """So many of so many, over runs."""

    count: float
    """Mean over runs."""
    of: float
    """Mean over runs."""
    mean: float
    min: float
    max: float
    low: float
    """Lower end of the 95% interval."""
    high: float


class Difference(Value):
    """One figure minus another, paired over samples, with its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


class Figures(Value):
    """Wrong writes and misses of some rows."""

    samples: int
    accepted: float
    """Memories written in one run, mean over runs."""
    pending: float
    wrong: Share
    """Wrong writes, of what was accepted and what waits wrongly."""
    wrong_samples: Share
    """Samples with a wrong write, of all samples."""
    missed: Share
    """Expected memories that were not there, of those expected."""


class VariantReport(Value):
    """One variant over all samples and runs."""

    label: str
    gate: bool
    runs: int
    figures: Figures
    faults: dict[Fault, float]
    """Wrong writes with that fault in one run, mean over runs; one can have several."""
    unread: float
    """Samples in one run whose extraction failed or was incomplete, mean over runs."""
    by_language: dict[str, Figures]
    by_kind: dict[str, Figures]
    language_gap: dict[str, Difference]
    """zh minus en, for `wrong` and `missed`; empty without both."""
    against_rules: dict[str, Difference]
    """This variant minus the rules with the gate on the same samples, for `wrong` and `missed`."""
    seconds_median: float
    seconds_longest: float
    prompt_tokens: float
    """A sample, mean."""
    completion_tokens: float


def variant_reports(rows: Sequence[SampleRun], rules: str) -> tuple[VariantReport, ...]:
    """Summarise rows, variant by variant, in the order they came.

    Args:
        rows: of one evaluation.
        rules: label of the variant that others are compared with.
    """
    groups: dict[str, list[SampleRun]] = defaultdict(list)
    for row in rows:
        groups[row.variant].append(row)
    base = groups.get(rules, [])
    return tuple(_variant(group, base) for group in groups.values())


def _variant(rows: Sequence[SampleRun], base: Sequence[SampleRun]) -> VariantReport:
    runs = len({row.run for row in rows})
    kinds = sorted({row.kind for row in rows})
    parts = {
        lang: figures(spoken)
        for lang in ("zh", "en", "mixed")
        if (spoken := [row for row in rows if row.lang == lang])
    }
    return VariantReport(
        label=rows[0].variant,
        gate=rows[0].gate,
        runs=runs,
        figures=figures(rows),
        faults={fault: sum(row.faults[fault] for row in rows) / runs for fault in FAULTS},
        unread=sum(row.status in {"failed", "partial"} for row in rows) / runs,
        by_language=parts,
        by_kind={kind: figures([row for row in rows if row.kind == kind]) for kind in kinds},
        language_gap=_gap(parts),
        against_rules=_against(rows, base),
        seconds_median=median(row.seconds for row in rows),
        seconds_longest=max(row.seconds for row in rows),
        prompt_tokens=mean(row.prompt_tokens for row in rows),
        completion_tokens=mean(row.completion_tokens for row in rows),
    )


def figures(rows: Sequence[SampleRun]) -> Figures:
    """Count wrong writes and misses of rows, run by run."""
    by_run: dict[int, list[SampleRun]] = defaultdict(list)
    for row in rows:
        by_run[row.run].append(row)
    runs = list(by_run.values())
    return Figures(
        samples=len({row.sample for row in rows}),
        accepted=mean(sum(row.accepted for row in run) for run in runs),
        pending=mean(sum(row.pending for row in run) for run in runs),
        wrong=share([(sum(r.wrong for r in run), sum(r.written for r in run)) for run in runs]),
        wrong_samples=share([(sum(r.wrong > 0 for r in run), len(run)) for run in runs]),
        missed=share([(sum(r.missed for r in run), sum(r.expected for r in run)) for run in runs]),
    )


def share(counts: Sequence[tuple[int, int]]) -> Share:
    """Summarise `(count, of)` of every run; nothing of nothing is no fault."""
    found = [count / of if of else 0.0 for count, of in counts]
    count, of = mean(c for c, _ in counts), mean(o for _, o in counts)
    low, high = wilson(min(count, of), of)
    return Share(
        count=count, of=of, mean=mean(found), min=min(found), max=max(found), low=low, high=high
    )


def _wrong(rows: Sequence[SampleRun]) -> float:
    of = sum(row.written for row in rows)
    return sum(row.wrong for row in rows) / of if of else 0.0


def _missed(rows: Sequence[SampleRun]) -> float:
    of = sum(row.expected for row in rows)
    return sum(row.missed for row in rows) / of if of else 0.0


_FIGURES: dict[str, Callable[[Sequence[SampleRun]], float]] = {"wrong": _wrong, "missed": _missed}


def _gap(parts: Mapping[str, Figures]) -> dict[str, Difference]:
    """Chinese minus English, two independent shares: Newcombe's interval (1998, method 10) from their Wilson limits."""
    if not {"zh", "en"} <= set(parts):
        return {}
    zh, en = parts["zh"], parts["en"]
    return {
        "wrong": newcombe(zh.wrong, en.wrong),
        "missed": newcombe(zh.missed, en.missed),
    }


def newcombe(one: Share, other: Share) -> Difference:
    """Return one share minus another, counted on other samples, with the 95% interval."""
    at = one.mean - other.mean
    below = ((one.mean - one.low) ** 2 + (other.high - other.mean) ** 2) ** 0.5
    above = ((one.high - one.mean) ** 2 + (other.mean - other.low) ** 2) ** 0.5
    return Difference(mean=at, low=max(-1.0, at - below), high=min(1.0, at + above))


def _against(rows: Sequence[SampleRun], base: Sequence[SampleRun]) -> dict[str, Difference]:
    """This variant minus the rules, on the samples both have read."""
    if not base or rows[0].variant == base[0].variant:
        return {}
    mine = {group[0].sample: group for group in _by_sample(rows)}
    theirs = {group[0].sample: group for group in _by_sample(base)}
    pairs = [(mine[name], theirs[name]) for name in mine if name in theirs]

    def difference(
        drawn: Sequence[tuple[list[SampleRun], list[SampleRun]]],
        figure: Callable[[Sequence[SampleRun]], float],
    ) -> float:
        return figure(_flat([a for a, _ in drawn])) - figure(_flat([b for _, b in drawn]))

    found: dict[str, Difference] = {}
    for name, figure in _FIGURES.items():
        low, high = bootstrap(pairs, lambda drawn, f=figure: difference(drawn, f))
        found[name] = Difference(mean=difference(pairs, figure), low=low, high=high)
    return found


def _by_sample(rows: Sequence[SampleRun]) -> list[list[SampleRun]]:
    groups: dict[str, list[SampleRun]] = defaultdict(list)
    for row in rows:
        groups[row.sample].append(row)
    return list(groups.values())


def _flat(groups: Sequence[Sequence[SampleRun]]) -> list[SampleRun]:
    return [row for group in groups for row in group]


class ExtractionReport(Value):
    """The whole evaluation: figures by variant, and what every run of every sample gave."""

    kind: Literal["extract"] = "extract"
    version: str
    """Stelae's."""
    samples: str
    """The file's name, or `bundled`."""
    sha256: str
    """Of the file."""
    runs: int
    variants: tuple[VariantReport, ...]
    rows: tuple[SampleRun, ...]
