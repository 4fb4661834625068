"""The order of hits: fusion of the legs and the rules around them (retrieval.md, section 8).

Everything here is relative to the visible rows of one scope and only good for sorting; what is shown to people is
`calibration`'s probability. The rules around the legs are worth more than the embedder, so they stand here one by one, with
their weights in one place. All weights of the last block are shares of the best score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from stelae.ports import Catalog
from stelae.recall.layout import Array, Ints, Layout, Mask
from stelae.recall.search import Keyword
from stelae.recall.understanding import Question
from stelae.schemas.authority import CEILINGS, TIERS
from stelae.schemas.policy import PolicyRow
from stelae.text.cues import PREFERENCE, TIME_WORD

DAY = 86_400.0
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal counts. The plateau is flat: halving or doubling one moves recall by about a point."""

    coverage: float = 10.0
    """Against vectors with deviation 1; flat from 6 to 15."""
    session: float = 0.4
    """Share of the best score inside the same session."""
    recency: float = 1.0
    """For long messages of a running conversation only, in standard deviations; as a prior for questions it does harm."""
    recency_decay: float = 0.05
    """Share of the scope's history after which it has fallen to 1/e."""
    speaker: float = 0.4
    date: float = 0.6
    time_word: float = 0.15
    preference: float = 0.1
    newest_above: float = 0.7
    """The second hit comes first, if newer and at least that near, when a current value is asked for."""
    authority: float = 0.3
    """Per unit of the tiers' reliability ceilings, against `user`; 0 switches it off."""
    energy: float = 0.05
    category: float = 0.25
    """Per unit of the policy row's weight."""
    concepts: float = 0.3
    """Share of the best score that a row gets whose concept the graph activates fully; only where recall has the graph."""


@dataclass(frozen=True, slots=True)
class Lift:
    """Rows that are lifted because their fields fit what is asked."""

    name: str
    """For the trace."""
    rows: Mask
    weight: float | None
    """Share of the best score that they get; None: they stand above everything else."""
    at_least: float = 0.0
    """Probability that they have at least."""
    by: Array | None = None
    """What they are ordered by among themselves, the greatest first; None: by their own scores."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The fused score of every row, and what each rule added."""

    fused: Array
    """Minus infinity for rows that are no unit or not visible."""
    parts: Mapping[str, Array] = field(default_factory=dict[str, Array])
    """By rule, parallel to the catalogue."""

    def order(self, limit: int) -> Ints:
        """Return the positions of the best visible units, best first; equal scores keep the order of writing."""
        return self._best(np.flatnonzero(np.isfinite(self.fused)), limit)

    def among(self, rows: Mask, limit: int) -> Ints:
        """Return the positions of the best visible units among some rows, as `order` does."""
        return self._best(np.flatnonzero(rows & np.isfinite(self.fused)), limit)

    def _best(self, seen: Ints, limit: int) -> Ints:
        if len(seen) > 4 * limit:
            cut = np.partition(self.fused[seen], len(seen) - limit)[len(seen) - limit]
            seen = seen[self.fused[seen] >= cut]
        return seen[np.argsort(-self.fused[seen], kind="stable")[:limit]]


