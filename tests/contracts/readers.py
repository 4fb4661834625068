"""Every way to read a store, by name: what must be silent about something forgotten is one table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stelae.errors import MemoryNotFoundError
from stelae.ports import Store
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from tests.contracts.builders import NOW, unit

LEG = "leg"
EVERYTHING = 10_000


@dataclass(frozen=True, slots=True)
class Sought:
    """A memory and the message it rests on, as somebody who knows them would look for them."""

    memory: str
    observation: str
    key: str
    terms: Sequence[str]
    attributes: Mapping[str, Any]


Reader = Callable[[Store, Namespace, Sought], Iterable[str]]


def _get(store: Store, ns: Namespace, sought: Sought) -> Iterable[str]:
    try:
        return [store.get(ns, sought.memory).text]
    except MemoryNotFoundError:
        return []


def _versions(store: Store, ns: Namespace, sought: Sought) -> Iterable[str]:
    try:
        return [v.record.text for v in store.versions(ns, sought.memory)]
    except MemoryNotFoundError:
        return []


def _observation(store: Store, ns: Namespace, sought: Sought) -> Iterable[str]:
    try:
        return [store.observation(ns, sought.observation).text]
    except MemoryNotFoundError:
        return []


def _shown(store: Store, ns: Namespace, rows: Sequence[int]) -> Iterable[str]:
    return [hit.text for hit in store.hits(ns, ns.scope, rows, [0.5] * len(rows))]


def _catalog(store: Store, ns: Namespace, _: Sought) -> Iterable[str]:
    return _shown(store, ns, store.catalog(ns, ns.scope).rid.tolist())


def _any_row(store: Store, ns: Namespace, _: Sought) -> Iterable[str]:
    """Row ids somebody may have remembered from an older catalogue."""
    last = max(store.catalog(ns, ns.scope).rid.tolist(), default=0)
    return _shown(store, ns, range(1, last + 20))


def _postings(store: Store, ns: Namespace, sought: Sought) -> Iterable[str]:
    catalog = store.catalog(ns, ns.scope)
    found = store.postings(ns, catalog, sought.terms, budget=EVERYTHING)
    places = {place for rows, _ in found.values() for place in rows.tolist()}
    return _shown(store, ns, catalog.rid[sorted(places)].tolist())


def _similarities(store: Store, ns: Namespace, _: Sought) -> Iterable[str]:
    catalog = store.catalog(ns, ns.scope)
    found = store.similarities(ns, catalog, LEG, unit(1, 0), language=0, means=[None, None])
    return _shown(store, ns, catalog.rid[np.flatnonzero(~np.isnan(found))].tolist())


READERS: Mapping[str, Reader] = {
    "get": _get,
    "versions": _versions,
    "observation": _observation,
    "catalog": _catalog,
    "any row": _any_row,
    "postings": _postings,
    "similarities": _similarities,
    "list": lambda store, ns, _: [r.text for r in store.list(ns, limit=EVERYTHING)],
    "list of every status": lambda store, ns, _: [
        r.text for r in store.list(ns, include_inactive=True, limit=EVERYTHING)
    ],
    "by key": lambda store, ns, sought: [r.text for r in store.by_key(ns, sought.key)],
    "by key prefix": lambda store, ns, _: [r.text for r in store.by_key_prefix(ns, "")],
    "by observation": lambda store, ns, sought: [
        r.text for r in store.by_observation(ns, sought.observation)
    ],
    "containing": lambda store, ns, sought: [
        r.text for r in store.containing(ns, sought.terms, limit=EVERYTHING)
    ],
    "pinned": lambda store, ns, _: [r.text for r in store.pinned(ns)],
    "matching": lambda store, ns, sought: _shown(
        store, ns, store.matching(ns, ns.scope, Where.of(sought.attributes)).tolist()
    ),
    "log": lambda store, ns, _: [o.text for o in store.observations(ns, limit=EVERYTHING)],
    "seen": lambda store, ns, sought: [
        o.text for o in store.seen(ns, [f"of {sought.observation}"], []).values()
    ],
    "pending": lambda store, ns, _: [
        text for i in store.pending(ns, now=NOW) for text in (i.record.text, i.before or "")
    ],
    "rows to embed": lambda store, _, __: [
        text for _, text in store.unembedded("other", limit=EVERYTHING)
    ],
}
"""Texts of everything that a reader returns; the table is complete but for `buried`, which is there to show it."""
