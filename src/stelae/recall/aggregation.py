"""Several memories as one summary: what they are, how many, on which days (S8). Rules only; nothing is put in other words.

Which memories: the caller's filters, else what a rule reads off the question, else what recall finds at its floor.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from stelae.errors import FilterError
from stelae.ports import Catalog, Clock, RecallSource
from stelae.recall.asked.questions import OF_A_THING
from stelae.recall.exact import defaults_of
from stelae.recall.filters import visible
from stelae.recall.layout import Mask
from stelae.recall.rewriting import Reading, Rewriter
from stelae.recall.strategies import listed
from stelae.recall.structure import Structure
from stelae.schemas.aggregate import Aggregate, AggregateKind, Group
from stelae.schemas.categories.fields import FieldSpec, described
from stelae.schemas.categories.registry import Registry
from stelae.schemas.query import Hit, RecallQuery, RecallResult
from stelae.schemas.scope import Namespace
from stelae.text.language import Language, language_of
from stelae.text.normalise import fold

MOST = 1_000
"""Memories that are read for one summary, the newest ones."""
SHOWN = 20
"""Values that the text names."""
DAY = "day"
_COUNTS = re.compile(
    r"几(?:次|个|场|条|件|种|项|回)|多少(?:次|个|场|条|件|种|项|回)|次数|数量|太多|太频繁|多不多|频率"
    r"|\bhow\s+(?:many|often)\b|\btoo\s+(?:many|much|often)\b|\bnumber\s+of\b|\bcount\b",
    re.IGNORECASE,
)
_BY_DAY = re.compile(
    r"每天|每日|按天|按日|哪几天|\b(?:per|by|each|every)\s+day\b|\bwhich\s+days\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Selected:
    """The memories of a summary, newest first, and how they were chosen."""

    hits: Sequence[Hit]
    count: int
    rule: str
    filters: tuple[str, ...] = ()
    reading: Reading | None = None


class Aggregator:
    """Makes summaries from a store. Thread-safe; keeps nothing."""

    def __init__(
        self,
        source: RecallSource,
        clock: Clock,
        rewriter: Rewriter,
        recall: Callable[[Namespace, RecallQuery], RecallResult],
    ) -> None:
        """Take the store, the present, who reads questions, and the search for what no rule reads."""
        self._source, self._clock, self._rewriter = source, clock, rewriter
        self._recall = recall

    def aggregate(
        self,
        ns: Namespace,
        query: RecallQuery,
        *,
        kind: AggregateKind | None = None,
        by: str | None = None,
    ) -> Aggregate:
        """Return one summary.

        Args:
            ns: tenant and readable scopes.
            query: the question (may be empty) and the caller's filters.
            kind: None: as the question says; a list where it does not.
            by: `day` or a field to group by; None: as the question says.

        Raises:
            FilterError: there is no such field.
        """
        zone, registry = self._rewriter.zone, self._rewriter.registry
        if by is not None and by != DAY:
            _check_field(by, query.category, registry)
        chosen = self._select(ns, query)
        dated = chosen.reading is not None and chosen.reading.period is not None
        counts = bool(_COUNTS.search(query.text))
        if by is None and (_BY_DAY.search(query.text) or (dated and counts)):
            by = DAY
        kind = kind or ("count" if counts else "group" if by else "list")
        groups = _ordered(_groups(chosen.hits, _values(by, registry, zone)), kind, by)
        period = chosen.reading.period if chosen.reading else None
        language: Language = language_of(query.text) if query.text.strip() else _spoken(chosen.hits)
        found = Aggregate(
            kind=kind,
            text="",
            count=chosen.count,
            groups=groups,
            ids=tuple(hit.id for hit in chosen.hits),
            by=by,
            since=period.since if period else query.since,
            until=period.until if period else query.until,
            filters=chosen.filters,
            rule=chosen.rule,
            partial=(f"newest:{MOST}",) if chosen.count > len(chosen.hits) else (),
        )
        return found.model_copy(update={"text": told(found, language, zone)})

    def _select(self, ns: Namespace, query: RecallQuery) -> Selected:
        if query.category is not None or query.where:
            where = (str(query.where),) if query.where else ()
            told_as = (": ".join([*filter(None, [query.category]), *where]),)
            return self._gathered(ns, query, None, "filter", told_as)
        reading = self._rewriter.by_rules(query.text)
        if reading is not None:
            filters = tuple(map(str, reading.wanted))
            chosen = self._gathered(ns, query, reading, reading.rule, filters)
            # A thing that no memory names in those words may still be spoken of.
            if chosen.count or not reading.rule.startswith(OF_A_THING):
                return chosen
        hits = [hit for hit in self._recall(ns, query).hits if hit.type == "memory"]
        hits.sort(key=lambda hit: hit.time, reverse=True)
        return Selected(hits, len(hits), "recall")

    def _gathered(
        self,
        ns: Namespace,
        query: RecallQuery,
        reading: Reading | None,
        rule: str,
        filters: tuple[str, ...],
    ) -> Selected:
        """Return the memories of every readable scope that fit the reading, or else the caller's filters."""
        structure = Structure(self._source, ns, query, reading, self._rewriter.registry)
        now, count = self._clock.now(), 0
        hits: list[Hit] = []
        for scope in ns.readable:
            catalog = self._source.catalog(ns, scope)
            seen = visible(catalog, query, project=ns.project, now=now)
            fits = (
                structure.fits(catalog)
                if reading is None
                else structure.meant(catalog, seen, reading)
            )
            rows = seen if fits is None else seen & fits
            count += int(rows.sum())
            hits += self._newest(ns, catalog, rows)
        hits.sort(key=lambda hit: hit.time, reverse=True)
        return Selected(hits[:MOST], count, rule, filters, reading)

    def _newest(self, ns: Namespace, catalog: Catalog, rows: Mask) -> Sequence[Hit]:
        places = listed(catalog, rows, MOST).order
        rids = catalog.rid[places].tolist()
        return self._source.hits(ns, catalog.scope, rids, [1.0] * len(rids)) if rids else ()