def rank(
    question: Question,
    catalog: Catalog,
    layout: Layout,
    mask: Mask,
    keyword: Keyword,
    dense: Sequence[tuple[float, Array]],
    days: Array,
    *,
    policy: Mapping[str, PolicyRow],
    now: float,
    weights: Weights,
    lifts: Sequence[Lift] = (),
    activation: Array | None = None,
) -> Ranked:
    """Fuse the legs and apply the rules.

    Args:
        question: What is asked.
        catalog: Rows of one scope.
        layout: Its units.
        mask: Visible rows.
        keyword: The keyword leg.
        dense: Weight and cosines of each vector leg; NaN where a row has no vector.
        days: Fit to the days the question names, from `days.day_fit`.
        policy: Policy rows by category, for half-lives and weights.
        now: Seconds since the epoch.
        weights: How much each signal counts.
        lifts: Rows whose fields fit; of those above everything the last ones stand highest.
        activation: By the concept graph, in [0, 1]; None: without it.

    Returns:
        The ranking; without any visible unit all scores are minus infinity.
    """
    units = mask & layout.unit
    if not units.any():
        return Ranked(np.full(len(catalog), -np.inf))
    score = weights.coverage * keyword.joint
    for weight, cosines in dense:
        score = score + weight * _standard(cosines, units)
    score = _with_neighbours(score, layout, units)
    if not dense:
        # Without vectors a row without a common word has nothing to say for itself (DEV-17.2).
        reached = np.zeros(len(catalog), np.bool_) if activation is None else activation > 0
        units = units & (
            (score > 0) | _suits(question, catalog, days) | _topped(catalog, lifts) | reached
        )
        if not units.any():
            return Ranked(np.full(len(catalog), -np.inf))
    score = _with_session(score, catalog.session, units, weights.session)
    if question.long:
        score = score + weights.recency * _freshness(catalog, units, weights.recency_decay)
    # At least one deviation, or equal rows of a small scope could not be told apart by any rule.
    top = max(float(score[units].max()), 1.0)
    parts = dict(_boosts(question, catalog, layout, days, policy, now, weights, top))
    parts |= _shares(lifts, top)
    if activation is not None:
        parts["concepts"] = weights.concepts * top * activation
    for part in parts.values():
        score = score + part
    fused = np.where(units, score, -np.inf)
    if question.asks_current:
        _newest_first(fused, catalog, weights.newest_above)
    parts |= _put_on_top(fused, lifts, units)
    return Ranked(fused, parts)


def _topped(catalog: Catalog, lifts: Sequence[Lift]) -> Mask:
    """Rows that are hits whether or not they share a word with the question."""
    mask = np.zeros(len(catalog), np.bool_)
    for one in lifts:
        if one.weight is None or one.at_least > 0:
            mask |= one.rows
    return mask


def _shares(lifts: Sequence[Lift], top: float) -> dict[str, Array]:
    return {
        one.name: one.weight * top * one.rows.astype(np.float64)
        for one in lifts
        if one.weight is not None
    }


def _put_on_top(fused: Array, lifts: Sequence[Lift], units: Mask) -> dict[str, Array]:
    """Raise what stands above everything, in place, and return what each row was given."""
    return {
        one.name: _raise(fused, one.rows & units, one.by)
        for one in lifts
        if one.weight is None and (one.rows & units).any()
    }


def _raise(fused: Array, rows: Mask, by: Array | None) -> Array:
    before = fused[rows]
    ceiling = float(np.max(fused[~rows & np.isfinite(fused)], initial=float(before.min()))) + 1.0
    order = before if by is None else by[rows].astype(np.float64)
    spread = float(order.max() - order.min()) or 1.0
    fused[rows] = ceiling + (order - order.min()) / spread
    given = np.zeros(len(fused))
    given[rows] = fused[rows] - before
    return given


def _suits(question: Question, catalog: Catalog, days: Array) -> Mask:
    """Rows that answer without sharing a word: of a day that is named, or a preference when advice is wanted."""
    wanted = question.asks_advice & ((catalog.cues & PREFERENCE) > 0)
    return wanted | (days > 0)


def _standard(values: Array, units: Mask) -> Array:
    """Z-scores over the visible units; rows without a vector stand at the mean."""
    known = units & ~np.isnan(values)
    if not known.any():
        return np.zeros(len(values))
    sample = values[known]
    return np.where(known, (values - sample.mean()) / (sample.std() + _EPSILON), 0.0)


def _with_neighbours(score: Array, layout: Layout, units: Mask) -> Array:
    """An answer stands next to its question: units give part of their score to their neighbours."""
    if not len(layout.edge_from):
        return score
    seen = np.where(units, score, 0.0)
    out = score.copy()
    # A unit has one edge a direction, so plain indexing adds every share.
    out[layout.edge_to] += layout.forward * seen[layout.edge_from]
    out[layout.edge_from] += layout.back * seen[layout.edge_to]
    return out


