"""From picks to hits: the rows are read from the store, as many as are needed."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from stelae.ports import RecallSource
from stelae.recall.diversify import prefer_memories
from stelae.recall.merging import Pick
from stelae.recall.reserving import reserved
from stelae.schemas.query import Hit
from stelae.schemas.scope import Namespace


def passes(pick: Pick, floor: float | None, best: float) -> bool:
    """Does the floor let it through? First the question as a whole must be answered, then the single hit must be good."""
    return floor is None or (best >= floor and pick.score >= floor)


def fetch_enough(
    source: RecallSource,
    ns: Namespace,
    picks: Sequence[Pick],
    limit: int,
    *,
    floor: float | None,
    best: float,
    reserve: Sequence[tuple[str, int]] = (),
    gone: Callable[[Sequence[tuple[Pick, Hit]]], Sequence[int]] | None = None,
) -> list[tuple[Pick, Hit]]:
    """Fetch the first hits, and good ones from further down while observations that give way leave places open.

    Args:
        source: The store.
        ns: Tenant and readable scopes.
        picks: Best first.
        limit: Hits that are wanted.
        floor: Least score of those from further down.
        best: The best score of all.
        reserve: Categories of which the best so many are fetched in any case.
        gone: Says of some hits which places hold none after all; None: each is one.
    """
    kept = reserved(picks, limit, reserve)
    places = [*range(min(limit, len(picks))), *kept]
    rest = [n for n in range(limit, len(picks)) if n not in kept and passes(picks[n], floor, best)]
    fetched = fetch(source, ns, [picks[n] for n in places])
    left = _without(source, ns, fetched, gone)
    for start in range(0, len(rest), limit):
        if len(prefer_memories([hit for _, hit in left])) >= limit + len(kept):
            break
        places += rest[start : start + limit]
        fetched += fetch(source, ns, [picks[n] for n in rest[start : start + limit]])
        ordered = _in_order(fetched, [picks[n] for n in sorted(places)]) if kept else fetched
        left = _without(source, ns, ordered, gone)
    return left


def _without(
    source: RecallSource,
    ns: Namespace,
    fetched: list[tuple[Pick, Hit]],
    gone: Callable[[Sequence[tuple[Pick, Hit]]], Sequence[int]] | None,
) -> list[tuple[Pick, Hit]]:
    """Take out what is no hit; where it was answered in its exchange, the answer stands in its place."""
    places = set(gone(fetched)) if gone else set[int]()
    if not places:
        return fetched
    asked = [fetched[place][0] for place in places]
    answers = [
        pick._replace(row=row)
        for pick in asked
        if (row := pick.found.answer(pick.place)) not in (None, pick.row)
    ]
    said = {(id(pick.found), pick.place): (pick, hit) for pick, hit in fetch(source, ns, answers)}
    out: list[tuple[Pick, Hit]] = []
    for place, (pick, hit) in enumerate(fetched):
        if place not in places:
            out.append((pick, hit))
        elif (answer := said.get((id(pick.found), pick.place))) is not None:
            out.append(answer)
    return out


def _in_order(fetched: Sequence[tuple[Pick, Hit]], picks: Sequence[Pick]) -> list[tuple[Pick, Hit]]:
    found = {(id(pick.found), pick.place): (pick, hit) for pick, hit in fetched}
    keys = ((id(pick.found), pick.place) for pick in picks)
    return [found[key] for key in keys if key in found]


def fetch(source: RecallSource, ns: Namespace, picks: Sequence[Pick]) -> list[tuple[Pick, Hit]]:
    """Fetch the rows of picks, in order; what was deleted in the meantime is left out."""
    by_scope: dict[str, list[Pick]] = {}
    for pick in picks:
        by_scope.setdefault(pick.found.catalog.scope, []).append(pick)
    hits: dict[tuple[str, int], Hit] = {}
    for scope, group in by_scope.items():
        for part in _in_one(source, ns, scope, group):
            hits.update(part)
    return [
        (pick, hits[pick.found.catalog.scope, pick.row])
        for pick in picks
        if (pick.found.catalog.scope, pick.row) in hits
    ]


def _in_one(
    source: RecallSource, ns: Namespace, scope: str, group: Sequence[Pick]
) -> Iterator[Mapping[tuple[str, int], Hit]]:
    """Fetch a scope's rows with one call, or one by one when some of them are gone."""
    rids = [int(pick.found.catalog.rid[pick.row]) for pick in group]
    hits = source.hits(ns, scope, rids, [pick.score for pick in group])
    if len(hits) == len(group):
        yield {(scope, pick.row): hit for pick, hit in zip(group, hits, strict=True)}
        return
    for pick, rid in zip(group, rids, strict=True):
        for hit in source.hits(ns, scope, [rid], [pick.score]):
            yield {(scope, pick.row): hit}