def told(found: Aggregate, language: Language, zone: str) -> str:
    """Return a summary in words, made from its groups.

    Args:
        found: without a text.
        language: of the words around the values; the values are as they are stored.
        zone: whose days a span is told in.
    """
    zh = language == "zh"
    if not found.count:
        return "暂无相关记忆" if zh else "No relevant memories"
    named = [
        f"{group.value}{f'（{group.count}）' if zh else f' ({group.count})'}"
        if found.kind != "list"
        else group.value
        for group in found.groups[:SHOWN]
    ]
    left = len(found.groups) - len(named)
    if left > 0:
        named.append(f"另有 {left} 项" if zh else f"{left} more")
    span = _span(found, zone, zh=zh)
    noun = "memory" if found.count == 1 else "memories"
    head = f"{span}共 {found.count} 条" if zh else f"{found.count} {noun}{span}"
    listed = ("、" if zh else ", ").join(named)
    return f"{head}：{listed}" if zh else f"{head}: {listed}"


def _span(found: Aggregate, zone: str, *, zh: bool) -> str:
    """The first and the last day, where both are named."""
    if found.since is None or found.until is None:
        return ""
    home = ZoneInfo(zone)
    first = found.since.astimezone(home).date().isoformat()
    last = (found.until - timedelta(seconds=1)).astimezone(home).date().isoformat()
    if first == last:
        return f"{first} " if zh else f" on {first}"
    return f"{first} 至 {last} " if zh else f" from {first} to {last}"


def _values(by: str | None, registry: Registry, zone: str) -> Callable[[Hit], Sequence[str]]:
    """Return what tells in which groups a memory is."""
    if by == DAY:
        return lambda hit: (_day(hit, registry, zone),)
    if by is not None:
        return lambda hit: _field(hit.attributes.get(by))
    return lambda hit: (_about(hit, registry),)


def _ordered(groups: Sequence[Group], kind: AggregateKind, by: str | None) -> tuple[Group, ...]:
    """Days in their order, a list from the newest on, other groups by size."""
    if by == DAY:
        return tuple(sorted(groups, key=lambda group: group.value))
    if kind == "list":
        return tuple(groups)
    return tuple(sorted(groups, key=lambda group: -group.count))


def _groups(hits: Sequence[Hit], values: Callable[[Hit], Sequence[str]]) -> list[Group]:
    """Group memories by folded value, from the newest on, whose words stand for all."""
    found: dict[str, tuple[str, list[str]]] = {}
    for hit in hits:
        for value in values(hit):
            found.setdefault(fold(value), (value, []))[1].append(hit.id)
    return [Group(value=value, count=len(ids), ids=tuple(ids)) for value, ids in found.values()]


def _day(hit: Hit, registry: Registry, zone: str) -> str:
    """The day of a memory in the person's zone: of its own time field where it has one, else of when it was said."""
    moment = hit.time
    for spec in _specs(hit, registry):
        value = hit.attributes.get(spec.name)
        if spec.type == "time" and isinstance(value, str):
            if len(value) == len("2026-03-12"):
                return value
            moment = datetime.fromisoformat(value)
            break
    return moment.astimezone(ZoneInfo(zone)).date().isoformat()


def _field(value: Any) -> Sequence[str]:
    match value:
        case None | []:
            return ()
        case list():
            return [str(one) for one in cast("list[Any]", value)]
        case bool():
            return ("true" if value else "false",)
        case _:
            return (str(value),)


def _about(hit: Hit, registry: Registry) -> str:
    """What a memory is about: the name in its key, else its text."""
    specs = [s for s in _specs(hit, registry) if s.key and s.type == "text" and not s.many]
    if not specs:
        return hit.text
    unsaid = defaults_of(registry.get(hit.category or "").model)
    for spec in reversed(specs):
        value = hit.attributes.get(spec.name)
        if value and value != unsaid.get(spec.name):
            return str(value)
    return hit.text


def _specs(hit: Hit, registry: Registry) -> tuple[FieldSpec, ...]:
    if hit.category is None or hit.category not in registry:
        return ()
    return described(registry.get(hit.category).model)


def _spoken(hits: Sequence[Hit]) -> Language:
    return language_of(" ".join(hit.text for hit in hits[:SHOWN])) if hits else "en"


def _check_field(by: str, category: str | None, registry: Registry) -> None:
    models = [registry.get(category)] if category else list(registry)
    known: Mapping[str, None] = dict.fromkeys(
        spec.name for one in models for spec in described(one.model)
    )
    if by not in known:
        raise FilterError(by, "", f"names no field to group by; there are: day, {', '.join(known)}")
