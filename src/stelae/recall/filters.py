"""Which rows a question may see at all: hard filters, applied before anything is scored.

A row that is filtered out has no influence on the answer, not even through statistics.
"""

from datetime import datetime

import numpy as np

from stelae.ports import MEMORY, OBSERVATION, Catalog
from stelae.recall.layout import Ints, Mask
from stelae.schemas.query import RecallQuery

_FEW = 64
"""One row in so many is looked up faster by itself."""


def visible(
    catalog: Catalog,
    query: RecallQuery,
    *,
    project: str | None,
    now: datetime,
) -> Mask:
    """Return which rows a question may see whatever its strategy: status, validity, project, session, times, type.

    Args:
        catalog: Rows of one scope.
        query: The question.
        project: The project that is read; rows without one are always visible, rows of another never (O42).
        now: The present.

    Returns:
        A mask over the catalogue.
    """
    mask = _in_time(catalog, query, now.timestamp())
    wanted = _index(catalog.projects, project)
    mask &= (catalog.project == -1) | (catalog.project == wanted)
    if query.include == "memories":
        mask &= catalog.type == MEMORY
    elif query.include == "observations":
        mask &= catalog.type == OBSERVATION
    if query.session is not None:
        mask &= catalog.session == _index(catalog.sessions, query.session)
    if query.beside is not None:
        here = catalog.session == _index(catalog.sessions, query.beside)
        mask &= ~(here & (catalog.type == OBSERVATION))
    if query.since is not None:
        mask &= catalog.time >= query.since.timestamp()
    if query.until is not None:
        mask &= catalog.time <= query.until.timestamp()
    return mask


def fitting(catalog: Catalog, category: str | None, rows: Ints | None) -> Mask:
    """Return which rows are of the category and fulfil the conditions.

    Args:
        catalog: Rows of one scope.
        category: None: of any, observations included.
        rows: Ascending row ids that fulfil the conditions, from the store; None: there are no conditions.
    """
    mask = np.ones(len(catalog), np.bool_)
    if category is not None:
        mask &= catalog.category == _index(catalog.categories, category)
    if rows is not None:
        mask &= _among(catalog.rid, rows)
    return mask


def _among(rids: Ints, wanted: Ints) -> Mask:
    """Return which ascending row ids are among others, ascending too: few are looked up, many ticked off in a table."""
    if len(wanted) > len(rids) // _FEW:
        table = np.zeros(max(int(rids[-1]), int(wanted[-1])) + 1, np.bool_)
        table[wanted] = True
        return table[rids]
    mask = np.zeros(len(rids), np.bool_)
    places = np.searchsorted(rids, wanted)
    inside = places < len(rids)
    places = places[inside]
    mask[places[rids[places] == wanted[inside]]] = True
    return mask


def _in_time(catalog: Catalog, query: RecallQuery, now: float) -> Mask:
    """Status and both kinds of time.

    Without `as_of` and `known_at` only what is live now counts. With either, superseded rows and earlier wordings count
    too, as long as they were valid then and known then. `known_at` alone asks what was held true at that time.
    """
    past = query.as_of is not None or query.known_at is not None
    mask = np.ones(len(catalog), np.bool_) if past else catalog.live.copy()
    store = query.known_at.timestamp() if query.known_at else now
    world = query.as_of.timestamp() if query.as_of else store
    if query.as_of is not None:
        mask &= ~(catalog.valid_from > world)
    if query.known_at is not None:
        mask &= ~(catalog.recorded_at > store)
    # NaN compares false, so an open end never hides a row, and an end nobody had to learn was always known.
    mask &= ~((catalog.valid_to <= world) & ~(catalog.closed_at > store))
    mask &= ~(catalog.retracted_at <= store)
    mask &= ~(catalog.expires_at <= world)
    return mask


def _index(names: tuple[str, ...], name: str | None) -> int:
    """Return the code of a name, or -2, which no row has."""
    return names.index(name) if name in names else -2