def _with_session(score: Array, session: Ints, units: Mask, share: float) -> Array:
    """Z-scores plus a share of the best of the own session; a row without a session is its own."""
    z = _standard(score, units)
    best = z.copy()
    sessions = session[units]
    if sessions.max(initial=-1) >= 0:
        top = np.full(int(sessions.max()) + 1, -np.inf)
        inside = units & (session >= 0)
        np.maximum.at(top, session[inside], z[inside])
        best[inside] = top[session[inside]]
    return z + share * np.maximum(best, 0.0)


def _freshness(catalog: Catalog, units: Mask, decay: float) -> Array:
    """Closeness to the end of the history, by order of writing, in [0, 1]."""
    place = np.cumsum(units, dtype=np.float64)
    last = place[-1]
    return np.exp(-(last + 1 - place) / (decay * (last + 1))) * np.ones(len(catalog))


def _boosts(
    question: Question,
    catalog: Catalog,
    layout: Layout,
    days: Array,
    policy: Mapping[str, PolicyRow],
    now: float,
    weights: Weights,
    top: float,
) -> Mapping[str, Array]:
    parts: dict[str, Array] = {}
    if len(question.names) == 1 and question.names[0] in catalog.speakers:
        by = (catalog.speaker == catalog.speakers.index(question.names[0])).astype(np.float64)
        parts["speaker"] = weights.speaker * top * by
    if question.dates:
        parts["date"] = weights.date * top * days
    if question.asks_when:
        says_when = (((catalog.cues & TIME_WORD) > 0) & layout.named).astype(np.float64)
        parts["time_word"] = weights.time_word * top * says_when
    likes = ((catalog.cues & PREFERENCE) > 0).astype(np.float64)
    parts["preference"] = weights.preference * top * likes
    trust: Array = np.array([CEILINGS[tier] - CEILINGS["user"] for tier in TIERS], np.float64)
    parts["authority"] = weights.authority * top * trust[catalog.authority]
    if catalog.categories:
        parts["energy"] = weights.energy * top * (energy(catalog, policy, now) - 1.0)
        parts["category"] = weights.category * top * (_category_weight(catalog, policy) - 1.0)
    return parts


def _category_weight(catalog: Catalog, policy: Mapping[str, PolicyRow]) -> Array:
    """The policy row's weight by row; 1 for observations and unknown categories."""
    known = [policy[c].weight if c in policy else 1.0 for c in catalog.categories]
    return np.array([*known, 1.0], np.float64)[catalog.category]


def energy(catalog: Catalog, policy: Mapping[str, PolicyRow], now: float) -> Array:
    """How alive a memory still is, in [0.1, 1]: `0.5 ** (age / half_life) * (1 + log2(1 + uses))`, clamped (architecture 2).

    Observations and categories without a half-life stay at 1. Growing older never raises it.

    Args:
        catalog: Rows.
        policy: Half-lives by category.
        now: Seconds since the epoch.

    Returns:
        One value a row.
    """
    half = [policy[c].half_life_days if c in policy else None for c in catalog.categories]
    lives: Array = np.array([*(np.inf if h is None else h * DAY for h in half), np.inf])
    age = np.maximum(now - np.nan_to_num(catalog.time, nan=now), 0.0)
    life = lives[catalog.category]
    alive = np.exp2(-age / life) * (1.0 + np.log2(1.0 + catalog.access_count))
    return np.where(np.isinf(life), 1.0, np.clip(alive, 0.1, 1.0))


def _newest_first(fused: Array, catalog: Catalog, above: float) -> None:
    """Put the newer of the two best first, in place, when both are good (retrieval.md, section 7).

    A lower authority never overrides a higher one, however new it is (architecture section 2).
    """
    if len(fused) < 2:
        return
    pair = np.argpartition(-fused, 1)[:2]
    second, first = sorted(pair.tolist(), key=lambda i: (fused[i], -i))
    near = fused[first] - fused[second] <= (1 - above) * max(fused[first], 1.0)
    # Of one instant, or of days without a time, what was written later was said later.
    newer = (catalog.time[second], catalog.rid[second]) > (catalog.time[first], catalog.rid[first])
    if near and newer and catalog.authority[second] <= catalog.authority[first]:
        best = np.nextafter(fused[first], np.inf)
        fused[first], fused[second] = fused[second], best
